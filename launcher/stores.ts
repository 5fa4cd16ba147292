/** The stores beside PostgreSQL, for `npm run doctor`: KurrentDB with the log, Redis with the jobs. */
import pg from 'pg';
import { openEventStore, type StorePlace } from '../event-store/opening/open.ts';
import type { CommandStore } from '../event-store/port.ts';
import { START } from '../event-store/port.ts';
import { type ComparedParts, type SeenPlace, whyLogDisagrees } from './log-agrees.ts';
import { StartupError } from './machine/startup-error.ts';

/** A command that is between its claims and its events for longer than any answer takes. */
export interface OpenCommand {
  readonly commandId: string;
  /** Streams that it writes: `sale-12`. */
  readonly documents: readonly string[];
  /** ISO 8601 UTC. */
  readonly since: string;
  /** Why only a person can complete it; undefined while the command side still tries. */
  readonly reason: string | undefined;
}

const OPEN_COMMANDS = `
  select command_id as "commandId", to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since, stuck as reason,
    array(select w ->> 'stream' from json_array_elements(batch -> 'writes') w) as documents
  from claim.intent where stuck is not null or created_at < clock_timestamp() - interval '1 minute' order by created_at`;

/** Throws when the database does not answer. */
export async function openCommandsOf(url: string): Promise<readonly OpenCommand[]> {
  const rows = await ask<Omit<OpenCommand, 'reason'> & { readonly reason: string | null }>(url, OPEN_COMMANDS);
  return rows.map((row) => ({ ...row, reason: row.reason ?? undefined }));
}

export function openCommandSentence({ commandId, documents, since, reason }: OpenCommand): string {
  const what = `command ${commandId} on ${documents.join(', ')} since ${since}`;
  if (reason === undefined) return `${what}: its outcome is not known; the command side completes it`;
  return `${what} is stored in part: ${reason}. npm run doctor -- resolve ${commandId} --by EMAIL --reason "WHY"`;
}

/** The state of KurrentDB. Throws when it is not reachable, or when a command needs a person's decision. */
export async function kurrentState(place: StorePlace, line: string): Promise<string> {
  const store = await openEventStore(place);
  try {
    const head = await store.head();
    const open = await openCommandsOf(place.databaseUrl);
    if (open.length > 0) throw new Error(open.map(openCommandSentence).join(line));
    return `KurrentDB, its last event at position ${head}`;
  } finally {
    await store.close();
  }
}

/**
 * Throws a StartupError when the events of this database are in the other kind of store: its own log would be an empty
 * one. The ends of streams are stored only for a log in KurrentDB. A database from before these tables has nothing to
 * compare.
 */
export async function checkStoreIsRight({ databaseUrl, eventStoreUrl }: StorePlace): Promise<void> {
  const table = eventStoreUrl ? 'log.event' : 'claim.stream';
  const [found] = await ask<{ there: boolean }>(databaseUrl, `select to_regclass('${table}') is not null as there`);
  if (!found?.there || (await ask(databaseUrl, `select from ${table} limit 1`)).length === 0) return;
  throw new StartupError(
    eventStoreUrl
      ? 'The events of this database are in PostgreSQL itself, and DAFTAR_EVENTSTORE_URL is set. Leave it unset, or set DATABASE_URL to the right one.'
      : 'The events of this database are in KurrentDB, and DAFTAR_EVENTSTORE_URL is not set. Set it to the address of KurrentDB, or set DATABASE_URL to the right one.',
  );
}

/**
 * Throws a StartupError when the log does not belong to the claims, the read models and the data folder: it is in the
 * other kind of store, older, empty, of another business, or its end was cut off; or when KurrentDB holds events that
 * this PostgreSQL does not have claims for. Commands would be decided without their claims, and what they store would be
 * in no list.
 */
export async function checkClaimsThere(
  { databaseUrl, eventStoreUrl, dataDir }: SeenPlace,
  parts: ComparedParts = { models: true },
): Promise<void> {
  await checkStoreIsRight({ databaseUrl, eventStoreUrl });
  const different = await whyLogDisagrees({ databaseUrl, eventStoreUrl, dataDir }, parts);
  if (different) throw new StartupError(different);
  if (!eventStoreUrl) return;
  const store = await openEventStore({ databaseUrl, eventStoreUrl });
  try {
    const head = await store.head();
    // Read after the end of the log: commands that were in flight meanwhile are complete, or still have an intent.
    const { known, isOpen } = await claimsEnd(databaseUrl);
    if (isOpen || known >= head) return;
    throw new StartupError(
      `KurrentDB holds events up to position ${head}, and this PostgreSQL knows those up to ${known}. If it was lost or is an older backup, "npm run rebuild -- claims" makes claims and numbers again from the log; after a loss people need new passwords. Otherwise set DATABASE_URL to the right one.`,
    );
  } finally {
    await store.close();
  }
}

/** The last position that was settled, and whether a command is between its claims and its events. */
async function claimsEnd(databaseUrl: string): Promise<{ readonly known: bigint; readonly isOpen: boolean }> {
  const [clock] = await ask<{ there: boolean }>(databaseUrl, `select to_regclass('claim.clock') is not null as there`);
  // A backup is also made of a database from before this table.
  if (!clock?.there) return { known: START, isOpen: true };
  const [row] = await ask<{ position: string; open: boolean }>(
    databaseUrl,
    'select position, exists (select from claim.intent) as open from claim.clock',
  );
  return { known: BigInt(row?.position ?? START), isOpen: row?.open ?? false };
}

export interface LogSize {
  /** Number of events in the log; a lower bound when `isWhole` is false. */
  readonly events: bigint;
  readonly behind: bigint;
  readonly isWhole: boolean;
}

/**
 * KurrentDB's positions are not event counts: events in the read model are counted there, and events after `position`
 * (of the model furthest behind) in the log, up to `most`.
 */
export async function logSize(place: StorePlace, position: bigint, most: bigint): Promise<LogSize> {
  const [row] = await ask<{ events: string }>(
    place.databaseUrl,
    `select count(*) as events from read.event where position <= ${position}`,
  );
  const store = await openEventStore(place);
  try {
    const behind = await countAfter(store, position, most);
    return { events: BigInt(row?.events ?? 0) + behind, behind, isWhole: behind <= most };
  } finally {
    await store.close();
  }
}

async function countAfter(store: CommandStore, position: bigint, most: bigint): Promise<bigint> {
  let [count, at] = [0n, position];
  while (count <= most) {
    const page = await store.readAll(at, 500);
    count += BigInt(page.length);
    const last = page.at(-1);
    if (!last) break;
    at = last.position;
  }
  return count;
}

const REDIS_WITHIN_MS = 5_000;

/** Throws when Redis does not answer. */
export async function redisState(url: string): Promise<string> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: REDIS_WITHIN_MS,
    commandTimeout: REDIS_WITHIN_MS,
    retryStrategy: () => null,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    const version = /redis_version:(\S+)/.exec(await redis.info('server'))?.[1] ?? 'of an unknown version';
    return `Redis ${version}`;
  } finally {
    redis.disconnect();
  }
}

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
