/** The types of a query of the read API. */
import type { Kysely } from 'kysely';
import type { ReadTables } from './tables.ts';

export type Reader = Kysely<ReadTables>;
