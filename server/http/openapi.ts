import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { degree, degreeCreateForm, degreeForm } from '../../contract/degree.ts';
import { department, departmentForm } from '../../contract/department.ts';
import { conflictAnswer, errorAnswer, signInAnswer } from '../../contract/errors.ts';
import { major, majorForm } from '../../contract/major.ts';
import { majorDegreeForm } from '../../contract/majorDegree.ts';
import { programForm, relationshipForm } from '../../contract/relationships.ts';
import { reportFilter, reportMajor, reportRow } from '../../contract/report.ts';
import { school, schoolForm } from '../../contract/school.ts';
import type { Config } from '../config.ts';
import { isChanging } from './access.ts';
import { reasonHeader } from './reason.ts';

/** What the document names instead of writing it out at each route. */
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
  Errors: errorAnswer,
  SignIn: signInAnswer,
  Conflict: conflictAnswer,
};
for (const [id, schema] of Object.entries(components)) z.globalRegistry.add(schema, { id });

type SecuritySchemes = NonNullable<
  NonNullable<NonNullable<FastifyDynamicSwaggerOptions['openapi']>['components']>['securitySchemes']
>;

/**
 * Collects the routes that are registered from now on into one OpenAPI 3.1 document, from their own schemas. Calls that
 * need a sign-in show all of `securitySchemes`.
 */
export async function describeApi(
  app: FastifyInstance,
  { basePath }: Config,
  securitySchemes: SecuritySchemes,
): Promise<void> {
  // A field reads whatever a network sends; what it takes is said by its own JSON schema.
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
      const takesReason = isGuarded && [route.route.method].flat().some(isChanging);
      const response = {
        ...errorAnswers(config, route.url),
        ...(takesReason ? { 422: errorAnswer } : {}),
        ...(schema.response as object),
      };
      return toJson({
        ...route,
        schema: {
          ...schema,
          ...(takesReason ? { headers: reasonHeader } : {}),
          response,
          tags: [subjectOf(route.url)],
          ...(isGuarded ? { security: [shown] } : {}),
        },
      });
    },
    transformObject: (document) => withoutUnused(collect(document)),
  });
}

/** Every refusal that a route can answer (contract 2), from what the route says of itself. */
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

/** The heading under which a route stands: the first part of its path that says what it is about. */
const subjectOf = (url: string) => /\/api\/([^/]+)/.exec(url)?.[1] ?? 'health';

type DocumentObject = ReturnType<ReturnType<typeof createJsonSchemaTransformObject>>;

/** Each named schema is there as it is sent and as it is answered; what no route leads to is left out. */
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

/** The document at `{base}/api/openapi.json`, and a page to read it at `{base}/api/docs`, from files of our own. */
export async function documentRoutes(app: FastifyInstance, { basePath }: Config): Promise<void> {
  app.get(
    `${basePath}/api/openapi.json`,
    { config: { access: 'public' }, schema: { hide: true } },
    async (_request, reply) => reply.header('cache-control', 'no-cache').send(app.swagger()),
  );
  await app.register(swaggerUi, {
    routePrefix: `${basePath}/api/docs`,
    // To read, not to try out: a changing call needs the cross-site token of a session.
    uiConfig: { layout: 'BaseLayout', supportedSubmitMethods: [], validatorUrl: null, deepLinking: true },
    theme: { title: 'Major/Degree Database API' },
  });
}
