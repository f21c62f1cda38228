import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type ErrorItem, formErrors } from '../../contract/errors.ts';
import { validValues } from '../../contract/form.ts';
import { ApiError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What is wrong with the keys in the body. */
    keyErrors: readonly ErrorItem[] | null;
  }
}

/** Why a part of a request is refused, as the validator has found it. */
type Invalid = NonNullable<FastifyRequest['validationError']> & { issues?: readonly z.core.$ZodIssue[] };

/** Validates requests with zod, which coerces nothing. A refusal passes all of its issues to the error handler. */
export function validateByForms(app: FastifyInstance): void {
  app.setValidatorCompiler<z.ZodMiniType>(({ schema }) => (data: unknown) => {
    const result = z.safeParse(schema, data);
    return result.success
      ? { value: result.data }
      : { error: Object.assign(new Error('The request breaks its schema'), { issues: result.error.issues }) };
  });
  // Responses are typed where they are built, and the tests check them against their schemas.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  refuseBodies(app);
}

/** Refuses a body with all that is wrong with it: its keys, its form, and what only the database knows. */
function refuseBodies(app: FastifyInstance): void {
  app.decorateRequest('keyErrors', null);
  app.addHook('onRoute', (route) => {
    if (route.config?.form) route.attachValidation = true;
  });
  app.addHook('preHandler', async (request) => {
    const { form, unknownIn } = request.routeOptions.config;
    const error: Invalid | undefined = request.validationError;
    if (error && error.validationContext !== 'body') throw error;
    if (!form || (!error && !request.keyErrors)) return;
    const errors = [...(request.keyErrors ?? []), ...formErrors(form, error?.issues ?? [])];
    if (unknownIn)
      errors.push(...(await request.deadline.race(unknownIn(request, validValues(form, request.body)))));
    throw new ApiError(422, errors);
  });
}
