/** Rules of a purchase: the data that a draft copies from the records, and the checks of completion and receipt. */

import { countedInUnits } from '../catalogue/counted-units.ts';
import type { ItemData } from '../catalogue/item.schema.ts';
import { lineItems, sizeIn, type WrittenLine } from '../catalogue/line-items.ts';
import type { TaxData } from '../catalogue/tax.record.ts';
import { ownDayOf, typedDueDay } from '../debts/due-date.ts';
import { paidNowFacts } from '../debts/paid-now.ts';
import { SUPPLIER_SIDE } from '../debts/transaction-side.ts';
import type { Facts } from '../deciding/facts.ts';
import { checkPlace, inMoney, known, settleCurrency, settlePayment, timeOf } from '../documents/document-rules.ts';
import { isOtherMoney, withMoney } from '../documents/other-money.ts';
import { itemNames } from '../pricing/item-names.ts';
import { purchaseTotals, receivedOf, wholeLines, wholeOf } from '../pricing/purchase-values.ts';
import { roundedDiscount } from '../pricing/rounded-discount.ts';
import { percentageOn } from '../pricing/tax-percentage.ts';
import { checkPricedLines } from '../sales/priced-lines.ts';
import { namedBatches, namedOnArrival } from '../values/batch.ts';
import { readDate } from '../values/effective-date.ts';
import { printQuantity, quantity, toQuantity } from '../values/quantity.ts';
import { Issues } from '../values/refusal.ts';
import { owedBefore } from './costs/owed-before.ts';
import { checkCosts, costFacts } from './costs/purchase-costs.ts';
import { checkOrdered, orderedLines } from './ordered-lines.ts';
import type { PurchaseInput, ReceiveInput } from './purchase.schema.ts';
import type { Purchase, PurchaseLine, Receipt, Received } from './purchase-events.ts';
import type { CompletePurchase } from './purchase-state.ts';

/** Maximum number of receipts: movements of a purchase are numbered by receipt. */
const RECEIPTS_MAX = 200;

/** The data of a draft, which may change the one `before`; refuses values that can never become valid. */
export function purchaseFacts(input: PurchaseInput, facts: Facts, before?: Purchase): Purchase {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  known(facts, issues, 'supplier_fk', 'supplier', input.supplier_fk);
  const currency = settleCurrency(input, 'out', facts, issues);
  const payment = settlePayment(inMoney(input, facts), input.supplier_fk, 'supplier_fk', facts, issues);
  const order = checkOrdered(input, facts, issues);
  const purchase: Purchase = {
    ...order,
    outlet_fk: input.outlet_fk,
    inventory_fk: input.inventory_fk,
    supplier_fk: input.supplier_fk ?? null,
    date: input.date,
    time: timeOf(input, facts),
    ...currency,
    payment_type: input.payment_type,
    ...payment,
    ...typedDueDay({ ...input, date: ownDayOf(input, before) }, input.payment_type === 'on_account', issues),
    ...paidNowFacts({ ...input, rate: currency.rate }, SUPPLIER_SIDE, facts, issues),
    discount: input.discount ?? null,
    ...roundedDiscount(input),
    costs: costFacts(input.costs ?? [], input, facts, issues),
    reference_number: input.reference_number ?? null,
    note: input.note ?? null,
    lines: lineFacts(input, facts, issues, before?.lines ?? []),
  };
  issues.throwIfAny();
  return purchase;
}

function lineFacts(
  { lines, date, purchase_order_fk }: PurchaseInput,
  facts: Facts,
  issues: Issues,
  written: readonly WrittenLine[],
): PurchaseLine[] {
  const ordered = orderedLines(purchase_order_fk, facts);
  const sizeOf = (line: PurchaseInput['lines'][number], line_id: number) =>
    sizeIn(written, line_id, line) ?? sizeIn(ordered, line.order_line_id, line);
  return lineItems(lines, facts, issues, sizeOf).map(({ line, line_id, item, item_type, unit_factor }, index) => {
    const field = `lines.${index}`;
    if (item_type !== 'goods') issues.add(`${field}.item_fk`, 'goods_only');
    if (line.expire_date && !readDate(line.expire_date)) issues.add(`${field}.expire_date`, 'date');
    const tax = known<TaxData>(facts, issues, `${field}.tax_fk`, 'tax', line.tax_fk)?.data;
    return {
      line_id,
      ...(line.order_line_id ? { order_line_id: line.order_line_id } : {}),
      item_fk: line.item_fk,
      unit_fk: line.unit_fk,
      unit_factor,
      unit_weight: item?.weight ?? null,
      ...(item?.volume ? { unit_volume: item.volume } : {}),
      quantity: line.quantity,
      bonus_quantity: line.bonus_quantity ?? null,
      price: line.price,
      discount: line.discount ?? null,
      tax_fk: line.tax_fk ?? null,
      tax_percent: line.tax_percent ?? percentageOn(tax, date),
      tax_recoverable: tax?.recoverable ?? true,
      ...namedBatches(line),
      expire_date: line.expire_date ?? null,
      note: line.note ?? null,
    };
  });
}

/** Additional rules of completion: lines, quantities, prices, discounts, and costs that can be shared. */
export function completedPurchase(draft: Purchase, receive: boolean, facts: Facts): Purchase {
  const issues = new Issues();
  const { is_paid_before: _, ...purchase } = draft;
  if (purchase.paid_now !== undefined && !receive) issues.add('paid_now', 'nothing_is_owed_yet');
  // Money of the other currency is given once, and not in parts with the goods.
  const isPaidBefore = !receive && isOtherMoney(purchase);
  if (isPaidBefore && purchase.supplier_fk === null) issues.add('supplier_fk', 'required');
  askAboutExpired(purchase, facts, issues);
  const totals = purchaseTotals(purchase);
  checkPricedLines(purchase, totals, issues);
  checkCosts(purchase, purchase.costs, issues);
  const paid = withMoney(purchase, totals.total, facts, issues);
  issues.throwIfAny();
  return isPaidBefore ? { ...paid, is_paid_before: true } : paid;
}

/** An expiry date before the purchase is usually a typing error: it must be confirmed. */
function askAboutExpired({ date, lines }: Purchase, facts: Facts, issues: Issues): void {
  if (facts.confirmed) return;
  lines.forEach(({ expire_date, item_fk }, index) => {
    const item = facts.record<ItemData>('item', item_fk)?.data;
    if (expire_date === null || expire_date >= date || !item) return;
    const params = { line: String(index + 1), ...itemNames(item), value: expire_date };
    issues.ask(`lines.${index}.expire_date`, 'expired_when_bought', params);
  });
}

export function receivedInAll(state: CompletePurchase): readonly Received[] {
  return state.receipts.at(-1)?.after ?? [];
}

export function isWhollyReceived(state: CompletePurchase): boolean {
  const received = receivedInAll(state);
  return state.purchase.lines.every((line) => receivedOf(line, received) === wholeOf(line));
}

/**
 * The next receipt, or undefined when nothing more was received. Cumulative quantities never decrease and never exceed
 * the purchased ones.
 */
export function nextReceipt(input: ReceiveInput, state: CompletePurchase, facts: Facts): Receipt | undefined {
  const { purchase, receipts } = state;
  const issues = new Issues();
  const before = receivedInAll(state);
  const date = input.date ?? facts.today;
  if (!readDate(date)) issues.add('date', 'date');
  if (input.billed === false && purchase.is_paid_before) issues.add('billed', 'paid_with_its_bill');
  const entered = countedInUnits(input.lines ?? [], { ...purchase, differs: 'not_of_the_purchase' }, facts, issues);
  checkReceived(entered, purchase, before, issues);
  if (receipts.length >= RECEIPTS_MAX) issues.add('', 'too_many_receipts', { value: String(RECEIPTS_MAX) });
  issues.throwIfAny();
  const now = input.lines ? entered : wholeLines(purchase);
  const after = purchase.lines.flatMap((line): Received[] => {
    const own = ({ line_id }: Received) => line_id === line.line_id;
    const of = now.find(own) ?? before.find(own);
    return of && receivedOf(line, [of]) > 0n ? [{ ...of, quantity: printQuantity(quantity(of.quantity)) }] : [];
  });
  if (purchase.lines.every((line) => receivedOf(line, after) === receivedOf(line, before))) return undefined;
  return {
    receipt: receipts.length,
    date,
    time: timeOf({ date, time: input.time }, facts),
    before,
    after,
    ...namedOnArrival(input.lines),
    // Nothing is owed to the supplier before the bill.
    ...owedBefore([...(input.billed === false ? [] : [purchase]), ...purchase.costs], purchase, facts),
    ...postedAsOwed(state),
  };
}

function checkReceived(
  now: readonly Received[],
  { lines }: Purchase,
  before: readonly Received[],
  issues: Issues,
): void {
  now.forEach((entered, index) => {
    const line = lines.find((line) => line.line_id === entered.line_id);
    if (!line) {
      issues.add(`lines.${index}.line_id`, 'unknown_line');
      return;
    }
    const [count, least, most] = [receivedOf(line, [entered]), receivedOf(line, before), wholeOf(line)];
    const value = (exact: bigint) =>
      printQuantity(toQuantity(exact / quantity(entered.unit_factor ?? line.unit_factor)));
    if (count > most) issues.add(`lines.${index}.quantity`, 'total_at_most', { value: value(most) });
    if (count < least) issues.add(`lines.${index}.quantity`, 'total_at_least', { value: value(least) });
  });
}

/** All receipts of a purchase follow one rule, so that they add up to the whole. */
function postedAsOwed({ purchase, receipts }: CompletePurchase): Pick<Receipt, 'is_posted_as_owed'> {
  const isInBooks = [purchase, ...purchase.costs].some(
    ({ currency_fk }) => currency_fk === purchase.system_currency_fk,
  );
  return isInBooks && receipts.every((receipt) => receipt.is_posted_as_owed) ? { is_posted_as_owed: true } : {};
}
