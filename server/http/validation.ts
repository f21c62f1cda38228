import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type ErrorItem, formErrors } from '../../contract/errors.ts';
import { validValues } from '../../contract/form.ts';
import { ApiError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The errors in the keys of the body. */
    keyErrors: readonly ErrorItem[] | null;
  }
}

/** The validation error of a part of a request. */
type Invalid = NonNullable<FastifyRequest['validationError']> & { issues?: readonly z.core.$ZodIssue[] };

/** Validates requests with zod, without coercion. A validation error passes all of its issues to the error handler. */
export function validateByForms(app: FastifyInstance): void {
  app.setValidatorCompiler<z.ZodMiniType>(({ schema }) => (data: unknown) => {
    const result = z.safeParse(schema, data);
    return result.success
      ? { value: result.data }
      : { error: Object.assign(new Error('The request breaks its schema'), { issues: result.error.issues }) };
  });
  // Responses are typed where they are built, and the tests check them against their schemas.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  rejectInvalidBodies(app);
}

/** Rejects an invalid body with all of its errors: in its keys, in its form, and those that only the database can detect. */
function rejectInvalidBodies(app: FastifyInstance): void {
  app.decorateRequest('keyErrors', null);
  app.addHook('onRoute', (route) => {
    if (route.config?.form) route.attachValidation = true;
  });
  app.addHook('preHandler', async (request) => {
    const { form, databaseErrors } = request.routeOptions.config;
    const error: Invalid | undefined = request.validationError;
    if (error && error.validationContext !== 'body') throw error;
    if (!form || (!error && !request.keyErrors)) return;
    const errors = [...(request.keyErrors ?? []), ...formErrors(form, error?.issues ?? [])];
    if (databaseErrors)
      errors.push(...(await request.deadline.race(databaseErrors(request, validValues(form, request.body)))));
    throw new ApiError(422, errors);
  });
}
