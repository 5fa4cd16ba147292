/** Rules of a sale: the data that a draft copies from the records, and the checks of completion. */

import { type Buyer, customerPrice } from '../catalogue/customer-price.ts';
import type { ItemData } from '../catalogue/item.schema.ts';
import { asWritten, lineItems, type WrittenLine } from '../catalogue/line-items.ts';
import { dueOfCost, ownDayOf, typedDueDay } from '../debts/due-date.ts';
import { checkOverdue } from '../debts/overdue.ts';
import { paidNowFacts } from '../debts/paid-now.ts';
import { CUSTOMER_SIDE } from '../debts/transaction-side.ts';
import type { Facts } from '../deciding/facts.ts';
import { CASH_BOX } from '../documents/cash-type.ts';
import { checkOneRateOfCosts, settleCost } from '../documents/costs.ts';
import { checkPlace, inMoney, known, settleCurrency, settlePayment, timeOf } from '../documents/document-rules.ts';
import { withMoney } from '../documents/other-money.ts';
import type { CustomerData } from '../parties/customer.record.ts';
import { addressOf } from '../parties/party-address.ts';
import { roundedDiscount } from '../pricing/rounded-discount.ts';
import { percentageOn } from '../pricing/tax-percentage.ts';
import { type DocumentTotals, documentTotals } from '../pricing/totals.ts';
import { namedBatches } from '../values/batch.ts';
import { printMoney, subtract } from '../values/money.ts';
import { printQuantity, quantity, toQuantity } from '../values/quantity.ts';
import { IQD } from '../values/rate.ts';
import { Issues } from '../values/refusal.ts';
import type { QuotationState } from './orders/quotation-events.ts';
import { checkPrices } from './price-rules.ts';
import { checkPricedLines } from './priced-lines.ts';
import { checkPromotions, namedPromotions, promotionResults } from './promotion-rules.ts';
import type { SaleInput } from './sale.schema.ts';
import type { Delivered, Sale, SaleCost, SaleLine } from './sale-events.ts';

/**
 * The data of a draft; refuses values that can never become valid: unknown records, another outlet, an invalid day.
 * `before` is the draft that it changes.
 */
export function saleFacts(input: SaleInput, facts: Facts, quotation?: number, before?: Sale): Sale {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  const customer = known<CustomerData>(facts, issues, 'customer_fk', 'customer', input.customer_fk);
  const currency = settleCurrency(input, 'in', facts, issues);
  const paidIn = inMoney(input, facts);
  const payment = settlePayment(paidIn, input.customer_fk, 'customer_fk', facts, issues);
  known(facts, issues, 'salesman_fk', 'salesman', input.salesman_fk);
  const written = before?.lines ?? quotedLines(quotation, facts);
  const lines = lineFacts(input.lines, facts, issues, { ...input, rate: currency.rate, written });
  const promotions = namedPromotions(input.promotions ?? [], lines, facts, issues);
  const sale: Sale = {
    outlet_fk: input.outlet_fk,
    inventory_fk: input.inventory_fk,
    customer_fk: input.customer_fk ?? null,
    ...reachedAt(input, customer?.data),
    ...(input.received_type ? { received_type: input.received_type } : {}),
    date: input.date,
    time: timeOf(input, facts),
    ...currency,
    payment_type: input.payment_type,
    ...payment,
    ...typedDueDay({ ...input, date: ownDayOf(input, before) }, input.payment_type === 'on_account', issues),
    ...paidNowFacts({ ...input, rate: currency.rate }, CUSTOMER_SIDE, facts, issues),
    discount: input.discount ?? null,
    ...roundedDiscount(input),
    delivery_charge: input.delivery_charge ?? null,
    // The money is rounded instead of the total, when it is of the other currency.
    rounding_step: paidIn.currency_fk === input.currency_fk ? roundingStep({ ...input, ...payment }, facts) : null,
    costs: costFacts(input, facts, issues),
    reference_number: input.reference_number ?? null,
    note: input.note ?? null,
    ...(input.salesman_fk ? { salesman_fk: input.salesman_fk } : {}),
    ...(quotation === undefined ? {} : { quotation_fk: quotation }),
    lines,
  };
  issues.throwIfAny();
  return promotions.length === 0 ? sale : { ...sale, promotions: promotionResults(sale, promotions, facts) };
}

/** The lines of the quotation that is converted, whose units keep their sizes. */
function quotedLines(quotation: number | undefined, facts: Facts): readonly WrittenLine[] | undefined {
  const state = quotation === undefined ? undefined : facts.document<QuotationState>('quotation', quotation);
  return state === undefined || state.status === 'none' ? undefined : state.data.lines;
}

/** Mobile and address of the customer: entered with the sale, else copied from the customer's record. */
function reachedAt(
  { customer_mobile, customer_address }: Pick<SaleInput, 'customer_mobile' | 'customer_address'>,
  customer: CustomerData | undefined,
): Pick<Sale, 'customer_mobile' | 'customer_address'> {
  const mobile = customer_mobile === undefined ? customer?.mobile : customer_mobile;
  const address = customer_address === undefined ? customer && addressOf(customer) : customer_address;
  return { ...(mobile ? { customer_mobile: mobile } : {}), ...(address ? { customer_address: address } : {}) };
}

interface Payment extends Pick<SaleInput, 'payment_type' | 'currency_fk'> {
  /** Null without a known account. */
  readonly account_type: number | null;
}

/** Only cash in dinar is rounded, to the step of the settings (250); a bank or a remittance account pays exactly. */
export function roundingStep({ payment_type, currency_fk, account_type }: Payment, facts: Facts): string | null {
  if (payment_type !== 'cash' || currency_fk !== IQD || (account_type ?? CASH_BOX) !== CASH_BOX) return null;
  const step = facts.record('system_setting', 1)?.data['cash_rounding_step'];
  return typeof step === 'string' && step !== '0' ? step : null;
}

/** A line without a price gets the listed price of the customer, one that says nothing of tax the tax of its item. */
export function lineFacts(
  lines: SaleInput['lines'],
  facts: Facts,
  issues: Issues,
  buyer: Buyer & { readonly written?: readonly WrittenLine[] | undefined },
): SaleLine[] {
  const priceOf = (line: SaleInput['lines'][number], index: number) => {
    const price = line.price ?? customerPrice(line, buyer, facts);
    if (price === undefined) issues.add(`lines.${index}.price`, 'required');
    return price ?? '0';
  };
  const items = lineItems(lines, facts, issues, asWritten(buyer.written));
  return items.map(({ line, line_id, item, item_type, unit_factor }, index) => ({
    line_id,
    item_fk: line.item_fk,
    item_type,
    unit_fk: line.unit_fk,
    unit_factor,
    quantity: line.quantity,
    bonus_quantity: line.bonus_quantity ?? null,
    price: priceOf(line, index),
    discount: line.discount ?? null,
    tax_percent: line.tax_percent === undefined ? taxOf(line.item_fk, buyer.date, facts) : line.tax_percent,
    ...(line.promotion_fk ? { promotion_fk: line.promotion_fk } : {}),
    ...(item?.warranty_months ? { warranty_months: item.warranty_months } : {}),
    ...namedBatches(line),
    note: line.note ?? null,
  }));
}

/** The percentage of the item's tax on a day; null without one. */
export function taxOf(id: number, day: string, { record }: Pick<Facts, 'record'>): string | null {
  const tax = record<ItemData>('item', id)?.data.tax_fk;
  return percentageOn(tax ? record('tax', tax)?.data : undefined, day);
}

function costFacts({ costs = [], outlet_fk, date }: SaleInput, facts: Facts, issues: Issues): SaleCost[] {
  return costs.map((cost, index) => ({
    cost_type: cost.cost_type,
    ...settleCost(cost, { outlet_fk, date }, facts, issues, `costs.${index}.`),
    ...dueOfCost({ ...cost, supplier_fk: cost.supplier_fk ?? null }, date, facts),
  }));
}

interface Completing {
  readonly agreed?: boolean;
  readonly pricesAgreed?: boolean;
  /** Day of the delivery; that of the sale by default. */
  readonly day?: string;
}

/**
 * The completed sale with the results of its promotions. Completion additionally checks lines, quantities, prices,
 * discounts, the customer's terms, and that the promotions were earned. With `agreed` (a confirmed order) the prices
 * and the results of the promotions are kept, whatever the items cost and the promotions are now; with `pricesAgreed`
 * (an order as its customer placed it) only the prices.
 */
export function completedSale(
  draft: Sale,
  facts: Facts,
  { agreed = false, pricesAgreed = agreed, day = draft.date }: Completing = {},
): Sale {
  const issues = new Issues();
  const sale = agreed ? draft : withResults(draft, facts);
  const totals = documentTotals(sale);
  checkPricedLines(sale, totals, issues);
  if (!pricesAgreed && !isAsQuoted(sale, facts)) checkPrices(sale, totals, facts, issues);
  checkSomethingIsPaid(sale, totals, issues);
  checkOneRateOfCosts(sale.costs, issues);
  if (sale.received_type === 'brought' && !sale.customer_address) issues.add('customer_address', 'required');
  if (sale.payment_type === 'on_account') checkOverdue(sale.customer_fk, day, facts, issues);
  if (!agreed) checkPromotions(sale, facts, issues);
  const paid = withMoney(sale, totals.total, facts, issues);
  issues.throwIfAny();
  return paid;
}

const withResults = (draft: Sale, facts: Facts): Sale =>
  draft.promotions ? { ...draft, promotions: promotionResults(draft, draft.promotions, facts) } : draft;

/** True when prices and discounts equal those of the quotation, whose completion checked the limits. */
function isAsQuoted(sale: Sale, facts: Facts): boolean {
  const { quotation_fk, date } = sale;
  if (quotation_fk === undefined) return false;
  const state = facts.document<QuotationState>('quotation', quotation_fk);
  if (state?.status !== 'converted' || (state.data.expire_date ?? date) < date) return false;
  return isPricedAlike(sale, state.data);
}

type PricedTerms = Pick<Sale, 'customer_fk' | 'currency_fk' | 'discount' | 'rounded_discount' | 'lines'>;

/** True when customer, goods, prices and discounts are equal. */
export const isPricedAlike = (a: PricedTerms, b: PricedTerms): boolean => pricedTerms(a) === pricedTerms(b);

const pricedTerms = ({ customer_fk, currency_fk, discount, rounded_discount, lines }: PricedTerms): string =>
  JSON.stringify([
    customer_fk,
    currency_fk,
    discount,
    rounded_discount ?? null,
    lines.map((line) => [line.item_fk, line.unit_fk, line.quantity, line.bonus_quantity, line.price, line.discount]),
  ]);

/** Refuses a cash total that is rounded to zero: the goods would be given away. */
function checkSomethingIsPaid({ rounding_step }: Sale, { total, rounding }: DocumentTotals, issues: Issues): void {
  const exact = subtract(total, rounding);
  if (total > 0n || exact <= 0n || rounding_step === null) return;
  issues.add('payment_type', 'rounds_to_nothing', { amount: printMoney(exact), value: rounding_step });
}

/** The full quantity of every line, including bonus. */
export const wholeDelivery = ({ lines }: Pick<Sale, 'lines'>): Delivered[] =>
  lines.map(({ line_id, quantity: sold, bonus_quantity }) => ({
    line_id,
    quantity: printQuantity(toQuantity(quantity(sold) + quantity(bonus_quantity ?? '0'))),
  }));
