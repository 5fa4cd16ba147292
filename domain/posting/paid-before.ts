/**
 * A purchase that is paid at once with money of the other currency before its goods come (docs/decisions/0234). On its
 * own day, all of the money:
 *
 *   debit  goods received not billed
 *   credit cash                       in the currency of the account
 *   debit or credit realised exchange
 *
 * and its goods take their part of it with each receipt:
 *
 *   debit  inventory
 *   debit  input tax
 *   credit goods received not billed
 *
 * What is paid for goods that will not come is a credit with the supplier when the rest is closed (later-cost.ts).
 */

import { type Posting, posting } from '../entries/entry.ts';
import { foreignCash } from '../entries/foreign-cash.ts';
import { inMoneyGiven } from '../entries/money-given.ts';
import { lineValues, wholeLines } from '../pricing/purchase-values.ts';
import type { CompletedPurchase, Purchase, Receipt, Received } from '../purchasing/purchase-events.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { type Money, negate, subtract, sum } from '../values/money.ts';
import { convert } from '../values/rate.ts';
import { waiting } from './later-cost.ts';
import { balanced, carried, inputTax, owed, postGoods, postPurchase, postReceipt, receivedLine } from './purchase.ts';

/** Offset of the line number of the money, apart from those of receipts and bills. */
const MONEY_FIRST = 700;

export const postCompleted = (completed: CompletedPurchase, document: string): Posting | undefined =>
  completed.is_paid_before ? postMoney(completed) : postPurchase(completed, document);

export function postReceived(receipt: Receipt & { purchase: Purchase }, document: string): Posting {
  if (!receipt.purchase.is_paid_before) return postReceipt(receipt, document);
  return postGoods(receipt, document, (purchase, received) => {
    const taken = subtract(paidFor(purchase, receipt.after).base, paidFor(purchase, receipt.before).base);
    return [...inputTax(purchase, received), waiting(purchase.outlet_fk, purchase.system_currency_fk, negate(taken))];
  });
}

export function postMoney(purchase: Purchase): Posting {
  const { outlet_fk, system_currency_fk: system, date, time } = purchase;
  const whole = paidFor(purchase, wholeLines(purchase));
  const given = inMoneyGiven(purchase, system, [owed(purchase, purchase, [whole])]);
  return posting(
    effectiveTime(date, time, 'out'),
    balanced(purchase, [waiting(outlet_fk, system, whole.base), ...given]),
    foreignCash(given, MONEY_FIRST),
  );
}

/** What was paid for goods, at the rate of the purchase: the parts add up to the whole in both currencies. */
function paidFor(purchase: Purchase, after: readonly Received[]): { readonly foreign: Money; readonly base: Money } {
  const { currency_fk, system_currency_fk: system } = purchase;
  const came = lineValues(purchase).flatMap((value) => receivedLine(purchase, value, { before: [], after }));
  const foreign = sum(came.flatMap(({ net, tax }) => [net.foreign, tax.foreign]));
  return { foreign, base: convert(foreign, currency_fk, system, carried(purchase, system).rate) };
}
