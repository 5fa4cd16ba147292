/** Body of the sale or the disposal of a fixed asset, as the API accepts it. */
import { type Static, Type } from 'typebox';
import { Amount, Body, Maybe, OneOf, RateField, Reference } from '../schemas/fields.schema.ts';
import type { Held } from '../schemas/held.schema.ts';
import { fields } from '../schemas/held-fields.schema.ts';
import { DATED, DUE, NOTED, PAID_THROUGH } from '../schemas/paid-fields.schema.ts';

export const AssetSaleBody = Body({
  outlet_fk: Reference('outlets'),
  /** The purchase of the asset that is sold. */
  asset_purchase_fk: Reference('asset_purchases'),
  /** `sale` has an amount; `disposal` has none. */
  leaves_by: OneOf(['sale', 'disposal']),
  ...DATED,
  /** The sale price; it is required together with the fields of payment. */
  amount: Maybe(Amount()),
  currency_fk: Maybe(Reference('currencies')),
  rate_fk: Maybe(Reference('currency_rates')),
  rate: Maybe(RateField()),
  payment_type: Maybe(OneOf(['cash', 'on_account'])),
  ...DUE,
  customer_fk: Maybe(Reference('customers')),
  ...PAID_THROUGH,
  ...NOTED,
});
export type AssetSaleInput = Static<typeof AssetSaleBody>;

/** Fields that answers contain beyond the body. */
export const ASSET_SALE_HELD: Held = {
  data: fields(
    `payment_terms_days account_type paid_amount paid_currency_fk fixed_asset_fk cost_amount depreciated_amount depreciation_amount`,
    {
      depreciations: Type.Array(Type.Integer()),
    },
  ),
};
