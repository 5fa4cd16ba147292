/** Writes rows of the store in memory to PostgreSQL, each time in one transaction. */
import pg from 'pg';
import { clientConfig } from '../claims/connection.ts';
import type { ChangedClaimRows, ChangedRows, CommandRow } from '../memory/rows.ts';
import type { Position } from '../port.ts';
import { copyEvents } from '../postgres/copy-events.ts';

/** Another program has appended something that the memory does not know. */
export class EnteredElsewhere extends Error {
  override readonly name = 'EnteredElsewhere';
  constructor() {
    super('something else was entered at the same time');
  }
}

/** Of one write, which may contain everything that a minute has decided. */
const TIMEOUT_MS = 120_000;

export class RowWriter {
  readonly #client: pg.Client;

  constructor(url: string) {
    this.#client = new pg.Client({
      ...clientConfig({ url, timeoutMs: TIMEOUT_MS }),
      application_name: 'daftar staged',
    });
    // A broken connection fails its next statement; without a listener the event would end the process.
    this.#client.on('error', () => undefined);
  }

  /** Opens the connection. */
  async read<Rows>(rows: (client: pg.Client) => Promise<Rows>): Promise<Rows> {
    await this.#client.connect();
    return inTransaction(this.#client, () => rows(this.#client), 'isolation level repeatable read');
  }

  write({ before, events, commands, claims, counters }: ChangedRows): Promise<void> {
    const client = this.#client;
    return inTransaction(client, async () => {
      if ((await headOf(client)) !== before) throw new EnteredElsewhere();
      await copyEvents(client, events);
      await writeCommands(client, commands);
      await writeClaims(client, claims);
      const [kinds, values] = columns(counters, 2);
      await client.query(
        `insert into claim.counter as c (kind, value) select * from unnest($1::text[], $2::bigint[])
         on conflict (kind) do update set value = excluded.value where c.value < excluded.value`,
        [kinds, values],
      );
      await client.query(`select pg_notify('daftar_log', '')`);
    });
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}

/** Under the lock of the append. */
async function headOf(client: pg.Client): Promise<Position> {
  await client.query('select pg_advisory_xact_lock(20, 1)');
  const { rows } = await client.query<{ head: string }>('select coalesce(max(position), 0) as head from log.event');
  return BigInt(rows[0]?.head ?? 0);
}

async function inTransaction<Result>(client: pg.Client, work: () => Promise<Result>, how = ''): Promise<Result> {
  await client.query(`begin ${how}`);
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // The first error is reported; a broken connection has rolled back already.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function writeCommands(client: pg.Client, commands: readonly CommandRow[]): Promise<void> {
  const rows = commands.map(({ commandId, digest, position, streams, revisions, numbers, recordedAt, firstDay }) => [
    commandId,
    digest,
    String(position),
    JSON.stringify(streams),
    JSON.stringify(revisions),
    JSON.stringify(numbers),
    recordedAt,
    firstDay ?? null,
  ]);
  await client.query(
    `insert into log.command (command_id, digest, position, streams, revisions, numbers, recorded_at, first_day)
     select * from unnest($1::uuid[], $2::text[], $3::bigint[], $4::json[], $5::json[], $6::json[], $7::timestamptz[],
       $8::date[])`,
    columns(rows, 8),
  );
}

/** Statements with as many arrays as the rows have values. */
const CHANGES: readonly (readonly [rows: keyof ChangedClaimRows, width: number, sql: string])[] = [
  [
    'released',
    2,
    `delete from claim.taken t using unnest($1::text[], $2::text[]) r ("set", key)
     where t."set" = r."set" and t.key = r.key`,
  ],
  [
    'taken',
    3,
    `insert into claim.taken ("set", key, owner) select * from unnest($1::text[], $2::text[], $3::text[])
     on conflict ("set", key) do update set owner = excluded.owner`,
  ],
  [
    'series',
    2,
    `insert into claim.series (series, last) select * from unnest($1::text[], $2::bigint[])
     on conflict (series) do update set last = excluded.last`,
  ],
  [
    'levels',
    3,
    `insert into claim.level (key, total, last_day) select * from unnest($1::text[], $2::numeric[], $3::date[])
     on conflict (key) do update set total = excluded.total, last_day = excluded.last_day`,
  ],
  [
    'days',
    3,
    `insert into claim.level_day (key, day, net) select * from unnest($1::text[], $2::date[], $3::numeric[])
     on conflict (key, day) do update set net = excluded.net`,
  ],
  [
    'moments',
    3,
    `insert into claim.level_moment (key, at, net) select * from unnest($1::text[], $2::timestamp[], $3::numeric[])
     on conflict (key, at) do update set net = excluded.net`,
  ],
  [
    'uncounted',
    2,
    `delete from claim.count k using unnest($1::text[], $2::timestamp[]) r (key, at)
     where k.key = r.key and k.at = r.at`,
  ],
  [
    'counts',
    3,
    `insert into claim.count (key, at, real) select * from unnest($1::text[], $2::timestamp[], $3::numeric[])
     on conflict (key, at) do update set real = excluded.real`,
  ],
  [
    'records',
    3,
    `insert into claim.record (record, active, used) select * from unnest($1::text[], $2::boolean[], $3::boolean[])
     on conflict (record) do update set active = excluded.active, used = excluded.used`,
  ],
];

async function writeClaims(client: pg.Client, { periods, ...rows }: ChangedClaimRows): Promise<void> {
  for (const [name, width, sql] of CHANGES) {
    const changed = name === 'periods' ? [] : rows[name];
    if (changed.length > 0) await client.query(sql, columns(changed, width));
  }
  await client.query('delete from claim.period where from_day <> all ($1::date[])', [periods.map(({ from }) => from)]);
  const values = periods.map(({ from, to, status, used }) => [from, to, status, used]);
  await client.query(
    `insert into claim.period (from_day, to_day, status, used)
     select * from unnest($1::date[], $2::date[], $3::text[], $4::boolean[])
     on conflict (from_day) do update set to_day = excluded.to_day, status = excluded.status, used = excluded.used`,
    columns(values, 4),
  );
}

/** The values of rows by column. */
const columns = (rows: readonly (readonly unknown[])[], width: number): unknown[][] =>
  Array.from({ length: width }, (_, index) => rows.map((row) => row[index]));
