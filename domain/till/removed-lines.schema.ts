/** Lines that a cashier removed from a receipt before payment, as recorded by the till; they post nothing. */
import { type Static, Type } from 'typebox';
import { Body, DateField, ExactAmount, Id, QuantityField, TimeField } from '../kernel/fields.schema.ts';

/** Maximum number of removed lines in one entry. */
export const REMOVED_MAX = 500;

const RemovedLine = Body({
  item_fk: Id(),
  unit_fk: Id(),
  quantity: QuantityField(),
  /** Price of the unit as shown on the screen, in the system currency. */
  price: ExactAmount(),
  date: DateField(),
  time: TimeField(),
  /** The cashier who removed the line; another one may have completed the sale. */
  cashier_fk: Id(),
});
export type RemovedLine = Static<typeof RemovedLine>;

export const RemovedLines = () => Type.Optional(Type.Array(RemovedLine, { maxItems: REMOVED_MAX }));
