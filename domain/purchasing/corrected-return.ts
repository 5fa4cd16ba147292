/**
 * The correction of a purchase return's rate: its lines store their amounts in the system currency, which are
 * calculated again at the right rate. A return of a purchase takes its shares of the corrected purchase.
 */
import { type CorrectionOf, corrected } from '../documents/rate-correction.ts';
import { billedParts } from '../pricing/billed-prices.ts';
import { billedReceipts } from './billing.ts';
import { isComplete } from './purchase.ts';
import { PURCHASE } from './purchase-events.ts';
import type { PurchaseReturnState } from './purchase-return.ts';
import type { PurchaseState } from './purchase-state.ts';
import { basesOf } from './returned-goods.ts';

export const correctionOfReturn: CorrectionOf<PurchaseReturnState> = (state, correction, facts) => {
  if (state.status === 'none') return {};
  const right = corrected(state.data, 'out', correction);
  if (right.purchase_fk === null) return { lines: basesOf(right, undefined) };
  const origin = facts.document<PurchaseState>(PURCHASE, right.purchase_fk);
  // A draft takes its shares when it is completed.
  if (!origin || !isComplete(origin)) return {};
  const purchase = corrected(origin.purchase, 'out', correction);
  return { lines: basesOf(right, { purchase, parts: billedParts(purchase, billedReceipts(origin), origin.bills) }) };
};
