/** Bodies of the sale return's commands, as the API accepts them. */
import { type Static, Type } from 'typebox';
import { Body, Maybe, Note, OneOf, Percent, Reference } from '../schemas/fields.schema.ts';
import { LineId } from '../schemas/line-fields.schema.ts';
import { AT_INVENTORY, ENTERED } from '../schemas/paid-fields.schema.ts';
import { RETURN_TERMS, RETURNED_GOODS } from './goods-return.schema.ts';
import { CAME_FROM } from './received-type.ts';

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
  /**
   * `customer`: the customer brought the goods. Otherwise goods of the sale that were not delivered yet are returned first,
   * and are not delivered any more.
   */
  came_from: Maybe(OneOf(CAME_FROM)),
  lines: Type.Array(SaleReturnLineBody, { maxItems: 2000 }),
  ...ENTERED,
});
export type SaleReturnInput = Static<typeof SaleReturnBody>;
