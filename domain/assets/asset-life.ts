/** Depreciation and sale of bought assets, as the read models report them. */
import { isObject, objectsOf } from '../kernel/members.ts';

/** One unreversed depreciation of one month of an asset. */
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

/** Parses the query result; both lists are empty before the read models were first built. */
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
