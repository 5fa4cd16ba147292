/** What a cashier took off a receipt before it was paid, as the till wrote it down: facts beside the receipt, which post nothing. */
import { type Static, Type } from 'typebox';
import { Body, DateField, ExactAmount, Id, QuantityField, TimeField } from '../kernel/fields.schema.ts';

/** More than these a till does not send with one entry. */
export const REMOVED_MAX = 500;

const RemovedLine = Body({
  item_fk: Id(),
  unit_fk: Id(),
  quantity: QuantityField(),
  /** Of the unit, as it stood on the screen, in the currency of the books. */
  price: ExactAmount(),
  date: DateField(),
  time: TimeField(),
  /** Who took it off; another cashier may have sold what was left. */
  cashier_fk: Id(),
});
export type RemovedLine = Static<typeof RemovedLine>;

export const RemovedLines = () => Type.Optional(Type.Array(RemovedLine, { maxItems: REMOVED_MAX }));
