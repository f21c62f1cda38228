import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { withMeta, withRunningTerm } from './pageMeta.ts';

const WEB = join(import.meta.dirname, '../../dist/web');

/**
 * Serves the application at every page URL below the base path (contract 1), and the files of its pages: those of this build,
 * and those of other builds in `assetsDirectory`, because a page of another build may request its files here. The build knows neither the base path nor the
 * time zone nor the running term. They are inserted into `index.html` here, the term for each request.
 */
export async function servePages(
  app: FastifyInstance,
  { basePath, timeZone, assetsDirectory }: Config,
): Promise<void> {
  const index = withMeta(await readIndex(basePath), 'time-zone', timeZone);
  const config = { access: 'public' } as const;
  const schema = { hide: true };

  await app.register(fastifyStatic, {
    root: [join(WEB, 'assets'), ...(assetsDirectory ? [resolve(assetsDirectory)] : [])],
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
      // The URL of another route, requested with a method that it does not take, is not a page.
      const isOtherRoute = !app.routeList.methodsAt(request.url).includes(request.method);
      if (isOtherRoute || page === 'api' || page.startsWith('api/')) return reply.callNotFound();
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(withRunningTerm(index, timeZone));
    },
  });
  if (basePath !== '')
    for (const path of ['/', basePath])
      app.get(path, { config, schema }, async (request, reply) =>
        reply.redirect(`${basePath}/${queryOf(request.url)}`),
      );
}

/** The query of a URL, encoded as in a header, with its question mark. */
function queryOf(url: string): string {
  const [path = ''] = url.split('?', 1);
  return new URL(url.slice(path.length), 'http://here.invalid').search;
}

async function readIndex(basePath: string): Promise<string> {
  const html = await readFile(join(WEB, 'index.html'), 'utf8');
  return withMeta(html, 'ctx', basePath).replaceAll(
    /(src|href)="\.\//g,
    (_all, attribute: string) => `${attribute}="${basePath}/`,
  );
}
