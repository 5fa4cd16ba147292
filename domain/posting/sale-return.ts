/**
 * What a sale return posts when it is completed (docs/accounting.md, section 2):
 *
 *   debit  sales returns             price × quantity
 *   debit  output tax
 *   credit sales discounts           the shares of both discounts
 *   credit cash                      the refund, rounded when paid in dinar; or, on account,
 *   credit receivable                the part that settles the sale's own debt, at its carrying amount, and
 *   credit customer advances         the rest, a credit of the customer
 *   debit or credit rounding
 *   debit  inventory                 ┐ at the recorded cost of the returned line, and recalculated with it;
 *   credit cost of goods sold        ┘ without a sale, at the present average
 */

import { type AccountRef, cashKey } from '../chart/chart.ts';
import { currencyOf } from '../entries/document-currency.ts';
import type { DocumentLine, Movement, Posting } from '../entries/entry.ts';
import { inSystemCurrency, posting, withBatches } from '../entries/entry.ts';
import type { EntryLine } from '../entries/entry-line.ts';
import { foreignCash } from '../entries/foreign-cash.ts';
import { inMoneyGiven } from '../entries/money-given.ts';
import type { OpenItemChange } from '../entries/open-item.ts';
import { returnedLines } from '../entries/returned-lines.ts';
import { freeGoodsAccount } from '../entries/sold-lines.ts';
import { returnTotals } from '../pricing/sale-return-totals.ts';
import { BONUS_LINE } from '../pricing/totals.ts';
import type { SaleReturn, SaleReturnLine } from '../sales/sale-return-events.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { type Money, money, negate, subtract, toMoney, ZERO } from '../values/money.ts';
import { inBaseUnits, NO_QUANTITY, type Quantity, quantity } from '../values/quantity.ts';
import { rate } from '../values/rate.ts';

/** `document` is the stream of the return, under which the customer's credit is open. */
export function postSaleReturn(saleReturn: SaleReturn, document: string): Posting {
  const lines = entryLines(saleReturn);
  const posted = posting(
    effectiveTime(saleReturn.date, saleReturn.time, 'in'),
    lines,
    [...goods(saleReturn), ...foreignCash(lines)],
    openItems(saleReturn, document),
  );
  return withBatches(posted, saleReturn);
}

function entryLines(saleReturn: SaleReturn): EntryLine[] {
  const outlet = saleReturn.outlet_fk;
  const totals = returnTotals(saleReturn);
  const perLine = returnedLines(outlet, saleReturn.lines);
  const whole: DocumentLine[] = [
    { outlet, account: { key: 'rounding' }, amount: totals.rounding },
    ...whoIsPaid(saleReturn, totals.total),
  ];
  const lines = inSystemCurrency([...perLine, ...whole], currencyOf(saleReturn));
  return inMoneyGiven(saleReturn, saleReturn.system_currency_fk, lines);
}

function whoIsPaid(saleReturn: SaleReturn, total: Money): DocumentLine[] {
  const outlet = saleReturn.outlet_fk;
  if (saleReturn.payment_type !== 'on_account') {
    const account = { key: cashKey(saleReturn.account_type ?? 1), of: saleReturn.account_fk ?? undefined };
    return [{ outlet, account, amount: negate(total) }];
  }
  const party = `customer-${saleReturn.customer_fk}`;
  const settled = money(saleReturn.settled_amount ?? '0');
  return [
    {
      outlet,
      party,
      account: { key: 'receivable' },
      amount: negate(settled),
      open: money(saleReturn.open_amount ?? '0'),
      leftOver: money(saleReturn.left_over ?? '0'),
    },
    { outlet, party, account: { key: 'customer-advances' }, amount: subtract(settled, total) },
  ];
}

function goods(saleReturn: SaleReturn): Movement[] {
  return saleReturn.lines
    .filter((line) => line.item_type === 'goods')
    .flatMap((line) => [
      ...received(saleReturn, line, quantity(line.quantity), { key: 'cost-of-goods-sold' }, 0),
      ...received(saleReturn, line, quantity(line.bonus_quantity ?? '0'), freeGoodsAccount(saleReturn), BONUS_LINE),
    ]);
}

function received(of: SaleReturn, line: SaleReturnLine, count: Quantity, contra: AccountRef, from: number): Movement[] {
  if (count === NO_QUANTITY) return [];
  const sold = of.sale_fk !== null && line.sale_line_id !== null;
  // Parts in another unit than that of the sale add up exactly to the cost of its line.
  const before = line.counted_in
    ? quantity(from === 0 ? line.returned_before : line.bonus_returned_before)
    : NO_QUANTITY;
  const after = before === NO_QUANTITY ? {} : { after: before };
  return [
    {
      line: line.line_id + from,
      pool: { kind: 'stock', item: line.item_fk, inventory: of.inventory_fk },
      quantity: inBaseUnits(count, quantity(line.unit_factor)),
      valued: sold
        ? { by: 'sameCostAs', document: `sale-${of.sale_fk}`, line: (line.sale_line_id ?? 0) + from, ...after }
        : { by: 'average' },
      posted: ZERO,
      contra,
      outlet: of.outlet_fk,
    },
  ];
}

/** The open amount of the sale is settled first; the rest is a credit under the return's own stream. */
function openItems(saleReturn: SaleReturn, document: string): OpenItemChange[] {
  const { payment_type, customer_fk, currency_fk: currency, outlet_fk: outlet, date, sale_fk, sale_date } = saleReturn;
  if (payment_type !== 'on_account' || customer_fk === null) return [];
  const party = `customer-${customer_fk}`;
  const settled = money(saleReturn.settled_amount ?? '0');
  const credit = toMoney(subtract(returnTotals(saleReturn).total, settled));
  const at = saleReturn.rate === null ? {} : { rate: rate(saleReturn.rate) };
  const common = { party, currency, outlet };
  return [
    { ...common, date: sale_date ?? date, document: `sale-${sale_fk}`, amount: negate(settled) },
    { ...common, date, document, amount: negate(credit), credit: true, ...at },
  ];
}
