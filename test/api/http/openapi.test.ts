import Ajv2020 from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { degreeCreateForm, degreeForm } from '../../../contract/degree.ts';
import { departmentForm } from '../../../contract/department.ts';
import { fieldHelp, helpFor } from '../../../contract/fieldHelp.ts';
import { type Form, factsOfForm } from '../../../contract/form.ts';
import { changeKinds } from '../../../contract/history.ts';
import { importMappingForm } from '../../../contract/importMappings.ts';
import { itemKinds } from '../../../contract/kinds.ts';
import { lookupKinds } from '../../../contract/lookups.ts';
import { majorForm } from '../../../contract/major.ts';
import { majorDegreeForm } from '../../../contract/majorDegree.ts';
import { programForm, relationshipForm } from '../../../contract/relationships.ts';
import { reportFilter } from '../../../contract/report.ts';
import { schoolForm } from '../../../contract/school.ts';
import { viewEditForm, viewForm } from '../../../contract/views.ts';
import { describeField } from '../../../server/api/describeField.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import {
  aDegree,
  aDepartment,
  aMajor,
  aMajorDegree,
  aProgram,
  aRelationship,
  aSchool,
} from '../../support/factories.ts';

type Json = Record<string, unknown>;
interface Content {
  schema: Json;
  example?: unknown;
}
interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema?: Json; example?: unknown }[];
  requestBody?: { required?: boolean; content: Record<string, Content> };
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
}
interface Document extends Json {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> };
}

let mdd: TestApp;
let document: Document;
beforeAll(async () => {
  mdd = await testApp();
  document = (await mdd.as(null).get<Document>('/openapi.json')).body;
});
afterAll(() => mdd.close());

// Specification 7.
const calls = [
  ['GET', '/auth/login'],
  ['GET', '/auth/me'],
  ['POST', '/auth/logout'],
  ['GET', '/version'],
  ['GET', '/impersonate/{impersonationId}'],
  ['GET', '/impersonate/logout'],
  ...['/schools', '/degrees', '/departments', '/majors', '/major-degrees'].flatMap((path) => [
    ['GET', path],
    ['POST', path],
  ]),
  ...[
    '/schools/{schoolCode}',
    '/degrees/{degreeKey}',
    '/departments/{deptKey}',
    '/majors/{majorKey}',
  ].flatMap((path) => ['GET', 'PUT', 'DELETE'].map((method) => [method, path])),
  ['GET', '/lookups/awardTypes'],
  ['GET', '/lookups/terms'],
  ...[
    '/relationships/degree/{degreeKey}/department/{deptKey}',
    '/relationships/major/{majorKey}/degree/{degreeKey}',
    '/relationships/major/{majorKey}/department/{deptKey}',
    '/relationships/school/{schoolCode}/degree/{degreeKey}',
    '/relationships/school/{schoolCode}/department/{deptKey}',
    '/relationships/school/{schoolCode}/major/{majorKey}',
  ].flatMap((path) => [
    ['POST', path],
    ['DELETE', path],
  ]),
  ['POST', '/reports'],
] as [string, string][];

const operationOf = (method: string, path: string) => document.paths[`/api${path}`]?.[method.toLowerCase()];

/** The schema of the body of a call. */
function bodyOf(method: string, path: string) {
  const { schema: given = {} } = operationOf(method, path)?.requestBody?.content['application/json'] ?? {};
  const name = String(given.$ref).split('/').at(-1) ?? '';
  return (given.$ref ? document.components.schemas[name] : given) as {
    properties: Record<string, Json>;
    required?: string[];
    additionalProperties: unknown;
  };
}

const operations = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );

/** The fields of all objects in a part of the document. */
const fieldsIn = (part: unknown): [string, { description?: string }][] =>
  typeof part === 'object' && part !== null
    ? [
        ...Object.entries(
          (part as { properties?: Record<string, { description?: string }> }).properties ?? {},
        ),
        ...Object.values(part).flatMap(fieldsIn),
      ]
    : [];

describe('The document', () => {
  test('is OpenAPI 3.1 and names this application and its base path', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: 'Major/Degree Database', version: expect.any(String) });
    expect(document.servers).toEqual([{ url: '/mdsd' }]);
  });

  test.for(calls)('describes %s %s', ([method, path]) => {
    expect(operationOf(method, path)).toBeDefined();
  });

  test('describes every operation of the server except pages, and HEAD once for all', () => {
    expect(document.info.description).toContain('HEAD responds as GET does');
    const known = operations().map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    const routes = mdd.app.routeList.routes
      .filter(({ method }) => method !== 'HEAD')
      .filter(({ url, schema }) => /^\/mdsd\/(api\/(?!docs)|healthz|readyz)/.test(url) && !schema.hide)
      .map(({ method, url }) => `${method} ${url.slice('/mdsd'.length).replace(/:(\w+)/g, '{$1}')}`);
    expect(new Set(known)).toEqual(new Set(routes));
  });

  test('has no dangling references and no unused components', () => {
    const text = JSON.stringify(document);
    const named = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
    expect(text.match(/"\$ref":"/g)).toHaveLength(named.length);
    expect(new Set(named)).toEqual(new Set(Object.keys(document.components.schemas)));
  });

  test('declares each path parameter as required', () => {
    for (const { path, operation } of operations()) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect(
        declared.map(({ name }) => name),
        path,
      ).toEqual(names);
      for (const { required, schema } of declared)
        expect({ required, schema }, path).toMatchObject({
          required: true,
          schema: { type: expect.any(String) },
        });
    }
  });

  test('describes the responses of each call, including errors', () => {
    for (const { path, method, operation } of operations().filter(
      ({ path }) => !/auth\/(start|callback)/.test(path),
    )) {
      const name = `${method} ${path}`;
      const statuses = Object.keys(operation.responses);
      expect(
        statuses.some((status) => status.startsWith('2')),
        name,
      ).toBe(true);
      for (const [status, { description, content }] of Object.entries(operation.responses)) {
        expect(description, name).toEqual(expect.any(String));
        if (status !== '204')
          expect(Object.values(content ?? {})[0]?.schema, `${name} ${status}`).toBeDefined();
      }
      if (operation.requestBody)
        expect(statuses, name).toEqual(expect.arrayContaining(['401', '403', '413', '415', '422']));
    }
  });

  test('has an example of each file, and of the field that only GET /reports has', () => {
    expect(JSON.stringify(operationOf('get', '/reports'))).toContain('"examples":["BS-201"]');
    const files = operations().filter(({ path }) => path.endsWith('.csv'));
    expect(files).toHaveLength(7);
    for (const { path, operation } of files)
      expect(operation.responses[200]?.content?.['text/csv']?.schema, path).toMatchObject({
        type: 'string',
        examples: [expect.stringMatching(/^[a-zA-Z.0-9]+(,[a-zA-Z.0-9]+)+\r\n$/)],
      });
  });

  test('declares that each changing operation accepts a reason, the user of its page if it saves, and a term if it edits an item', () => {
    const isItemEdit = (method: string, path: string) =>
      method === 'put' && /^\/api\/(schools|departments|degrees|majors)\/\{\w+\}$/.test(path);
    const savesNothing = [
      '/api/auth/logout',
      '/api/reports',
      '/api/reports/exclusions/{majorKey}',
      '/api/proposals/preview',
      '/api/quality/{rule}/fix',
    ];
    for (const { path, method, operation } of operations()) {
      const headers = (operation.parameters ?? []).filter((parameter) => parameter.in === 'header');
      const takesIt = !['get', 'head'].includes(method);
      expect(
        headers.map(({ name, required }) => ({ name, required })),
        `${method} ${path}`,
      ).toEqual([
        ...(takesIt && !savesNothing.includes(path) ? [{ name: 'X-Signed-In-As', required: false }] : []),
        ...(takesIt ? [{ name: 'X-Change-Reason', required: false }] : []),
        ...(isItemEdit(method, path) ? [{ name: 'X-Effective-Term', required: false }] : []),
      ]);
      if (takesIt) expect(Object.keys(operation.responses)).toContain('422');
    }
  });

  test.for(['preview', 'apply'])(
    'names all kinds of rows that %s takes, and what identifies each',
    (call) => {
      const { rows } = bodyOf('POST', `/proposals/${call}`).properties;
      const { items } = rows as { items: { properties: Record<string, Json> } };
      const { kind, ref } = items.properties;
      expect(kind?.enum).toEqual(changeKinds);
      for (const { key } of [...Object.values(itemKinds), ...Object.values(lookupKinds)])
        expect(ref?.description).toContain(key);
    },
  );

  test('gives an example of each parameter and body, which fits its schema', () => {
    const ajv = new Ajv2020.default({ strict: false, validateFormats: false });
    ajv.addSchema(document, 'document');
    const faults: string[] = [];
    const check = (where: string[], schema: Json, example: unknown) => {
      const $ref = `document#/${where.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
      if (example === undefined) faults.push(`${where.join(' ')} has no example`);
      else if (!ajv.validate({ $ref }, example))
        faults.push(`${where.join(' ')}: ${ajv.errorsText()} in ${JSON.stringify(example).slice(0, 300)}`);
      expect(schema).toBeDefined();
    };
    for (const { path, method, operation } of operations()) {
      const here = ['paths', path, method];
      for (const [at, { schema = {}, example }] of (operation.parameters ?? []).entries())
        check([...here, 'parameters', String(at), 'schema'], schema, example);
      const contents = [
        [[...here, 'requestBody'], operation.requestBody?.content],
        ...Object.entries(operation.responses).map(
          ([status, { content }]) => [[...here, 'responses', status], content] as const,
        ),
      ] as const;
      for (const [where, content = {}] of contents)
        for (const [type, { schema, example }] of Object.entries(content))
          check([...where, 'content', type, 'schema'], schema, example);
    }
    expect(faults).toEqual([]);
  });

  test('gives examples that the server understands', async () => {
    const sample = await testApp({ sample: true });
    const admin = sample.as('admin');
    const faults: string[] = [];
    const changing = (method: string) => (method === 'get' || method === 'head' ? 0 : 1);
    const readsFirst = operations().toSorted((a, b) => changing(a.method) - changing(b.method));
    for (const { path, method, operation } of readsFirst) {
      // These end the session of the test, or begin another one.
      if (/auth|impersonate/.test(path)) continue;
      const ofPath = Object.fromEntries(
        (operation.parameters ?? [])
          .filter((one) => one.in === 'path')
          .map(({ name, example }) => [name, String(example)]),
      );
      const query = new URLSearchParams(
        (operation.parameters ?? [])
          // A cursor is one of another database.
          .filter((one) => one.in === 'query' && !/cursor|after/.test(one.name))
          .map(({ name, example }) => [name, String(example)]),
      );
      const url = `${path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(ofPath[name] ?? ''))}?${query}`;
      const body = operation.requestBody?.content['application/json']?.example;
      const { status, text } = await admin.send(method.toUpperCase(), `/mdsd${url}`, body);
      // Change sets, tokens and views have random IDs. A new item may exist already, and one in use cannot be deleted.
      const isExpected =
        status < 300 || (url.includes('/3f2b') ? status === 404 : changing(method) && status === 409);
      if (!isExpected) faults.push(`${method} ${url}: ${status} ${text}`);
    }
    await sample.close();
    expect(faults).toEqual([]);
  });

  test.for(['/changes', '/differences/recorded'])('states which time of %s is included', (path) => {
    const parameters = (operationOf('get', path)?.parameters ?? []) as Json[];
    const described = parameters.map(({ name, description }) => [name, description]);
    expect(described).toContainEqual(['from', 'Changes at this time or later.']);
    expect(described).toContainEqual(['to', 'Changes before this time.']);
  });

  test('describes each field with an official meaning by that and its source, in requests and responses', () => {
    const described = fieldsIn(document);
    for (const [name, { text, source }] of Object.entries(fieldHelp)) {
      const own = described.filter(([field]) => field === name);
      expect(own.length, name).toBeGreaterThan(1);
      for (const [, { description }] of own) expect(description).toContain(`${text} Source: ${source}.`);
    }
    const others = described.filter(([field]) => !helpFor(field));
    expect(others.filter(([, { description = '' }]) => description.includes('Source:'))).toEqual([]);
    const cipCode = described.find(([field, { description }]) => field === 'cipCode' && description);
    expect(cipCode?.[1].description).toContain('6-digit (##.####) CIP code. The Classification');
  });

  test('contains only JSON schemas that compile', () => {
    const ajv = new Ajv2020.default({ strict: false, validateFormats: false });
    ajv.addSchema({ ...document, $id: 'document' });
    for (const name of Object.keys(document.components.schemas))
      expect(() => ajv.compile({ $ref: `document#/components/schemas/${name}` }), name).not.toThrow();
  });
});

const forms: [string, string, Form, object][] = [
  ['POST', '/schools', schoolForm, aSchool()],
  ['PUT', '/schools/{schoolCode}', schoolForm, aSchool()],
  ['POST', '/departments', departmentForm, aDepartment()],
  ['PUT', '/departments/{deptKey}', departmentForm, aDepartment()],
  ['POST', '/degrees', degreeCreateForm, aDegree()],
  ['PUT', '/degrees/{degreeKey}', degreeForm, { degreeAwarded: 'BA', degreeTitleRc: 'A' }],
  ['POST', '/majors', majorForm, aMajor()],
  ['PUT', '/majors/{majorKey}', majorForm, aMajor()],
  ['POST', '/relationships/school/{schoolCode}/major/{majorKey}', relationshipForm, aRelationship()],
  ['POST', '/relationships/major/{majorKey}/degree/{degreeKey}', programForm, aProgram()],
  ['POST', '/major-degrees', majorDegreeForm, aMajorDegree()],
  ['POST', '/reports', reportFilter, {}],
  ['POST', '/reports/exclusions/{majorKey}', reportFilter, {}],
  [
    'PUT',
    '/import-mappings',
    importMappingForm,
    { headers: ['Code'], kind: 'major', columns: { Code: 'majorCode' } },
  ],
  ['POST', '/views', viewForm, { screen: 'major', name: 'Art', query: 'q=art' }],
  ['PUT', '/views/{id}', viewEditForm, { name: 'Art', query: 'q=art', isShared: true, version: 1 }],
];

describe.for(forms)('The body of %s %s', ([method, path, form, legal]) => {
  const schema = () => bodyOf(method, path);

  test('has exactly the fields of its form', () => {
    expect(Object.keys(schema().properties)).toEqual(Object.keys(form.fields));
    expect(schema().additionalProperties).toBe(false);
  });

  test('has the limits of its form', () => {
    for (const [name, facts] of Object.entries(factsOfForm(form))) {
      const { maxLength, length, min, max, options, decimals, pattern, required, hint, label } = facts;
      const property = schema().properties[name] as Json;
      if (maxLength !== undefined) expect(property.maxLength, name).toBe(maxLength);
      if (length !== undefined)
        expect(property, name).toMatchObject({ minLength: length, maxLength: length });
      if (min !== undefined) expect(property.minimum, name).toBe(min);
      if (max !== undefined) expect(property.maximum, name).toBe(max);
      if (decimals !== undefined)
        expect([property.type].flat(), name).toContain(decimals === 0 ? 'integer' : 'number');
      if (pattern) expect(property.pattern, name).toBe(pattern.source);
      if (options)
        expect(property.enum, name).toEqual([
          ...options.map(({ value }) => value),
          ...(required ? [] : [null]),
        ]);
      expect([property.type].flat().includes('null'), name).toBe(!required);
      expect(schema().required?.includes(name) ?? false, name).toBe(required);
      expect(property.description, name).toBe(describeField(name, hint ?? label) ?? hint ?? label);
    }
  });

  test('accepts a valid form, but not one with an extra field', () => {
    const ajv = new Ajv2020.default({ strict: false });
    const validate = ajv.compile({ ...schema(), components: document.components });
    expect(validate(JSON.parse(JSON.stringify(legal))), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...legal, more: 1 })).toBe(false);
  });
});

test('the page that shows the document is served from local files', async () => {
  const page = await mdd.as(null).send<string>('GET', '/mdsd/api/docs/');
  expect(page.status).toBe(200);
  expect(page.body).not.toMatch(/(src|href)="https?:/);
});
