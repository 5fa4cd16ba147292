/** Rules of a quotation, and the sale that is drafted from it. */

import type { Facts } from '../../deciding/facts.ts';
import { checkPlace, known, settleCurrency } from '../../documents/document-rules.ts';
import { roundedDiscount } from '../../pricing/rounded-discount.ts';
import { documentTotals } from '../../pricing/totals.ts';
import { readDate } from '../../values/effective-date.ts';
import { Issues } from '../../values/refusal.ts';
import { checkPrices } from '../price-rules.ts';
import { checkPricedLines } from '../priced-lines.ts';
import type { SaleInput } from '../sale.schema.ts';
import { lineFacts } from '../sale-rules.ts';
import type { ConvertInput, QuotationInput } from './quotation.schema.ts';
import type { Converted, Quotation } from './quotation-events.ts';

export function quotationFacts(input: QuotationInput, facts: Facts, before?: Quotation): Quotation {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  known(facts, issues, 'customer_fk', 'customer', input.customer_fk);
  const expires = input.expire_date ?? null;
  if (expires !== null && !readDate(expires)) issues.add('expire_date', 'date');
  else if (expires !== null && expires < input.date) issues.add('expire_date', 'end_date_after_start_date');
  const currency = settleCurrency(input, 'in', facts, issues);
  const quotation: Quotation = {
    outlet_fk: input.outlet_fk,
    inventory_fk: input.inventory_fk,
    customer_fk: input.customer_fk ?? null,
    date: input.date,
    expire_date: expires,
    ...currency,
    discount: input.discount ?? null,
    ...roundedDiscount(input),
    delivery_charge: input.delivery_charge ?? null,
    rounding_step: null,
    reference_number: input.reference_number ?? null,
    note: input.note ?? null,
    lines: lineFacts(input.lines, facts, issues, { ...input, rate: currency.rate, written: before?.lines }),
  };
  issues.throwIfAny();
  return quotation;
}

/** The prices are binding: limits are checked on completion, and not again on conversion. */
export function completedQuotation(quotation: Quotation, facts: Facts): Quotation {
  const issues = new Issues();
  const totals = documentTotals(quotation);
  checkPricedLines(quotation, totals, issues);
  checkPrices(quotation, totals, facts, issues);
  issues.throwIfAny();
  return quotation;
}

/** The prices are valid until the last day: a sale dated later is refused, whenever it is entered. */
export function converted(quotation: Quotation, input: ConvertInput, facts: Facts): Converted {
  const issues = new Issues();
  const { expire_date } = quotation;
  const date = input.date ?? facts.today;
  if (!readDate(date)) issues.add('date', 'date');
  else if (date < quotation.date) issues.add('date', 'before_the_document', { value: quotation.date });
  if (expire_date !== null && expire_date < date) {
    issues.add('expire_date', 'quotation_expired', { value: expire_date });
  }
  issues.throwIfAny();
  const sale_fk = facts.newIds?.['sale'];
  if (sale_fk === undefined) throw new RangeError('a quotation is converted to a sale that has a number');
  const { payment_type, account_fk = null } = input;
  return { sale_fk, date, payment_type, account_fk };
}

/** The body of the sale: prices, discounts and rate are copied from the quotation. */
export function saleOf(quotation: Quotation, { date, payment_type, account_fk }: Converted): SaleInput {
  const { outlet_fk, inventory_fk, customer_fk, currency_fk, rate_fk, rate } = quotation;
  const { discount, rounded_discount = null, delivery_charge, reference_number, note, lines } = quotation;
  return {
    outlet_fk,
    inventory_fk,
    customer_fk,
    date,
    currency_fk,
    rate_fk,
    rate,
    payment_type,
    account_fk,
    discount,
    rounded_discount,
    delivery_charge,
    reference_number,
    note,
    lines: lines.map(
      ({ unit_factor: _factor, item_type: _type, batches: _batches, warranty_months: _months, ...line }) => line,
    ),
  };
}
