/**
 * What a purchase return posts when it is completed (docs/accounting.md, section 3); where its credit is awaited,
 * supplier-credit.ts:
 *
 *   debit  cash                       the refund, at the purchase's price and rate; or, on account,
 *   debit  payable                    the part that settles the purchase's own debt, and
 *   debit  supplier advances          the rest, a credit with the supplier; or, before the bill,
 *   debit  goods received not billed  what the receipt posted, without tax
 *   credit input tax                  recoverable tax
 *   credit inventory                  what the goods cost in the books: the layers of the purchase under FIFO, else the
 *                                     average (decisions/0120). The entry contains the receipt's cost without landed
 *                                     costs, and costing posts the difference
 *   debit or credit purchase variance the rest: other prices, landed costs, bonus goods
 *   debit or credit rounding
 */

import { roundingOf } from '../entries/debts.ts';
import { type Movement, type Posting, posting, withBatches } from '../entries/entry.ts';
import type { EntryLine } from '../entries/entry-line.ts';
import { taken } from '../entries/entry-line.ts';
import { foreignCash } from '../entries/foreign-cash.ts';
import { inMoneyGiven } from '../entries/money-given.ts';
import type { OpenItemChange } from '../entries/open-item.ts';
import { paidBy } from '../entries/paid-by.ts';
import { returnTotals } from '../pricing/sale-return-totals.ts';
import type { PurchaseReturn, PurchaseReturnLine } from '../purchasing/purchase-return-events.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { add, type Money, money, negate, subtract, sum, ZERO } from '../values/money.ts';
import { inBaseUnits, quantity, toQuantity } from '../values/quantity.ts';
import { convert, rate } from '../values/rate.ts';

/** `document` is the stream of the return, under which a credit with the supplier is open. */
export function postPurchaseReturn(of: PurchaseReturn, document: string): Posting {
  const lines = [
    ...(of.is_before_bill ? [neverOwed(of)] : whoPays(of)),
    ...of.lines.flatMap((line) => lineOfGoods(of, line)),
  ];
  lines.push(roundingOf(lines, of.outlet_fk, of.system_currency_fk));
  const posted = posting(
    effectiveTime(of.date, of.time, 'out'),
    lines,
    [...of.lines.map((line) => goods(of, line)), ...foreignCash(lines)],
    openItems(of, document),
  );
  return withBatches(posted, of);
}

export const rateOf = (of: PurchaseReturn) => (of.rate === null ? undefined : rate(of.rate));

export function inDocument(of: PurchaseReturn, foreign: Money, base: Money): Omit<EntryLine, 'account'> {
  return { outlet: of.outlet_fk, base, currency: of.currency_fk, foreign, rate: rateOf(of) };
}

/** Goods and differences of cost are posted in the system currency only. */
export function inSystem(of: PurchaseReturn, base: Money): Omit<EntryLine, 'account'> {
  return { outlet: of.outlet_fk, base, currency: of.system_currency_fk, foreign: base, rate: undefined };
}

/**
 * A debt is settled at its own rate: the difference of its base amounts before and after, so that parts end at zero.
 */
export function whoPays(of: PurchaseReturn, total = returnTotals({ ...of, rounding_step: null }).total): EntryLine[] {
  const baseAmount = (amount: Money) => convert(amount, of.currency_fk, of.system_currency_fk, rateOf(of));
  const payer = paidBy(of);
  if (of.payment_type !== 'on_account') {
    return inMoneyGiven(of, of.system_currency_fk, [{ ...inDocument(of, total, baseAmount(total)), ...payer }]);
  }
  const [open, settled] = [money(of.open_amount ?? '0'), money(of.settled_amount ?? '0')];
  const credit = subtract(total, settled);
  const parts = subtract(baseAmount(open), baseAmount(subtract(open, settled)));
  return [
    { ...inDocument(of, settled, add(parts, money(of.left_over ?? '0'))), ...payer },
    { ...inDocument(of, credit, baseAmount(credit)), ...payer, account: { key: 'supplier-advances' } },
  ];
}

/** Goods that go back before their bill: what their receipt posted as not billed, without recoverable tax. */
function neverOwed(of: PurchaseReturn): EntryLine {
  const taxOf = (line: PurchaseReturnLine, amount: string) => (line.tax_recoverable ? ZERO : money(amount));
  const foreign = sum(
    of.lines.map((line) =>
      add(subtract(money(line.gross_amount), money(line.discount_amount)), taxOf(line, line.tax_amount)),
    ),
  );
  const base = sum(of.lines.map((line) => add(money(line.net_base), taxOf(line, line.tax_base))));
  const isSystem = of.currency_fk === of.system_currency_fk;
  return { ...inDocument(of, foreign, isSystem ? foreign : base), account: { key: 'goods-received-not-billed' } };
}

function lineOfGoods(of: PurchaseReturn, line: PurchaseReturnLine): EntryLine[] {
  const from = { item: line.item_fk, line: line.line_id };
  const [net, tax, cost] = [money(line.net_base), money(line.tax_base), money(line.goods_base ?? '0')];
  const givenBack = line.tax_recoverable ? tax : ZERO;
  // The tax of goods before their bill was not posted yet.
  const isTaxed = line.tax_recoverable && !of.is_before_bill;
  const variance = subtract(cost, subtract(add(net, tax), givenBack));
  return [
    {
      ...inSystem(of, negate(cost)),
      ...from,
      account: { key: 'inventory', of: of.inventory_fk },
      inventory: of.inventory_fk,
    },
    {
      ...inDocument(of, isTaxed ? negate(money(line.tax_amount)) : ZERO, isTaxed ? negate(givenBack) : ZERO),
      ...from,
      ...(of.is_before_bill ? {} : taken(line.tax_percent, negate(net))),
      account: { key: 'input-tax' },
    },
    { ...inSystem(of, variance), ...from, account: { key: 'purchase-variance' } },
  ];
}

export function goods(of: PurchaseReturn, line: PurchaseReturnLine): Movement {
  const count = toQuantity(quantity(line.quantity) + quantity(line.bonus_quantity ?? '0'));
  return {
    line: line.line_id,
    pool: { kind: 'stock', item: line.item_fk, inventory: of.inventory_fk },
    quantity: toQuantity(-inBaseUnits(count, quantity(line.unit_factor))),
    valued: valuedOf(of, line),
    posted: negate(money(line.goods_base ?? '0')),
    contra: { key: 'purchase-variance' },
    outlet: of.outlet_fk,
  };
}

/** Returns without `goods_value` are older: their goods leave at the cost of their receipt. */
function valuedOf(of: PurchaseReturn, line: PurchaseReturnLine): Movement['valued'] {
  if (of.goods_value === undefined && line.goods_base !== null) return { by: 'statedCost' };
  return of.purchase_fk === null ? { by: 'average' } : { by: 'average', origin: `purchase-${of.purchase_fk}` };
}

/** The open amount of the purchase is settled first; the rest is a credit under the return's own stream. */
export function openItems(
  of: PurchaseReturn,
  document: string,
  total = returnTotals({ ...of, rounding_step: null }).total,
): OpenItemChange[] {
  if (of.payment_type !== 'on_account' || of.supplier_fk === null || of.is_before_bill) return [];
  const settled = money(of.settled_amount ?? '0');
  const common = { party: `supplier-${of.supplier_fk}`, currency: of.currency_fk, outlet: of.outlet_fk };
  const [at, date] = [rateOf(of), of.purchase_date ?? of.date];
  return [
    { ...common, date, document: `purchase-${of.purchase_fk}`, amount: negate(settled) },
    {
      ...common,
      date: of.date,
      document,
      amount: subtract(settled, total),
      credit: true,
      ...(at === undefined ? {} : { rate: at }),
    },
  ];
}
