/** The five demonstration users (contract 7). */
export const demoUsers = ['registrar', 'admin', 'viewer', 'support', 'helper'] as const;
export type UserName = (typeof demoUsers)[number];

export const everyone = ['nobody', ...demoUsers] as const;
const signedIn = demoUsers;
const manages = ['registrar', 'admin'] as const;
const seesAbout = ['admin', 'support'] as const;
const impersonates = ['admin', 'helper'] as const;

/** The users that may send each request (contract 6). Paths are relative to the base path. */
export const whoMay: Record<string, readonly string[]> = {
  'GET /healthz': everyone,
  'GET /readyz': everyone,
  'HEAD /healthz': everyone,
  'HEAD /readyz': everyone,
  'GET /api/openapi.json': everyone,
  'GET /api/auth/login': everyone,
  'GET /api/auth/start': everyone,
  'GET /api/auth/callback': everyone,
  'GET /api/auth/me': signedIn,
  'POST /api/auth/logout': signedIn,
  'GET /api/impersonate/:impersonationId': impersonates,
  'GET /api/impersonate/logout': signedIn,
  'GET /api/version': seesAbout,
  'GET /api/lookups/awardTypes': signedIn,
  'GET /api/lookups/terms': signedIn,
  'GET /api/lookups/cip': signedIn,
  'GET /api/programs': signedIn,
  'POST /api/reports': signedIn,
  'GET /api/reports/moment': signedIn,
  'GET /api/differences': manages,
  'GET /api/differences/recorded': manages,
  'GET /api/counts/terms': signedIn,
  'GET /api/schools': signedIn,
  'GET /api/majors': signedIn,
  'GET /api/degrees': manages,
  'GET /api/departments': manages,
  'GET /api/major-degrees': manages,
  'POST /api/major-degrees': manages,
  'POST /api/schools': manages,
  'POST /api/departments': manages,
  'POST /api/degrees': manages,
  'POST /api/majors': manages,
  'GET /api/schools/:schoolCode': manages,
  'PUT /api/schools/:schoolCode': manages,
  'DELETE /api/schools/:schoolCode': manages,
  'GET /api/departments/:deptKey': manages,
  'PUT /api/departments/:deptKey': manages,
  'DELETE /api/departments/:deptKey': manages,
  'GET /api/degrees/:degreeKey': manages,
  'PUT /api/degrees/:degreeKey': manages,
  'DELETE /api/degrees/:degreeKey': manages,
  'GET /api/majors/:majorKey': manages,
  'PUT /api/majors/:majorKey': manages,
  'DELETE /api/majors/:majorKey': manages,
  'GET /api/changes': manages,
  'GET /api/changes/:id': manages,
  'POST /api/changes/:id/undo': manages,
  'POST /api/proposals/preview': manages,
  'POST /api/proposals/apply': manages,
  'GET /api/import-mappings': manages,
  'PUT /api/import-mappings': manages,
  'GET /api/views': signedIn,
  'POST /api/views': signedIn,
  'PUT /api/views/:id': signedIn,
  'DELETE /api/views/:id': signedIn,
  'PUT /api/views/:id/default': signedIn,
  'DELETE /api/views/:id/default': signedIn,
  'GET /api/schools/:schoolCode/history': manages,
  'GET /api/departments/:deptKey/history': manages,
  'GET /api/degrees/:degreeKey/history': manages,
  'GET /api/majors/:majorKey/history': manages,
  'POST /api/relationships/degree/:degreeKey/department/:deptKey': manages,
  'DELETE /api/relationships/degree/:degreeKey/department/:deptKey': manages,
  'POST /api/relationships/major/:majorKey/degree/:degreeKey': manages,
  'DELETE /api/relationships/major/:majorKey/degree/:degreeKey': manages,
  'POST /api/relationships/major/:majorKey/department/:deptKey': manages,
  'DELETE /api/relationships/major/:majorKey/department/:deptKey': manages,
  'POST /api/relationships/school/:schoolCode/degree/:degreeKey': manages,
  'DELETE /api/relationships/school/:schoolCode/degree/:degreeKey': manages,
  'POST /api/relationships/school/:schoolCode/department/:deptKey': manages,
  'DELETE /api/relationships/school/:schoolCode/department/:deptKey': manages,
  'POST /api/relationships/school/:schoolCode/major/:majorKey': manages,
  'DELETE /api/relationships/school/:schoolCode/major/:majorKey': manages,
};

/** The requests of that table that are forbidden while impersonating. */
export const asOneselfOnly: readonly string[] = [
  'POST /api/views',
  'PUT /api/views/:id',
  'DELETE /api/views/:id',
  'PUT /api/views/:id/default',
  'DELETE /api/views/:id/default',
];

/** The requests of that table whose method may change data. */
export const changingCalls = Object.keys(whoMay).filter((name) => !/^(GET|HEAD) /.test(name));
