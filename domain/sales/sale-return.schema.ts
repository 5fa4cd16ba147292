/** Bodies of the sale return's commands, as the API accepts them. */
import { type Static, Type } from 'typebox';
import { Body, Maybe, Note, Percent, Reference } from '../kernel/fields.schema.ts';
import { AT_INVENTORY, ENTERED } from '../kernel/paid-fields.schema.ts';
import { RETURN_TERMS, RETURNED_GOODS } from './goods-return.schema.ts';
import { LineId } from './sale.schema.ts';

export const SaleReturnLineBody = Body({
  line_id: Type.Optional(LineId()),
  /** The line of the sale that is returned; its item, price and shares are the sale's. */
  sale_line_id: Maybe(LineId()),
  ...RETURNED_GOODS,
  tax_percent: Maybe(Percent()),
  note: Maybe(Note()),
});

export const SaleReturnBody = Body({
  /** Where the goods are received. */
  ...AT_INVENTORY,
  /** Null is a return without its sale: entered prices, present average cost. */
  sale_fk: Maybe(Reference('sales')),
  /** Required on account; that of the sale when there is one. */
  customer_fk: Maybe(Reference('customers')),
  ...RETURN_TERMS,
  lines: Type.Array(SaleReturnLineBody, { maxItems: 2000 }),
  ...ENTERED,
});
export type SaleReturnInput = Static<typeof SaleReturnBody>;
