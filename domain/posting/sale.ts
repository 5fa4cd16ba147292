/**
 * What a sale posts when it is completed (accounting.md, section 2):
 *
 *   debit  cash or receivable        what the customer pays, rounded when cash in dinar
 *   debit  sales discounts           item and invoice discounts, gross, in a contra account
 *   credit sales                     price × quantity
 *   credit output tax
 *   credit delivery income           what is charged on
 *   debit or credit rounding
 *   debit  cost of goods sold        ┐ the moving-average value of the goods,
 *   credit inventory                 ┘ found by costing; goods given free go to promotion cost
 *   debit  delivery expense          transport and other costs: ours,
 *   credit cash or payable           whoever is paid for them
 *   debit  sales discounts           what a promotion credits the customer with (section 4, get amount),
 *   credit customer advances         a credit under the sale's own name; on account it is used at once:
 *   debit  customer advances, credit receivable
 *   debit  customer advances         instead of cash, what was paid in advance for an online order
 *
 * Returning to draft posts the same with every sign turned.
 */
import { effectiveTime } from '../kernel/effective-date.ts';
import { type Money, money, negate, subtract, ZERO } from '../kernel/money.ts';
import type { Sale, SaleCost } from '../sales/sale.ts';
import { type DocumentTotals, documentTotals } from '../sales/totals.ts';
import { currencyOf } from './document-currency.ts';
import type { DocumentLine, EntryLine, OpenItemChange, Posting } from './entry.ts';
import { inSystemCurrency, posting, withBatches } from './entry.ts';
import { foreignCash } from './foreign-cash.ts';
import { openedBy } from './open-items.ts';
import { paidBy, receivedFrom } from './paid-by.ts';
import { goodsSold, soldLines } from './sold-lines.ts';

/** What was paid in advance, in the sale's currency and at its rate: a credit of that day under the document's name. */
export interface PaidBefore {
  readonly amount: Money;
  readonly date: string;
}

/** `document` is the stream of the sale: its receivable stays open under that name. */
export function postSale(sale: Sale, document: string, before?: PaidBefore): Posting {
  const totals = documentTotals(sale);
  const paid = before?.amount ?? ZERO;
  const party = `customer-${sale.customer_fk}`;
  const lines = [...revenue(sale, totals, paid), ...sale.costs.flatMap((cost) => costOf(cost, sale))];
  const posted = posting(
    effectiveTime(sale.date, sale.time, 'out'),
    lines,
    [...goodsSold(sale), ...foreignCash(lines)],
    openedBy(lines, sale.date, document).flatMap((change): OpenItemChange[] => {
      if (change.party !== party) return [change];
      const amount = subtract(change.amount, paid);
      // Of a sale that is paid, what its promotions credit the customer with is all that stays open.
      const own = amount < 0n ? ({ ...change, amount, credit: true } as const) : { ...change, amount };
      return before ? [own, { ...change, ...before, credit: true }] : [own];
    }),
  );
  return withBatches(posted, sale);
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
  return inSystemCurrency([...soldLines(sale, totals), ...whole], currencyOf(sale));
}

/** What the customer gets for a promotion is theirs as an advance; what they owe on this sale takes it first. */
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

/** Transport and other costs of a sale: each in its own currency, paid in cash or owed to its supplier. */
function costOf(cost: SaleCost, sale: Sale): EntryLine[] {
  const outlet = sale.outlet_fk;
  return inSystemCurrency(
    [
      { outlet, account: { key: 'delivery-expense' }, amount: money(cost.amount) },
      { outlet, ...paidBy(cost), amount: negate(money(cost.amount)) },
    ],
    currencyOf({ ...cost, system_currency_fk: sale.system_currency_fk }),
  );
}
