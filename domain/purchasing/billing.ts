/** The billed and unbilled receipts of a purchase, and the bill for earlier receipts. */
import { timeOf } from '../kernel/document-rules.ts';
import { readDate } from '../kernel/effective-date.ts';
import type { Facts } from '../kernel/facts.ts';
import { printQuantity, toQuantity } from '../kernel/quantity.ts';
import { Issues } from '../kernel/refusal.ts';
import { receivedOf } from './landed-cost.ts';
import { owedBefore } from './owed-before.ts';
import type { BillInput } from './purchase.schema.ts';
import type { Bill, Receipt, Received } from './purchase-events.ts';
import type { CompletePurchase } from './purchase-state.ts';

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
export function billedInAll(state: CompletePurchase): Received[] {
  const receipts = billedReceipts(state);
  return state.purchase.lines.map((line) => {
    const came = ({ before, after }: Receipt) => receivedOf(line, after) - receivedOf(line, before);
    const count = toQuantity(receipts.reduce((total, receipt) => total + came(receipt), 0n));
    return { line_id: line.line_id, quantity: printQuantity(count) };
  });
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
  issues.throwIfAny();
  const time = timeOf({ date, time: input.time }, facts);
  const owed = owedBefore([state.purchase], state.purchase, facts);
  return { date, time, reference_number: input.reference_number ?? null, receipts, ...owed };
}
