import type { FastifyInstance } from 'fastify';

/**
 * Registers HEAD beside each GET from now on, unless that changes something (contract 13). It runs the same handler, so that
 * status and headers are the same, and Node sends no body. Fastify's own routes for HEAD would have another `Content-Length`.
 */
export function respondToHead(app: FastifyInstance): void {
  app.addHook('onRoute', function addHead({ routePath, path: _path, url: _url, prefix: _prefix, ...route }) {
    if (route.method === 'GET' && !route.config?.changesState)
      this.route({ ...route, method: 'HEAD', url: routePath });
  });
}
