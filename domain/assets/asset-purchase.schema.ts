/** Body of the purchase of a fixed asset, as the API accepts it. */
import { type Static, Type } from 'typebox';
import { Amount, Body, Maybe, Reference } from '../kernel/fields.schema.ts';
import { CARRIED_AMOUNT, DATED, ENTERED, NOTED, PAYMENT } from '../kernel/paid-fields.schema.ts';

export const AssetPurchaseBody = Body({
  outlet_fk: Reference('outlets'),
  fixed_asset_fk: Reference('fixed_assets'),
  ...DATED,
  ...CARRIED_AMOUNT,
  ...PAYMENT,
  supplier_fk: Maybe(Reference('suppliers')),
  account_fk: Maybe(Reference('cashes')),
  /** Number of months of straight-line depreciation, from the month after the purchase. */
  useful_life_months: Type.Integer({ minimum: 1, maximum: 1200 }),
  /** Residual value at the end of the useful life, in the system currency. */
  salvage_amount: Maybe(Amount()),
  ...NOTED,
  ...ENTERED,
});
export type AssetPurchaseInput = Static<typeof AssetPurchaseBody>;
