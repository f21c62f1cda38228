import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Config } from '../config/config.ts';
import type { Db, Engine } from '../db/tables.ts';
import type { ResponseCache } from './responseCache.ts';

type Api = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** The context that every file of routes receives. `api` is mounted at `{base}/api`. */
export interface Routes {
  api: Api;
  db: Db;
  engine: Engine;
  config: Config;
  cache: ResponseCache;
  /** Aborted when the server begins to stop. */
  stopping: AbortSignal;
}

/** Returns the scope, whose routes infer the types of their requests from their schemas. */
export const typed = (scope: FastifyInstance): Api => scope.withTypeProvider<ZodTypeProvider>();
