/** Periods in memory: an implementation of migrations/functions/claim.period_change_refusals.sql. */
import type { PeriodChangeClaim, PeriodClaim } from '../../domain/deciding/claim.ts';
import { dayAfter, validDate } from '../../domain/values/effective-date.ts';
import type { Period } from '../port.ts';
import type { PeriodRow } from './rows.ts';

interface Verdict {
  readonly message: string;
  readonly params: Record<string, string>;
}

type Days = Pick<Period, 'from' | 'to'>;

const isSame = (one: Days) => (other: Days) => other.from === one.from && other.to === one.to;
const refusal = (message: string, { from, to }: Days) => ({ message, params: { from, to, value: dayAfter(to) } });

export class PeriodBook {
  #periods: (Period & { readonly used: boolean })[] = [];

  load(rows: readonly PeriodRow[]): void {
    this.#periods = rows.map(({ from, to, ...row }) => ({ from: validDate(from), to: validDate(to), ...row }));
  }

  rows(): readonly PeriodRow[] {
    return this.#periods;
  }

  /** Sorted by day. */
  all(): Period[] {
    return this.#periods
      .map(({ from, to, status }) => ({ from, to, status }))
      .sort((a, b) => (a.from < b.from ? -1 : 1));
  }

  /** `uses` has the days that a batch uses; `changedWithin` returns whether a level changed within these days. */
  keep(
    changes: readonly PeriodChangeClaim[],
    uses: readonly Pick<PeriodClaim, 'day' | 'unused'>[],
    changedWithin: (from: string, to: string) => boolean,
  ): void {
    const removed = changes.filter(({ status }) => status === 'removed');
    for (const { from, to, status } of changes) {
      if (status === 'removed') continue;
      const known = this.#periods.find((other) => other.from === from);
      const used = status === 'closed' || known?.used === true || (known?.to !== to && changedWithin(from, to));
      this.#periods = [...this.#periods.filter((other) => other !== known), { from, to, status, used }];
    }
    this.#periods = this.#periods
      .filter((period) => !removed.some(isSame(period)))
      .map((period) => ({
        ...period,
        used: period.used || uses.some(({ day, unused }) => !unused && period.from <= day && day <= period.to),
      }));
  }

  judgeDay({ day, paid }: PeriodClaim, changes: readonly PeriodChangeClaim[]): Verdict | undefined {
    const holds = ({ from, to }: Days) => from <= day && day <= to;
    const period = this.#periods.find(holds);
    if (paid && !period) return undefined;
    if (period?.status === 'open' || changes.some((change) => change.status === 'open' && holds(change)))
      return undefined;
    return { message: period ? 'closed_period' : 'outside_open_year', params: { day } };
  }

  /** The period that a change conflicts with; the earliest of several. */
  judgeChange(change: PeriodChangeClaim, batch: readonly PeriodChangeClaim[]): Verdict | undefined {
    const gone = batch.filter(({ status }) => status === 'removed');
    const kept = this.#periods.filter((period) => !gone.some(isSame(period)));
    const days = [...kept, ...batch.filter(({ status }) => status === 'open')];
    const met = change.status === 'removed' ? this.#standsOn(change, days) : this.#meets(change, kept, days);
    return met.sort((a, b) => (a.params.from < b.params.from ? -1 : 1))[0];
  }

  /** Periods that were used or closed, or that another one follows, cannot be removed. */
  #standsOn(change: PeriodChangeClaim, days: readonly Days[]) {
    const own = this.#periods.find(isSame(change));
    const next = days.find(({ from }) => from === dayAfter(change.to));
    const isFollowed =
      next !== undefined && days.some(({ to }) => to < next.from) && !days.some(({ to }) => dayAfter(to) === next.from);
    return [
      ...(own && !own.used && own.status === 'open' ? [] : [refusal('year_in_use', change)]),
      ...(isFollowed ? [refusal('year_is_followed', next)] : []),
    ];
  }

  /** A period may not overlap another, be added before a closed one, or leave a gap after the previous one. */
  #meets(change: PeriodChangeClaim, kept: readonly Period[], days: readonly Days[]) {
    const { from, to, status } = change;
    const isNew = status === 'open' && !this.#periods.some(isSame(change));
    const others = kept.filter((other) => !isSame(change)(other) && other.to >= from);
    const before = days.filter((other) => other.to < from).sort((a, b) => (a.to < b.to ? 1 : -1))[0];
    return [
      ...others.filter((other) => other.from <= to).map((other) => refusal('period_overlaps', other)),
      ...others
        .filter((other) => isNew && other.status === 'closed' && other.from > to)
        .map((other) => refusal('year_before_closed', other)),
      ...(isNew && before && dayAfter(before.to) !== from ? [refusal('year_leaves_a_gap', before)] : []),
    ];
  }
}
