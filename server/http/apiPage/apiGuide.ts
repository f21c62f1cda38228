import type { Config } from '../../config/config.ts';

/** A part of the guide. `text` is HTML; `example` is for a shell with curl, and continues the previous example. */
export interface Chapter {
  id: string;
  title: string;
  text: string;
  example?: string;
}

const code = (text: string) => `<code>${text}</code>`;

/** The guide to the API, from the sign-in to a change of many rows. A test runs the examples one after the other. */
export function guideOf({ publicUrl, basePath, oidc }: Config, sessionCookie: string): Chapter[] {
  return [
    {
      id: 'sign-in',
      title: 'Sign in',
      text: oidc
        ? `<p>Sign in with a browser, and send its cookie ${code(sessionCookie)} with each request. A session ends 30 minutes
          after its last request, 12 hours after the sign-in, and at sign-out. The response to a request without a session is
          401 with the sign-in URL. For curl, save the cookies of the browser in a file named ${code('jar')}.</p>`
        : `<p>This server has the demonstration sign-in, where you choose a user. With a real provider, users sign in with a
          browser. A session ends 30 minutes after its last request, 12 hours after the sign-in, and at sign-out. The response
          to a request without a session is 401 with the sign-in URL.</p>`,
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
      text: `<p>Lists are complete, without pages. Lists and details have an ${code('ETag')}: send it in
        ${code('If-None-Match')}, and the response is 304 while nothing has changed, which is almost free. The report takes
        its filter as a body (POST) or as a query (GET). Terms are codes such as ${code('202592')}, and times are ISO 8601 in UTC.</p>`,
      example: `ETAG=$(curl -sS -b jar -o schools.json -D - "$BASE/api/schools" | tr -d '\\r' | sed -n 's/^etag: //Ip')
curl -sS -b jar -o /dev/null -w '%{http_code}\\n' -H "If-None-Match: $ETAG" "$BASE/api/schools"`,
    },
    {
      id: 'save',
      title: 'Save',
      text: `<p>A request that changes data needs the cross-site token: send the cookie ${code('XSRF-TOKEN')}, which
        ${code('GET /api/auth/me')} sets, back as the header ${code('X-XSRF-TOKEN')}. Without it the response is 403. The header
        ${code('X-Change-Reason')} (UTF-8, percent-encoded) gives a reason, which the history shows. A PUT of an item may
        have the header ${code('X-Effective-Term')}: from that term on its changed names and codes apply, and the old ones are
        kept for the terms before.</p>`,
      example: `TOKEN=$(awk '$6 == "XSRF-TOKEN" { print $7 }' jar)
save() { curl -sS -b jar -H "X-XSRF-TOKEN: $TOKEN" -H 'Content-Type: application/json' "$@"; echo; }
save -H 'X-Change-Reason: Opens%20this%20fall' -d '{ "schoolCode": "ZY", "title": "School of Examples" }' "$BASE/api/schools"
save -d '{ "majorSegment": "U", "majorCode": "ZYX", "title20": "Examples", "startTermYyyyst": "202592" }' "$BASE/api/majors"`,
    },
    {
      id: 'errors',
      title: 'Errors',
      text: `<p>An error response has ${code('errors')}, each with a ${code('code')} for programs, a ${code('message')} for users and,
        if the error is in a field, its name in ${code('field')}. Nothing has been saved then. After a 503 you can repeat the
        request later. If the response to a save was lost, find the change by its ${code('X-Request-Id')}:
        ${code('GET /api/changes?requestId=…')}.</p>`,
      example: `save -d '{ "schoolCode": "ZYX", "title": "" }' "$BASE/api/schools"`,
    },
    {
      id: 'versions',
      title: 'Versions',
      text: `<p>Each item and each relationship has a ${code('version')}. A PUT with a version saves only if that version is current.
        If another user has saved since, the response is 409 ${code('EDIT_CONFLICT')} with a message that names the user and the
        time.</p>`,
      example: `save -X PUT -d '{ "schoolCode": "ZY", "title": "School of Examples", "title8": "Examples", "version": 1 }' "$BASE/api/schools/ZY"
save -X PUT -d '{ "schoolCode": "ZY", "title": "Too late", "version": 1 }' "$BASE/api/schools/ZY"`,
    },
    {
      id: 'proposals',
      title: 'Proposals',
      text: `<p>One request changes many rows, all or none. A preview shows the effect of each row, and saves nothing. To apply the
        rows, send them with the ${code('version')} of the preview and a new ${code('id')} (a UUID). The same request sent again
        gets the same response, and nothing is saved twice.</p>`,
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
      text: `<p>The response to a change that needs confirmation is 409 with ${code('warnings')}, and nothing is saved. The same
        request with ${code('?overrideWarnings=true')} saves it.</p>`,
      example: `save -X DELETE "$BASE/api/schools/ZY"
save -X DELETE "$BASE/api/schools/ZY?overrideWarnings=true"`,
    },
    {
      id: 'change-sets',
      title: 'Change sets',
      text: `<p>All rows that one request changes form a change set, with the user, the time, the origin, the reason, and each field
        before and after. You can undo a change set by its ${code('id')}, unless its rows have changed since.</p>`,
      example: `ID=$(curl -sS -b jar "$BASE/api/changes?limit=1" | grep -o '"id" *: *"[^"]*"' | head -n 1 | cut -d '"' -f 4)
curl -sS -b jar -w '\\n' "$BASE/api/changes/$ID"
save -X POST -d '{ "reason": "It was an example" }' "$BASE/api/changes/$ID/undo"`,
    },
    {
      id: 'report',
      title: 'The report',
      text: `<p>An empty filter has the same result as the screen before you choose a filter. ${code('asOfTerm')} restricts the report
        to a term, and ${code('knownAt')} shows the records as they were at a time: that result never changes.</p>`,
      example: `save -o report.json -w '%{http_code}' -d '{ "asOfTerm": "202592" }' "$BASE/api/reports"`,
    },
    {
      id: 'other-systems',
      title: 'Another system',
      text: `<p>A token of <em>Other systems</em> reads without a sign-in, with ${code('GET')} and ${code('HEAD')}: lists, details,
        and the report as JSON or CSV. The example creates one and copies the report and a list.</p>`,
      example: `NEXT_MONTH=$(date -d '+30 days' +%F)
SECRET=$(save -d '{ "name": "Example", "contact": "me", "scopes": ["read:report", "read:catalog"], "expiresOn": "'$NEXT_MONTH'" }' \\
  "$BASE/api/tokens" | grep -o 'mdd_[0-9A-Za-z]*')
copy() { curl -sS --fail -H "Authorization: Bearer $SECRET" "$@"; }
copy -o report.csv -w '%{http_code} %header{x-report-fingerprint}\\n' "$BASE/api/reports.csv?asOfTerm=202592&labels=labels"
copy -o majors.csv -w '%{http_code}\\n' "$BASE/api/majors.csv?asOf=now&cols=majorCode,title20,cipCode"
copy "$BASE/api/reports?majorCode=201" | grep -o '"programKey" *: *"[^"]*"' | head -n 1`,
    },
  ];
}
