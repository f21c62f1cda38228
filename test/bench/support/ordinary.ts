import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { type Major, major } from '../../../contract/major.ts';
import { sessionCredentials } from '../../../server/auth/credentials.ts';
import { openSession } from '../../../server/auth/sessions.ts';
import { readConfig } from '../../../server/config/config.ts';
import type { Db } from '../../../server/db/tables.ts';
import { callerFinder } from '../../../server/http/caller.ts';

/**
 * The list of majors from an ordinary route: every request finds the session, reads the rows, serializes them with the
 * route's schema and compresses the result.
 */
export async function ordinaryRoute(db: Db): Promise<FastifyInstance> {
  const findCaller = callerFinder(db, sessionCredentials(db, readConfig({})));
  const session = await openSession(db, { uciNetId: 'registrar' });
  const app = fastify().withTypeProvider<ZodTypeProvider>();
  app.setSerializerCompiler(serializerCompiler);
  await app.register(compress, {
    encodings: ['br'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
  });
  app.get('/each', { schema: { response: { 200: z.array(major) } } }, async () => {
    if (!(await findCaller([session]))) throw new Error('The session was not found');
    const { rows } = await sql<Major>`
      select * from derived.major_answer order by "majorCode", "majorSegment", "majorKey"`.execute(db);
    return rows;
  });
  await app.ready();
  return app;
}
