/** What the application sends when a customer orders. Prices, charges and where it is in the books are the shop's to say. */
import { type Static, Type } from 'typebox';
import { Amount, Body, Maybe, Note, OneOf, QuantityField, Reference, SaidText } from '../kernel/fields.schema.ts';

export const PlaceOrderBody = Body({
  received_type: OneOf(['brought', 'collected']),
  delivery_zone_fk: Maybe(Reference('delivery_zones')),
  /** Left out, the default one of the customer's addresses, and their own mobile. */
  address: Maybe(SaidText(140)),
  mobile: Maybe(SaidText(40)),
  note: Maybe(Note()),
  /** What the customer was shown: the order is refused where it comes to something else meanwhile. */
  expected_total: Maybe(Amount()),
  lines: Type.Array(
    Body({
      item_fk: Reference('items'),
      unit_fk: Reference('units'),
      quantity: QuantityField(),
      note: Maybe(Note()),
    }),
    { minItems: 1, maxItems: 100 },
  ),
});
export type PlaceOrderInput = Static<typeof PlaceOrderBody>;

/** Why a customer takes an order back; they need not say. */
export const CancelOwnOrderBody = Body({ reason: Maybe(Note()) });
export type CancelOwnOrderInput = Static<typeof CancelOwnOrderBody>;
