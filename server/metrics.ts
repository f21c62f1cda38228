import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Config } from './config.ts';

/**
 * Serves metrics for Prometheus at `/metrics` on a separate port (`METRICS_PORT`) that browsers do not reach: response
 * times by method, route and status, and metrics of the process. Times in seconds.
 */
export function serveMetrics(app: FastifyInstance, { metrics }: Config): void {
  if (!metrics) return;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const answers = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long answers took',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    // The route as declared: with the actual address, every key would be a separate series.
    const route = routeOptions.url ?? 'none';
    answers.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });

  const answer = async ({ method, url }: IncomingMessage, response: ServerResponse) => {
    if (method !== 'GET' || url !== '/metrics') return response.writeHead(404).end();
    const text = await registry.metrics();
    return response.writeHead(200, { 'content-type': registry.contentType }).end(text);
  };
  const server = createServer((request, response) => void answer(request, response));
  app.addHook(
    'onReady',
    () =>
      new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(metrics.port, metrics.host, resolve);
      }),
  );
  app.addHook(
    'onClose',
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
}
