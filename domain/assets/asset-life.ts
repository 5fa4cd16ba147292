/** Depreciation and sale of bought assets, as the read models report them, and the months of their lives. */
import { isObject, objectsOf } from '../values/members.ts';
import { trueDateOf } from '../values/prior-period.ts';
import type { AssetPurchase } from './asset-purchase.ts';

/** One unreversed depreciation of one month of an asset. */
export interface DepreciatedMonth {
  readonly asset_purchase_fk: number;
  readonly depreciation_fk: number;
  readonly date: string;
  readonly month_number: number;
  /** `2026-10`. Without it the month is that of the date: earlier versions took one month with each document. */
  readonly month?: string;
  readonly amount: string;
}

/** The result of the query: for each requested purchase, its unreversed depreciations and its sale. */
export interface AssetLives {
  readonly depreciated: readonly DepreciatedMonth[];
  readonly gone: readonly { readonly asset_purchase_fk: number; readonly date: string }[];
}

/** Parses the query result; both lists are empty before the read models were first built. */
export function livesIn(queryResult: unknown): AssetLives {
  const { depreciated, gone } = isObject(queryResult) ? queryResult : {};
  return {
    depreciated: objectsOf(depreciated).map((month) => ({
      asset_purchase_fk: Number(month['asset_purchase_fk']),
      depreciation_fk: Number(month['depreciation_fk']),
      date: String(month['date']),
      month_number: Number(month['month_number']),
      ...(typeof month['month'] === 'string' ? { month: month['month'] } : {}),
      amount: String(month['amount']),
    })),
    gone: objectsOf(gone).map((sale) => ({
      asset_purchase_fk: Number(sale['asset_purchase_fk']),
      date: String(sale['date']),
    })),
  };
}

/** The unreversed depreciations of one asset. */
export const monthsOf = ({ depreciated }: AssetLives, purchase: number): readonly DepreciatedMonth[] =>
  depreciated.filter(({ asset_purchase_fk }) => asset_purchase_fk === purchase);

/**
 * The day of the purchase, from which its months are counted: the day on which an opened asset was opened, whose
 * months are those that were left then; the true date of a prior-period adjustment
 * (docs/decisions/0025). Earlier versions counted from the day of its posting: an asset with a month of that count keeps
 * it, because a month is known by its number and is depreciated once.
 */
export function boughtOn(
  purchase: Pick<AssetPurchase, 'date' | 'opened_on'>,
  depreciated: readonly DepreciatedMonth[],
): string {
  const { date, opened_on } = purchase;
  if (opened_on !== undefined) return opened_on;
  const isOfEarlierCount = depreciated.some(
    (entered) => entered.month_number === monthsBetween(date, entered.month ?? entered.date),
  );
  return isOfEarlierCount ? date : (trueDateOf(purchase) ?? date);
}

/** Number of calendar months from the month of `from` to the month of `to`. */
export function monthsBetween(from: string, to: string): number {
  const months = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  return months(to) - months(from);
}

/** `2026-10`: the month that is `count` months after the month of `from`. */
export function monthAfter(from: string, count: number): string {
  const months = Number(from.slice(0, 4)) * 12 + Number(from.slice(5, 7)) - 1 + count;
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`;
}
