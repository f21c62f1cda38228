import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

/** Schemas are read by zod, which coerces nothing; a refusal carries all of its issues to the error handler. */
export function useForms(app: FastifyInstance): void {
  app.setValidatorCompiler<z.ZodMiniType>(({ schema }) => (data: unknown) => {
    const result = z.safeParse(schema, data);
    return result.success
      ? { value: result.data }
      : { error: Object.assign(new Error('The request breaks its schema'), { issues: result.error.issues }) };
  });
  // Answers are typed where they are made, and held to their schemas by the tests.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
}
