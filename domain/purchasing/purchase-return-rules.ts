/**
 * Rules of a purchase return: the data that a draft copies from the purchase or the records, and the checks of
 * completion.
 */

import type { Facts } from '../deciding/facts.ts';
import {
  checkPlace,
  currencyLike,
  inMoney,
  known,
  settlePayment,
  timeFrom,
  timeOf,
} from '../documents/document-rules.ts';
import { atRateOf, moneyTerms, withMoney } from '../documents/other-money.ts';
import { billedParts } from '../pricing/billed-prices.ts';
import { baseUnits, countedAs, purchaseTotals, receivedOf } from '../pricing/purchase-values.ts';
import { inUnitOf, numberedReturns } from '../pricing/returned-quantities.ts';
import { bonusOf, returnedPart } from '../pricing/returned-shares.ts';
import { returnTotals } from '../pricing/sale-return-totals.ts';
import { BONUS_LINE } from '../pricing/totals.ts';
import {
  checkCopied,
  checkCopiedTerms,
  checkReturnedLines,
  inReturnedUnits,
  inUnit,
  returnCurrency,
  unitFields,
} from '../sales/goods-return.ts';
import { amountIn } from '../values/amount-in.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { divideRounded } from '../values/fixed-point.ts';
import { lesser, type Money, money, printMoney, readMoney, smallestUnit, toMoney, ZERO } from '../values/money.ts';
import { printQuantity, quantity, toQuantity } from '../values/quantity.ts';
import { Issues } from '../values/refusal.ts';
import { leftOver } from '../values/residue.ts';
import { billedInAll, billedReceipts, receivedInAll, unbilledReturns } from './billing.ts';
import { isComplete } from './purchase.ts';
import { PURCHASE, type PurchaseLine, type Received } from './purchase-events.ts';
import type { CreditInput, PurchaseReturnInput } from './purchase-return.schema.ts';
import type { CreditedReturn, PurchaseReturn, PurchaseReturnLine, SupplierCredit } from './purchase-return-events.ts';
import type { CompletePurchase, PurchaseState } from './purchase-state.ts';
import { type Bought, enteredReturns, linesOfPurchase } from './returned-goods.ts';

/** The data of a draft, which may change the one `before`; refuses values that can never become valid. */
export function returnFacts(input: PurchaseReturnInput, facts: Facts, before?: PurchaseReturn): PurchaseReturn {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  const bought = boughtIn(input.purchase_fk ?? null, input.outlet_fk, facts, issues);
  const supplier = input.supplier_fk ?? bought?.purchase.supplier_fk ?? null;
  known(facts, issues, 'supplier_fk', 'supplier', supplier);
  checkSupplier(supplier, bought, issues);
  const isNamed = Boolean(input.purchase_fk);
  const origin = { document: bought?.purchase, isNamed, differs: 'not_of_the_purchase', direction: 'out' } as const;
  const currency = returnCurrency(input, origin, facts, issues);
  const payment = settlePayment(inMoney({ ...input, ...currency }, facts), supplier, 'supplier_fk', facts, issues);
  const of = { lines: bought?.purchase.lines ?? [], before: before?.lines };
  const ownLines = inReturnedUnits(input.lines, 'purchase_line_id', of, facts, issues);
  if (bought) {
    checkCopiedTerms(input, bought.purchase, 'not_of_the_purchase', issues);
    checkCopied(input.lines, 'purchase_line_id', asTyped(input, bought, ownLines), 'not_of_the_purchase', issues);
  }
  const discount = bought ? bought.purchase.discount : (input.discount ?? null);
  const time = timeOf(input, facts);
  checkDay({ date: input.date, time }, bought, issues);
  checkPayment(input.payment_type, bought, issues);
  const purchaseReturn: PurchaseReturn = {
    outlet_fk: input.outlet_fk,
    inventory_fk: input.inventory_fk,
    purchase_fk: input.purchase_fk ?? null,
    purchase_date: bought?.purchase.date ?? null,
    supplier_fk: supplier,
    date: input.date,
    time,
    ...currency,
    payment_type: input.payment_type,
    ...payment,
    ...moneyTerms(
      atRateOf({ ...input, ...currency }, bought?.purchase, () => paidFor(bought)),
      'out',
      facts,
      issues,
    ),
    discount,
    open_amount: null,
    settled_amount: null,
    reference_number: input.reference_number ?? null,
    note: input.note ?? null,
    ...(input.credit_awaited === true ? { credit_awaited: true } : {}),
    lines: bought
      ? linesOfPurchase(typed(input.lines, ownLines), bought, facts, issues)
      : enteredReturns({ ...input, lines: input.purchase_fk ? [] : input.lines, before }, currency, facts, issues),
  };
  checkAwaited(purchaseReturn, bought, issues);
  issues.throwIfAny();
  return purchaseReturn;
}

const paidFor = (bought: Origin | undefined) => (bought ? purchaseTotals(bought.purchase).total : ZERO);

/** The lines with their numbers and units. */
const typed = (lines: PurchaseReturnInput['lines'], own: readonly PurchaseLine[]) =>
  numberedReturns(lines).map((line) => ({
    ...line,
    ...unitFields(own.find(({ line_id }) => line_id === line.purchase_line_id)),
  }));

/** A typed price may be that of the purchase or of any of its bills: the return takes its own from its goods. */
function asTyped({ lines }: PurchaseReturnInput, { parts }: Bought, own: readonly PurchaseLine[]) {
  return own.map((line, index) => {
    const typed = lines.find(({ purchase_line_id }) => purchase_line_id === line.line_id)?.price;
    const billed = parts?.[index]?.map(({ value }) => inUnit(value.line, line).price);
    const same = billed?.find((price) => typed && money(price) === readMoney(typed));
    return same === undefined ? line : { ...line, price: same };
  });
}

type Origin = Bought & { readonly from: string; readonly isBeforeBill: boolean };

/** A purchase without supplier may be returned to any. */
function checkSupplier(supplier: number | null, bought: Origin | undefined, issues: Issues): void {
  const from = bought?.purchase.supplier_fk ?? supplier;
  if (supplier !== from) issues.add('supplier_fk', 'not_of_the_purchase');
}

/** Nothing was owed or paid for goods before their bill, so no money comes back. */
function checkPayment(type: PurchaseReturn['payment_type'], bought: Origin | undefined, issues: Issues): void {
  if (bought?.isBeforeBill && type !== 'on_account') issues.add('payment_type', 'on_account_before_bill');
}

function checkDay(
  { date, time }: Pick<PurchaseReturn, 'date' | 'time'>,
  bought: Origin | undefined,
  issues: Issues,
): void {
  if (!bought || effectiveTime(date, time, 'out') >= bought.from) return;
  issues.add('date', 'before_the_purchase', { value: bought.from.slice(0, 10) });
}

/**
 * The received and billed quantities of a purchase, and their first day. Where nothing was billed yet, all that was
 * received can go back before the bill.
 */
function boughtIn(id: number | null, outlet: number, facts: Facts, issues: Issues): Origin | undefined {
  if (id === null) return undefined;
  const state = facts.document<PurchaseState>(PURCHASE, id);
  const billed = state && isComplete(state) ? billedReceipts(state) : [];
  const isBeforeBill = billed.length === 0;
  const [first] = state && isComplete(state) && isBeforeBill ? state.receipts : billed;
  if (!state) issues.add('purchase_fk', 'unknown_document');
  else if (!isComplete(state) || !first) issues.add('purchase_fk', 'purchase_not_received');
  else if (state.purchase.outlet_fk !== outlet) issues.add('purchase_fk', 'not_of_the_outlet');
  if (!state || !isComplete(state) || !first) return undefined;
  const from = effectiveTime(first.date, first.time, 'in');
  const received = isBeforeBill ? receivedInAll(state) : withReturnedBefore(state, id, facts);
  const parts = isBeforeBill ? undefined : billedParts(state.purchase, billed, state.bills);
  return { id, purchase: state.purchase, received, from, isBeforeBill, parts };
}

/** Goods that went back before their bill are counted as returned, so they count as received too. */
function withReturnedBefore({ purchase, ...state }: CompletePurchase, id: number, facts: Facts): Received[] {
  const billed = billedInAll({ ...state, purchase });
  const gone = (line: PurchaseLine, own: number) =>
    receivedOf({ ...line, line_id: own }, unbilledReturns(`${PURCHASE}-${id}`, own, facts));
  return purchase.lines.map((line) => {
    const before = gone(line, line.line_id) + gone(line, line.line_id + BONUS_LINE);
    return countedAs(receivedOf(line, billed) + before, line);
  });
}

/**
 * The completed return: shares are calculated again, because other returns of the same lines may have been completed
 * since the draft, and the open amount of the purchase is settled first.
 */
export function completedReturn(draft: PurchaseReturn, facts: Facts): PurchaseReturn {
  const issues = new Issues();
  const bought = boughtIn(draft.purchase_fk, draft.outlet_fk, facts, issues);
  const present = bought ? asBought(draft, bought, issues) : draft;
  const lines = bought ? linesOfPurchase(draft.lines, bought, facts, issues) : draft.lines;
  checkReturnedLines(lines, issues);
  checkPayment(draft.payment_type, bought, issues);
  checkAwaited(draft, bought, issues);
  if (bought) askAboutBonus(lines, bought, draft.system_currency_fk, facts, issues);
  issues.throwIfAny();
  const { total } = returnTotals({ ...present, lines, rounding_step: null });
  const paid = withMoney(present, total, facts, issues);
  issues.throwIfAny();
  const { is_before_bill: _, ...rest } = paid;
  const amounts = rest.credit_awaited ? NOTHING_SETTLED : settled({ ...rest, lines }, facts);
  const completed = { ...rest, lines, ...amounts, goods_value: 'book_cost' } as const;
  return bought?.isBeforeBill ? { ...completed, settled_amount: '0', is_before_bill: true } : completed;
}

/** The purchase may have been corrected since the draft: its terms are copied and checked again. */
function asBought(draft: PurchaseReturn, bought: Origin, issues: Issues): PurchaseReturn {
  const { purchase } = bought;
  const supplier_fk = draft.supplier_fk ?? purchase.supplier_fk;
  checkSupplier(supplier_fk, bought, issues);
  if (draft.currency_fk !== purchase.currency_fk) issues.add('currency_fk', 'not_of_the_purchase');
  checkDay(draft, bought, issues);
  const { date: purchase_date, discount } = purchase;
  return { ...draft, purchase_date, supplier_fk, ...currencyLike(purchase), discount };
}

/** Nobody can await the credit of goods that were paid back at once, or that nobody has billed. */
function checkAwaited(
  { credit_awaited, payment_type }: Pick<PurchaseReturn, 'credit_awaited' | 'payment_type'>,
  bought: Origin | undefined,
  issues: Issues,
): void {
  if (!credit_awaited) return;
  if (payment_type !== 'on_account') issues.add('credit_awaited', 'credit_awaited_on_account');
  else if (bought?.isBeforeBill) issues.add('credit_awaited', 'credit_awaited_before_bill');
}

/**
 * Paid goods that go back while their bonus goods stay are paid back at more than they cost: the purchase shared its cost
 * over both. The rest is purchase variance, which a person is told before (docs/decisions/0217).
 */
function askAboutBonus(
  lines: readonly PurchaseReturnLine[],
  { purchase, received }: Origin,
  system: number,
  facts: Facts,
  issues: Issues,
): void {
  if (facts.confirmed) return;
  const unit = smallestUnit(purchase.currency_fk === system ? purchase.decimals : undefined);
  lines.forEach((line, index) => {
    const own = purchase.lines.find(({ line_id }) => line_id === line.purchase_line_id);
    if (!own) return;
    const { paid, bonus } = returnedPart(line, own);
    const here = receivedOf(own, received);
    const came = toQuantity((line.counted_in ? baseUnits(here) : here / quantity(own.unit_factor)) - paid.whole);
    const wanted = bonusOf(toQuantity(paid.before + paid.count), paid.whole, bonus.whole);
    const staying = toQuantity((wanted < came ? wanted : came) - bonus.before - bonus.count);
    const paidBack = money(line.net_base) + (line.tax_recoverable ? 0n : money(line.tax_base));
    const gain = toMoney(divideRounded(paidBack - money(line.goods_base ?? '0'), unit) * unit);
    if (paid.count === 0n || staying <= 0n || gain <= 0n) return;
    const count = printQuantity(line.counted_in ? inUnitOf(staying, line.unit_factor) : staying);
    issues.ask(`lines.${index}.bonus_quantity`, 'bonus_stays', {
      count,
      amount: amountIn(printMoney(gain), system, facts),
    });
  });
}

const NOTHING_SETTLED = { open_amount: '0', settled_amount: '0' };

/** The open amount of the purchase is settled first, by `credited` or by the whole return. */
export function settled(
  of: PurchaseReturn,
  facts: Facts,
  credited?: Money,
): Pick<SupplierCredit, 'open_amount' | 'settled_amount' | 'left_over'> {
  const document = `${PURCHASE}-${of.purchase_fk}`;
  // A later cost of the purchase may be owed to the same supplier, on a day of its own.
  const owed =
    of.payment_type === 'on_account' &&
    facts.openItems.find((openItem) => openItem.document === document && openItem.date === of.purchase_date);
  const open = owed && money(owed.amount) > 0n ? money(owed.amount) : ZERO;
  const total = credited ?? returnTotals({ ...of, rounding_step: null }).total;
  const settled = { open_amount: printMoney(open), settled_amount: printMoney(lesser(open, total)) };
  const left = owed && open > 0n && open <= total ? leftOver(owed, of.currency_fk) : ZERO;
  return left === ZERO ? settled : { ...settled, left_over: printMoney(left) };
}

/** The supplier's answer (docs/decisions/0207): a credit note for all or a part of the goods, nothing, or the goods themselves. */
export function creditFacts(input: CreditInput, of: PurchaseReturn, facts: Facts): CreditedReturn {
  const issues = new Issues();
  const time = timeFrom(effectiveTime(of.date, of.time, 'out'), input, 'in', facts);
  const amount = readMoney(input.amount ?? '0') ?? ZERO;
  const { total } = returnTotals({ ...of, rounding_step: null });
  const reason = input.credit_reason ?? null;
  if (time === undefined) issues.add('date', 'before_the_return', { value: of.date });
  if (amount > total) issues.add('amount', 'credit_above_return', { value: printMoney(total) });
  if (input.goods_came_back === true && amount !== ZERO) issues.add('amount', 'credited_and_back');
  if (amount < total && reason === null) issues.add('credit_reason', 'required');
  issues.throwIfAny();
  return {
    date: input.date,
    time: time ?? null,
    currency_fk: of.currency_fk,
    amount: printMoney(amount),
    ...(input.goods_came_back === true ? { goods_came_back: true } : {}),
    credit_reference: input.credit_reference ?? null,
    credit_reason: reason,
    ...settled(of, facts, amount),
    purchase_return: of,
  };
}
