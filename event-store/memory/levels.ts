/** Levels in memory: entries and counts by moment. Differences of counts are calculated on every read. */
import type { CountClaim, LevelClaim } from '../../domain/kernel/claim.ts';
import { parseFixed, printFixed } from '../../domain/kernel/fixed-point.ts';
import { stockOfBatch } from '../../domain/kernel/level-marks.ts';
import type { LevelChangeOfDay, LevelTotal, LevelWith } from '../port.ts';

/** More digits than any Money, Quantity or Rate has. */
const SCALE = 15;

export interface Verdict {
  readonly message: string;
  readonly params: Record<string, string>;
}

/** One key: net changes by moment (`2026-03-10`, or with a time), and counted quantities by moment. */
interface Level {
  readonly entered: ReadonlyMap<string, bigint>;
  readonly counted: ReadonlyMap<string, bigint>;
}

type Change = LevelClaim | CountClaim;

const NOTHING: Level = { entered: new Map(), counted: new Map() };

export class LevelBook {
  readonly #levels = new Map<string, Level>();

  keep(claims: readonly Change[]): void {
    for (const claim of claims) {
      this.#levels.set(claim.key, after(this.#levels.get(claim.key) ?? NOTHING, [claim]));
    }
  }

  totals(prefix: string, limit?: number): LevelTotal[] {
    return [...this.#levels]
      .filter(([key]) => key.startsWith(prefix))
      .map(([key]) => ({ key, sum: sumTo(nets(this.#of(key)), END) }))
      .filter(({ sum }) => sum !== 0n)
      .sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)))
      .slice(0, limit)
      .map(({ key, sum }) => ({ key, total: printFixed(sum, SCALE) }));
  }

  /** For each changed key, in order: its total without and with the claims. */
  totalsWith(claims: readonly Change[]): LevelWith[] {
    return [...Map.groupBy(claims, ({ key }) => key)].map(([key, own]) => {
      const total = (level: Level) => printFixed(sumTo(nets(level), END), SCALE);
      return { key, before: total(this.#of(key)), after: total(after(this.#of(key), own)) };
    });
  }

  /** True when a day in this range changes some level. */
  changedWithin(from: string, to: string): boolean {
    return [...this.#levels.values()].some((level) => {
      const days = Map.groupBy(nets(level), ([at]) => dayOf(at));
      return [...days].some(
        ([day, of]) => from <= day && day <= to && of.reduce((sum, [, net]) => sum + net, 0n) !== 0n,
      );
    });
  }

  before(key: string, at: string): string {
    return printFixed(sumBefore(nets(this.#of(key)), at), SCALE);
  }

  changesAfter(prefix: string, moment: string): LevelChangeOfDay[] {
    return [...this.#levels.keys()]
      .filter((key) => key.startsWith(prefix))
      .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      .flatMap((key) => {
        const later = [...nets(this.#of(key))].filter(([at]) => at > moment);
        return [...Map.groupBy(later, ([at]) => dayOf(at))].map(([day, ofDay]) => {
          return { key, day, net: ofDay.reduce((sum, [, net]) => sum + net, 0n) };
        });
      })
      .filter(({ net }) => net !== 0n)
      .map((change) => ({ ...change, net: printFixed(change.net, SCALE) }));
  }

  /** `batch` contains all claims on levels and counts of the append. */
  judge(claim: Change, batch: readonly Change[]): Verdict | undefined {
    const kept = this.#of(claim.key);
    if (claim.kind === 'count' && claim.real !== null && kept.counted.has(claim.at)) {
      return { message: 'counted_already', params: { key: claim.key, day: dayOf(claim.at) } };
    }
    const delta = deltaOf(claim, kept);
    const limit = delta < 0n ? claim.floor : claim.kind === 'level' ? claim.ceiling : undefined;
    if (delta === 0n || limit === undefined || limit === null) return undefined;
    const own = batch.filter(({ key }) => key === claim.key);
    const [then, now] = [nets(kept), nets(after(kept, own))];
    const days = new Set([...then.keys(), ...now.keys(), ...own.map(momentOf)].map(dayOf));
    const from = dayOf(momentOf(claim));
    const broken = [...days]
      .filter((day) => day >= from)
      .map((day) => {
        const level = sumTo(then, day);
        const change = sumTo(now, day) - level;
        const available = delta < 0n ? level - amount(limit) : amount(limit) - level;
        return { day, available, needed: delta < 0n ? -change : change };
      })
      .filter(({ available, needed }) => needed > 0n && available < needed)
      .sort((a, b) => Number(a.available - a.needed - (b.available - b.needed)) || (a.day < b.day ? -1 : 1));
    const worst = broken[0];
    if (!worst) return undefined;
    const [available, needed] = [printFixed(worst.available, SCALE), printFixed(worst.needed, SCALE)];
    return { message: claim.message, params: { key: claim.key, day: worst.day, available, needed } };
  }

  /** A batch of goods counts as zero at a moment when its stock was counted without it. */
  #of(key: string): Level {
    const own = this.#levels.get(key) ?? NOTHING;
    const stock = this.#levels.get(stockOfBatch(key) ?? '');
    if (!stock || stock.counted.size === 0) return own;
    const without = [...stock.counted.keys()].map((at) => [at, 0n] as const);
    return { ...own, counted: new Map([...without, ...own.counted]) };
  }
}

const END = '9999';
const dayOf = (moment: string): string => moment.slice(0, 10);
const momentOf = (claim: Change): string => (claim.kind === 'count' ? claim.at : (claim.at ?? claim.day));

function after({ entered, counted }: Level, claims: readonly Change[]): Level {
  const [changes, counts] = [new Map(entered), new Map(counted)];
  for (const claim of claims) {
    const at = momentOf(claim);
    if (claim.kind === 'level') changes.set(at, (changes.get(at) ?? 0n) + amount(claim.delta));
    else if (claim.real === null) counts.delete(at);
    else counts.set(at, amount(claim.real));
  }
  return { entered: changes, counted: counts };
}

/** All changes by moment, including those of counts, in order. */
function nets({ entered, counted }: Level): Map<string, bigint> {
  let level = 0n;
  const all = new Map<string, bigint>();
  for (const at of [...new Set([...entered.keys(), ...counted.keys()])].sort()) {
    const real = counted.get(at);
    const before = level;
    level = real ?? level + (entered.get(at) ?? 0n);
    all.set(at, level - before);
  }
  return all;
}

/** Changes up to the end of a day. */
const sumTo = (all: ReadonlyMap<string, bigint>, day: string): bigint => sumOf(all, (at) => dayOf(at) <= day);
const sumBefore = (all: ReadonlyMap<string, bigint>, moment: string): bigint => sumOf(all, (at) => at < moment);

function sumOf(all: ReadonlyMap<string, bigint>, counts: (at: string) => boolean): bigint {
  let sum = 0n;
  for (const [at, net] of all) if (counts(at)) sum += net;
  return sum;
}

function deltaOf(claim: Change, kept: Level): bigint {
  if (claim.kind === 'level') return amount(claim.delta);
  const all = nets(kept);
  return claim.real === null ? -(all.get(claim.at) ?? 0n) : amount(claim.real) - sumBefore(all, claim.at);
}

function amount(text: string): bigint {
  const value = parseFixed(text, SCALE);
  if (value === undefined) throw new TypeError(`${text} is not a decimal`);
  return value;
}
