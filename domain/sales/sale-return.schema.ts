/** Bodies of the sale return's commands, as the API accepts them. */
import { type Static, Type } from 'typebox';
import { Body, Maybe, Note, Percent, Reference } from '../schemas/fields.schema.ts';
import { LineId } from '../schemas/line-fields.schema.ts';
import { AT_INVENTORY, ENTERED } from '../schemas/paid-fields.schema.ts';
import { RETURN_TERMS, RETURNED_GOODS } from './goods-return.schema.ts';

export const SaleReturnLineBody = Body({
  line_id: Type.Optional(LineId()),
  /** The returned line of the sale, which determines item, price and shares. */
  sale_line_id: Maybe(LineId()),
  ...RETURNED_GOODS,
  tax_percent: Maybe(Percent()),
  note: Maybe(Note()),
});

export const SaleReturnBody = Body({
  /** The receiving inventory. */
  ...AT_INVENTORY,
  /** Null for a return without a sale: entered prices, present average cost. */
  sale_fk: Maybe(Reference('sales')),
  /** Required on account; defaults to the customer of the sale. */
  customer_fk: Maybe(Reference('customers')),
  ...RETURN_TERMS,
  lines: Type.Array(SaleReturnLineBody, { maxItems: 2000 }),
  ...ENTERED,
});
export type SaleReturnInput = Static<typeof SaleReturnBody>;
