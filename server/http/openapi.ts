import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { degree, degreeCreateForm, degreeForm } from '../../contract/degree.ts';
import { department, departmentForm } from '../../contract/department.ts';
import { conflictAnswer, errorAnswer, signInAnswer } from '../../contract/errors.ts';
import { changeEntry, changeSet } from '../../contract/history.ts';
import { major, majorForm } from '../../contract/major.ts';
import { majorDegreeForm } from '../../contract/majorDegree.ts';
import { applyForm, preview, previewForm, previewRow } from '../../contract/proposals.ts';
import { programForm, relationshipForm } from '../../contract/relationships.ts';
import { reportFilter, reportMajor, reportRow } from '../../contract/report.ts';
import { school, schoolForm } from '../../contract/school.ts';
import type { Config } from '../config.ts';
import { isChanging, isSaving } from './access.ts';
import { type ApiDocument, apiPage } from './apiPage/page.ts';
import { pageUserHeader } from './pageUser.ts';
import { reasonHeader } from './reason.ts';

/** The schemas that the document defines once by name, instead of repeating them for each route. */
const components = {
  School: school,
  SchoolForm: schoolForm.schema,
  Department: department,
  DepartmentForm: departmentForm.schema,
  Degree: degree,
  DegreeCreateForm: degreeCreateForm.schema,
  DegreeForm: degreeForm.schema,
  Major: major,
  MajorForm: majorForm.schema,
  RelationshipForm: relationshipForm.schema,
  ProgramForm: programForm.schema,
  MajorDegreeForm: majorDegreeForm.schema,
  ReportFilter: reportFilter.schema,
  ReportMajor: reportMajor,
  ReportRow: reportRow,
  ChangeSet: changeSet,
  ChangeEntry: changeEntry,
  PreviewForm: previewForm.schema,
  PreviewRow: previewRow,
  Preview: preview,
  ApplyForm: applyForm.schema,
  Errors: errorAnswer,
  SignIn: signInAnswer,
  Conflict: conflictAnswer,
};
for (const [id, schema] of Object.entries(components)) z.globalRegistry.add(schema, { id });

/** The headers that a call may have: one that saves something may name its user too. */
const reasonHeaders = z.object(reasonHeader);
const changeHeaders = z.object({ ...pageUserHeader, ...reasonHeader });

type SecuritySchemes = NonNullable<
  NonNullable<NonNullable<FastifyDynamicSwaggerOptions['openapi']>['components']>['securitySchemes']
>;

/**
 * Collects the routes registered after this call into one OpenAPI 3.1 document, based on their schemas. Routes that
 * need a sign-in list all of `securitySchemes`.
 */
export async function describeApi(
  app: FastifyInstance,
  { basePath }: Config,
  securitySchemes: SecuritySchemes,
): Promise<void> {
  // To zod a field accepts any input. Each field has a JSON schema of its own that says what it really accepts.
  const zodToJsonConfig = { unrepresentable: 'any' } as const;
  const toJson = createJsonSchemaTransform({ zodToJsonConfig });
  const collect = createJsonSchemaTransformObject({ zodToJsonConfig });
  const shown = Object.fromEntries(Object.keys(securitySchemes).map((name) => [name, []]));
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Major/Degree Database',
        version: '1',
        description:
          'Schools, departments, degrees, majors, their relationships, and the report that joins them.',
      },
      servers: [{ url: basePath || '/' }],
      components: { securitySchemes },
    },
    stripBasePath: true,
    transform: (route) => {
      const { schema } = route;
      const { config = {} } = route.route;
      const isGuarded = config.access !== 'public';
      const methods = isGuarded ? [route.route.method].flat() : [];
      const takesReason = methods.some(isChanging);
      const saves = methods.some((method) => isSaving(method, config));
      const response = {
        ...errorAnswers(config, route.url),
        ...(saves ? { 409: conflictAnswer } : {}),
        ...(takesReason ? { 422: errorAnswer } : {}),
        ...(schema.response as object),
      };
      return toJson({
        ...route,
        schema: {
          ...schema,
          ...(takesReason ? { headers: saves ? changeHeaders : reasonHeaders } : {}),
          response,
          description: whoMay(config.access),
          tags: [subjectOf(route.url)],
          ...(isGuarded ? { security: [shown] } : {}),
        },
      });
    },
    transformObject: (document) => withoutUnused(collect(document)),
  });
}

/** Who may call a route, in words. */
function whoMay(access: FastifyContextConfig['access']): string {
  if (access === 'public') return 'For everyone.';
  return access === 'signed-in' ? 'For all who are signed in.' : `For those with the permission ${access}.`;
}

/** All error responses that a route can give (contract 2), derived from its configuration. */
function errorAnswers({ access, form }: FastifyContextConfig, url: string): Record<number, z.ZodMiniType> {
  const guarded = access !== 'public';
  return {
    400: errorAnswer,
    ...(guarded ? { 401: signInAnswer, 403: errorAnswer } : {}),
    ...(url.includes(':') ? { 404: errorAnswer } : {}),
    ...(access === 'manage:data' ? { 409: conflictAnswer } : {}),
    ...(form ? { 413: errorAnswer, 415: errorAnswer, 422: errorAnswer } : {}),
    ...(guarded ? { 429: errorAnswer } : {}),
    500: errorAnswer,
    503: errorAnswer,
  };
}

/** The tag of a route: the part of its path after `/api/`. */
const subjectOf = (url: string) => /\/api\/([^/]+)/.exec(url)?.[1] ?? 'health';

type DocumentObject = ReturnType<ReturnType<typeof createJsonSchemaTransformObject>>;

/** Removes the schemas that no route uses: each named schema exists both as a request and as a response schema. */
function withoutUnused(document: DocumentObject): DocumentObject {
  if (!('components' in document)) return document;
  const schemas = Object.entries(document.components?.schemas ?? {});
  const kept = new Map<string, (typeof schemas)[number][1]>();
  const follow = (from: unknown) => {
    const text = JSON.stringify(from);
    for (const [id, schema] of schemas) {
      if (kept.has(id) || !text.includes(`"#/components/schemas/${id}"`)) continue;
      kept.set(id, schema);
      follow(schema);
    }
  };
  follow(document.paths);
  return {
    ...document,
    ...({ components: { ...document.components, schemas: Object.fromEntries(kept) } } as object),
  };
}

/** Serves the document at `{base}/api/openapi.json`, and a page for people at `{base}/api/docs` (`apiPage/`). */
export async function documentRoutes(app: FastifyInstance, config: Config): Promise<void> {
  const { basePath } = config;
  const options = { config: { access: 'public' }, schema: { hide: true } } as const;
  app.get(`${basePath}/api/openapi.json`, options, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(app.swagger()),
  );
  let page: string | undefined;
  for (const path of ['/api/docs', '/api/docs/'])
    app.get(`${basePath}${path}`, options, async (_request, reply) => {
      page ??= apiPage(app.swagger() as ApiDocument, config);
      return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
    });
}
