/** A sale that was put aside at a till, for the other tills of its outlet. */
import { type Static, Type } from 'typebox';
import { Body, ExactAmount, Id, Text } from '../kernel/fields.schema.ts';
import { Instant, Uuid } from './device-entry.schema.ts';

export const ParkedSaleBody = Body({
  uuid: Uuid(),
  /** By the server's clock, as the device knows it. */
  parked_at: Instant(),
  cashier_fk: Id(),
  /** The customer or the first goods: by what a cashier knows it again. */
  label: Text(300),
  /** What it came to, in the currency of the books. */
  total: ExactAmount(),
  /** What stood on the screen, as the program of the till writes it; the server reads nothing of it. */
  cart: Type.Object({}, { additionalProperties: true }),
});
export type ParkedSaleBody = Static<typeof ParkedSaleBody>;
