/** Body of the purchase of a fixed asset, as the API takes it. */
import { type Static, Type } from 'typebox';
import {
  Amount,
  Body,
  DateField,
  Maybe,
  Note,
  OneOf,
  RateField,
  Reference,
  ReferenceNumber,
  TimeField,
} from '../kernel/fields.schema.ts';

export const AssetPurchaseBody = Body({
  outlet_fk: Reference('outlets'),
  fixed_asset_fk: Reference('fixed_assets'),
  date: DateField(),
  time: Maybe(TimeField()),
  amount: Amount(),
  currency_fk: Reference('currencies'),
  rate_fk: Maybe(Reference('currency_rates')),
  rate: Maybe(RateField()),
  payment_type: OneOf(['cash', 'on_account']),
  supplier_fk: Maybe(Reference('suppliers')),
  account_fk: Maybe(Reference('cashes')),
  /** Months over which it is depreciated, from the month after the purchase. */
  useful_life_months: Type.Integer({ minimum: 1, maximum: 1200 }),
  /** What is left at the end, in the system currency. */
  salvage_amount: Maybe(Amount()),
  reference_number: Maybe(ReferenceNumber()),
  note: Maybe(Note()),
  status: Type.Optional(OneOf(['draft', 'complete'])),
});
export type AssetPurchaseInput = Static<typeof AssetPurchaseBody>;
