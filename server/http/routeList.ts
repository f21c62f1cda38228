import type { FastifyInstance, FastifySchema } from 'fastify';
import type { Access } from './access.ts';

export interface ListedRoute {
  method: string;
  url: string;
  access: Access | undefined;
  /** The schemas of the request and of the response. */
  schema: FastifySchema;
}

export interface RouteList {
  /** Every registered route, for tests that check the same rules on all of them. */
  routes: readonly ListedRoute[];
  /** The methods that a URL takes; none if there is nothing at this URL. */
  methodsAt(url: string): string[];
}

/** A pattern for the URLs of a route. A `*` never matches a URL of the API. */
function patternOf(url: string): RegExp {
  const source = url
    .replace(/[.]/g, '\\.')
    .replace(/:[A-Za-z]+/g, '[^/]+')
    .replace('*', '(?!api(?:/|$)).*');
  return new RegExp(`^${source}$`);
}

/** Records every route as it is registered, to distinguish a wrong method from an unknown URL. */
export function listRoutes(app: FastifyInstance): RouteList {
  const routes: ListedRoute[] = [];
  // Wildcard routes count only where no exact route matches.
  const exact: { method: string; pattern: RegExp }[] = [];
  const wildcard: { method: string; pattern: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url, routePath, config, schema = {} }) => {
    // The root of a prefix also exists with a trailing slash.
    const pattern = patternOf(routePath === '' ? `${url}/?` : url);
    for (const name of [method].flat()) {
      routes.push({ method: name, url, access: config?.access, schema });
      (url.includes('*') ? wildcard : exact).push({ method: name, pattern });
    }
  });
  return {
    routes,
    methodsAt(url) {
      const path = url.replace(/[?#].*$/s, '');
      const methodsOf = (patterns: typeof exact) => [
        ...new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
      ];
      const methods = methodsOf(exact);
      return (methods.length > 0 ? methods : methodsOf(wildcard)).sort();
    },
  };
}
