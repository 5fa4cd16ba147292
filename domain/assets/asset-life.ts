/** What is known of bought assets from other documents: their months that were depreciated, and when they went. */
import { isObject, objectsOf } from '../kernel/members.ts';

/** A month of an asset that was depreciated. */
export interface DepreciatedMonth {
  readonly asset_purchase_fk: number;
  readonly depreciation_fk: number;
  readonly date: string;
  readonly amount: string;
}

/** The result of the query: for each requested purchase, its unreversed depreciations and its sale. */
export interface AssetLives {
  readonly depreciated: readonly DepreciatedMonth[];
  readonly gone: readonly { readonly asset_purchase_fk: number; readonly date: string }[];
}

/** Nothing before the read models were ever built. */
export function livesIn(queryResult: unknown): AssetLives {
  const { depreciated, gone } = isObject(queryResult) ? queryResult : {};
  return {
    depreciated: objectsOf(depreciated).map((month) => ({
      asset_purchase_fk: Number(month['asset_purchase_fk']),
      depreciation_fk: Number(month['depreciation_fk']),
      date: String(month['date']),
      amount: String(month['amount']),
    })),
    gone: objectsOf(gone).map((sale) => ({
      asset_purchase_fk: Number(sale['asset_purchase_fk']),
      date: String(sale['date']),
    })),
  };
}
