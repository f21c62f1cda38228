import type { Config } from '../../config/config.ts';

/** A part of the guide. `text` is HTML; `example` is for a shell with curl, and goes on where the one before ended. */
export interface Chapter {
  id: string;
  title: string;
  text: string;
  example?: string;
}

const code = (text: string) => `<code>${text}</code>`;

/** How to call the API, from the sign-in to a change of many rows. A test runs the examples one after the other. */
export function guideOf({ publicUrl, basePath, oidc }: Config, sessionCookie: string): Chapter[] {
  return [
    {
      id: 'sign-in',
      title: 'Sign in',
      text: oidc
        ? `<p>Sign in with a browser, and send its cookie ${code(sessionCookie)} of this address with each call. A session ends 30
          minutes after its last call, 12 hours after the sign-in, and at sign-out. A call without one is answered with 401
          and the address where to sign in. For curl, keep the cookies of the browser in a file named ${code('jar')}.</p>`
        : `<p>This server has the demonstration sign-in, where a person is chosen. With a real provider people sign in by browser.
          A session ends 30 minutes after its last call, 12 hours after the sign-in, and at sign-out. A call without one is
          answered with 401 and the address where to sign in.</p>`,
      example: oidc
        ? `BASE=${publicUrl}${basePath}
curl -sS -b jar -c jar "$BASE/api/auth/me"`
        : `BASE=${publicUrl}${basePath}
CHOICE=$(curl -sSL -b jar -c jar -o /dev/null -w '%{url_effective}' "$BASE/api/auth/start")
curl -sSL -b jar -c jar -o /dev/null --data '' "$CHOICE/registrar"
curl -sS -b jar -c jar "$BASE/api/auth/me"`,
    },
    {
      id: 'read',
      title: 'Read',
      text: `<p>Lists come whole. They and details have an ${code('ETag')}: sent back in ${code('If-None-Match')} it is answered
        with 304 while nothing has changed, which costs next to nothing. The report is a POST, because its filter is a body.
        Terms are codes such as ${code('202592')}, times are ISO 8601 in UTC.</p>`,
      example: `ETAG=$(curl -sS -b jar -o schools.json -D - "$BASE/api/schools" | tr -d '\\r' | sed -n 's/^etag: //Ip')
curl -sS -b jar -o /dev/null -w '%{http_code}\\n' -H "If-None-Match: $ETAG" "$BASE/api/schools"`,
    },
    {
      id: 'save',
      title: 'Save',
      text: `<p>What changes something needs the cross-site token: the cookie ${code('XSRF-TOKEN')}, which
        ${code('GET /api/auth/me')} sets, sent back as the header ${code('X-XSRF-TOKEN')}; else it is 403. A header
        ${code('X-Change-Reason')} (UTF-8, percent-encoded) says why, and stands in the history.</p>`,
      example: `TOKEN=$(awk '$6 == "XSRF-TOKEN" { print $7 }' jar)
save() { curl -sS -b jar -H "X-XSRF-TOKEN: $TOKEN" -H 'Content-Type: application/json' "$@"; echo; }
save -H 'X-Change-Reason: Opens%20this%20fall' -d '{ "schoolCode": "ZY", "title": "School of Examples" }' "$BASE/api/schools"
save -d '{ "majorSegment": "U", "majorCode": "ZYX", "title20": "Examples", "startTermYyyyst": "202592" }' "$BASE/api/majors"`,
    },
    {
      id: 'errors',
      title: 'Errors',
      text: `<p>A refusal has ${code('errors')}, each with a ${code('code')} for programs, a ${code('message')} for people and, if it is
        about one, the ${code('field')}. Then nothing has been saved. 503 means that the call may be repeated later; a save
        whose answer was lost is found by its ${code('X-Request-Id')}: ${code('GET /api/changes?requestId=…')}.</p>`,
      example: `save -d '{ "schoolCode": "ZYX", "title": "" }' "$BASE/api/schools"`,
    },
    {
      id: 'versions',
      title: 'Versions',
      text: `<p>Each item and each relationship has a ${code('version')}. A PUT that sends it saves only onto that version; if somebody
        has saved meanwhile it is 409 ${code('EDIT_CONFLICT')}, and the message says who and when.</p>`,
      example: `save -X PUT -d '{ "schoolCode": "ZY", "title": "School of Examples", "title8": "Examples", "version": 1 }' "$BASE/api/schools/ZY"
save -X PUT -d '{ "schoolCode": "ZY", "title": "Too late", "version": 1 }' "$BASE/api/schools/ZY"`,
    },
    {
      id: 'proposals',
      title: 'Proposals',
      text: `<p>Many rows are changed by one call, all or none. A preview says of each row what it would do, and saves nothing. To
        apply, send the rows with the ${code('version')} that the preview gave, and an ${code('id')} of your own (a UUID): sent again,
        the same call is answered the same, and nothing is done twice.</p>`,
      example: `ROWS='[
  { "kind": "department", "ref": { "title7": "EXAMPLE" }, "values": { "title": "Examples", "startTerm": "202592" } },
  { "kind": "schoolDepartment", "ref": { "school": { "schoolCode": "ZY" }, "department": { "row": 0 } },
    "values": { "startTerm": "202592" } }
]'
save -d "{ \\"rows\\": $ROWS }" "$BASE/api/proposals/preview"
UUID=$(cat /proc/sys/kernel/random/uuid)
save -d "{ \\"id\\": \\"$UUID\\", \\"origin\\": \\"bulk\\", \\"title\\": \\"Two rows\\", \\"reason\\": null, \\"rows\\": $ROWS }" "$BASE/api/proposals/apply"`,
    },
    {
      id: 'warnings',
      title: 'Warnings',
      text: `<p>What may be meant but should be asked is 409 with ${code('warnings')}, and nothing is saved. The same call with
        ${code('?overrideWarnings=true')} goes through.</p>`,
      example: `save -X DELETE "$BASE/api/schools/ZY"
save -X DELETE "$BASE/api/schools/ZY?overrideWarnings=true"`,
    },
    {
      id: 'change-sets',
      title: 'Change sets',
      text: `<p>All rows that one call changes are a change set: who, when, how, why, and each field before and after. A set can be
        undone by its ${code('id')}, unless somebody has changed something of it since.</p>`,
      example: `ID=$(curl -sS -b jar "$BASE/api/changes?limit=1" | grep -o '"id" *: *"[^"]*"' | head -n 1 | cut -d '"' -f 4)
curl -sS -b jar -w '\\n' "$BASE/api/changes/$ID"
save -X POST -d '{ "reason": "It was an example" }' "$BASE/api/changes/$ID/undo"`,
    },
    {
      id: 'report',
      title: 'The report',
      text: `<p>An empty filter finds what the screen finds before anything is chosen. ${code('asOfTerm')} shows what was in effect in a
        term, ${code('knownAt')} what the records held at a time: that answer never changes.</p>`,
      example: `save -o report.json -w '%{http_code}' -d '{ "asOfTerm": "202592" }' "$BASE/api/reports"`,
    },
  ];
}
