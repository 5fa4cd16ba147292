/**
 * Routes that are declared one by one and keep the types of their method, path, body and answer:
 * `command-api/contract.ts`.
 */
import type { FastifyInstance, HTTPMethods, RouteOptions } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import type { DeepReadonly } from '../../domain/schemas/checked.schema.ts';

type Answers = Readonly<Partial<Record<200 | 201, unknown>>>;
type NoFields = Record<never, never>;

export interface DeclaredRoute<Method, Url, Body, Response> {
  readonly method: Method;
  readonly url: Url;
  readonly schema: { readonly body?: Body; readonly response: Response };
}

/** Adds the route to the server. */
export function addRoute<
  const Method extends HTTPMethods,
  const Url extends string,
  Response extends Answers,
  Body extends TSchema = TObject<NoFields>,
>(
  app: FastifyInstance,
  route: RouteOptions & DeclaredRoute<Method, Url, Body, Response>,
): DeclaredRoute<Method, Url, Body, Response> {
  app.route(route);
  return route;
}

type AnyRoute = DeclaredRoute<string, string, TSchema, unknown>;
/**
 * The path below `/api/`. Of a route that each of many resources has the first part is `:resource`; another part that is
 * known only at run time is `:name`.
 */
export type PathOf<Url> = Url extends `/${infer Path}` ? Parts<Path, ':resource'> : never;
type Parts<Path extends string, Unknown extends string> = Path extends `${infer First}/${infer Rest}`
  ? `${Part<First, Unknown>}/${Parts<Rest, ':name'>}`
  : Part<Path, Unknown>;
type Part<Name extends string, Unknown extends string> = string extends Name ? Unknown : Name;
type Fields<Body> = keyof Body extends never ? Readonly<Record<string, never>> : DeepReadonly<Body>;
type DataOf<Answer> = Answer extends { data: infer Data } ? DeepReadonly<Data> : unknown;
type DataIn<Response> = Response extends { readonly 200: infer Answer extends TSchema }
  ? DataOf<Static<InContent<Answer>>>
  : Response extends { readonly 201: infer Answer extends TSchema }
    ? DataOf<Static<Answer>>
    : unknown;

/** Of a route that answers once or with a stream of events. */
type InContent<Answer> = Answer extends {
  readonly content: { readonly 'application/json': { readonly schema: infer Schema extends TSchema } };
}
  ? Schema
  : Answer;

/** The data of each read by its path below `/api/`. */
export type ReadsOf<Route extends AnyRoute> = {
  readonly [R in Route as 'GET' extends R['method'] ? PathOf<R['url']> : never]: DataIn<R['schema']['response']>;
};

/** The body and the data of the answer of each command with this method, by its path. */
export type CommandsOf<Method extends 'POST' | 'PATCH' | 'DELETE', Route extends AnyRoute> = {
  readonly [R in Route as Method extends R['method'] ? PathOf<R['url']> : never]: {
    readonly body: Fields<Static<NonNullable<R['schema']['body']>>>;
    readonly answer: DataIn<R['schema']['response']>;
  };
};
