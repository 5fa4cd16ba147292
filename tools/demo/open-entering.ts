/**
 * Opens the command pipeline for entering the demonstration: with the log in PostgreSQL its commands are decided in
 * memory and written many at a time (docs/decisions/0102), otherwise one by one.
 */
import type pg from 'pg';
import { readStream } from '../../command-api/aggregates/aggregate-types.ts';
import { type Commands, openCommands } from '../../command-api/commands/open-commands.ts';
import type { StorePlace } from '../../event-store/opening/open.ts';
import { openStagedStore } from '../../event-store/staged/store.ts';
import { untilBooksAreThere } from './until-books.ts';

export interface Entering extends Commands {
  /** Waits until everything entered is in the log and in the read models. */
  booksAreThere(): Promise<void>;
}

interface Options extends StorePlace {
  /** Folder of the pictures. */
  readonly dataDir?: string;
  readonly now: () => Date;
  /** For comparisons: as with a log in KurrentDB. */
  readonly oneByOne: boolean;
}

export async function openEntering({ now, oneByOne, ...place }: Options): Promise<Entering> {
  const clocks = { clock: now, recordedAt: now };
  const isStaged = !oneByOne && place.eventStoreUrl === undefined;
  const store = isStaged ? await openStagedStore({ url: place.databaseUrl, recordedAt: now }) : undefined;
  // Queries of the read models wait until everything before them is written and read.
  const staged = store && { store, measured: (pool: pg.Pool) => untilBooksAreThere({ pool, store }) };
  const commands = await openCommands({ ...place, ...clocks, ...staged });
  const books = { pool: commands.pool, store: store ?? commands.store };
  if (store) await forgetLostAccounts(commands);
  return { ...commands, booksAreThere: async () => void (await untilBooksAreThere(books)) };
}

/**
 * The account of a customer of the application is stored at once, the customer some commands later: after a crash in
 * between the customer signs up again.
 */
async function forgetLostAccounts({ pool, store }: Commands): Promise<void> {
  const known = (await store.records('online_customer-')).map((record) => readStream(record)?.id);
  await pool.query('delete from identity.shop_account where consumer_id <> all ($1::int[])', [known]);
}
