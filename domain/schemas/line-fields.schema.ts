/** Fields that lines and costs of every kind of document share. */
import { Type } from 'typebox';
import { Amount, Body, Id, Maybe, Note, OneOf, QuantityField, Reference } from './fields.schema.ts';
import { CARRIED_AMOUNT, PAID_THROUGH } from './paid-fields.schema.ts';

export const DiscountBody = Body({ type: OneOf(['amount', 'percent']), value: Amount() });

/** The fields of every cost. */
export const costFields = {
  ...CARRIED_AMOUNT,
  payment_type: OneOf(['cash', 'on_account']),
  supplier_fk: Maybe(Reference('suppliers')),
  ...PAID_THROUGH,
  note: Maybe(Note()),
};

/** Stable within the document: returns and deliveries refer to it. Assigned by the server when absent. */
export const LineId = () => Id({ maximum: 99_999 });

/** A further discount amount on the document that makes its total round. */
export const ROUNDED = { rounded_discount: Maybe(Amount()) };

/** A line of a document that is counted so far, in its unit, or in another unit of the item: both are entered then. */
export const COUNTED_LINE = {
  line_id: LineId(),
  quantity: QuantityField(),
  item_fk: Type.Optional(Reference('items')),
  unit_fk: Type.Optional(Reference('units')),
};
