/**
 * Opens the command pipeline with all its dependencies, for the API and for programs that enter commands without HTTP.
 */
import pg from 'pg';
import { documentResources } from '../../domain/registry/documents.ts';
import { records } from '../../domain/registry/records.ts';
import { lastingConnection } from '../../event-store/lasting-connection.ts';
import { openEventStore, type StoreOptions } from '../../event-store/opening/open.ts';
import type { CommandStore, Position } from '../../event-store/port.ts';
import { type AggregateRegistry, readStream, registryOf } from '../aggregates/aggregate-types.ts';
import { Uploads } from '../attachments/uploads.ts';
import { blockersFrom } from '../claims/blockers.ts';
import { averagesFrom } from '../handling/facts/averages.ts';
import { takenKeysFrom } from '../handling/facts/free-numbers.ts';
import type { RecordNumbers } from '../handling/facts/on-demand-facts.ts';
import { readModelQueriesFrom } from '../handling/facts/read-model-queries.ts';
import { CommandHandler } from '../handling/handler.ts';

export interface Commands {
  readonly handler: CommandHandler;
  readonly kinds: AggregateRegistry;
  readonly store: CommandStore;
  /** The database with claims, identity and read models. */
  readonly pool: pg.Pool;
  readonly uploads: Uploads;
  close(): Promise<void>;
}

/** The queries of this pool are small; a sum over all postings of a year runs for seconds. */
const QUERY_MS_MAX = 120_000;

/** `databaseUrl` must be migrated. */
export async function openCommands(
  options: StoreOptions & {
    /** Folder of the pictures. */
    readonly dataDir?: string;
    /** Opened by the caller, and closed with the commands; by default the store of the place. */
    readonly store?: CommandStore;
    /**
     * Returns the head of the log when the read models may be asked about everything up to it; by default they are
     * asked whether they have reached it.
     */
    readonly measured?: (pool: pg.Pool) => Promise<Position>;
    /** Clock of the rules; stored events have the time of the store. */
    readonly clock?: () => Date;
  },
): Promise<Commands> {
  const store = options.store ?? (await openEventStore(options));
  const pool = new pg.Pool({ ...lastingConnection(options.databaseUrl, QUERY_MS_MAX), max: 4 });
  // A broken idle connection is replaced at the next query; without a listener the error would end the process.
  pool.on('error', () => {});
  const kinds = registryOf(documentResources, records);
  const averages = averagesFrom(pool);
  const measure = readModelQueriesFrom(pool, { head: () => options.measured?.(pool) ?? store.head() });
  const clock = options.clock ? { clock: options.clock } : {};
  const uploads = new Uploads(pool, options.dataDir ?? 'data');
  const handler = new CommandHandler({
    store,
    kinds,
    averages,
    measure,
    uploads,
    recordNumbers: recordNumbersFrom(store),
    takenKeys: takenKeysFrom(store),
    blockers: blockersFrom(pool, kinds),
    ...clock,
  });
  return {
    handler,
    kinds,
    store,
    pool,
    uploads,
    async close() {
      await store.close();
      await pool.end();
    },
  };
}

const recordNumbersFrom =
  (store: Pick<CommandStore, 'records'>): RecordNumbers =>
  async (kind) => {
    const records = await store.records(`${kind}-`);
    return records.flatMap((record) => readStream(record)?.id ?? []);
  };
