/** The PostgreSQL tables that both stores use besides the events: answers to commands, counters, levels. */

import pg from 'pg';
import type { Claim } from '../../domain/deciding/claim.ts';
import { type EffectiveTime, validDate } from '../../domain/values/effective-date.ts';
import { IdBlocks } from '../id-blocks.ts';
import type { LevelChangeOfDay, LevelMoment, LevelTotal, LevelWith, Period, StoredCommand } from '../port.ts';
import { claimsText } from './claims-text.ts';
import type { ConnectionOptions } from './connection.ts';
import { clientConfig, isStatementError, unavailable } from './connection.ts';
import { type RecordedAt, stateTime } from './stated-time.ts';
import { storedAnswer, storedTexts } from './stored-texts.ts';

async function rowsOf<Row extends unknown[]>(ask: () => Promise<{ rows: Row[] }>): Promise<Row[]> {
  try {
    return (await ask()).rows;
  } catch (error) {
    throw isStatementError(error) ? error : unavailable(error);
  }
}

export class LogTables {
  readonly #pool: pg.Pool;
  readonly #ids: IdBlocks;
  readonly #recordedAt: RecordedAt | undefined;

  constructor(options: ConnectionOptions & { readonly poolSize: number }) {
    this.#recordedAt = options.recordedAt;
    this.#pool = new pg.Pool({
      ...clientConfig(options),
      query_timeout: options.timeoutMs,
      max: options.poolSize,
    });
    // A broken idle connection is replaced at the next query; without a listener the error would end the process.
    this.#pool.on('error', () => {});
    this.#ids = new IdBlocks(
      (kind, count) => this.#takeIds(kind, count),
      (kind) => this.#lastId(kind),
    );
  }

  /**
   * Returns rows of text. Throws StoreUnavailable when the database is unreachable, and the database's error when it
   * refuses.
   */
  query<Row extends unknown[]>(name: string, text: string, values: unknown[]): Promise<Row[]> {
    return rowsOf(() => this.#pool.query<Row>({ name, text, values, rowMode: 'array' }));
  }

  /** A query that records something, at the stated time when the store has a clock. */
  async recording<Row extends unknown[]>(name: string, text: string, values: unknown[]): Promise<Row[]> {
    const recordedAt = this.#recordedAt;
    if (!recordedAt) return this.query(name, text, values);
    return rowsOf(async () => {
      const client = await this.#pool.connect();
      try {
        await stateTime(client, recordedAt);
        return await client.query<Row>({ name, text, values, rowMode: 'array' });
      } finally {
        client.release();
      }
    });
  }

  async findCommand(commandId: string): Promise<StoredCommand | undefined> {
    const [row] = await this.query<[answer: string, streams: string, digest: string | null]>(
      'find_command',
      `select log.answer(position, revisions, numbers, recorded_at), streams, digest
       from log.command where command_id = $1`,
      [commandId],
    );
    if (!row) return undefined;
    const [answer, streams, digest] = row;
    const { position, revisions, numbers, recorded_at } = storedAnswer.parse(answer);
    return {
      position: BigInt(position),
      revisions,
      numbers,
      recordedAt: recorded_at,
      repeated: true,
      streams: storedTexts.parse(streams),
      digest,
    };
  }

  /** The last revision of each known stream without a pending command (for KurrentDB). */
  async streamRevisions(streams: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (streams.length === 0) return new Map();
    const rows = await this.query<[stream: string, revision: string]>(
      'stream_revisions',
      `select s.stream, s.revision from claim.stream s
       where s.stream = any ($1::text[]) and not exists (select from claim.intent_stream i where i.stream = s.stream)`,
      [streams],
    );
    return new Map(rows.map(([stream, revision]) => [stream, Number(revision)]));
  }

  nextId(kind: string): Promise<number> {
    return this.#ids.next(kind);
  }

  peekId(kind: string, ahead = 0): Promise<number> {
    return this.#ids.peek(kind, ahead);
  }

  async passId(kind: string, id: number): Promise<void> {
    if (this.#ids.pass(kind, id)) return;
    await this.query(
      'pass_id',
      `insert into claim.counter as c (kind, value) values ($1, $2)
       on conflict (kind) do update set value = excluded.value where c.value < excluded.value`,
      [kind, id],
    );
  }

  async ownersOf(set: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.query<[key: string, owner: string]>(
      'owners_of',
      'select key, owner from claim.taken where "set" = $1 and key = any ($2)',
      [set, [...keys]],
    );
    return new Map(rows);
  }

  async records(prefix: string): Promise<readonly string[]> {
    const rows = await this.query<[record: string]>('records', 'select record from claim.record where record ^@ $1', [
      prefix,
    ]);
    return rows.map(([record]) => record);
  }

  async levels(prefix: string, limit?: number): Promise<readonly LevelTotal[]> {
    // A range, because `^@` with a parameter would scan every open level; keys are ASCII in byte order.
    const rows = await this.query<[key: string, total: string]>(
      'levels',
      `select key, trim_scale(total) from claim.level
       where open and key ^@ $1 and key >= $1 and key < $3 order by key limit $2`,
      [prefix, limit ?? null, `${prefix}\x7f`],
    );
    return rows.map(([key, total]) => ({ key, total }));
  }

  async levelsBefore(moments: readonly LevelMoment[]): Promise<readonly string[]> {
    const rows = await this.query<[level: string]>(
      'levels_before',
      `select trim_scale(claim.level_before(m.key, m.at)) from unnest($1::text[], $2::timestamp[]) with ordinality m (key, at, place)
       order by m.place`,
      [moments.map(({ key }) => key), moments.map(({ at }) => at)],
    );
    return rows.map(([level]) => level);
  }

  async changesAfter(prefix: string, after: EffectiveTime): Promise<readonly LevelChangeOfDay[]> {
    const rows = await this.query<[key: string, day: string, net: string]>(
      'changes_after',
      `select l.key, c.day::text, trim_scale(c.net) from claim.level l cross join lateral (
         select d.day, d.net from claim.level_day d where d.key = l.key and d.day > $2::timestamp::date
         union all
         select $2::timestamp::date, sum(m.net) from claim.level_moment m
         where m.key = l.key and m.at > $2::timestamp and m.at < $2::timestamp::date + 1
       ) c
       where l.key ^@ $1 and l.key >= $1 and l.key < $3 and c.net <> 0 order by l.key, c.day`,
      [prefix, after, `${prefix}\x7f`],
    );
    return rows.map(([key, day, net]) => ({ key, day, net }));
  }

  async levelsWith(claims: readonly Claim[]): Promise<readonly LevelWith[]> {
    const rows = await this.query<[key: string, before: string, after: string]>(
      'levels_with',
      `select c.key, trim_scale(coalesce(l.total, 0)), trim_scale(coalesce(l.total, 0) + sum(c.delta))
       from jsonb_to_recordset(coalesce(claim.changes($1::jsonb), '[]')) c (i int, key text, delta numeric)
       left join claim.level l on l.key = c.key group by c.key, l.total order by min(c.i)`,
      [claimsText({ claims }) ?? '{}'],
    );
    return rows.map(([key, before, after]) => ({ key, before, after }));
  }

  async periods(): Promise<readonly Period[]> {
    const rows = await this.query<[from: string, to: string, status: Period['status']]>(
      'periods',
      'select from_day::text, to_day::text, status from claim.period order by from_day',
      [],
    );
    return rows.map(([from, to, status]) => ({ from: validDate(from), to: validDate(to), status }));
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #lastId(kind: string): Promise<number> {
    const [row] = await this.query<[string]>('last_id', 'select value from claim.counter where kind = $1', [kind]);
    return Number(row?.[0] ?? 0);
  }

  async #takeIds(kind: string, count: number): Promise<number> {
    const [row] = await this.query<[string]>(
      'take_ids',
      `insert into claim.counter as c (kind, value) values ($1, $2)
       on conflict (kind) do update set value = c.value + $2 returning value`,
      [kind, count],
    );
    return Number(row?.[0]) - count + 1;
  }
}
