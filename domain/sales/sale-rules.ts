/** What a sale must be: how its draft takes its facts from the records, and what completing it asks. */
import { checkPlace, known, settleCurrency, settlePayment, timeOf } from '../kernel/document-rules.ts';
import type { Facts } from '../kernel/facts.ts';
import { money } from '../kernel/money.ts';
import { quantity } from '../kernel/quantity.ts';
import { IQD } from '../kernel/rate.ts';
import { Issues } from '../kernel/refusal.ts';
import type { ItemData } from '../catalogue/item.record.ts';
import type { CustomerData } from '../parties/customer.record.ts';
import type { Delivered, Sale, SaleCost, SaleLine } from './sale.ts';
import type { SaleInput } from './sale.schema.ts';
import { documentTotals } from './totals.ts';

/** A draft's facts; refuses what can never become right: unknown records, another outlet, no such day. */
export function saleFacts(input: SaleInput, facts: Facts): Sale {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  known(facts, issues, 'customer_fk', 'customer', input.customer_fk);
  const currency = settleCurrency(input, 'in', facts, issues);
  const payment = settlePayment(input, input.customer_fk, 'customer_fk', facts, issues);
  const sale: Sale = {
    outlet_fk: input.outlet_fk,
    inventory_fk: input.inventory_fk,
    customer_fk: input.customer_fk ?? null,
    date: input.date,
    time: timeOf(input, facts),
    ...currency,
    payment_type: input.payment_type,
    ...payment,
    discount: input.discount ?? null,
    delivery_charge: input.delivery_charge ?? null,
    rounding_step: roundingStep(input, facts),
    costs: costFacts(input.costs ?? [], input.outlet_fk, facts, issues),
    reference_number: input.reference_number ?? null,
    note: input.note ?? null,
    lines: lineFacts(input.lines, facts, issues),
  };
  issues.throwIfAny();
  return sale;
}

/** Only cash in dinar is rounded, to the step of the settings (250). */
function roundingStep(input: SaleInput, facts: Facts): string | null {
  if (input.payment_type !== 'cash' || input.currency_fk !== IQD) return null;
  const step = facts.record('system_setting', 1)?.data['cash_rounding_step'];
  return typeof step === 'string' && step !== '0' ? step : null;
}

function lineFacts(lines: SaleInput['lines'], facts: Facts, issues: Issues): SaleLine[] {
  let highest = Math.max(0, ...lines.map((line) => line.line_id ?? 0));
  const seen = new Set<number>();
  return lines.map((line, index) => {
    const item = known(facts, issues, `lines.${index}.item_fk`, 'item', line.item_fk)?.data as ItemData | undefined;
    const unit = item?.item_units.find((each) => each.unit_fk === line.unit_fk);
    if (item && !unit) issues.add(`lines.${index}.unit_fk`, 'not_a_unit_of_the_item');
    const lineId = line.line_id ?? ++highest;
    if (seen.has(lineId)) issues.add(`lines.${index}.line_id`, 'unique');
    seen.add(lineId);
    return {
      line_id: lineId,
      item_fk: line.item_fk,
      item_type: item?.item_type ?? 'goods',
      unit_fk: line.unit_fk,
      unit_factor: unit?.base_unit_qty ?? '1',
      quantity: line.quantity,
      bonus_quantity: line.bonus_quantity ?? null,
      price: line.price,
      discount: line.discount ?? null,
      tax_percent: line.tax_percent ?? null,
      note: line.note ?? null,
    };
  });
}

export function costFacts(
  costs: NonNullable<SaleInput['costs']>,
  outlet: number,
  facts: Facts,
  issues: Issues,
): SaleCost[] {
  return costs.map((cost, index) => {
    const prefix = `costs.${index}.`;
    known(facts, issues, `${prefix}supplier_fk`, 'supplier', cost.supplier_fk);
    if (money(cost.amount) <= 0n) issues.add(`${prefix}amount`, 'greater_than', { value: '0' });
    const { currency_fk, rate } = settleCurrency(cost, 'out', facts, issues, prefix);
    const payment = settlePayment({ ...cost, outlet_fk: outlet }, cost.supplier_fk, 'supplier_fk', facts, issues, prefix);
    return {
      cost_type: cost.cost_type,
      amount: cost.amount,
      currency_fk,
      rate,
      payment_type: cost.payment_type,
      supplier_fk: cost.supplier_fk ?? null,
      ...payment,
      note: cost.note ?? null,
    };
  });
}

/** What completing asks beyond the draft: lines, quantities, prices, discounts, and the customer's terms. */
export function checkSale(sale: Sale, facts: Facts): void {
  const issues = new Issues();
  if (sale.lines.length === 0) issues.add('lines', 'at_least_one_line');
  const totals = documentTotals(sale);
  sale.lines.forEach((line, index) => {
    const field = `lines.${index}`;
    if (quantity(line.quantity) <= 0n && quantity(line.bonus_quantity ?? '0') <= 0n) {
      issues.add(`${field}.quantity`, 'greater_than', { value: '0' });
    }
    const amounts = totals.lines[index];
    if (amounts && amounts.itemDiscount > amounts.gross) issues.add(`${field}.discount`, 'discount_above_amount');
    checkPrice(line, field, facts, issues);
  });
  if (totals.net < 0n || totals.invoiceDiscount > totals.gross - totals.itemDiscount) {
    issues.add('discount', 'discount_above_amount');
  }
  if (sale.payment_type === 'on_account') checkOverdue(sale, facts, issues);
  issues.throwIfAny();
}

function checkPrice(line: SaleLine, field: string, facts: Facts, issues: Issues): void {
  const item = facts.record<ItemData>('item', line.item_fk)?.data;
  if (!item || facts.actor.can('sales/below_minimum_price')) return;
  const price = money(line.price);
  const minimum = item.minimum_price;
  if (minimum && price < money(minimum)) {
    issues.add(`${field}.price`, 'price_below_minimum', { value: minimum });
  }
  const listed = item.item_units.find((unit) => unit.unit_fk === line.unit_fk)?.sale_price;
  if (item.sale_price_editable === false && listed !== undefined && price !== money(listed)) {
    issues.add(`${field}.price`, 'price_not_editable');
  }
}

/** A sale on account is refused while the customer's oldest open document is older than the days allowed. */
function checkOverdue(sale: Sale, facts: Facts, issues: Issues): void {
  const customer = facts.record<CustomerData>('customer', sale.customer_fk ?? 0)?.data;
  const days = customer?.overdue_days;
  const oldest = facts.openItems[0];
  if (days === null || days === undefined || !oldest) return;
  const age = (Date.parse(facts.today) - Date.parse(oldest.date)) / 86_400_000;
  if (age > days) {
    issues.add('customer_fk', 'customer_overdue', { document: oldest.document, days: String(Math.floor(age)) });
  }
}

/** What is delivered of each line in all, after this delivery: never less than before, never more than was sold. */
export function deliveredInAll(sale: Sale, before: readonly Delivered[], now: readonly Delivered[]): Delivered[] {
  const issues = new Issues();
  const all = new Map(before.map((each) => [each.line_id, each.quantity]));
  now.forEach(({ line_id, quantity: delivered }, index) => {
    const line = sale.lines.find((each) => each.line_id === line_id);
    if (!line) {
      issues.add(`lines.${index}.line_id`, 'unknown_line');
      return;
    }
    const sold = quantity(line.quantity) + quantity(line.bonus_quantity ?? '0');
    if (quantity(delivered) > sold) issues.add(`lines.${index}.quantity`, 'max', { value: line.quantity });
    if (quantity(delivered) < quantity(all.get(line_id) ?? '0')) {
      issues.add(`lines.${index}.quantity`, 'min', { value: all.get(line_id) ?? '0' });
    }
    all.set(line_id, delivered);
  });
  issues.throwIfAny();
  return [...all].map(([line_id, delivered]) => ({ line_id, quantity: delivered })).sort((a, b) => a.line_id - b.line_id);
}
