/**
 * What a sale posts when it is completed (docs/accounting.md, section 2):
 *
 *   debit  cash or receivable        the total, rounded when paid in dinar cash
 *   debit  sales discounts           item and invoice discounts, gross, in a contra account
 *   credit sales                     price × quantity
 *   credit output tax
 *   credit delivery income           the charge to the customer
 *   debit or credit rounding
 *   debit  cost of goods sold        ┐ the moving-average value of the goods,
 *   credit inventory                 ┘ calculated by costing; bonus goods go to promotion cost
 *   debit  delivery expense          transport and other costs of the sale,
 *   credit cash or payable           each with its own creditor
 *   debit  sales discounts           the credit of a promotion to the customer (section 4, get amount),
 *   credit customer advances         open under the sale's stream; on account it is used at once:
 *   debit  customer advances, credit receivable
 *   debit  customer advances         instead of cash, the prepayment of an online order
 *
 * Goods that are delivered later stand in the inventory until then, beside its stock (undelivered.ts).
 *
 * Returning to draft posts the same with inverted signs.
 */

import { currencyOf } from '../entries/document-currency.ts';
import type { DocumentLine, Posting } from '../entries/entry.ts';
import { inSystemCurrency, posting, withBatches } from '../entries/entry.ts';
import type { EntryLine } from '../entries/entry-line.ts';
import { foreignCash } from '../entries/foreign-cash.ts';
import { inMoneyGiven } from '../entries/money-given.ts';
import type { OpenItemChange } from '../entries/open-item.ts';
import { duesOfCosts, openedBy } from '../entries/open-items.ts';
import { paidBy, receivedFrom } from '../entries/paid-by.ts';
import { goodsSold, soldLines } from '../entries/sold-lines.ts';
import { type DocumentTotals, documentTotals } from '../pricing/totals.ts';
import type { Sale, SaleCost } from '../sales/sale-events.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { type Money, money, negate, subtract, ZERO } from '../values/money.ts';
import { awaitingDelivery } from './undelivered.ts';

/** An advance payment, in the sale's currency and at its rate: a credit of that day under the document's stream. */
export interface PaidBefore {
  readonly amount: Money;
  readonly date: string;
}

/** `document` is the stream of the sale, under which its receivable is open. */
export function postSale(sale: Sale, document: string, before?: PaidBefore): Posting {
  const totals = documentTotals(sale);
  const paid = before?.amount ?? ZERO;
  const party = `customer-${sale.customer_fk}`;
  const lines = [...revenue(sale, totals, paid), ...sale.costs.flatMap((cost) => costOf(cost, sale))];
  const posted = posting(
    effectiveTime(sale.date, sale.time, 'out'),
    lines,
    [...goodsSold(sale), ...foreignCash(lines)],
    openedBy(lines, sale.date, document, [{ party, day: sale.due_date }, ...duesOfCosts(sale.costs)]).flatMap(
      (change): OpenItemChange[] => {
        if (change.party !== party) return [change];
        const amount = subtract(change.amount, paid);
        // When the sale is paid, only the credit from its promotions remains open.
        const own = amount < 0n ? ({ ...change, amount, credit: true } as const) : { ...change, amount };
        const { due: _, ...undated } = change;
        return before ? [own, { ...undated, ...before, credit: true }] : [own];
      },
    ),
  );
  const moved = withBatches(posted, sale);
  return sale.awaits_delivery ? awaitingDelivery(moved) : moved;
}

function revenue(sale: Sale, totals: DocumentTotals, paid: Money): EntryLine[] {
  const outlet = sale.outlet_fk;
  const whole: DocumentLine[] = [
    { outlet, account: { key: 'delivery-income' }, amount: negate(totals.delivery) },
    { outlet, account: { key: 'rounding' }, amount: negate(totals.rounding) },
    { outlet, ...receivedFrom(sale), amount: subtract(totals.total, paid) },
    { outlet, party: `customer-${sale.customer_fk}`, account: { key: 'customer-advances' }, amount: paid },
    ...(sale.promotions ?? []).flatMap(({ amount }) => (amount === null ? [] : creditedWith(money(amount), sale))),
  ];
  const lines = inSystemCurrency([...soldLines(sale, totals), ...whole], currencyOf(sale));
  return inMoneyGiven(sale, sale.system_currency_fk, lines);
}

/** The promotion's credit to the customer is an advance; it settles the debt of this sale first. */
function creditedWith(amount: Money, sale: Sale): DocumentLine[] {
  const outlet = sale.outlet_fk;
  const party = `customer-${sale.customer_fk}`;
  const advance = { outlet, party, account: { key: 'customer-advances' } } as const;
  const used = sale.payment_type === 'on_account';
  return [
    { outlet, account: { key: 'sales-discounts' }, amount },
    { ...advance, amount: negate(amount) },
    ...(used
      ? [
          { ...advance, amount },
          { outlet, ...receivedFrom(sale), amount: negate(amount) },
        ]
      : []),
  ];
}

/** Costs of a sale, such as transport: each in its own currency, paid in cash or owed to its supplier. */
function costOf(cost: SaleCost, sale: Sale): EntryLine[] {
  const outlet = sale.outlet_fk;
  const { system_currency_fk } = sale;
  const lines = inSystemCurrency(
    [
      { outlet, account: { key: 'delivery-expense' }, amount: money(cost.amount) },
      { outlet, ...paidBy(cost), amount: negate(money(cost.amount)) },
    ],
    currencyOf({ ...cost, system_currency_fk }),
  );
  return inMoneyGiven(cost, system_currency_fk, lines);
}
