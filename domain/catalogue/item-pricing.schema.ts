/** Body of an items pricing, as the API takes it. */
import { type Static, Type } from 'typebox';
import { Body, DateField, ExactAmount, Maybe, Note, OneOf, Reference, SignedAmount } from '../kernel/fields.schema.ts';
import { LineId } from '../sales/sale.schema.ts';

export const ItemPricingBody = Body({
  date: DateField(),
  /** Whose prices: of a pricing list, or null for the sale prices of the items themselves. */
  pricing_profile_fk: Maybe(Reference('pricing_profiles')),
  /** How the new prices were found; they themselves are what counts. */
  price_method: Type.Optional(OneOf(['by_hand', 'percent', 'amount', 'desired_profit', 'profit_rate'])),
  method_value: Maybe(SignedAmount({ 'x-exact': true })),
  round_to: Maybe(ExactAmount()),
  note: Maybe(Note()),
  lines: Type.Array(
    Body({
      line_id: Type.Optional(LineId()),
      item_fk: Reference('items'),
      unit_fk: Reference('units'),
      new_price: ExactAmount(),
    }),
    { maxItems: 1000 },
  ),
  /** `active` enters it and gives the items their prices in one command, or schedules it for its day. */
  status: Type.Optional(OneOf(['draft', 'active'])),
});
export type ItemPricingInput = Static<typeof ItemPricingBody>;
