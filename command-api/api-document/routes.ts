/** Declared routes, one for each method: the source of the API document. */
import type { FastifyContextConfig, FastifyInstance, FastifySchema, RouteOptions } from 'fastify';

export interface DeclaredRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path under `/api`: `/sales/:id`. */
  readonly url: string;
  readonly config: FastifyContextConfig;
  readonly schema: FastifySchema;
  /** True for a read, which waits for the requested position. */
  readonly isRead: boolean;
}

const METHODS: readonly string[] = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

export function declaredRoutes(routes: readonly RouteOptions[], isRead: boolean): readonly DeclaredRoute[] {
  return routes.flatMap(({ method, url, config = {}, schema = {} }) =>
    [method]
      .flat()
      .filter((name) => METHODS.includes(name) && schema.hide !== true)
      .map((name) => ({
        method: name as DeclaredRoute['method'],
        url: url.replace(/^\/api(?=\/)/, ''),
        config,
        schema,
        isRead,
      })),
  );
}

/** Collects the routes that are added after this call. */
export function collectRoutes(app: FastifyInstance): readonly RouteOptions[] {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  return routes;
}
