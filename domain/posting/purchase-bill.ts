/**
 * What the bill of a purchase posts for goods that were received before it. Each receipt is cleared by the amounts that
 * it posted, and each return before the bill by those that the return took, so that nothing remains on goods received
 * not billed in either currency. The supplier is owed for the rest.
 *
 * A bill with prices of its own is owed at these. The difference is value of the goods at their receipt and posted there
 * against goods received not billed (later-cost.ts); the bill clears it, in the system currency. Goods that went back
 * before it were given back at the price of the receipt, so their difference is a purchase variance.
 */

import { type Posting, posting } from '../entries/entry.ts';
import type { EntryLine } from '../entries/entry-line.ts';
import { foreignCash } from '../entries/foreign-cash.ts';
import { openedBy } from '../entries/open-items.ts';
import { atPrices, priceDifferences } from '../pricing/billed-prices.ts';
import { exactly, lineValues, purchaseTotals, receivedOf } from '../pricing/purchase-values.ts';
import { partOf } from '../pricing/returned-shares.ts';
import type { Bill, Purchase, Receipt } from '../purchasing/purchase-events.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { add, type Money, negate, smallestUnit, subtract, sum } from '../values/money.ts';
import { NO_QUANTITY, quantity } from '../values/quantity.ts';
import { convert } from '../values/rate.ts';
import {
  asOwed,
  balanced,
  carried,
  carriedDebts,
  dueOfSupplier,
  notBilled,
  RECEIPT_STEP,
  type ReceivedLine,
  receivedLine,
  suppliersPart,
} from './purchase.ts';

const BILL_CASH_FIRST = 500;

export function postBill({ purchase, ...bill }: Bill & { purchase: Purchase }, document: string): Posting {
  const billed = atPrices(purchase, bill.prices);
  const [values, billedValues] = [lineValues(purchase), lineValues(billed)];
  const returned = notOwedLines(billed, bill);
  const last = bill.receipts.at(-1);
  const cleared = bill.receipts.flatMap((receipt) => {
    const received = values.flatMap((value) => receivedLine(purchase, value, receipt));
    const owed = billedValues.flatMap((value) => receivedLine(billed, value, receipt));
    const owing = receipt === last ? [...owed, ...returned] : owed;
    return asOwed(purchase, receipt, [notBilled(purchase, received), ...suppliersPart(billed, owing)]);
  });
  const back = clearedByReturns(purchase, notOwedLines(purchase, bill));
  const differences = bill.prices ? otherPrices(purchase, bill, returned) : [];
  const lines = balanced(purchase, carriedDebts(purchase, bill, [...cleared, ...back, ...differences]));
  const first = (bill.receipts[0]?.receipt ?? 0) * RECEIPT_STEP;
  return posting(
    effectiveTime(bill.date, bill.time, 'out'),
    lines,
    foreignCash(lines, first + BILL_CASH_FIRST),
    openedBy(lines, purchase.date, document, [dueOfSupplier(purchase, bill.due_date)]),
  );
}

/** What the prices of the bill changed at the receipts, and the variance of goods that went back before it. */
function otherPrices(purchase: Purchase, bill: Bill, returned: readonly ReceivedLine[]): EntryLine[] {
  const { outlet_fk: outlet, currency_fk, system_currency_fk: currency } = purchase;
  const inBooks = (amount: Money) => convert(amount, currency_fk, currency, carried(purchase, currency).rate);
  const inSystem = (key: 'goods-received-not-billed' | 'purchase-variance', base: Money): EntryLine => {
    return { account: { key }, outlet, base, currency, foreign: base, rate: undefined };
  };
  const before = notBilled(purchase, notOwedLines(purchase, bill)).foreign;
  const variance = inBooks(subtract(notBilled(purchase, returned).foreign, before));
  return [
    inSystem('goods-received-not-billed', inBooks(sum(priceDifferences(purchase, bill).map(({ amount }) => amount)))),
    ...(returned.length === 0 ? [] : [inSystem('purchase-variance', variance)]),
  ];
}

/** The amounts of goods that went back before the bill, which is for the rest: below zero. */
function notOwedLines(purchase: Purchase, { returned = [] }: Pick<Bill, 'returned'>): ReceivedLine[] {
  if (returned.length === 0) return [];
  const totals = purchaseTotals(purchase).lines;
  const unit = smallestUnit(purchase.decimals);
  return lineValues(purchase).flatMap(({ line, net, tax }, index): ReceivedLine[] => {
    const count = receivedOf(line, returned);
    const paid = exactly(quantity(line.quantity), line.unit_factor);
    const amounts = totals[index];
    if (count === 0n || !amounts) return [];
    const part = (amount: Money, step = smallestUnit(undefined)) => partOf(amount, count, paid, step);
    const discounts = part(add(amounts.itemDiscount, amounts.invoiceDiscount), unit);
    return [
      {
        line_id: line.line_id,
        item_fk: line.item_fk,
        recoverable: line.tax_recoverable,
        percent: line.tax_percent,
        count: NO_QUANTITY,
        costs: [],
        net: { foreign: subtract(discounts, part(amounts.gross, unit)), base: negate(part(net.base)) },
        tax: { foreign: negate(part(tax.foreign, unit)), base: negate(part(tax.base)) },
      },
    ];
  });
}

/** What the returns before the bill took from goods received not billed already (purchase-return.ts). */
function clearedByReturns(purchase: Purchase, returned: readonly ReceivedLine[]): EntryLine[] {
  if (returned.length === 0) return [];
  const line = notBilled(purchase, returned);
  return [purchase.currency_fk === purchase.system_currency_fk ? { ...line, base: line.foreign } : line];
}

/** What the supplier gets for these receipts, in the purchase's currency, at once or later. */
export function suppliersAmount(
  purchase: Purchase,
  receipts: readonly Pick<Receipt, 'receipt' | 'before' | 'after'>[],
  bills: readonly Bill[] = [],
): Money {
  const billed = new Map(bills.flatMap((bill) => bill.receipts.map(({ receipt }) => [receipt, bill.prices] as const)));
  const received = receipts.flatMap((receipt) => {
    const at = atPrices(purchase, billed.get(receipt.receipt));
    return lineValues(at).flatMap((value) => receivedLine(at, value, receipt));
  });
  const returned = bills.flatMap((bill) => notOwedLines(atPrices(purchase, bill.prices), bill));
  return sum([...received, ...returned].flatMap((line) => [line.net.foreign, line.tax.foreign]));
}

/** What went back before these bills, at the prices of the purchase. */
export const returnedBeforeBill = (purchase: Purchase, bills: readonly Bill[]): Money =>
  negate(
    sum(bills.flatMap((bill) => notOwedLines(purchase, bill)).flatMap(({ net, tax }) => [net.foreign, tax.foreign])),
  );
