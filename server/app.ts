import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import { versionRoutes } from './api/about/version.ts';
import { describeField } from './api/describeField.ts';
import { differenceRoutes } from './api/differences/routes.ts';
import { earlierValueRoutes } from './api/earlierValues/routes.ts';
import { exampleValues } from './api/exampleValues.ts';
import { feedRoutes } from './api/feed/routes.ts';
import { fileRoutes } from './api/files/routes.ts';
import { historyRoutes } from './api/history/routes.ts';
import { importMappingRoutes } from './api/importMappings/routes.ts';
import { itemRoutes } from './api/items/routes.ts';
import { lookupMaintenanceRoutes } from './api/lookups/maintenance.ts';
import { lookupRoutes } from './api/lookups/routes.ts';
import { majorDegreeRoutes } from './api/majorDegrees/routes.ts';
import { namedSchemas } from './api/namedSchemas.ts';
import { programRoutes } from './api/programs/routes.ts';
import { proposalRoutes } from './api/proposals/routes.ts';
import { qualityRoutes } from './api/quality/routes.ts';
import { relationshipRoutes } from './api/relationships/routes.ts';
import { reportRoutes } from './api/report/routes.ts';
import { tokenRoutes } from './api/tokens/routes.ts';
import { userRoutes } from './api/users/routes.ts';
import { viewRoutes } from './api/views/routes.ts';
import { securitySchemes } from './auth/cookies.ts';
import { sessionCredentials } from './auth/credentials.ts';
import { demonstrationSettings, mountDemonstration } from './auth/demonstration.ts';
import { createProvider } from './auth/provider.ts';
import { signInAddress } from './auth/returnTo.ts';
import { authRoutes } from './auth/routes.ts';
import { guardTokens, tokenSchemes } from './auth/tokens/tokenAccess.ts';
import type { Config } from './config/config.ts';
import { isLoopback } from './config/loopback.ts';
import type { Database } from './db/database.ts';
import { guardAccess } from './http/access.ts';
import { limitConnections } from './http/connections.ts';
import { setDeadlines } from './http/deadlines.ts';
import { handleErrors } from './http/errorHandler.ts';
import { logFailures } from './http/failures.ts';
import { setHeaders } from './http/headers.ts';
import { respondToHead } from './http/headRoutes.ts';
import { describeApi, documentRoutes } from './http/openapi.ts';
import { requireProgress } from './http/progress.ts';
import { readBodies } from './http/readBodies.ts';
import { errorFields, logResponses, requestLog } from './http/requestLog.ts';
import { createResponseCache } from './http/responseCache.ts';
import { listRoutes, type RouteList } from './http/routeList.ts';
import { typed } from './http/routeScope.ts';
import { serverOptions } from './http/serverOptions.ts';
import { validateByForms } from './http/validation.ts';
import { servePages } from './http/webPages.ts';
import { healthRoutes } from './monitoring/health.ts';
import { serveMetrics } from './monitoring/metrics.ts';
import { journalStream } from './runtime/journal.ts';
import { limits } from './runtime/limits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    routeList: RouteList;
    /** From then on `/readyz` responds with 503, and each response closes its connection. */
    beginToStop(): void;
  }
}

/** Builds the whole server from its database and settings. `main.ts` makes it listen. */
export async function createApp(database: Database, config: Config): Promise<FastifyInstance> {
  const { db, engine } = database;
  const { basePath, publicUrl } = config;
  const app = fastify({
    ...serverOptions,
    // Trust one hop only: addresses before the one that the proxy adds may come from the client.
    trustProxy: config.trustProxy && ((_address, hop) => hop === 0),
    genReqId: () => randomUUID(),
    logger: {
      level: config.logLevel,
      redact: ['req.headers.cookie', 'req.headers["x-xsrf-token"]', 'req.headers.authorization'],
      serializers: { err: errorFields },
      ...(journalStream && { stream: journalStream }),
    },
  });
  const stop = new AbortController();
  const { signal: stopping } = stop;
  const routeList = listRoutes(app);
  app.decorate('routeList', routeList);
  app.decorate('beginToStop', () => stop.abort());
  // Otherwise a proxy could send a request on a connection that is closing.
  app.addHook('onSend', async (_request, reply) => {
    if (stopping.aborted) reply.header('connection', 'close');
  });
  await app.register(cookie);
  setHeaders(app, config);
  setDeadlines(app);
  limitConnections(app, config);
  requireProgress(app);
  app.setChildLoggerFactory(requestLog);
  logResponses(app);
  logFailures(app);
  serveMetrics(app, database, config);
  readBodies(app);
  validateByForms(app);
  guardTokens(app, db, config);
  handleErrors(app, database, routeList, signInAddress(publicUrl, basePath));

  const settings = config.oidc ?? demonstrationSettings(publicUrl, basePath);
  const urls = {
    callbackUrl: `${publicUrl}${basePath}/api/auth/callback`,
    homeUrl: `${publicUrl}${basePath}/`,
  };
  const provider = createProvider(settings, urls.callbackUrl, urls.homeUrl);
  if (!config.oidc) {
    // A local proxy may make the server reachable, although HOST is loopback.
    if (!isLoopback(new URL(publicUrl).hostname))
      app.log.warn(
        `PUBLIC_URL is ${publicUrl}, and the demonstration sign-in lets anyone who reaches it sign in as anyone: set OIDC_ISSUER unless you want that.`,
      );
    await mountDemonstration(app, settings, urls);
  }
  // The demonstration has GETs that change something.
  respondToHead(app);

  const schemes = { session: securitySchemes(config), token: tokenSchemes };
  await describeApi(app, config, schemes, namedSchemas, describeField, exampleValues);
  await app.register(
    async (scope) => {
      const api = typed(scope);
      const routes = { api, db, engine, config, cache: createResponseCache(limits.cache), stopping };
      await api.register(compress, {
        threshold: limits.compressAbove,
        encodings: ['br', 'gzip'],
        globalDecompression: false,
        // At higher levels, compressing a report of 1.7 MB takes longer than it saves on a fast network.
        brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
        zlibOptions: { level: 2 },
      });
      guardAccess(api, db, sessionCredentials(db, config));
      authRoutes(routes, provider);
      itemRoutes(routes);
      earlierValueRoutes(routes);
      relationshipRoutes(routes);
      majorDegreeRoutes(routes);
      reportRoutes(routes);
      historyRoutes(routes);
      differenceRoutes(routes);
      proposalRoutes(routes);
      importMappingRoutes(routes);
      viewRoutes(routes);
      userRoutes(routes);
      qualityRoutes(routes);
      lookupRoutes(routes);
      lookupMaintenanceRoutes(routes);
      programRoutes(routes);
      fileRoutes(routes);
      tokenRoutes(routes);
      feedRoutes(routes);
      await versionRoutes(routes);
    },
    { prefix: `${basePath}/api` },
  );
  await documentRoutes(app, config);
  healthRoutes(app, db, engine, basePath, () => stopping.aborted);
  await servePages(app, config);
  return app;
}
