import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { runningTerm } from '../../contract/runningTerm.ts';
import type { Config } from '../config/config.ts';
import { escapeHtml } from './messagePage.ts';

const WEB = join(import.meta.dirname, '../../dist/web');

/**
 * Serves the application at every page address below the base path (contract 1). The built pages know neither the base
 * path nor the time zone and its running term. They are inserted into `index.html` here, the term for each request.
 */
export async function servePages(app: FastifyInstance, { basePath, timeZone }: Config): Promise<void> {
  const index = withMeta(await readIndex(basePath), 'time-zone', timeZone);
  const config = { access: 'public' } as const;
  const schema = { hide: true };

  await app.register(fastifyStatic, {
    root: join(WEB, 'assets'),
    prefix: `${basePath}/assets/`,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    wildcard: true,
    decorateReply: false,
    schemaHide: true,
  } as Parameters<typeof fastifyStatic>[1]);

  app.route({
    method: ['GET', 'HEAD'],
    url: `${basePath}/*`,
    config,
    schema,
    handler: async (request, reply) => {
      const { '*': page } = request.params as { '*': string };
      // An address of another route, requested with a method that it does not take, is not a page.
      const isOther = !app.routeList.methodsAt(request.url).includes(request.method);
      if (isOther || page === 'api' || page.startsWith('api/')) return reply.callNotFound();
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(withMeta(index, 'running-term', runningTerm(new Date(), timeZone)));
    },
  });
  if (basePath !== '')
    for (const path of ['/', basePath])
      app.get(path, { config, schema }, async (request, reply) =>
        reply.redirect(`${basePath}/${queryOf(request.url)}`),
      );
}

/** The query of an address, encoded as in a header, with its question mark. */
function queryOf(address: string): string {
  const [path = ''] = address.split('?', 1);
  return new URL(address.slice(path.length), 'http://here.invalid').search;
}

async function readIndex(basePath: string): Promise<string> {
  const html = await readFile(join(WEB, 'index.html'), 'utf8');
  return withMeta(html, 'ctx', basePath).replaceAll(
    /(src|href)="\.\//g,
    (_all, attribute: string) => `${attribute}="${basePath}/`,
  );
}

/** Sets the content of one of the page's meta tags. */
function withMeta(html: string, name: 'ctx' | 'running-term' | 'time-zone', content: string): string {
  return html.replace(
    new RegExp(`(<meta name="${name}" content=")[^"]*(")`),
    (_all, before: string, after: string) => before + escapeHtml(content) + after,
  );
}
