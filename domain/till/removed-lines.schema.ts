/** Lines that a cashier removed from a receipt before payment, as recorded by the till; they post nothing. */
import { type Static, Type } from 'typebox';
import { Body, DateField, ExactAmount, QuantityField, Reference, TimeField } from '../schemas/fields.schema.ts';

/** Maximum number of removed lines in one entry. */
export const REMOVED_MAX = 500;

const RemovedLine = Body({
  item_fk: Reference('items'),
  unit_fk: Reference('units'),
  quantity: QuantityField(),
  /** Price of the unit as shown on the screen, in the system currency. */
  price: ExactAmount(),
  date: DateField(),
  time: TimeField(),
  /** The cashier who removed the line; another one may have completed the sale. */
  cashier_fk: Reference('users'),
});
export type RemovedLine = Static<typeof RemovedLine>;

export const RemovedLines = () => Type.Optional(Type.Array(RemovedLine, { maxItems: REMOVED_MAX }));
