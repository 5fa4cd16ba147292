/** A refund sent by a till: goods and money are exchanged already, so violations become notes. */

import { customerPrice } from '../../catalogue/customer-price.ts';
import { lineItems } from '../../catalogue/line-items.ts';
import type { Facts } from '../../deciding/facts.ts';
import { checkPlace, known } from '../../documents/document-rules.ts';
import { isPart, PART_OF_WHOLE } from '../../documents/whole-quantities.ts';
import { freeGoodsBySetting } from '../../pricing/free-goods.ts';
import { ANY_PRICE } from '../../sales/price-rules.ts';
import { giftsThatStay, giftTerms, worthToKeep } from '../../sales/returned-gifts.ts';
import type { SaleLine } from '../../sales/sale-events.ts';
import { namedBatches } from '../../values/batch.ts';
import { add, lesser, type Money, money, printMoney, roundTo, subtract, toMoney, ZERO } from '../../values/money.ts';
import { quantity } from '../../values/quantity.ts';
import { Issues, permissionMissing } from '../../values/refusal.ts';
import type { RefundEntry } from '../device-entry.schema.ts';
import { noteRates } from '../rate-notes.ts';
import { mayTakeBackWithoutReceipt, WITHOUT_RECEIPT } from '../till-limits.ts';
import { brokenRules, type Received, settled } from './broken-rules.ts';
import {
  type Checking,
  checkPaidBack,
  keptForGifts,
  momentOf,
  paidBefore,
  placeOf,
  type Refundable,
  refundOf,
  totalOf,
} from './part-refund.ts';
import type { PartRefund, PosReturn, RefundedLine } from './pos-sale-events.ts';
import { refundedLines, returnsOf } from './refunded-lines.ts';
import { drawerOfTill, isLateAt, tillPayments } from './till-payments.ts';

/** The content of the entry, with the server's id of the drawer. */
export interface ReceivedRefund extends Omit<RefundEntry, 'kind' | 'drawer' | 'receipt' | 'replaced_by'> {
  readonly drawer_fk: number;
}

/** Throws Refusal `validation` for a refund that cannot be posted. */
export function receivedRefund(
  input: ReceivedRefund,
  receipt: Refundable,
  facts: Facts,
  received: Received,
): PartRefund {
  const issues = new Issues();
  const { data, refunds } = receipt;
  if (input.date < data.date) issues.add('date', 'before_the_document', { value: data.date });
  if (input.outlet_fk !== data.outlet_fk) issues.add('outlet_fk', 'not_of_the_outlet');
  const lines = printedLines(input, facts, issues, data.lines);
  compare(input, lines, receipt, facts, issues);
  const shared = back(input, data.customer_fk, lines, { facts, issues, before: paidBefore(receipt) });
  return {
    ...refundOf({ data, refunds }),
    outlet_fk: input.outlet_fk,
    inventory_fk: input.inventory_fk,
    ...shared,
    number: input.number,
    ...settled(received, issues),
  };
}

/** For goods without a receipt, or with an unknown one. Throws Refusal `validation` when it cannot be posted. */
export function receivedReturn(
  input: ReceivedRefund,
  facts: Facts,
  received: Received,
): PosReturn & { readonly number: string | null } {
  const issues = new Issues();
  if (!mayTakeBackWithoutReceipt(facts)) {
    const { field, message, params } = permissionMissing(WITHOUT_RECEIPT);
    issues.add(field, message, { ...params });
  }
  const lines = printedLines(input, facts, issues);
  const place = placeOf(input, facts);
  const shared = back(input, place.customer_fk, lines, { facts, issues });
  const free = freeGoodsBySetting(lines, facts);
  return { ...place, ...free, ...shared, rounding_step: null, number: input.number, ...settled(received, issues) };
}

/** The common part of both: goods, money and drawer. */
function back(input: ReceivedRefund, customer: number | null, lines: readonly RefundedLine[], checking: Checking) {
  const { facts, issues } = checking;
  checkPlace(input, facts, issues);
  known(facts, issues, 'customer_fk', 'customer', input.customer_fk);
  const drawer = drawerOfTill(input, facts, issues);
  const payments = tillPayments(input.payments, drawer, facts, issues);
  noteRates({ payments }, input.date, facts, issues);
  brokenRules(issues);
  const total = totalOf(lines);
  const { system_currency_fk } = placeOf(input, facts);
  checkPaidBack(total, { payments, system_currency_fk }, customer, checking);
  if (money(input.total) !== total) {
    issues.add('total', 'total_differs', { printed: input.total, value: printMoney(total) });
  }
  return {
    drawer_fk: input.drawer_fk,
    ...momentOf(input, facts),
    lines,
    payments,
    reason: input.reason,
    is_late: isLateAt(input, drawer),
  };
}

/** Goods that were sold in parts may come back in parts. */
function notePartsOfWhole(
  lines: ReceivedRefund['lines'],
  facts: Facts,
  issues: Issues,
  sold: readonly SaleLine[],
): void {
  for (const [index, line] of lines.entries()) {
    const own = sold.find(({ line_id }) => line_id === line.line);
    if (own && isPart(quantity(own.quantity), { ...own }, facts)) continue;
    if (isPart(quantity(line.quantity), { ...line }, facts)) issues.add(`lines.${index}.quantity`, PART_OF_WHOLE);
  }
}

/** The printed amounts are the refunded ones. Lines that the receipt does not have are returned at the average cost. */
function printedLines(
  { lines }: ReceivedRefund,
  facts: Facts,
  issues: Issues,
  sold: readonly SaleLine[] = [],
): readonly RefundedLine[] {
  notePartsOfWhole(lines, facts, issues, sold);
  const numbered = lines.map((line, index) => ({ ...line, line_id: line.line ?? NOT_OF_RECEIPT + index }));
  return lineItems(numbered, facts, issues).map(({ line, line_id, item_type, unit_factor }) => {
    const [discount, tax, total] = [line.discount_amount, line.tax_amount, line.total_amount].map(money);
    const { item_fk, unit_fk, quantity, price, discount_amount, tax_amount } = line;
    const percent =
      sold.find((of) => of.line_id === line_id)?.tax_percent ??
      percentOf(tax ?? ZERO, subtract(total ?? ZERO, tax ?? ZERO));
    return {
      line_id,
      item_fk,
      item_type,
      unit_fk,
      unit_factor,
      quantity,
      price,
      discount_amount,
      tax_amount,
      ...(percent ? { tax_percent: percent } : {}),
      bonus_quantity: line.bonus_quantity ?? null,
      ...namedBatches({ batches: line.batches }),
      gross_amount: printMoney(add(subtract(total ?? money('0'), tax ?? money('0')), discount ?? money('0'))),
    };
  });
}

/**
 * Tax percentage of a line without a receipt, rounded to whole percents because the tax itself was rounded; undefined
 * without tax.
 */
function percentOf(tax: Money, net: Money): string | undefined {
  if (tax <= 0n || net <= 0n) return undefined;
  return printMoney(roundTo(toMoney((tax * 1_000_000n) / net), money('1')));
}

/** Offset of the line numbers of goods that are not on the receipt, above all its lines. */
const NOT_OF_RECEIPT = 90_000;

/**
 * Notes quantities above the sold ones, and amounts that differ from the paid ones: less by the worth of a gift that
 * stays, or more where such a gift came back. A gift that is left to the customer is a supervisor's decision.
 */
function compare(
  input: ReceivedRefund,
  printed: readonly RefundedLine[],
  { data, refund, refunds }: Refundable,
  facts: Facts,
  issues: Issues,
): void {
  const before = refund ? [...refunds, data] : refunds;
  const paid = refundedLines(printed, data, before, issues);
  const returns = returnsOf(before, printed);
  const { past: then = facts } = facts;
  const listed = (item_fk: number, unit_fk: number) => customerPrice({ item_fk, unit_fk }, data, then);
  const worth = worthToKeep(data, { ...returns, kept: keptForGifts(data, refunds), listed }, giftTerms(then));
  const due = totalOf(paid);
  if (worth !== 0n && totalOf(printed) === subtract(due, lesser(worth, due))) return;
  if (worth > 0n && !facts.actor.can(ANY_PRICE)) {
    const lines = printed.map(({ line_id }) => line_id);
    for (const { field, message, params } of giftsThatStay(data, returns, lines, then))
      issues.add(field, message, params);
  }
  printed.forEach((line, index) => {
    const own = paid.find(({ line_id }) => line_id === line.line_id);
    if (!own) return;
    const value = printMoney(totalOf([own]));
    if (money(value) === totalOf([line])) return;
    const field = `lines.${index}.total_amount`;
    issues.add(field, 'line_differs', { printed: input.lines[index]?.total_amount ?? '0', value });
  });
}
