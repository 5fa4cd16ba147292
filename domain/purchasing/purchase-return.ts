/**
 * Goods returned to a supplier. A return of a purchase uses its prices, discounts, tax and rate, and the cost of the
 * receipt. It posts on completion and is reversed as a whole when it returns to draft.
 */
import { draftedDecider } from '../documents/drafted.ts';
import type { PurchaseReturnInput } from './purchase-return.schema.ts';
import { PURCHASE_RETURN, type PurchaseReturn } from './purchase-return-events.ts';
import { completedReturn, returnFacts } from './purchase-return-rules.ts';

export const purchaseReturn = draftedDecider<typeof PURCHASE_RETURN, PurchaseReturnInput, PurchaseReturn>(
  PURCHASE_RETURN,
  { facts: returnFacts, completed: completedReturn },
);
