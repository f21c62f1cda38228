import type { FastifyInstance, FastifySchema } from 'fastify';
import type { Access } from './access.ts';

export interface ListedRoute {
  method: string;
  url: string;
  access: Access | undefined;
  /** What a request may contain and what the response contains. */
  schema: FastifySchema;
}

export interface RouteList {
  /** Every registered route, for tests that check the same rules on all of them. */
  routes: readonly ListedRoute[];
  /** The methods that an address takes; none if nothing is there. */
  methodsAt(url: string): string[];
}

/** A pattern for the addresses of a route. A `*` never matches an address of the API. */
function patternOf(url: string): RegExp {
  const source = url
    .replace(/[.]/g, '\\.')
    .replace(/:[A-Za-z]+/g, '[^/]+')
    .replace('*', '(?!api(?:/|$)).*');
  return new RegExp(`^${source}$`);
}

/** Records every route as it is registered, to distinguish a wrong method from an unknown address. */
export function listRoutes(app: FastifyInstance): RouteList {
  const routes: ListedRoute[] = [];
  // Wildcard routes count only where no exact route matches.
  const exact: { method: string; matches: RegExp }[] = [];
  const open: { method: string; matches: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url, routePath, config, schema = {} }) => {
    // The root of a prefix also exists with a trailing slash.
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
