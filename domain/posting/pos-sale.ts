/**
 * What a receipt of the till posts when it is completed (docs/accounting.md, section 2, "POS sale"):
 *
 *   debit  drawer               cash in each currency, at the in rate
 *   debit  app clearing         payments by app
 *   debit  receivable           sales on credit to a named customer
 *   credit drawer               the change, in the system currency
 *   debit or credit rounding    the rounding of the change
 *   debit  sales discounts, credit sales, credit output tax
 *   debit  cost of goods sold, credit inventory
 *   debit  cash over or short, credit drawer     when the receipt arrived after its drawer was closed: the closing
 *                                                posted its cash as over
 *
 * A refund posts in its own period:
 *   debit  sales returns, credit sales discounts, debit output tax
 *   credit drawer, app clearing, receivable      by the ways of payment, cash in the system currency
 *   debit  inventory, credit cost of goods sold  at the recorded cost of the lines
 */

import { type AccountRef, cashKey } from '../chart/chart.ts';
import type { Movement, Posting } from '../entries/entry.ts';
import { inSystemCurrency, posting, withBatches } from '../entries/entry.ts';
import type { EntryLine } from '../entries/entry-line.ts';
import { turned } from '../entries/entry-line.ts';
import { foreignCash } from '../entries/foreign-cash.ts';
import { lateCash } from '../entries/late-cash.ts';
import type { OpenItemChange } from '../entries/open-item.ts';
import { goodsSold, soldLines } from '../entries/sold-lines.ts';
import { type DocumentTotals, documentTotals } from '../pricing/totals.ts';
import type { PosPayment, PosSale, Refund } from '../till/receipts/pos-sale-events.ts';
import { defined } from '../values/defined.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { add, type Money, money, negate, roundTo, smallestUnit, subtract, sum, toMoney } from '../values/money.ts';
import { toQuantity } from '../values/quantity.ts';
import { rate } from '../values/rate.ts';

const REFUND = 10_000_000;

/** `document` is the stream of the receipt, under which a sale on credit is open. */
export function postPosSale(receipt: PosSale, document: string): Posting {
  const totals = documentTotals(receipt);
  const paid = receipt.payments.map((payment) => paidLine(payment, receipt));
  const change = changeLine(receipt);
  const rest = inSystem(receipt, soldLines(receipt, totals), totals);
  const rounding = roundingLine(receipt, [...paid, ...change, ...rest]);
  const late = receipt.is_late ? lateCash([...paid, ...change].filter(isCash), receipt) : [];
  const lines = [...paid, ...change, ...rest, ...rounding, ...late];
  const effective = effectiveTime(receipt.date, receipt.time, 'out');
  const movements = [...goodsSold(receipt), ...foreignCash(lines)];
  return withBatches(posting(effective, lines, movements, onCredit(receipt, document, 1n)), receipt);
}

export function postPosRefund(refund: Refund, document: string): Posting {
  const { receipt } = refund;
  const totals = documentTotals(receipt);
  const returned = soldLines(receipt, totals).map((line) =>
    line.account.key === 'sales' ? { ...line, account: { key: 'sales-returns' } as const } : line,
  );
  const back = inSystem(receipt, returned, totals).map(turned);
  const other = receipt.payments
    .filter(({ method }) => method !== 'cash')
    .map((payment) => turned(paidLine(payment, receipt)));
  const drawer: AccountRef = { key: cashKey(refund.account_type), of: refund.account_fk };
  const cash = systemLine(receipt, drawer, negate(cashTaken(receipt)));
  const lines = [...back, ...other, cash];
  const posted = posting(
    effectiveTime(refund.date, refund.time, 'in'),
    [...lines, ...roundingLine(receipt, lines)],
    goodsSold(receipt).map(
      (movement): Movement => ({
        ...movement,
        line: movement.line + REFUND,
        quantity: toQuantity(-movement.quantity),
        valued: { by: 'sameCostAs', document, line: movement.line },
      }),
    ),
    onCredit(receipt, document, -1n),
  );
  return withBatches(posted, refund);
}

/** Cash that remained in the drawer, in the system currency, rounded to payable amounts. */
function cashTaken(receipt: PosSale): Money {
  const taken = receipt.payments
    .filter(({ method }) => method === 'cash')
    .map((payment) => paidLine(payment, receipt).base);
  return roundTo(subtract(sum(taken), money(receipt.change_amount ?? '0')), smallestUnit(receipt.decimals));
}

/** The fields of a receipt or refund that its lines copy. */
type Of = Pick<PosSale, 'outlet_fk' | 'system_currency_fk' | 'customer_fk'>;

export function systemLine({ outlet_fk: outlet, system_currency_fk }: Of, account: AccountRef, base: Money): EntryLine {
  return { account, outlet, base, currency: system_currency_fk, foreign: base, rate: undefined };
}

/** A debit for money received, or for the debt of a customer. */
export function paidLine(payment: PosPayment, receipt: Of): EntryLine {
  const { method, amount, currency_fk: currency, account_fk, account_type, rate: at } = payment;
  if (method === 'app') return systemLine(receipt, { key: 'app-clearing' }, money(amount));
  if (method === 'credit') {
    const party = `customer-${receipt.customer_fk}`;
    return { ...systemLine(receipt, { key: 'receivable' }, money(amount)), party };
  }
  const account: AccountRef = { key: cashKey(account_type ?? 1), of: account_fk ?? undefined };
  const outlet = receipt.outlet_fk;
  const [line] = inSystemCurrency(
    [
      { outlet, account, amount: money(amount) },
      { outlet, account: { key: 'rounding' }, amount: negate(money(amount)) },
    ],
    { currency, system: receipt.system_currency_fk, rate: at === null ? undefined : rate(at) },
  );
  return defined(line);
}

function changeLine(receipt: PosSale): EntryLine[] {
  const change = money(receipt.change_amount ?? '0');
  if (change === 0n) return [];
  const account: AccountRef = {
    key: cashKey(receipt.change_account_type ?? 1),
    of: receipt.change_account_fk ?? undefined,
  };
  return [systemLine(receipt, account, negate(change))];
}

/**
 * Revenue, discounts and tax in the system currency; their sum is the total of the receipt, which the payments cover.
 */
function inSystem(receipt: PosSale, lines: ReturnType<typeof soldLines>, totals: DocumentTotals): EntryLine[] {
  const currency = { currency: receipt.currency_fk, system: receipt.system_currency_fk, rate: undefined };
  const balance = { outlet: receipt.outlet_fk, account: { key: 'rounding' } as const, amount: totals.total };
  return inSystemCurrency([...lines, balance], currency).filter((line) => line.account.key !== 'rounding');
}

export function roundingLine(receipt: Of, lines: readonly EntryLine[]): EntryLine[] {
  const difference = sum(lines.map((line) => line.base));
  return difference === 0n ? [] : [systemLine(receipt, { key: 'rounding' }, negate(difference))];
}

/** True for a line on a drawer's account. */
export const isCash = ({ account }: EntryLine): boolean => account.of !== undefined;

function onCredit(receipt: PosSale, document: string, sign: 1n | -1n): OpenItemChange[] {
  const credit = receipt.payments.filter(({ method }) => method === 'credit').map(({ amount }) => money(amount));
  if (credit.length === 0) return [];
  const amount = toMoney(sign * credit.reduce((whole, money) => add(whole, money)));
  const party = `customer-${receipt.customer_fk}`;
  const { system_currency_fk: currency, outlet_fk: outlet, date } = receipt;
  const due = receipt.due_date === undefined ? {} : { due: receipt.due_date };
  return [{ party, currency, date, document, outlet, amount, ...due }];
}
