/**
 * The contract of the read side: the answer of each declared read by its path, taken from the schema that its handler
 * must return, and those of records and documents by their declarations. There are only types here. The web reads by
 * path (`web/shared/api/read.ts`), and nothing of this file is in its bundle.
 */
import type { TUnsafe } from 'typebox';
import type { ListedDocuments, ListedRecords, ShownDocuments, ShownRecords, Stored } from '../domain/registry/shown.ts';
import type { CommandsOf, PathOf, ReadsOf } from '../identity/machine/declared-route.ts';
import type { categoryTreeRoutes } from './aliases.ts';
import type { documentHistoryRoute } from './details/history.ts';
import type { Sends } from './http/route.ts';
import type { idsRoute, listRoute } from './lists/list-route.ts';
import type { paperRoutes } from './paper/route.ts';
import type { preferenceRoutes } from './preferences/routes.ts';
import type { effectRoute } from './reports/effect.ts';
import type { declaredReads } from './routes.ts';
import type { pendingOrderEvents } from './sales/pending-order-events.ts';

/** A row of a list, whose columns depend on its declaration. */
type ListedRow = Readonly<Record<string, unknown>>;

/** Those that every resource has. */
type OfResources =
  | ReturnType<typeof listRoute<`/${string}`, TUnsafe<ListedRow>>>
  | ReturnType<typeof listRoute<`/${string}/list`, TUnsafe<ListedRow>>>
  | ReturnType<typeof idsRoute<`/${string}`>>
  | ReturnType<typeof documentHistoryRoute | typeof effectRoute>
  | ReturnType<typeof paperRoutes>[number];

type Declared = ReturnType<typeof declaredReads | typeof categoryTreeRoutes>[number] | OfResources;
type Preference = ReturnType<typeof preferenceRoutes>[number];

/** A record or document of a resource that is known only at run time. */
type OfAnyResource = { readonly ':resource/:id': Stored & ListedRow };

/** Other paths of records. */
interface Aliases {
  readonly 'currency_rates/last_rate': ShownRecords['currency_rates/:id'];
  readonly 'system_settings/show/:id': ShownRecords['system_settings/:id'];
}

/** The page of a list with these rows. */
type PageOf<Row> = Omit<Sends<ReturnType<typeof listRoute<'/', TUnsafe<ListedRow>>>['answer']>, 'data'> & {
  readonly data: readonly Row[];
};
type Lists = ListedDocuments & ListedRecords;

/** Keyed by the path below `/api/`, with its parameters: `items/:id/batches`. */
export type Reads = {
  readonly [Route in Declared as PathOf<Route['url']>]: Sends<Route['answer']>;
} & ReadsOf<Preference | ReturnType<typeof pendingOrderEvents>> & {
    readonly [Path in keyof Lists]: PageOf<Lists[Path]>;
  } & ShownDocuments &
  ShownRecords &
  OfAnyResource &
  Aliases;

/** A page of a list that is known only at run time. */
export type ListPage = PageOf<ListedRow>;

/** The preferences of a person are kept by the read side. */
export type Posts = CommandsOf<'POST', Preference>;
export type Patches = CommandsOf<'PATCH', Preference>;
export type Deletes = CommandsOf<'DELETE', Preference>;
