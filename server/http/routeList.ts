import type { FastifyInstance, FastifySchema } from 'fastify';
import type { Access } from './access.ts';

export interface ListedRoute {
  method: string;
  url: string;
  access: Access | undefined;
  /** What a call may carry and what it answers. */
  schema: FastifySchema;
}

export interface RouteList {
  /** Every route as it was registered, for tests that hold all of them to the same rules. */
  routes: readonly ListedRoute[];
  /** Which methods an address takes; none when nothing lives there. */
  methodsAt(url: string): string[];
}

/** An address of the API is never a page, whatever a `*` would take. */
function patternOf(url: string): RegExp {
  const source = url
    .replace(/[.]/g, '\\.')
    .replace(/:[A-Za-z]+/g, '[^/]+')
    .replace('*', '(?!api(?:/|$)).*');
  return new RegExp(`^${source}$`);
}

/** Remembers every route as it is registered, to tell an address that takes another method from one that is unknown. */
export function listRoutes(app: FastifyInstance): RouteList {
  const routes: ListedRoute[] = [];
  // What takes any rest of an address only counts where nothing is named more exactly.
  const exact: { method: string; matches: RegExp }[] = [];
  const open: { method: string; matches: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url, routePath, config, schema = {} }) => {
    // The first address below a prefix is there with a slash at its end as well.
    const matches = patternOf(routePath === '' ? `${url}/?` : url);
    for (const one of [method].flat()) {
      routes.push({ method: one, url, access: config?.access, schema });
      (url.includes('*') ? open : exact).push({ method: one, matches });
    }
  });
  return {
    routes,
    methodsAt(url) {
      const path = url.replace(/[?#].*$/s, '');
      const methodsOf = (patterns: typeof exact) => [
        ...new Set(patterns.filter(({ matches }) => matches.test(path)).map(({ method }) => method)),
      ];
      const named = methodsOf(exact);
      return (named.length > 0 ? named : methodsOf(open)).sort();
    },
  };
}
