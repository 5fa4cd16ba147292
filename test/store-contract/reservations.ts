/**
 * What must hold of batches that are reserved beside KurrentDB, stated on the claims in memory: a reservation counts at
 * once for what it takes, a settlement adds what it gives, and one that is given up was never there.
 */

import type { Claim, NumberClaim } from '../../domain/deciding/claim.ts';
import { countedBeside, stockOfBatch, undeliveredKey } from '../../domain/deciding/level-marks.ts';
import { seriesInYear } from '../../domain/values/number-series.ts';
import { type DecisionRead, digestOf, firstDayOf } from '../../event-store/decision-read.ts';
import { ClaimBook } from '../../event-store/memory/claims.ts';
import type { ClaimRows } from '../../event-store/memory/rows.ts';

/** The stock whose counts apply to a level. */
function countedWith(key: string): string {
  const own = countedBeside(key) ?? key;
  return stockOfBatch(own) ?? own;
}

export interface Batch {
  readonly command: string;
  readonly digest: string | null;
  readonly streams: readonly string[];
  readonly claims: readonly Claim[];
}

/** A row of claim.pending_level. */
export interface Pending {
  readonly key: string;
  readonly day: string;
  readonly delta: string;
  readonly is_count: boolean;
}

export type Age = 'new' | 'old' | 'ancient' | 'of the future';

export interface InFlight extends Batch {
  readonly attempt: string;
  readonly numbers: readonly string[];
  readonly given: readonly (readonly [series: string, value: number])[];
  readonly pending: readonly Pending[];
  readonly at: number;
  readonly age: Age;
  readonly isStuck: boolean;
}

export interface Settled extends Batch {
  readonly position: number;
  readonly revisions: readonly number[];
  readonly numbers: readonly string[];
  readonly at: number;
}

/** What a batch takes from others, already when it is reserved. */
const isReserved = (claim: Claim): boolean =>
  (claim.kind === 'unique' && claim.action === 'take') ||
  (claim.kind === 'record' && claim.action === 'retire') ||
  (claim.kind === 'period_change' && claim.status !== 'open') ||
  isUse(claim);

/** What others may depend on before the outcome is known: it remains when the batch is given up. */
const isUse = ({ kind }: Claim): boolean => kind === 'use' || kind === 'period' || kind === 'number';

export class Flights {
  /** In their order: of each batch what was reserved, and all of it when it was settled. */
  #kept: { readonly command: string; readonly claims: readonly Claim[] }[] = [];
  #series = new Map<string, number>();
  readonly #freed = new Map<string, Set<number>>();
  readonly #revisions = new Map<string, number>();
  readonly inFlight = new Map<string, InFlight>();
  readonly settled = new Map<string, Settled>();
  /** The latest time that was given. */
  lastTime = Number.NEGATIVE_INFINITY;

  book(): ClaimBook {
    const book = new ClaimBook();
    for (const { claims } of this.#kept) book.keep(claims);
    return book;
  }

  /** With the changes of levels that are in flight and go in one direction. */
  #bookWith(counts: (delta: number) => boolean): ClaimBook {
    const { levels, days, ...rows } = this.book().takeChanged();
    const totals = new Map(levels.map(([key, total, last]) => [key, { total: Number(total), last }]));
    const nets = new Map(days.map(([key, day, net]) => [`${key} ${day}`, { key, day, net: Number(net) }]));
    for (const { key, day, delta } of this.#pending()) {
      if (!counts(Number(delta))) continue;
      const { total, last } = totals.get(key) ?? { total: 0, last: '' };
      totals.set(key, { total: total + Number(delta), last: last > day ? last : day });
      const { net } = nets.get(`${key} ${day}`) ?? { net: 0 };
      nets.set(`${key} ${day}`, { key, day, net: net + Number(delta) });
    }
    const book = new ClaimBook();
    const loaded: ClaimRows = {
      ...rows,
      levels: [...totals].map(([key, { total, last }]) => [key, tenths(total), last] as const),
      days: [...nets.values()].map(({ key, day, net }) => [key, day, tenths(net)] as const),
    };
    book.load(loaded);
    return book;
  }

  #pending(): readonly Pending[] {
    return [...this.inFlight.values()].flatMap(({ pending }) => pending);
  }

  /** Refusals of a batch that is sent now: changes in flight count where they make it worse. */
  refusals(claims: readonly Claim[], isPendingCounted: boolean): readonly unknown[] {
    if (!isPendingCounted) return claims.flatMap((_, i) => this.#refusalOf(this.book(), claims, i));
    const [low, high] = [this.#bookWith((delta) => delta < 0), this.#bookWith((delta) => delta > 0)];
    return claims.flatMap((claim, i) =>
      this.#refusalOf(claim.kind === 'level' && Number(claim.delta) > 0 ? high : low, claims, i),
    );
  }

  /** `refusals` of the book has no index: the claim is named by a field of its own. */
  #refusalOf(book: ClaimBook, claims: readonly Claim[], i: number): readonly unknown[] {
    const named = claims.map((claim, place) => ('field' in claim ? { ...claim, field: `${place}` } : claim));
    return book.refusals(named).flatMap(({ field, ...refusal }) => (field === `${i}` ? [{ i, ...refusal }] : []));
  }

  /** The batches in flight that hold a stream. */
  holding(streams: readonly string[]): readonly InFlight[] {
    return [...this.inFlight.values()].filter((one) => one.streams.some((stream) => streams.includes(stream)));
  }

  /** The batches in flight that may change a read. */
  changing(read: DecisionRead): readonly InFlight[] {
    return [...this.inFlight.values()].filter(({ streams, claims, pending }) => {
      switch (read.of) {
        case 'level':
          return pending.some(({ key }) => key === read.key);
        case 'levels':
          return pending.some(({ key }) => key.startsWith(read.prefix));
        case 'stream':
          return streams.includes(read.stream);
        case 'kind':
          return streams.some((stream) => stream.startsWith(read.prefix));
        case 'records':
          return claims.some((claim) => claim.kind === 'record' && claim.record.startsWith(read.prefix));
        case 'books':
          return pending.some(({ day }) => day <= read.to) || daysOf(claims).some((day) => day <= read.to);
      }
      return false;
    });
  }

  hasMoved(read: DecisionRead): boolean {
    const book = this.book();
    const after = (position: string) => [...this.settled.values()].filter((one) => one.position > Number(position));
    switch (read.of) {
      case 'level':
        return book.total(read.key) !== read.total;
      case 'levels':
        return digestOf(book.totals(read.prefix)) !== read.digest;
      case 'stream':
        return (this.#revisions.get(read.stream) ?? read.revision) !== read.revision;
      case 'records':
        return book.records(read.prefix).length !== read.count;
      case 'kind':
        return after(read.position).some(({ streams }) => streams.some((stream) => stream.startsWith(read.prefix)));
      case 'books':
        return after(read.position).some(({ claims }) => (firstDayOf(claims) ?? '9999') <= read.to);
    }
  }

  /** Whether the outcome of another batch must be known first. */
  isBusy({ streams, claims }: Pick<Batch, 'streams' | 'claims'>, reads: readonly DecisionRead[]): boolean {
    if (this.holding(streams).length > 0) return true;
    if (reads.some((read) => this.changing(read).length > 0)) return true;
    const keys = (kind: 'level' | 'count') => claims.flatMap((claim) => (claim.kind === kind ? [claim.key] : []));
    const [levels, counts, changes, days] = [keys('level'), keys('count'), changesOf(claims), daysOf(claims)];
    return [...this.inFlight.values()].some(
      (other) =>
        other.pending.some(
          ({ key, is_count }) =>
            counts.some((counted) => key === counted || key === undeliveredKey(counted)) ||
            (is_count && levels.some((changed) => key === changed || key === countedWith(changed))),
        ) ||
        (changes.length > 0 && changesOf(other.claims).length > 0) ||
        changes.some(({ from, to }) => daysOf(other.claims).some((day) => from <= day && day <= to)) ||
        changesOf(other.claims).some(({ from, to }) => days.some((day) => from <= day && day <= to)),
    );
  }

  /** The time of what is in flight; undefined without it. */
  timeInFlight(): number | undefined {
    const times = [...this.inFlight.values()].flatMap(({ isStuck, at }) => (isStuck ? [] : [at]));
    return times.length === 0 ? undefined : Math.max(...times);
  }

  nextTime(now: number): number {
    this.lastTime = Math.max(this.lastTime, this.timeInFlight() ?? now);
    return this.lastTime;
  }

  /** Returns the numbers that it is given. */
  reserve(batch: Batch, now: number, age: Age): Pick<InFlight, 'numbers' | 'at'> {
    this.#kept.push({ command: batch.command, claims: batch.claims.filter(isReserved) });
    const given = numbersOf(batch.claims).map((claim) => this.#number(claim));
    const numbers = numbersOf(batch.claims).map(
      ({ prefix, width }, place) => prefix + String(given[place]?.[1]).padStart(width, '0'),
    );
    const at = this.nextTime(now);
    this.inFlight.set(batch.command, { ...batch, given, numbers, at, age, attempt: '', pending: [], isStuck: false });
    return { numbers, at };
  }

  #number({ series, day }: NumberClaim): readonly [series: string, value: number] {
    const inYear = seriesInYear(series, day, this.book().periods());
    const freed = this.#freed.get(inYear) ?? new Set();
    const lowest = Math.min(...freed);
    if (freed.delete(lowest)) return [inYear, lowest];
    const next = (this.#series.get(inYear) ?? 0) + 1;
    this.#series.set(inYear, next);
    return [inYear, next];
  }

  update(command: string, more: Partial<InFlight>): void {
    const known = this.inFlight.get(command);
    if (known) this.inFlight.set(command, { ...known, ...more });
  }

  settle(flight: InFlight, position: number): Settled {
    const revisions = flight.streams.map((stream) => this.nextRevision(stream));
    for (const [place, stream] of flight.streams.entries()) this.#revisions.set(stream, revisions[place] ?? 0);
    this.inFlight.delete(flight.command);
    const { command, digest, streams, claims, numbers, at } = flight;
    this.#kept.push({ command, claims: claims.filter(({ kind }) => kind !== 'number') });
    const settled = { command, digest, streams, claims, numbers, at, revisions, position };
    this.settled.set(command, settled);
    return settled;
  }

  giveUp({ command, given }: InFlight): void {
    this.inFlight.delete(command);
    this.#kept = this.#kept.map((one) =>
      one.command === command ? { command, claims: one.claims.filter(isUse) } : one,
    );
    for (const [series, value] of given) {
      this.#freed.set(series, (this.#freed.get(series) ?? new Set()).add(value));
    }
  }

  revision = (stream: string): number | undefined => this.#revisions.get(stream);
  nextRevision = (stream: string): number => (this.#revisions.get(stream) ?? -1) + 1;

  /** The rows of the tables of the claims, as sorted texts. */
  rows(): readonly string[] {
    const { levels, days, moments, counts, taken, records, periods } = this.book().takeChanged();
    const numbers = [...this.#series].map((row) => ['series', ...row]);
    const freed = [...this.#freed].flatMap(([series, values]) => [...values].map((value) => ['freed', series, value]));
    return [
      ...[...numbers, ...freed],
      ...[...levels.map((row) => ['level', ...row]), ...days.map((row) => ['day', ...row])],
      ...[...moments.map((row) => ['moment', ...row]), ...counts.map((row) => ['count', ...row])],
      ...[...taken.map((row) => ['taken', ...row]), ...records.map((row) => ['record', ...row])],
      ...periods.map(({ from, to, status, used }) => ['period', from, to, status, used]),
      ...[...this.#revisions].map((row) => ['stream', ...row]),
      ...[...this.inFlight.values()].flatMap(({ streams, command, claims }) => [
        ...streams.map((stream) => ['held', stream, command]),
        ...daysOf(claims).map((day) => ['pending day', command, day]),
      ]),
    ]
      .map((row) => row.join(' '))
      .sort();
  }
}

const numbersOf = (claims: readonly Claim[]) => claims.filter((claim) => claim.kind === 'number');
const changesOf = (claims: readonly Claim[]) => claims.filter((claim) => claim.kind === 'period_change');
export const daysOf = (claims: readonly Claim[]): readonly string[] =>
  claims.flatMap((claim) => (claim.kind === 'period' || claim.kind === 'number' ? [claim.day] : []));

/** The generated amounts have one decimal. */
const tenths = (amount: number): string => amount.toFixed(1);

/** The same rows from the tables. */
export const ROWS = `
  select concat_ws(' ', 'series', series, last) as row from claim.series
  union all select concat_ws(' ', 'freed', series, value) from claim.freed
  union all select concat_ws(' ', 'level', key, trim_scale(total), last_day) from claim.level
  union all select concat_ws(' ', 'day', key, day, trim_scale(net)) from claim.level_day
  union all select concat_ws(' ', 'moment', key, to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS') || case when at = date_trunc('second', at) then '' else '.5' end, trim_scale(net)) from claim.level_moment
  union all select concat_ws(' ', 'count', key, to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS') || '.5', trim_scale(real)) from claim.count
  union all select concat_ws(' ', 'taken', "set", key, owner) from claim.taken
  union all select concat_ws(' ', 'record', record, active::text, used::text) from claim.record
  union all select concat_ws(' ', 'period', from_day, to_day, status, used::text) from claim.period
  union all select concat_ws(' ', 'stream', stream, revision) from claim.stream
  union all select concat_ws(' ', 'held', stream, command_id) from claim.intent_stream
  union all select concat_ws(' ', 'pending day', command_id, day) from claim.pending_day
  union all select 'beside ' || "set" from claim.taken_beside`;
