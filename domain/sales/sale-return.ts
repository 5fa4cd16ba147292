/**
 * Goods returned by a customer. A return of a sale uses its prices, discounts, tax and recorded cost. It posts on
 * completion and is reversed as a whole when it returns to draft.
 */
import { draftedDecider } from '../documents/drafted.ts';
import type { SaleReturnInput } from './sale-return.schema.ts';
import { SALE_RETURN, type SaleReturn } from './sale-return-events.ts';
import { completedReturn, returnFacts } from './sale-return-rules.ts';

export const saleReturn = draftedDecider<typeof SALE_RETURN, SaleReturnInput, SaleReturn>(SALE_RETURN, {
  facts: returnFacts,
  completed: completedReturn,
});
