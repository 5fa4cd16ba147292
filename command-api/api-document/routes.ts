/** Routes as they are declared, one for each method: what the API document is made of. */
import type { FastifyContextConfig, FastifyInstance, FastifySchema, RouteOptions } from 'fastify';

export interface DeclaredRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Under `/api`: `/sales/:id`. */
  readonly url: string;
  readonly config: FastifyContextConfig;
  readonly schema: FastifySchema;
  /** A read waits for the position that it is told. */
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

/** The routes that are added from now on. */
export function collectRoutes(app: FastifyInstance): readonly RouteOptions[] {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  return routes;
}
