/**
 * Goods that are returned to a supplier, usually of one of our purchases: at its prices, discounts, tax and rate,
 * and at the cost of their receipt. It posts when it is completed, and is reversed as a whole when it returns to
 * draft.
 */
import { draftedDecider } from '../kernel/drafted.ts';
import type { PurchaseReturnInput } from './purchase-return.schema.ts';
import { PURCHASE_RETURN, type PurchaseReturn } from './purchase-return-events.ts';
import { completedReturn, returnFacts } from './purchase-return-rules.ts';

export {
  PURCHASE_RETURN,
  type PurchaseReturn,
  type PurchaseReturnEvent,
  type PurchaseReturnLine,
} from './purchase-return-events.ts';

export const purchaseReturn = draftedDecider<typeof PURCHASE_RETURN, PurchaseReturnInput, PurchaseReturn>(
  PURCHASE_RETURN,
  { facts: returnFacts, completed: completedReturn },
);
