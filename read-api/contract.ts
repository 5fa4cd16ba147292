/**
 * The contract of the read side: the answer of each declared read by its path, taken from the schema that its handler
 * must return. There are only types here. The web reads by path (`web/shared/api/read.ts`), and nothing of this file is
 * in its bundle.
 */
import type { CommandsOf, ReadsOf } from '../identity/machine/declared-route.ts';
import type { Sends } from './http/route.ts';
import type { preferenceRoutes } from './preferences/routes.ts';
import type { declaredReads } from './routes.ts';

type Declared = ReturnType<typeof declaredReads>[number];

/** Of a path that is known only at run time there is no contract. */
type PathOf<Url> = Url extends `/${infer Path}` ? Path : never;

type Preference = ReturnType<typeof preferenceRoutes>[number];

/** Keyed by the path below `/api/`, with its parameters: `items/:id/batches`. */
export type Reads = {
  readonly [Route in Declared as PathOf<Route['url']>]: Sends<Route['answer']>;
} & ReadsOf<Preference>;

/** The preferences of a person are kept by the read side. */
export type Posts = CommandsOf<'POST', Preference>;
export type Patches = CommandsOf<'PATCH', Preference>;
