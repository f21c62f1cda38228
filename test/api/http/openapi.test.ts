import Ajv2020 from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { degreeCreateForm, degreeForm } from '../../../contract/degree.ts';
import { departmentForm } from '../../../contract/department.ts';
import { fieldHelp, helpFor } from '../../../contract/fieldHelp.ts';
import { type Form, factsOfForm } from '../../../contract/form.ts';
import { importMappingForm } from '../../../contract/importMappings.ts';
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
interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema?: Json }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Json }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Json }> }>;
}
interface Document extends Json {
  openapi: string;
  info: { title: string; version: string };
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

  test('describes every operation of the server except pages', () => {
    const known = operations().map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    const routes = mdd.app.routeList.routes
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
          expect(content?.['application/json']?.schema, `${name} ${status}`).toBeDefined();
      }
      if (operation.requestBody)
        expect(statuses, name).toEqual(expect.arrayContaining(['401', '403', '413', '415', '422']));
    }
  });

  test('declares that each changing operation accepts a reason, and the user of its page if it saves', () => {
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
      ]);
      if (takesIt) expect(Object.keys(operation.responses)).toContain('422');
    }
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
  const schema = () => {
    const { schema: given = {} } = operationOf(method, path)?.requestBody?.content['application/json'] ?? {};
    const name = String(given.$ref).split('/').at(-1) ?? '';
    return (given.$ref ? document.components.schemas[name] : given) as {
      properties: Record<string, Json>;
      required?: string[];
      additionalProperties: unknown;
    };
  };

  test('has exactly the fields of its form', () => {
    expect(Object.keys(schema().properties)).toEqual(Object.keys(form.fields));
    expect(schema().additionalProperties).toBe(false);
  });

  test('has the limits of its form', () => {
    for (const [name, facts] of Object.entries(factsOfForm(form))) {
      const { maxLength, length, min, max, options, pattern, required, hint, label } = facts;
      const property = schema().properties[name] as Json;
      if (maxLength !== undefined) expect(property.maxLength, name).toBe(maxLength);
      if (length !== undefined)
        expect(property, name).toMatchObject({ minLength: length, maxLength: length });
      if (min !== undefined) expect(property.minimum, name).toBe(min);
      if (max !== undefined) expect(property.maximum, name).toBe(max);
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
