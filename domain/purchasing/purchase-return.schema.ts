/** Bodies of the purchase return's commands, as the API accepts them. */
import { type Static, Type } from 'typebox';
import { RETURN_TERMS, RETURNED_GOODS } from '../sales/goods-return.schema.ts';
import { Amount, Body, Maybe, Note, Percent, Reference, ReferenceNumber } from '../schemas/fields.schema.ts';
import { LineId } from '../schemas/line-fields.schema.ts';
import { AT_INVENTORY, DATED, ENTERED } from '../schemas/paid-fields.schema.ts';

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
  /** On account: the goods leave, and the supplier owes nothing before the credit note (decisions/0207). */
  credit_awaited: Maybe(Type.Boolean()),
  lines: Type.Array(PurchaseReturnLineBody, { maxItems: 2000 }),
  ...ENTERED,
});
export type PurchaseReturnInput = Static<typeof PurchaseReturnBody>;

/** Completes a draft; as it was entered when nothing is said. */
export const CompleteReturnBody = Body({ credit_awaited: Maybe(Type.Boolean()) });
export type CompleteReturnInput = Static<typeof CompleteReturnBody>;

export const CreditBody = Body({
  ...DATED,
  /** With tax, in the currency of the return; zero or left out where the credit is refused. */
  amount: Maybe(Amount()),
  /** The supplier refused the goods and sent them back. */
  goods_came_back: Maybe(Type.Boolean()),
  /** The number of the credit note. */
  credit_reference: Maybe(ReferenceNumber()),
  /** Required where less than the total of the return is credited. */
  credit_reason: Maybe(Note()),
});
export type CreditInput = Static<typeof CreditBody>;
