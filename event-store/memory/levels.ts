/**
 * Levels in memory, by the rules and with the rows of the SQL functions `claim.changes`, `claim.level_refusals` and
 * `claim.write_levels`, so that they can be written to its tables at any time.
 */
import type { CountClaim, LevelClaim } from '../../domain/deciding/claim.ts';
import { countedBeside, stockOfBatch, undeliveredKey } from '../../domain/deciding/level-marks.ts';
import { parseFixed, printFixed } from '../../domain/values/fixed-point.ts';
import type { LevelChangeOfDay, LevelTotal, LevelWith } from '../port.ts';
import { ChangedKeys } from './changed-keys.ts';
import { type ChangeOfLevel, type LevelRefusal, refusedChanges } from './level-limits.ts';
import type { LevelRows } from './rows.ts';
import { SortedKeys } from './sorted-keys.ts';

/** More digits than any Money, Quantity or Rate has. */
const SCALE = 15;

type Change = LevelClaim | CountClaim;

/** One key. It has a row of its own from its first change on; before, it may only have been counted. */
interface Level {
  total: bigint;
  /** The last day that was changed; empty while it has no row. */
  lastDay: string;
  readonly days: Map<string, bigint>;
  readonly moments: Map<string, bigint>;
  readonly counted: Map<string, bigint>;
}

export class LevelBook {
  readonly #levels = new Map<string, Level>();
  readonly #keys = new SortedKeys();
  readonly #changed = new ChangedKeys();

  /** Replaces nothing: called once, before any other call. */
  load({ levels, days, moments, counts }: LevelRows): void {
    for (const [key, total, lastDay] of levels) {
      this.#keys.add(key);
      Object.assign(this.#at(key), { total: amount(total), lastDay });
    }
    for (const [key, day, net] of days) this.#at(key).days.set(day, amount(net));
    for (const [key, at, net] of moments) this.#at(key).moments.set(at, amount(net));
    for (const [key, at, real] of counts) this.#at(key).counted.set(at, amount(real));
  }

  /** The rows that changed since the last call. Rows of counts may also be removed. */
  takeChanged(): LevelRows & { readonly uncounted: readonly (readonly [key: string, at: string])[] } {
    const changed = this.#changed.take();
    const text = (value: bigint | undefined) => printFixed(value ?? 0n, SCALE);
    const counts = changed.counts.map((of) => [...of, this.#levels.get(of[0])?.counted.get(of[1])] as const);
    return {
      levels: changed.levels.map((key) => {
        const { total, lastDay } = this.#at(key);
        return [key, text(total), lastDay];
      }),
      days: changed.days.map(([key, day]) => [key, day, text(this.#at(key).days.get(day))]),
      moments: changed.moments.map(([key, at]) => [key, at, text(this.#at(key).moments.get(at))]),
      counts: counts.flatMap(([key, at, real]) => (real === undefined ? [] : [[key, at, text(real)] as const])),
      uncounted: counts.flatMap(([key, at, real]) => (real === undefined ? [[key, at] as const] : [])),
    };
  }

  keep(claims: readonly Change[]): void {
    if (claims.length === 0) return;
    for (const [key, own] of Map.groupBy(this.#changesOf(claims), (change) => change.key)) this.#write(key, own);
    for (const claim of claims) if (claim.kind === 'count') this.#count(claim);
  }

  total(key: string): string {
    return printFixed(this.#levels.get(key)?.total ?? 0n, SCALE);
  }

  totals(prefix: string, limit?: number): LevelTotal[] {
    return this.#keys
      .startingWith(prefix)
      .map((key) => ({ key, sum: this.#at(key).total }))
      .filter(({ sum }) => sum !== 0n)
      .sort(inByteOrder)
      .slice(0, limit)
      .map(({ key, sum }) => ({ key, total: printFixed(sum, SCALE) }));
  }

  /** For each changed key, in order: its total without and with the claims. */
  totalsWith(claims: readonly Change[]): LevelWith[] {
    return [...Map.groupBy(this.#changesOf(claims), ({ key }) => key)].map(([key, own]) => {
      const before = this.#levels.get(key)?.total ?? 0n;
      const after = own.reduce((sum, { delta }) => sum + delta, before);
      return { key, before: printFixed(before, SCALE), after: printFixed(after, SCALE) };
    });
  }

  /** True when a day in this range changes some level. */
  changedWithin(from: string, to: string): boolean {
    return [...this.#levels.values()].some(({ days }) =>
      [...days].some(([day, net]) => from <= day && day <= to && net !== 0n),
    );
  }

  before(key: string, at: string): string {
    return printFixed(this.#before(key, at), SCALE);
  }

  changesAfter(prefix: string, moment: string): LevelChangeOfDay[] {
    const first = dayOf(moment);
    return this.#keys
      .startingWith(prefix)
      .map((key) => ({ key }))
      .sort(inByteOrder)
      .flatMap(({ key }) => {
        const { days, moments } = this.#at(key);
        const rest = sumOf(moments, (at) => dayOf(at) === first && at > moment);
        const later = [...days].filter(([day]) => day > first).sort(([a], [b]) => (a < b ? -1 : 1));
        return [[first, rest] as const, ...later].map(([day, net]) => ({ key, day, net }));
      })
      .filter(({ net }) => net !== 0n)
      .map((change) => ({ ...change, net: printFixed(change.net, SCALE) }));
  }

  /** By claim: the worst of its refusals. */
  refusals(claims: readonly Change[]): ReadonlyMap<Change, LevelRefusal> {
    if (claims.length === 0) return new Map();
    const refused = new Map(refusedChanges(this.#changesOf(claims), (key) => this.#levels.get(key)));
    for (const claim of claims) {
      if (claim.kind !== 'count' || claim.real === null || !this.#isCounted(claim)) continue;
      const params = { key: claim.key, day: dayOf(claim.at) };
      refused.set(claim, { message: 'counted_already', params });
    }
    return refused;
  }

  #at(key: string): Level {
    const known = this.#levels.get(key);
    if (known) return known;
    const fresh = { total: 0n, lastDay: '', days: new Map(), moments: new Map(), counted: new Map() };
    this.#levels.set(key, fresh);
    return fresh;
  }

  #isCounted({ key, at }: CountClaim): boolean {
    return this.#levels.get(key)?.counted.has(at) === true;
  }

  /**
   * The claims as plain changes: their own, the differences of counts, and their effect on the next count after each.
   * A count of stock also counts its batches of goods: one that the count does not name has the quantity zero.
   */
  #changesOf(claims: readonly Change[]): ChangeOfLevel[] {
    const counts = claims
      .filter((claim) => claim.kind === 'count')
      .filter((claim) => claim.real === null || !this.#isCounted(claim));
    const own = [
      ...claims.flatMap((claim) => (claim.kind === 'level' ? [levelChange(claim)] : [])),
      ...counts.flatMap((claim) => [claim, ...this.#batchesOf(claim, counts)]).map((claim) => this.#difference(claim)),
    ];
    return own.flatMap((change) => {
      const next = this.#nextCount(change);
      if (next === undefined) return [change];
      const { claim, delta } = change;
      const key = countedBeside(change.key) ?? change.key;
      return [change, { claim, key, day: dayOf(next), at: next, isKept: true, delta: -delta }];
    });
  }

  #batchesOf(claim: CountClaim, counts: readonly CountClaim[]): readonly Counting[] {
    if (!claim.key.startsWith('stock:')) return [];
    const named = new Set(counts.flatMap(({ key, at }) => (at === claim.at ? [key] : [])));
    const batches = this.#keys.startingWith(`batch${claim.key.slice('stock'.length)}:`);
    const real = claim.real === null ? null : '0';
    return batches.filter((key) => !named.has(key)).map((key) => ({ ...claim, key, real, of: claim }));
  }

  #difference(counting: Counting): ChangeOfLevel {
    const { key, at, real, floor, of: claim = counting } = counting;
    const delta =
      real === null
        ? -(this.#levels.get(key)?.moments.get(at) ?? 0n)
        : amount(real) - this.#before(key, at) - this.#before(undeliveredKey(key), at);
    return {
      claim,
      key,
      day: dayOf(at),
      at,
      isKept: true,
      delta,
      ...(floor === undefined ? {} : { floor: amount(floor) }),
    };
  }

  /** The moment of the next count after a change. */
  #nextCount({ key, at }: ChangeOfLevel): string | undefined {
    const own = countedBeside(key) ?? key;
    const counted = this.#levels.get(stockOfBatch(own) ?? own)?.counted;
    if (!counted || counted.size === 0) return undefined;
    let next: string | undefined;
    for (const moment of counted.keys()) if (moment > at && (next === undefined || moment < next)) next = moment;
    return next;
  }

  /** The level just before a moment. */
  #before(key: string, at: string): bigint {
    const level = this.#levels.get(key);
    if (!level) return 0n;
    const day = dayOf(at);
    const later = level.lastDay > day ? sumOf(level.days, (other) => other > day) : 0n;
    return level.total - later - sumOf(level.moments, (moment) => moment >= at && dayOf(moment) === day);
  }

  /** Changes that cancel each other out at a moment, or on a day, change no row of it. */
  #write(key: string, own: readonly ChangeOfLevel[]): void {
    const level = this.#at(key);
    const days = new Map<string, bigint>();
    for (const [at, net] of netsOf(own, ({ at, day, isKept }) => (isKept ? at : day))) {
      if (net === 0n) continue;
      const day = dayOf(at);
      if (level.lastDay === '') this.#keys.add(key);
      if (day > level.lastDay) level.lastDay = day;
      level.total += net;
      this.#changed.level(key);
      days.set(day, (days.get(day) ?? 0n) + net);
      if (at === day) continue;
      level.moments.set(at, (level.moments.get(at) ?? 0n) + net);
      this.#changed.moment(key, at);
    }
    for (const [day, net] of days) {
      if (net === 0n) continue;
      level.days.set(day, (level.days.get(day) ?? 0n) + net);
      this.#changed.day(key, day);
    }
  }

  #count({ key, at, real }: CountClaim): void {
    const { counted } = this.#at(key);
    if (real === null) counted.delete(at);
    else counted.set(at, amount(real));
    this.#changed.count(key, at);
  }
}

/** A count, or a batch of goods that it counts. */
type Counting = CountClaim & { readonly of?: CountClaim };

const dayOf = (moment: string): string => moment.slice(0, 10);

function levelChange(claim: LevelClaim): ChangeOfLevel {
  const { key, day, at = day, delta, floor, ceiling } = claim;
  return {
    claim,
    key,
    day,
    at,
    isKept: claim.at !== undefined,
    delta: amount(delta),
    ...(floor === undefined ? {} : { floor: amount(floor) }),
    ...(ceiling === undefined ? {} : { ceiling: amount(ceiling) }),
  };
}

const inByteOrder = (a: { readonly key: string }, b: { readonly key: string }): number =>
  Buffer.compare(Buffer.from(a.key), Buffer.from(b.key));

function netsOf(own: readonly ChangeOfLevel[], momentOf: (change: ChangeOfLevel) => string): Map<string, bigint> {
  const nets = new Map<string, bigint>();
  for (const change of own) {
    const at = momentOf(change);
    nets.set(at, (nets.get(at) ?? 0n) + change.delta);
  }
  return nets;
}

function sumOf(all: ReadonlyMap<string, bigint>, counts: (at: string) => boolean): bigint {
  let sum = 0n;
  for (const [at, net] of all) if (counts(at)) sum += net;
  return sum;
}

function amount(text: string): bigint {
  const value = parseFixed(text, SCALE);
  if (value === undefined) throw new TypeError(`${text} is not a decimal`);
  return value;
}
