import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { conflictResponse, errorResponse, signInResponse } from '../../contract/errors.ts';
import type { Config } from '../config/config.ts';
import { isChanging, isSaving } from './access.ts';
import { type ApiDocument, apiPage } from './apiPage/apiPage.ts';
import { effectiveTermHeader } from './effectiveTerm.ts';
import { addExamples, type ExampleValues } from './openapiExamples.ts';
import { pageUserHeader } from './pageUser.ts';
import { reasonHeader } from './reason.ts';

/** The headers that a changing request may have. A request that saves something may also name the user of its page. */
const headersOf = (saves: boolean, { takesEffectiveTerm = false }: FastifyContextConfig) =>
  z.object({
    ...(saves ? pageUserHeader : {}),
    ...reasonHeader,
    ...(takesEffectiveTerm ? effectiveTermHeader : {}),
  });

type SecuritySchemes = NonNullable<
  NonNullable<NonNullable<FastifyDynamicSwaggerOptions['openapi']>['components']>['securitySchemes']
>;

/**
 * Collects the routes registered after this call into one OpenAPI 3.1 document, based on their schemas. Routes that
 * need a sign-in list all schemes of `session`, and those with a scope each of `token` as another way. The document defines each of `namedSchemas` once, by its name, instead of
 * repeating it for each route. `describeField` returns the description of a field that means the same wherever its name
 * appears, made from the one that its schema has. Every parameter and body has an example, made of `exampleValues`.
 */
export async function describeApi(
  app: FastifyInstance,
  { basePath }: Config,
  schemes: { session: SecuritySchemes; token: SecuritySchemes },
  namedSchemas: Readonly<Record<string, z.ZodMiniType>>,
  describeField: DescribeField,
  exampleValues: ExampleValues,
): Promise<void> {
  for (const [id, schema] of Object.entries(namedSchemas))
    if (!z.globalRegistry.has(schema)) z.globalRegistry.add(schema, { id });
  // In zod a field accepts any input. Each field has its own JSON schema that shows the accepted values.
  const zodToJsonConfig = { unrepresentable: 'any' } as const;
  const toJson = createJsonSchemaTransform({ zodToJsonConfig });
  const collect = createJsonSchemaTransformObject({ zodToJsonConfig });
  const bySession = Object.fromEntries(Object.keys(schemes.session).map((name) => [name, []]));
  const byToken = Object.keys(schemes.token).map((name) => ({ [name]: [] }));
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Major/Degree Database',
        version: '1',
        description:
          'Schools, departments, degrees, majors, their relationships, and the report that joins them. HEAD responds as GET does, without a body, except where a GET starts or stops acting as another user.',
      },
      servers: [{ url: basePath || '/' }],
      components: { securitySchemes: { ...schemes.session, ...schemes.token } },
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
        ...errorResponses(config, route.url),
        ...(saves ? { 409: conflictResponse } : {}),
        ...(takesReason ? { 422: errorResponse } : {}),
        ...(schema.response as object),
      };
      return toJson({
        ...route,
        schema: {
          ...schema,
          ...(takesReason ? { headers: headersOf(saves, config) } : {}),
          response,
          description: describeAccess(config),
          tags: [subjectOf(route.url)],
          ...(isGuarded ? { security: [bySession, ...(config.scope ? byToken : [])] } : {}),
        },
      });
    },
    transformObject: (document) => {
      const described = withDescriptions(withoutUnused(collect(document)), describeField);
      addExamples(described as ApiDocument, exampleValues);
      return described;
    },
  });
}

/** Describes who may use a route. */
function describeAccess({ access, scope, asOneself = false }: FastifyContextConfig): string {
  if (access === 'public') return 'For everyone.';
  const who = access === 'signed-in' ? 'For signed-in users' : `For users with the permission ${access}`;
  const tokens = scope ? `, and for tokens with the scope ${scope}` : '';
  return `${who}${tokens}${asOneself ? ', not while impersonating' : ''}.`;
}

/** All error responses that a route can give (contract 2), derived from its configuration. */
function errorResponses({ access, form }: FastifyContextConfig, url: string): Record<number, z.ZodMiniType> {
  const guarded = access !== 'public';
  return {
    400: errorResponse,
    ...(guarded ? { 401: z.union([signInResponse, errorResponse]), 403: errorResponse } : {}),
    ...(url.includes(':') ? { 404: errorResponse } : {}),
    ...(access === 'manage:data' ? { 409: conflictResponse } : {}),
    ...(form ? { 413: errorResponse, 415: errorResponse, 422: errorResponse } : {}),
    ...(guarded ? { 429: errorResponse } : {}),
    500: errorResponse,
    503: errorResponse,
  };
}

/** The tag of a route: the part of its path after `/api/`. */
const subjectOf = (url: string) => /\/api\/([^/]+)/.exec(url)?.[1] ?? 'health';

type DocumentObject = ReturnType<ReturnType<typeof createJsonSchemaTransformObject>>;

/** Removes the schemas that no route uses, because each named schema exists both for requests and for responses. */
function withoutUnused(document: DocumentObject): DocumentObject {
  if (!('components' in document)) return document;
  const schemas = Object.entries(document.components?.schemas ?? {});
  const used = new Map<string, (typeof schemas)[number][1]>();
  const follow = (from: unknown) => {
    const text = JSON.stringify(from);
    for (const [id, schema] of schemas) {
      if (used.has(id) || !text.includes(`"#/components/schemas/${id}"`)) continue;
      used.set(id, schema);
      follow(schema);
    }
  };
  follow(document.paths);
  return {
    ...document,
    ...({ components: { ...document.components, schemas: Object.fromEntries(used) } } as object),
  };
}

/** The description of a field by its name, and by the description so far; undefined to leave that. */
type DescribeField = (name: string, description: string | undefined) => string | undefined;

/** The document with the descriptions of the fields of its objects. */
function withDescriptions(document: DocumentObject, describeField: DescribeField): DocumentObject {
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const { properties = {} } = part as { properties?: Record<string, { description?: string }> };
    for (const [name, field] of Object.entries(properties)) {
      const description = describeField(name, field.description);
      if (description !== undefined) field.description = description;
    }
    Object.values(part).forEach(visit);
  };
  // A copy: the schemas may be shared with other parts of the document.
  const copy = structuredClone(document);
  visit(copy);
  return copy;
}

/** Serves the document at `{base}/api/openapi.json`, and an HTML page at `{base}/api/docs` (`apiPage/`). */
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
