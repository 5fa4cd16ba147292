/** Body of an order from the mobile application. The server determines prices, charges, outlet and accounts. */
import { type Static, Type } from 'typebox';
import { Amount, Body, Maybe, Note, OneOf, QuantityField, Reference, RequiredText } from '../schemas/fields.schema.ts';

export const PlaceOrderBody = Body({
  received_type: OneOf(['brought', 'collected']),
  delivery_zone_fk: Maybe(Reference('delivery_zones')),
  /** Address and mobile default to those of the customer. */
  address: Maybe(RequiredText(140)),
  mobile: Maybe(RequiredText(40)),
  note: Maybe(Note()),
  /** The total that the customer saw: the order is refused when the total has changed. */
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

/** The customer's optional reason for cancelling an order. */
export const CancelOwnOrderBody = Body({ reason: Maybe(Note()) });
export type CancelOwnOrderInput = Static<typeof CancelOwnOrderBody>;
