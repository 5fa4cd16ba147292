/** Bodies of the purchase return's commands, as the API accepts them. */
import { type Static, Type } from 'typebox';
import { RETURN_TERMS, RETURNED_GOODS } from '../sales/goods-return.schema.ts';
import { Body, Maybe, Note, Percent, Reference } from '../schemas/fields.schema.ts';
import { LineId } from '../schemas/line-fields.schema.ts';
import { AT_INVENTORY, ENTERED } from '../schemas/paid-fields.schema.ts';

export const PurchaseReturnLineBody = Body({
  line_id: Type.Optional(LineId()),
  /** The returned line of the purchase, which determines item, price and shares. */
  purchase_line_id: Maybe(LineId()),
  ...RETURNED_GOODS,
  tax_fk: Maybe(Reference('taxes')),
  tax_percent: Maybe(Percent()),
  note: Maybe(Note()),
});

export const PurchaseReturnBody = Body({
  /** The issuing inventory. */
  ...AT_INVENTORY,
  /** Null for a return without a purchase: entered prices, present average cost. */
  purchase_fk: Maybe(Reference('purchases')),
  /** Required on account; defaults to the supplier of the purchase. */
  supplier_fk: Maybe(Reference('suppliers')),
  ...RETURN_TERMS,
  lines: Type.Array(PurchaseReturnLineBody, { maxItems: 2000 }),
  ...ENTERED,
});
export type PurchaseReturnInput = Static<typeof PurchaseReturnBody>;
