/** A parked sale, which any till of its outlet can resume. */
import { type Static, Type } from 'typebox';
import { Body, ExactAmount, Reference, Text } from '../schemas/fields.schema.ts';
import { Instant, Uuid } from './device-entry.schema.ts';

/** Parked sales are removed after this time. */
export const KEPT_DAYS = 30;

export const ParkedSaleBody = Body({
  uuid: Uuid(),
  /** Server time, as estimated by the device. */
  parked_at: Instant(),
  cashier_fk: Reference('users'),
  /** The customer or the first goods, by which cashiers recognise the sale. */
  label: Text(300),
  /** Its total in the system currency. */
  total: ExactAmount(),
  /** The content of the screen in the till program's own format; the server does not read it. */
  cart: Type.Object({}, { additionalProperties: true }),
});
export type ParkedSaleBody = Static<typeof ParkedSaleBody>;
