/** The billed and unbilled receipts of a purchase, and the bill for earlier receipts. */

import { daysUntilDue, dueByTerms, typedDueDay } from '../debts/due-date.ts';
import type { Claim } from '../deciding/claim.ts';
import type { Facts } from '../deciding/facts.ts';
import { timeOf } from '../documents/document-rules.ts';
import { atPrices, billedLines } from '../pricing/billed-prices.ts';
import { countedAs, purchaseTotals, receivedOf } from '../pricing/purchase-values.ts';
import { checkPricedLines } from '../sales/priced-lines.ts';
import type { DueDay } from '../values/due-day.ts';
import { daysLater, readDate, validDate } from '../values/effective-date.ts';
import { money } from '../values/money.ts';
import { quantity } from '../values/quantity.ts';
import { Issues } from '../values/refusal.ts';
import { owedBefore } from './costs/owed-before.ts';
import type { BillInput } from './purchase.schema.ts';
import {
  type Bill,
  type BilledPrice,
  PURCHASE,
  type Purchase,
  type PurchaseLine,
  type Receipt,
  type Received,
} from './purchase-events.ts';
import type { CompletePurchase, PurchaseState } from './purchase-state.ts';

/** Receipts that are not billed yet. */
export function unbilledReceipts({ receipts, before_bill = [], bills = [] }: CompletePurchase): Receipt[] {
  const billed = bills.flatMap((bill) => bill.receipts.map(({ receipt }) => receipt));
  return receipts.filter(({ receipt }) => before_bill.includes(receipt) && !billed.includes(receipt));
}

export function billedReceipts(state: CompletePurchase): Receipt[] {
  const unbilled = unbilledReceipts(state);
  return state.receipts.filter((receipt) => !unbilled.includes(receipt));
}

/** Received and billed quantity of each line, including bonus. */
export const billedInAll = (state: CompletePurchase): Received[] => cameIn(state, billedReceipts(state));

/** Received quantity of each line, including bonus, billed or not. */
export const receivedInAll = (state: CompletePurchase): Received[] => cameIn(state, state.receipts);

function cameIn(state: CompletePurchase, receipts: readonly Receipt[]): Received[] {
  return state.purchase.lines.map((line) => {
    const came = ({ before, after }: Receipt) => receivedOf(line, after) - receivedOf(line, before);
    return countedAs(
      receipts.reduce((total, receipt) => total + came(receipt), 0n),
      line,
    );
  });
}

/** The prefix of the level claims for goods that went back before their bill: `returned_unbilled:purchase-12:3`. */
export const unbilledPrefix = (document: string): string => `returned_unbilled:${document}:`;

/** The key of the level in the unit of the line, and that in base units: `returned_unbilled:purchase-12:base:3`. */
const unbilledKey = (document: string, line: number, inBase: boolean): string =>
  `${unbilledPrefix(document)}${inBase ? 'base:' : ''}${line}`;

/** What went back of a line before its bill and was not billed since: in the unit of the line, and in base units. */
export function unbilledReturns(document: string, line: number, facts: Pick<Facts, 'level'>): Received[] {
  const level = (inBase: boolean) => ({
    line_id: line,
    quantity: facts.level(unbilledKey(document, line, inBase)),
    ...(inBase ? { unit_factor: '1' } : {}),
  });
  return [level(false), level(true)].filter((returned) => quantity(returned.quantity) > 0n);
}

/** What went back of each line before its bill and was not billed since, without bonus goods. */
const returnedUnbilled = ({ purchase }: CompletePurchase, facts: Facts): Received[] =>
  purchase.lines.flatMap(({ line_id }) => unbilledReturns(`${PURCHASE}-${facts.ownId}`, line_id, facts));

/** A bill takes what went back before it from the level; the return cannot be taken back afterwards. */
export function claimsOfBills(before: PurchaseState, after: PurchaseState, stream: string): Claim[] {
  const billed = (state: PurchaseState) => ('bills' in state ? (state.bills ?? []) : []);
  const [had, has] = [billed(before), billed(after)];
  const claims = (bills: readonly Bill[], direction: UnbilledClaim['direction']) =>
    bills.flatMap(({ returned = [] }) =>
      returned.flatMap(({ line_id: line, quantity: count, unit_factor }) =>
        unbilledClaim({ document: stream, line, count, inBase: unit_factor !== undefined, direction }),
      ),
    );
  return [...claims(had.slice(has.length), 'taken_back'), ...claims(has.slice(had.length), 'billed')];
}

interface UnbilledClaim {
  readonly document: string;
  readonly line: number;
  readonly count: string;
  /** Whether `count` is in base units; otherwise it is in the unit of the line. */
  readonly inBase: boolean;
  /** Went back before the bill, was billed since, or one of both was taken back. */
  readonly direction: 'returned' | 'billed' | 'taken_back';
}

export function unbilledClaim({ document, line, count, inBase, direction }: UnbilledClaim): Claim[] {
  const key = unbilledKey(document, line, inBase);
  const common = { kind: 'level', key, day: validDate('1900-01-01'), field: 'lines', message: 'protected' } as const;
  if (quantity(count) === 0n) return [];
  return [direction === 'billed' ? { ...common, delta: `-${count}`, floor: '0' } : { ...common, delta: count }];
}

/** Undefined when every receipt is billed already. A bill cannot be dated before the receipts that it bills. */
export function nextBill(input: BillInput, state: CompletePurchase, facts: Facts): Bill | undefined {
  const receipts = unbilledReceipts(state);
  if (receipts.length === 0) return undefined;
  const issues = new Issues();
  const date = input.date ?? facts.today;
  if (!readDate(date)) issues.add('date', 'date');
  const last = receipts.map((receipt) => receipt.date).reduce((a, b) => (a > b ? a : b));
  if (date < last) issues.add('date', 'before_the_receipt', { value: last });
  const prices = pricesOf(input, receipts, state, issues);
  const due = dueOfBill({ ...input, date }, state.purchase, facts, issues);
  issues.throwIfAny();
  const time = timeOf({ date, time: input.time }, facts);
  const owed = owedBefore([state.purchase], state.purchase, facts);
  const returned = returnedUnbilled(state, facts);
  const notOwed = returned.length > 0 ? { returned } : {};
  const reference_number = input.reference_number ?? null;
  return { date, time, ...due, reference_number, receipts, ...notOwed, ...prices, ...owed };
}

/** Goods that are billed later are due by their bill: as many days after it as the purchase has until it is due. */
function dueOfBill(
  input: BillInput & { readonly date: string },
  purchase: Purchase,
  facts: Facts,
  issues: Issues,
): DueDay {
  if (purchase.payment_type !== 'on_account') return {};
  const typed = typedDueDay(input, true, issues);
  if (typed.due_date !== undefined) return typed;
  const days = daysUntilDue(purchase);
  if (days === undefined) return dueByTerms(input.date, { kind: 'supplier', id: purchase.supplier_fk }, facts);
  return { due_date: daysLater(input.date, days), payment_terms_days: days };
}

/** Refuses prices of unknown lines and of lines that came in none of these receipts. */
function pricesOf(
  { lines = [] }: BillInput,
  receipts: readonly Receipt[],
  { purchase, bills = [] }: CompletePurchase,
  issues: Issues,
): Pick<Bill, 'prices'> {
  const came = (line: PurchaseLine) =>
    receipts.some(({ before, after }) => receivedOf(line, after) > receivedOf(line, before));
  lines.forEach(({ line_id }, index) => {
    const line = purchase.lines.find((own) => own.line_id === line_id);
    const first = lines.findIndex((other) => other.line_id === line_id);
    if (!line) issues.add(`lines.${index}.line_id`, 'unknown_line');
    else if (!came(line)) issues.add(`lines.${index}.line_id`, 'line_not_in_bill');
    else if (first !== index) issues.add(`lines.${index}.line_id`, 'unique');
  });
  const prices = purchase.lines.flatMap((line): BilledPrice[] => {
    const last = bills.findLast((bill) => bill.prices)?.prices;
    const known = came(line) ? lines : last;
    const price = known?.find(({ line_id }) => line_id === line.line_id)?.price ?? line.price;
    return money(price) === money(line.price) ? [] : [{ line_id: line.line_id, price }];
  });
  if (prices.length === 0) return {};
  const priced = atPrices(purchase, prices);
  checkPricedLines(priced, purchaseTotals(priced), issues);
  return { prices };
}

/** The purchase with the bill, and its lines as they are owed since. */
export function withBill(state: CompletePurchase, bill: Bill): CompletePurchase {
  const bills = [...(state.bills ?? []), bill];
  const billed_lines = billedLines(state.purchase, bills);
  return { ...state, bills, ...(billed_lines ? { billed_lines } : {}) };
}
