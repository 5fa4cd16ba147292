/** Claims in memory: an implementation of migrations/functions/claim.refusals.sql and claim.apply.sql. */
import type { Claim, ClaimRefusal, NumberClaim } from '../../domain/deciding/claim.ts';
import { seriesInYear } from '../../domain/values/number-series.ts';
import type { LevelChangeOfDay, LevelTotal, LevelWith, Period } from '../port.ts';
import { LevelBook } from './levels.ts';
import { NameBook } from './names.ts';
import { PeriodBook } from './periods.ts';
import { RecordBook } from './records.ts';
import type { ChangedClaimRows, ClaimRows } from './rows.ts';

interface Verdict {
  readonly message: string;
  readonly params: Record<string, string>;
}

const only = <Kind extends Claim['kind']>(claims: readonly Claim[], kind: Kind) =>
  claims.filter((claim): claim is Extract<Claim, { kind: Kind }> => claim.kind === kind);

/** Events may contain the parameters of a refusal, as texts: they have the order in which PostgreSQL returns them. */
const inStoredOrder = (params: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)));

const levelsOf = (claims: readonly Claim[]) => [...only(claims, 'level'), ...only(claims, 'count')];

export class ClaimBook {
  readonly #names = new NameBook();
  readonly #series = new Map<string, number>();
  readonly #levels = new LevelBook();
  readonly #records = new RecordBook();
  readonly #periods = new PeriodBook();
  readonly #changedSeries = new Set<string>();

  /** Called once, before any other call. */
  load(rows: ClaimRows): void {
    this.#names.load(rows.taken);
    for (const [series, last] of rows.series) this.#series.set(series, last);
    this.#levels.load(rows);
    this.#records.load(rows.records);
    this.#periods.load(rows.periods);
  }

  /** The rows that changed since the last call. */
  takeChanged(): ChangedClaimRows {
    const series = [...this.#changedSeries].map((name) => [name, this.#series.get(name) ?? 0] as const);
    this.#changedSeries.clear();
    return {
      ...this.#levels.takeChanged(),
      ...this.#names.takeChanged(),
      series,
      records: this.#records.takeChanged(),
      periods: this.#periods.rows(),
    };
  }

  /** All refusals of the batch, in the order of its claims. */
  refusals(claims: readonly Claim[]): ClaimRefusal[] {
    const levels = this.#levels.refusals(levelsOf(claims));
    return claims.flatMap((claim) => {
      const isOfLevel = claim.kind === 'level' || claim.kind === 'count';
      const verdict = isOfLevel ? levels.get(claim) : this.#judge(claim, claims);
      if (!verdict || !('field' in claim)) return [];
      return [{ field: claim.field, message: verdict.message, params: inStoredOrder(verdict.params) }];
    });
  }

  /** Stores accepted claims and returns the assigned numbers. */
  keep(claims: readonly Claim[]): string[] {
    this.#names.keep(only(claims, 'unique'));
    this.#records.keep(only(claims, 'record'), only(claims, 'use'));
    this.#levels.keep(levelsOf(claims));
    const numbers = only(claims, 'number');
    this.#periods.keep(only(claims, 'period_change'), [...only(claims, 'period'), ...numbers], (from, to) =>
      this.#levels.changedWithin(from, to),
    );
    return numbers.map((claim) => this.#nextNumber(claim));
  }

  /** The owners of the values that are taken, of these. */
  ownersOf(set: string, keys: readonly string[]): ReadonlyMap<string, string> {
    return this.#names.ownersOf(set, keys);
  }

  total(key: string): string {
    return this.#levels.total(key);
  }

  totals(prefix: string, limit?: number): LevelTotal[] {
    return this.#levels.totals(prefix, limit);
  }

  levelsWith(claims: readonly Claim[]): LevelWith[] {
    return this.#levels.totalsWith(levelsOf(claims));
  }

  /** Records whose name starts with a prefix, including retired ones. */
  records(prefix: string): string[] {
    return this.#records.startingWith(prefix);
  }

  periods(): Period[] {
    return this.#periods.all();
  }

  levelBefore(key: string, at: string): string {
    return this.#levels.before(key, at);
  }

  changesAfter(prefix: string, at: string): LevelChangeOfDay[] {
    return this.#levels.changesAfter(prefix, at);
  }

  #judge(claim: Exclude<Claim, { kind: 'level' | 'count' }>, batch: readonly Claim[]): Verdict | undefined {
    switch (claim.kind) {
      case 'unique':
        return this.#names.judge(claim, only(batch, 'unique'));
      case 'period':
        return this.#periods.judgeDay(claim, only(batch, 'period_change'));
      case 'period_change':
        return this.#periods.judgeChange(claim, only(batch, 'period_change'));
      case 'use':
        return this.#records.judgeUse(claim, only(batch, 'record'));
      case 'record':
        return this.#records.judge(claim, only(batch, 'use'));
      case 'number':
        return undefined;
    }
  }

  #nextNumber({ series, day, prefix, width }: NumberClaim): string {
    const inYear = seriesInYear(series, day, this.#periods.all());
    const next = (this.#series.get(inYear) ?? 0) + 1;
    this.#series.set(inYear, next);
    this.#changedSeries.add(inYear);
    return prefix + String(next).padStart(width, '0');
  }
}
