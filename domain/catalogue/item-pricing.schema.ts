/** Body of an items pricing, as the API accepts it. */
import { type Static, Type } from 'typebox';
import { Body, DateField, ExactAmount, Maybe, Note, OneOf, Reference, SignedAmount } from '../schemas/fields.schema.ts';
import { LineId } from '../schemas/line-fields.schema.ts';

export const ItemPricingBody = Body({
  date: DateField(),
  /** The pricing list whose prices change; null for the sale prices of the items themselves. */
  pricing_profile_fk: Maybe(Reference('pricing_profiles')),
  /** The method by which the new prices were calculated; information only, the prices themselves count. */
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
  /** `active` enters the document and changes the prices in one command, or schedules it for its day. */
  status: Type.Optional(OneOf(['draft', 'active'])),
});
export type ItemPricingInput = Static<typeof ItemPricingBody>;
