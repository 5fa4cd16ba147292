/** What a sale return must be: how its draft takes its facts from the sale or the records, and what completing asks. */
import { numberedReturns } from '../catalogue/returned-quantities.ts';
import {
  checkPlace,
  currencyLike,
  inSystemCurrency,
  known,
  type SettledCurrency,
  settleCurrency,
  settlePayment,
  timeOf,
} from '../kernel/document-rules.ts';
import { effectiveTime } from '../kernel/effective-date.ts';
import type { Facts } from '../kernel/facts.ts';
import { lesser, money, printMoney, sum, ZERO } from '../kernel/money.ts';
import { quantity } from '../kernel/quantity.ts';
import { Issues } from '../kernel/refusal.ts';
import { enteredLines, linesOfSale } from './returned-lines.ts';
import { isPosted, SALE, type Sale, type SaleState } from './sale.ts';
import type { SaleReturnInput } from './sale-return.schema.ts';
import type { SaleReturn, SaleReturnLine } from './sale-return-events.ts';
import { returnTotals } from './sale-return-totals.ts';
import { roundingStep } from './sale-rules.ts';

/** A draft's facts; refuses what can never become right. */
export function returnFacts(input: SaleReturnInput, facts: Facts): SaleReturn {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  const sale = saleOf(input.sale_fk ?? null, input.outlet_fk, facts, issues);
  const customer = input.customer_fk ?? sale?.customer_fk ?? null;
  known(facts, issues, 'customer_fk', 'customer', customer);
  if (sale && customer !== sale.customer_fk) issues.add('customer_fk', 'not_of_the_sale');
  const currency = currencyOf(input, sale, facts, issues);
  const payment = settlePayment({ ...input, ...currency }, customer, 'customer_fk', facts, issues);
  const discount = sale ? sale.discount : (input.discount ?? null);
  const saleReturn: SaleReturn = {
    outlet_fk: input.outlet_fk,
    inventory_fk: input.inventory_fk,
    sale_fk: input.sale_fk ?? null,
    sale_date: sale?.date ?? null,
    customer_fk: customer,
    date: input.date,
    time: returnTime(input, sale, facts, issues),
    ...currency,
    payment_type: input.payment_type,
    ...payment,
    discount,
    rounding_step: roundingStep({ ...input, ...currency }, facts),
    settled_amount: null,
    reference_number: input.reference_number ?? null,
    note: input.note ?? null,
    ...(sale?.salesman_fk === undefined ? {} : { salesman_fk: sale.salesman_fk }),
    lines: linesOf(input, sale, { discount, ...currency }, facts, issues),
  };
  issues.throwIfAny();
  return saleReturn;
}

function linesOf(
  input: SaleReturnInput,
  sale: Sale | undefined,
  entered: Pick<SaleReturn, 'discount' | 'decimals'>,
  facts: Facts,
  issues: Issues,
): SaleReturnLine[] {
  if (sale) return linesOfSale(typed(input.lines), input.sale_fk ?? 0, sale, facts, issues);
  return input.sale_fk ? [] : enteredLines(input.lines, entered, facts, issues);
}

function saleOf(id: number | null, outlet: number, facts: Facts, issues: Issues): Sale | undefined {
  if (id === null) return undefined;
  const state = facts.document<SaleState>(SALE, id);
  if (!state) issues.add('sale_fk', 'unknown_document');
  else if (!isPosted(state)) issues.add('sale_fk', 'sale_not_complete');
  else if (state.sale.outlet_fk !== outlet) issues.add('sale_fk', 'not_of_the_outlet');
  return state && isPosted(state) ? state.sale : undefined;
}

/** A return of a sale is carried at the sale's own rate: it takes back what the sale brought. */
function currencyOf(input: SaleReturnInput, sale: Sale | undefined, facts: Facts, issues: Issues): SettledCurrency {
  if (sale) {
    if (input.currency_fk && input.currency_fk !== sale.currency_fk) issues.add('currency_fk', 'not_of_the_sale');
    return currencyLike(sale);
  }
  if (input.currency_fk) return settleCurrency({ ...input, currency_fk: input.currency_fk }, 'in', facts, issues);
  // A sale that is not there is refused by itself: then its currency is not asked for.
  if (!input.sale_fk) issues.add('currency_fk', 'required');
  return inSystemCurrency(facts);
}

/** Goods do not come back before they were sold; on the day of the sale they come back right after it unless a time is said. */
function returnTime(input: SaleReturnInput, sale: Sale | undefined, facts: Facts, issues: Issues): string | null {
  const time = timeOf(input, facts);
  if (!sale) return time;
  const sold = effectiveTime(sale.date, sale.time, 'out');
  if (effectiveTime(input.date, time, 'in') >= sold) return time;
  if (input.date < sale.date || input.time) issues.add('date', 'before_the_sale', { value: sale.date });
  return sold.slice(11);
}

/** Of a line of the sale only this is the return's own. */
function typed(lines: SaleReturnInput['lines']) {
  return numberedReturns(lines).map(({ line_id, sale_line_id, quantity: count, bonus_quantity, note }) => ({
    line_id,
    sale_line_id: sale_line_id ?? null,
    quantity: count,
    bonus_quantity,
    ...(note === undefined ? {} : { note }),
  }));
}

/**
 * The return as it is completed: shares are taken anew, because others may have returned of the same lines
 * since it was drafted, and what the customer still owes on the sale is settled first.
 */
export function completedReturn(draft: SaleReturn, facts: Facts): SaleReturn {
  const issues = new Issues();
  const sale = saleOf(draft.sale_fk, draft.outlet_fk, facts, issues);
  const lines = sale ? linesOfSale(draft.lines, draft.sale_fk ?? 0, sale, facts, issues) : draft.lines;
  checkLines(lines, issues);
  issues.throwIfAny();
  return { ...draft, lines, ...settled({ ...draft, lines }, facts) };
}

function checkLines(lines: readonly SaleReturnLine[], issues: Issues): void {
  if (lines.length === 0) issues.add('lines', 'at_least_one_line');
  lines.forEach((line, index) => {
    const [count, bonus] = [quantity(line.quantity), quantity(line.bonus_quantity ?? '0')];
    if (count < 0n || bonus < 0n || count + bonus === 0n) {
      issues.add(`lines.${index}.quantity`, 'greater_than', { value: '0' });
    }
    if (money(line.price) < 0n) issues.add(`lines.${index}.price`, 'min', { value: '0' });
    if (money(line.discount_amount) > money(line.gross_amount)) {
      issues.add(`lines.${index}.discount`, 'discount_above_amount');
    }
  });
}

function settled(saleReturn: SaleReturn, facts: Facts): Pick<SaleReturn, 'open_amount' | 'settled_amount'> {
  if (saleReturn.payment_type !== 'on_account' || saleReturn.sale_fk === null)
    return { settled_amount: printMoney(ZERO) };
  const document = `${SALE}-${saleReturn.sale_fk}`;
  const known = sum(
    facts.openItems.filter((openItem) => openItem.document === document).map((openItem) => money(openItem.amount)),
  );
  const open = known > 0n ? known : ZERO;
  const { total } = returnTotals(saleReturn);
  return { open_amount: printMoney(open), settled_amount: printMoney(lesser(open, total)) };
}
