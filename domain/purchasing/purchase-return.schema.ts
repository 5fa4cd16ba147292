/** Bodies of the purchase return's commands, as the API takes them. */
import { type Static, Type } from 'typebox';
import { Body, Maybe, Note, Percent, Reference } from '../kernel/fields.schema.ts';
import { AT_INVENTORY, ENTERED } from '../kernel/paid-fields.schema.ts';
import { RETURN_TERMS, RETURNED_GOODS } from '../sales/goods-return.schema.ts';
import { LineId } from '../sales/sale.schema.ts';

export const PurchaseReturnLineBody = Body({
  line_id: Type.Optional(LineId()),
  /** The line of the purchase that is returned; its item, price and shares are the purchase's. */
  purchase_line_id: Maybe(LineId()),
  ...RETURNED_GOODS,
  tax_fk: Maybe(Reference('taxes')),
  tax_percent: Maybe(Percent()),
  note: Maybe(Note()),
});

export const PurchaseReturnBody = Body({
  /** Where the goods leave from. */
  ...AT_INVENTORY,
  /** Null is a return without its purchase: entered prices, present average cost. */
  purchase_fk: Maybe(Reference('purchases')),
  /** Required on account; that of the purchase when there is one. */
  supplier_fk: Maybe(Reference('suppliers')),
  ...RETURN_TERMS,
  lines: Type.Array(PurchaseReturnLineBody, { maxItems: 2000 }),
  ...ENTERED,
});
export type PurchaseReturnInput = Static<typeof PurchaseReturnBody>;
