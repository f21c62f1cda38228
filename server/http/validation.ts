import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

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
}
