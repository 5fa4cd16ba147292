/** Body of the purchase of a fixed asset, as the API accepts it. */
import { type Static, Type } from 'typebox';
import { Amount, Body, DateField, Maybe, OneOf, Percent, Reference, RequiredNote } from '../schemas/fields.schema.ts';
import { CARRIED_AMOUNT, DATED, DUE, ENTERED, NOTED, PAID_THROUGH } from '../schemas/paid-fields.schema.ts';

/**
 * Declining balance: each year takes this percent of the book value at its beginning, until equal parts over the months
 * that are left take more. Straight line without it.
 */
const DecliningPercent = Maybe(Percent());

export const AssetPurchaseBody = Body({
  outlet_fk: Reference('outlets'),
  fixed_asset_fk: Reference('fixed_assets'),
  ...DATED,
  ...CARRIED_AMOUNT,
  ...DUE,
  /** `opening`: it was bought before the books begin, and nothing is paid for it. */
  payment_type: OneOf(['cash', 'on_account', 'opening']),
  supplier_fk: Maybe(Reference('suppliers')),
  ...PAID_THROUGH,
  /** Number of months of depreciation, from the month after the purchase; of an opened asset, those left. */
  useful_life_months: Type.Integer({ minimum: 1, maximum: 1200 }),
  /** Residual value at the end of the useful life, in the currency of the purchase. */
  salvage_amount: Maybe(Amount()),
  declining_percent: DecliningPercent,
  /** Of an opened asset: what was depreciated before the books begin, in the system currency. */
  depreciated_amount: Maybe(Amount()),
  ...NOTED,
  ...ENTERED,
});
/** Another life and worth at the end of an asset, from the month of a day. */
export const AssetRevisionBody = Body({
  date: DateField(),
  /** The whole life, with the months before the day. */
  useful_life_months: Type.Integer({ minimum: 1, maximum: 1200 }),
  /** In the currency of the purchase. */
  salvage_amount: Amount(),
  declining_percent: DecliningPercent,
  reason: RequiredNote(),
});
export type AssetRevisionInput = Static<typeof AssetRevisionBody>;

export type AssetPurchaseInput = Static<typeof AssetPurchaseBody>;
