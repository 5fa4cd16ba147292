/**
 * The functions of reservations, which only a log in KurrentDB calls, give for any history the answers and the rows that
 * the claims in memory have: of batches that are reserved, settled, given up, stuck and resolved in any order.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Claim } from '../../domain/deciding/claim.ts';
import { stockOfBatch } from '../../domain/deciding/level-marks.ts';
import { claimsText } from '../../event-store/claims/claims-text.ts';
import { type DecisionRead, digestOf, firstDayOf } from '../../event-store/decision-read.ts';
import { clientOnFreshDatabase } from '../support/database.ts';
import { cases } from '../support/ring.ts';
import { date, level } from './batches.ts';
import { batchesOfSubjects, mixedClaimBatches } from './claim-batches.ts';
import { type Age, type Batch, Flights, type InFlight, type Pending, ROWS, type Settled } from './reservations.ts';

const HISTORIES = Number(process.env['CLAIMS_HISTORIES'] ?? cases(30, 200));
const START_MS = Date.parse('2025-03-01T10:00:00.250Z');
const OLDEST_MS = 2_147_483_647;

type Question = DecisionRead['of'];
const read = fc.record({
  of: fc.constantFrom<Question[]>('level', 'levels', 'stream', 'kind', 'records', 'records', 'books', 'books'),
  key: fc.constantFrom('a', 'b', 'stock:1:1', 'batch:1:1:x'),
  prefix: fc.constantFrom('a', 'b', 'stock:', 'batch:1:1:'),
  stream: fc.constantFrom('owner-a', 'owner-b', 'record-a', 'record-b', 'sale-1', 'sale-2'),
  kind: fc.constantFrom('owner-', 'owner-b', 'record-a', 'sale-', 'sale-1'),
  to: fc.integer({ min: 0, max: 6 }).map((day) => date(day === 0 ? '2025-02-28' : `2025-03-0${day}`)),
  isMoved: mostly(false),
});
type Read = typeof read extends fc.Arbitrary<infer Value> ? Value : never;

const batchFor = (claims: fc.Arbitrary<Claim[]>) =>
  fc.record({
    claims: claims.map(withStock).filter(isOfCommands),
    sale: fc.constantFrom(undefined, 'sale-1', 'sale-2', 'sale-3'),
    digest: fc.constantFrom(null, 'one', 'two'),
  });
type Generated = ReturnType<typeof batchFor> extends fc.Arbitrary<infer Value> ? Value : never;
const age = fc.constantFrom<Age[]>('new', 'new', 'old', 'ancient', 'of the future');
const which = fc.nat({ max: 5 });
const stepFor = (batch: fc.Arbitrary<Generated>, reads: fc.Arbitrary<Read[]>, tick: fc.Arbitrary<number>) =>
  fc.oneof(
    {
      arbitrary: fc.record({ do: fc.constant('reserve' as const), batch, age, reads, tick }),
      weight: 6,
    },
    {
      arbitrary: fc.record({ do: fc.constant('settle' as const), which, isOwn: mostly(true), isLate: fc.boolean() }),
      weight: 3,
    },
    { arbitrary: fc.record({ do: fc.constant('give up' as const), which, isOwn: mostly(true) }), weight: 2 },
    {
      arbitrary: fc.record({ do: fc.constantFrom('stick' as const, 'stick' as const, 'resolve' as const), which }),
      weight: 2,
    },
    {
      arbitrary: fc.record({
        do: fc.constant('repeat' as const),
        which,
        tick,
        digest: fc.constantFrom(null, 'one', 'two'),
      }),
      weight: 2,
    },
  );
const historyOf = (
  claims: fc.Arbitrary<Claim[]>,
  reads: fc.Arbitrary<Read[]>,
  tick: fc.Arbitrary<number>,
  asked: fc.ArrayConstraints,
) => {
  const batch = batchFor(claims);
  return fc.array(fc.record({ step: stepFor(batch, reads, tick), asked: fc.array(read, asked), tried: batch }), {
    minLength: 4,
    maxLength: 12,
    size: 'max',
  });
};
/** Of all claims, or of one subject, whose batches mostly wait for nothing but each other. */
const history = fc.oneof(
  {
    arbitrary: historyOf(mixedClaimBatches, fc.array(read, { maxLength: 2 }), fc.constantFrom(0, 0, 0, 100, 101), {
      minLength: 3,
      maxLength: 5,
    }),
    weight: batchesOfSubjects.length,
  },
  ...batchesOfSubjects.map((claims) =>
    historyOf(claims, fc.constant([]), fc.constantFrom(0, 0, 0, 0, 0, 100), { minLength: 1, maxLength: 2 }),
  ),
);
/** What a history may find. */
const FOUND: Batch = {
  command: randomUUID(),
  digest: null,
  streams: ['owner-a', 'owner-b', 'record-a', 'record-ab'],
  claims: [
    { kind: 'record', record: 'a', action: 'register', field: 'item' },
    { kind: 'record', record: 'ab', action: 'register', field: 'item' },
    { kind: 'period_change', from: date('2025-03-01'), to: date('2025-03-03'), status: 'open', field: 'year' },
    { kind: 'unique', set: 'names', key: 'a', owner: 'a', action: 'take', field: 'name' },
    { kind: 'unique', set: 'names', key: 'b', owner: 'b', action: 'take', field: 'name' },
    { kind: 'unique', set: 'codes', key: 'a', owner: 'a', action: 'take', field: 'name' },
    ...['a', 'b', 'stock:1:1', 'batch:1:1:x'].map((key) => level(key, '2025-03-02', '6')),
  ],
};

describe('reservations in PostgreSQL and claims in memory', () => {
  let client: pg.Client;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ client, close } = await clientOnFreshDatabase());
  });
  afterAll(() => close());

  it('agree on every step of any history: the answers, what is held meanwhile, and the rows at the end', async () => {
    await fc.assert(
      fc.asyncProperty(history, mostly(true), async (steps, isBegun) => {
        await client.query('begin');
        try {
          const play = new Play(client);
          await play.begin(isBegun);
          for (const { step: one, asked, tried } of steps) {
            await play.take(one);
            await play.ask(asked, tried);
          }
        } finally {
          await client.query('rollback');
        }
      }),
      { numRuns: HISTORIES },
    );
  });
});

type Step = ReturnType<typeof stepFor> extends fc.Arbitrary<infer Value> ? Value : never;

/** PostgreSQL plans each statement once. */
const NAMES = new Map<string, string>();

class Play {
  readonly #client: pg.Client;
  readonly #flights = new Flights();
  #now = START_MS - 1;
  #position = 0;

  constructor(client: pg.Client) {
    this.#client = client;
  }

  async take(one: Step): Promise<void> {
    if ('tick' in one) await this.#tick(one.tick);
    if (one.do === 'reserve') {
      return this.#reserve({ ...batchOf(one.batch), command: randomUUID() }, this.#reads(one.reads), one.age);
    }
    const inFlight = [...this.#flights.inFlight.values()];
    const isOfAny = inFlight.length === 0 || one.do === 'repeat' || ('isOwn' in one && !one.isOwn);
    const known = isOfAny ? [...inFlight, ...this.#flights.settled.values()] : inFlight;
    const chosen = known[one.which % known.length];
    if (!chosen) return undefined;
    if (one.do === 'repeat') return this.#reserve({ ...chosen, digest: one.digest }, [], 'new');
    if (!('isOwn' in one)) return one.do === 'stick' ? this.#stick(chosen.command) : this.#resolve(chosen.command);
    const flight = this.#flights.inFlight.get(chosen.command);
    const attempt = one.isOwn ? (flight?.attempt ?? '1') : '0';
    return one.do === 'settle' ? this.#settle(chosen, attempt, one.isLate) : this.#giveUp(chosen, attempt);
  }

  async begin(isFilled: boolean): Promise<void> {
    await this.#tick(1);
    if (!isFilled) return;
    await this.#reserve(FOUND, [], 'new');
    const flight = this.#flights.inFlight.get(FOUND.command);
    if (flight) await this.#settle(flight, flight.attempt, false);
  }

  async #rows<Row>(text: string, ...values: readonly unknown[]): Promise<Row[]> {
    if (!NAMES.has(text)) NAMES.set(text, `statement ${NAMES.size}`);
    const name = NAMES.get(text);
    return (await this.#client.query({ name, text, values: [...values] })).rows as Row[];
  }

  async #tick(ms: number): Promise<void> {
    if (ms === 0) return;
    this.#now += ms;
    await this.#rows(`select set_config('daftar.recorded_at', $1, true)`, new Date(this.#now).toISOString());
  }

  async #reserve(batch: Batch, reads: readonly DecisionRead[], age: Age): Promise<void> {
    // What is new stays so however slow the machine is.
    if ([...this.#flights.inFlight.values()].some((one) => one.age === 'new'))
      await this.#rows(`update claim.intent set created_at = clock_timestamp() where batch ->> 'age' = 'new'`);
    const expected = this.#reserved(batch, reads, age);
    const [row] = await this.#rows<Record<string, unknown>>(
      `select outcome, detail, extract(epoch from recorded_at)::float * 1000 as at, attempt from claim.reserve_group($1, $2, $3, $4, $5)`,
      ...[[batch.command], [batch.digest], [JSON.stringify(batch.streams)], [JSON.stringify({ age })]],
      [claimsText({ claims: batch.claims, reads }) ?? '{}'],
    );
    const { attempt, detail, ...answer } = row ?? {};
    expect({ ...answer, detail: comparable(detail, answer['outcome']) }).toMatchObject(expected);
    if (answer['outcome'] !== 'reserved') return;
    const created = { new: '0', old: '-5 seconds', ancient: '-40 days', 'of the future': '40 days' }[age];
    const pending = await this.#rows<Pending>(
      `with aged as (update claim.intent set created_at = clock_timestamp() + $2::interval where command_id = $1)
       select key, day::text, trim_scale(delta)::text as delta, is_count from claim.pending_level where command_id = $1`,
      ...[batch.command, created],
    );
    this.#comparePending(batch, pending);
    this.#flights.update(batch.command, { attempt: String(attempt), pending });
  }

  /** The answer to expect; the reservation is noted when it succeeds. */
  #reserved(batch: Batch, reads: readonly DecisionRead[], age: Age): object {
    const flights = this.#flights;
    const [settled, flight] = [flights.settled.get(batch.command), flights.inFlight.get(batch.command)];
    const known = settled ?? flight;
    const inFlight = flights.timeInFlight();
    const isWaiting = [...flights.inFlight.values()].some((one) => !one.isStuck && /old|ancient/.test(one.age));
    if (!known && inFlight !== undefined && this.#now > inFlight + 100 && !isWaiting) return { outcome: 'busy' };
    if (known && known.digest !== null && batch.digest !== null && known.digest !== batch.digest)
      return { outcome: 'mismatch', at: null };
    if (settled) return { outcome: 'repeated', detail: answerOf(settled), at: null };
    if (flight) return { outcome: flight.isStuck ? 'stuck' : 'pending', detail: flight.numbers, at: flight.at };
    const refused = this.#refused(batch, reads, true);
    if (refused) return refused;
    const { numbers, at } = flights.reserve(batch, this.#now, age);
    return { outcome: 'reserved', detail: numbers, at };
  }

  #refused(batch: Batch, reads: readonly DecisionRead[], isBeside: boolean): object | undefined {
    if (isBeside && this.#flights.isBusy(batch, reads)) return { outcome: 'busy', detail: null };
    const moved = reads.find((one) => this.#flights.hasMoved(one));
    if (moved) return { outcome: 'moved', detail: nameOf(moved) };
    const refusals = this.#flights.refusals(batch.claims, isBeside);
    return refusals.length > 0 ? { outcome: 'refused', detail: refusals } : undefined;
  }

  #comparePending(batch: Batch, pending: readonly Pending[]): void {
    const counted = batch.claims.flatMap((claim) => (claim.kind === 'count' ? [claim.key] : []));
    for (const { key, is_count } of pending)
      expect({ key, is_count }).toEqual({ key, is_count: counted.includes(key) });
    const changed = batch.claims.flatMap((claim) =>
      claim.kind === 'level'
        ? [`${claim.key} ${claim.day}`]
        : claim.kind === 'count'
          ? [`${claim.key} ${claim.at.slice(0, 10)}`]
          : [],
    );
    expect(pending.map(({ key, day }) => `${key} ${day}`)).toEqual(expect.arrayContaining(changed));
    const without = netsOf(this.#flights.book().takeChanged().days);
    const book = this.#flights.book();
    book.keep(batch.claims.filter(({ kind }) => kind === 'level' || kind === 'count'));
    const withIt = netsOf(book.takeChanged().days);
    const difference = new Map(
      [...withIt].map(([place, net]) => [place, Math.round((net - (without.get(place) ?? 0)) * 10) / 10]),
    );
    const own = netsOf(pending.map(({ key, day, delta }) => [key, day, delta] as const));
    for (const [place, net] of own) expect([place, net]).toEqual([place, difference.get(place) ?? 0]);
    for (const [place, net] of difference) if (net !== 0) expect([place, own.get(place)]).toEqual([place, net]);
  }

  async #settle(chosen: InFlight | Settled, attempt: string, isLate: boolean): Promise<void> {
    const flight = this.#flights.inFlight.get(chosen.command);
    const isOwn = flight !== undefined && attempt !== '0';
    const position = isLate ? this.#position - 5 : this.#position + 10;
    if (isOwn) this.#position = Math.max(position, this.#position);
    const revisions = chosen.streams.map((stream) => this.#flights.nextRevision(stream));
    const settled = isOwn ? this.#flights.settle(flight, position) : this.#flights.settled.get(chosen.command);
    const [row] = await this.#rows<{ answer: object | null }>(
      'select answer from claim.settle_group($1, $2, $3, $4, $5, $6) answer',
      ...[[chosen.command], [attempt], [position], [JSON.stringify(chosen.streams)], [JSON.stringify(revisions)]],
      [new Date(chosen.at).toISOString()],
    );
    expect(row?.answer ?? null).toEqual(settled ? answerOf(settled) : null);
    if (settled) expect(settled.numbers).toEqual(chosen.numbers);
  }

  async #giveUp({ command }: Batch, attempt: string): Promise<void> {
    const flight = this.#flights.inFlight.get(command);
    await this.#rows('select claim.release_attempt($1, $2)', command, attempt);
    if (flight && attempt !== '0') this.#flights.giveUp(flight);
  }

  async #stick(command: string): Promise<void> {
    await this.#rows(`update claim.intent set stuck = 'why' where command_id = $1`, command);
    this.#flights.update(command, { isStuck: true });
  }

  async #resolve(command: string): Promise<void> {
    const isStuck = this.#flights.inFlight.get(command)?.isStuck === true;
    const [row] = await this.#rows<object>(`select claim.resolve_stuck($1, 'who', 'so') as resolved`, command);
    expect(row).toEqual({ resolved: isStuck });
    if (!isStuck) return;
    this.#flights.update(command, { at: this.#flights.nextTime(this.#now), isStuck: false });
    const decided = await this.#rows(
      'select resolved_by, reason, cause from claim.resolution where command_id = $1',
      command,
    );
    expect(decided.at(-1)).toEqual({ resolved_by: 'who', reason: 'so', cause: 'why' });
  }

  async ask(asked: readonly Read[], generated: Generated): Promise<void> {
    const flights = this.#flights;
    const reads = this.#reads(asked);
    const tried = batchOf(generated);
    const claims = claimsText({ claims: tried.claims, reads: reads.slice(0, 1) }) ?? '{}';
    const expectedRevisions = tried.streams.map((stream) => flights.revision(stream) ?? -1);
    const [row] = await this.#rows<Answers>(
      `select array(${ROWS}) as rows,
        (select position::int from claim.clock) as position,
        (select extract(epoch from nullif(recorded_at, '-infinity'))::float * 1000 from claim.clock) as last,
        (select json_agg(json_build_object('pending', claim.reads_pending(jsonb_build_array(r)),
           'moved', claim.moved(jsonb_build_array(r), false, '{}', null) is not null,
           'overtaken', claim.moved(jsonb_build_array(r), false, $2, $5) is not null, 'commands',
           array(select json_build_array(command_id, age_ms) from claim.pending_commands('{}', jsonb_build_array(r)))))
         from jsonb_array_elements($1::jsonb) r) as reads,
        array(select command_id::text from claim.pending_commands($2, '[]')) as holding,
        (select to_json(t) from claim.tried($2, $3, $4, false) t) as tried,
        (select to_json(t) from claim.tried('{}', '{}', $4, true) t) as in_log,
        array(select claim.revision(stream, false) from unnest($2::text[]) stream) as revisions`,
      ...[JSON.stringify(reads), tried.streams, expectedRevisions, claims],
      firstDayOf(tried.claims),
    );
    if (!row) throw new Error('no answer');
    expect(row.rows.toSorted()).toEqual(flights.rows());
    expect(row.last).toBe(Number.isFinite(flights.lastTime) ? flights.lastTime : null);
    expect(row.position).toBe(Math.max(0, this.#position));
    for (const [place, one] of reads.entries()) this.#compareRead(one, row.reads[place], tried);
    const holding = flights.holding(tried.streams).filter(({ isStuck }) => !isStuck);
    expect(row.holding.toSorted()).toEqual(holding.map(({ command }) => command).toSorted());
    expect(row.revisions).toEqual(tried.streams.map((stream) => flights.revision(stream) ?? null));
    const whole = { ...tried, command: '' };
    expect(comparableOf(row.tried)).toMatchObject(
      this.#refused(whole, reads.slice(0, 1), true) ?? { outcome: 'accepted', detail: null },
    );
    if (reads[0]?.of !== 'stream') {
      expect(comparableOf(row.in_log)).toMatchObject(
        this.#refused(whole, reads.slice(0, 1), false) ?? { outcome: 'accepted', detail: null },
      );
    }
  }

  /** `earlier` is a batch of the same call, before the one that read. */
  #compareRead(
    one: DecisionRead,
    answer: Answers['reads'][number] | undefined,
    earlier: Pick<Batch, 'streams' | 'claims'>,
  ): void {
    const changing = this.#flights.changing(one);
    const moved = this.#flights.hasMoved(one);
    const { pending, overtaken } = answer ?? {};
    const expectedAnswer = { pending: changing.length > 0, moved, overtaken: moved || isOvertaken(one, earlier) };
    expect([one, { pending, moved: answer?.moved, overtaken }]).toEqual([one, expectedAnswer]);
    const commands = (answer?.commands ?? []).map(([command, ms]) => [command, ageOf(ms)]);
    const expected = changing
      .filter(({ isStuck }) => !isStuck)
      .map(({ command, age: own }) => [command, OLDEST.test(own) ? 'oldest' : own]);
    expect([one, commands.sort()]).toEqual([one, expected.sort()]);
  }

  #reads(asked: readonly Read[]): readonly DecisionRead[] {
    const book = this.#flights.book();
    return asked.map(({ of, key, prefix, stream, kind, to, isMoved }): DecisionRead => {
      const position = String(isMoved ? Math.max(0, this.#position - 15) : this.#position);
      const off = isMoved ? 1 : 0;
      if (of === 'level') return { of, key, total: isMoved ? '99' : book.total(key) };
      if (of === 'levels') return { of, prefix, digest: digestOf(isMoved ? [] : book.totals(prefix)) };
      if (of === 'stream') return { of, stream, revision: (this.#flights.revision(stream) ?? 7) + off };
      if (of === 'records') return { of, prefix, count: book.records(prefix).length + off };
      return of === 'kind' ? { of, prefix: kind, position } : { of, to, position };
    });
  }
}

interface Answers {
  readonly rows: readonly string[];
  readonly last: number | null;
  readonly position: number;
  readonly reads: readonly {
    readonly pending: boolean;
    readonly moved: boolean;
    readonly overtaken: boolean;
    readonly commands: readonly (readonly [command: string, ms: number])[];
  }[];
  readonly holding: readonly string[];
  readonly revisions: readonly (number | null)[];
  readonly tried: { readonly outcome: string; readonly detail: unknown };
  readonly in_log: { readonly outcome: string; readonly detail: unknown };
}

const OLDEST = /ancient|future/;
const ageOf = (ms: number): string => (ms === OLDEST_MS ? 'oldest' : ms >= 5_000 && ms < 600_000 ? 'old' : 'new');

function isOvertaken(read: DecisionRead, { streams, claims }: Pick<Batch, 'streams' | 'claims'>): boolean {
  if (read.of === 'stream') return streams.includes(read.stream);
  if (read.of === 'kind') return streams.some((stream) => stream.startsWith(read.prefix));
  return read.of === 'books' && (firstDayOf(claims) ?? '9999') <= read.to;
}

function mostly(value: boolean): fc.Arbitrary<boolean> {
  return fc.constantFrom(value, value, value, !value);
}

/** Goods are moved and counted together with their stock. */
function withStock(claims: readonly Claim[]): readonly Claim[] {
  const keys = new Set(claims.flatMap((claim) => ('key' in claim ? [claim.key] : [])));
  return claims.flatMap((claim) => {
    const stock = claim.kind === 'level' || claim.kind === 'count' ? stockOfBatch(claim.key) : undefined;
    if (stock === undefined || keys.has(stock)) return [claim];
    keys.add(stock);
    return [{ ...claim, key: stock } as Claim, claim];
  });
}

/** No command changes periods and takes a number, or removes the period that it opens. */
function isOfCommands(claims: readonly Claim[]): boolean {
  const changes = claims.filter((claim) => claim.kind === 'period_change');
  return (
    (changes.length === 0 || claims.every(({ kind }) => kind !== 'number')) &&
    new Set(changes.map(({ from, to }) => `${from} ${to}`)).size === changes.length
  );
}

/** The owner of a value and a record are streams, and whoever changes them writes to these. */
function batchOf({ claims, sale, digest }: Generated): Omit<Batch, 'command'> {
  const streams = claims.flatMap((claim) =>
    claim.kind === 'unique' ? [`owner-${claim.owner}`] : claim.kind === 'record' ? [`record-${claim.record}`] : [],
  );
  return { claims, digest, streams: [...new Set([...streams, ...(sale === undefined ? [] : [sale])])] };
}

const netsOf = (rows: readonly (readonly [key: string, day: string, net: string])[]): Map<string, number> =>
  new Map(rows.map(([key, day, net]) => [`${key} ${day}`, Number(net)]));

const answerOf = ({ position, revisions, numbers, at }: Settled): object => ({
  ...{ position: String(position), revisions, numbers, recorded_at: new Date(at).toISOString() },
});

/** A read is recognised by what it names. */
function nameOf(one: object): object {
  const names = Object.entries(one).filter(([field]) => ['of', 'key', 'prefix', 'stream', 'to'].includes(field));
  return Object.fromEntries(names);
}

/** Refusals in the order of their claims, with the index in place of the field. */
function comparable(detail: unknown, outcome: unknown): unknown {
  if (outcome !== 'refused' || !Array.isArray(detail)) return detail;
  return (detail as readonly { i: number; field: string }[])
    .toSorted((a, b) => a.i - b.i)
    .map(({ field: _field, ...refusal }) => refusal);
}

const comparableOf = ({ outcome, detail }: { readonly outcome: string; readonly detail: unknown }) => ({
  outcome,
  detail: comparable(detail, outcome),
});
