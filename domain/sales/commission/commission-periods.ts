/**
 * Quotas over a calendar period: the slices apply to all that a salesman sold in it, in all outlets, and a commission
 * pays what earlier ones did not (docs/decisions/0135).
 */
import { add, type Money, money, printMoney, subtract, sum, ZERO } from '../../values/money.ts';
import { commissionOf, type Slice } from './commission-slices.ts';

/** `each`: every commission is a period of its own, at its outlet. */
export const QUOTA_PERIODS = ['each', 'month', 'quarter', 'year'] as const;
export type QuotaPeriod = (typeof QUOTA_PERIODS)[number];

/** What a commission adds to a period. */
export interface CommissionPeriod {
  /** First day of the period. */
  readonly from_date: string;
  /** What earlier commissions counted and paid for the period, in all outlets. */
  readonly counted_before: string;
  readonly earned_before: string;
  readonly basis: string;
  readonly amount: string;
}

/** An approved commission of the salesman, of any outlet. */
export interface EarlierCommission {
  readonly id: number;
  readonly to_date: string;
  readonly basis: string;
  readonly amount: string;
  /** Null without quotas over a period. */
  readonly periods: readonly CommissionPeriod[] | null;
  /** The commission before it over all outlets; null for the first, and without quotas over a period. */
  readonly last: number | null;
}

/** First day of the period that contains the day. */
export function periodOf(period: QuotaPeriod, day: string): string {
  const [year = '', month = ''] = day.split('-');
  if (period === 'year') return `${year}-01-01`;
  if (period !== 'quarter') return `${year}-${month}-01`;
  const first = Math.floor((Number(month) - 1) / 3) * 3 + 1;
  return `${year}-${String(first).padStart(2, '0')}-01`;
}

interface Quotas {
  readonly period: QuotaPeriod;
  readonly slices: readonly Slice[];
  /** Rounds an earned amount to what can be paid. */
  readonly rounded: (amount: Money) => Money;
}

/** The parts of a commission by period, the earliest first. `sold` has the basis of each month by a day of it. */
export function commissionPeriods(
  sold: readonly (readonly [day: string, basis: Money])[],
  earlier: readonly EarlierCommission[],
  { period, slices, rounded }: Quotas,
): CommissionPeriod[] {
  const before = earlier.flatMap(partsOf);
  return [...Map.groupBy(sold, ([day]) => periodOf(period, day))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([from_date, own]) => {
      const parts = before.filter((part) => periodOf(period, part.from_date) === from_date);
      const counted = sum(parts.map((part) => money(part.basis)));
      const earned = sum(parts.map((part) => money(part.amount)));
      const basis = sum(own.map(([, amount]) => amount));
      const amount = subtract(rounded(commissionOf(add(counted, basis), slices)), earned);
      return {
        from_date,
        counted_before: printMoney(counted),
        earned_before: printMoney(earned),
        basis: printMoney(basis),
        amount: printMoney(amount),
      };
    })
    .filter(({ basis }) => money(basis) !== ZERO);
}

/** A commission without periods counts as a whole in the period of its last day. */
type Part = Pick<CommissionPeriod, 'from_date' | 'basis' | 'amount'>;
const partsOf = ({ to_date, basis, amount, periods }: EarlierCommission): readonly Part[] =>
  periods ?? [{ from_date: to_date, basis, amount }];

/** The last commission of the salesman over all outlets: the one that no other follows. */
export function lastOf(earlier: readonly EarlierCommission[]): number | null {
  const followed = new Set(earlier.map(({ last }) => last));
  const chained = earlier.filter(({ periods }) => periods !== null);
  const ends = (chained.length > 0 ? chained : earlier).filter(({ id }) => !followed.has(id));
  return ends.reduce<number | null>((last, { id }) => (last === null || id > last ? id : last), null);
}
