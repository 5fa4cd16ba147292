/** What a query of the read API is made with. */
import type { Kysely } from 'kysely';
import type { ReadTables } from './tables.ts';

export type Reader = Kysely<ReadTables>;
