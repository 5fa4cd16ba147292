/**
 * The amounts and quantities of a document of any kind. Equal things have equal field names in all documents, so they
 * are read from the fields that exist. Lists show them, and document-bounds.ts refuses a document in which they exceed
 * the bound.
 */

import { type ReturnedAmounts, returnTotals } from '../pricing/sale-return-totals.ts';
import { type DocumentTotals, documentTotals, type PricedDocument } from '../pricing/totals.ts';
import { listOf, membersOf, objectsOf } from '../values/members.ts';
import { type Money, money, readMoney, subtract, ZERO } from '../values/money.ts';
import { inBaseUnits, type Quantity, quantity, toQuantity } from '../values/quantity.ts';
import { convert, rate } from '../values/rate.ts';
import { besideFields, fieldsOf, type Holder } from './document-fields.ts';

/** The data of a document together with the other members of its state. */
export type DocumentBody = Readonly<Record<string, unknown>>;

export interface GoodsLine {
  readonly line_id: number;
  readonly item_fk: number;
  readonly unit_fk: number;
  readonly unit_factor?: string;
  readonly quantity?: string;
  /** Only in counts, which have no `quantity`. */
  readonly real_quantity?: string;
  readonly bonus_quantity?: string | null;
  readonly price?: string;
  readonly gross_amount?: string;
}

/** The state without nesting: the data of the document and the other members of its state. */
export function flatten(declaration: Holder, state: { readonly status: string }): DocumentBody {
  const fields = fieldsOf(declaration, state);
  return typeof fields['date'] === 'string' ? { ...fields, ...besideFields(declaration, state) } : state;
}

/** The lines with goods; lines of journals and debts have no item. */
export const goodsLinesOf = (body: DocumentBody): readonly GoodsLine[] => listOf(body['lines']).filter(isGoods);

const isGoods = (line: unknown): line is GoodsLine => typeof membersOf(line)['item_fk'] === 'number';

/** In the unit of the line, including bonus. */
export const countOf = ({ quantity: count, real_quantity, bonus_quantity }: GoodsLine): Quantity =>
  toQuantity(quantity(count ?? real_quantity ?? '0') + quantity(bonus_quantity ?? '0'));

/** In base units, including bonus. */
export const baseQuantityOf = (line: GoodsLine): Quantity =>
  inBaseUnits(countOf(line), quantity(line.unit_factor ?? '1'));

const NOTHING: DocumentTotals = {
  lines: [],
  gross: ZERO,
  itemDiscount: ZERO,
  invoiceDiscount: ZERO,
  net: ZERO,
  tax: ZERO,
  delivery: ZERO,
  rounding: ZERO,
  total: ZERO,
};

/**
 * The total of priced lines, or the single amount of the document. Undefined for a draft whose fields are not numbers.
 */
export function totalsOf(body: DocumentBody): DocumentTotals {
  const lines = goodsLinesOf(body);
  const billed = objectsOf(body['billed_lines']);
  const shares = billed.length > 0 ? billed : lines.map((line) => ({ ...line }));
  if (shares.length > 0 && shares.every(({ gross_amount }) => typeof gross_amount === 'string'))
    return totalsOfShares(shares as never, body);
  if (lines.length > 0 && lines.every((line) => typeof line.price === 'string')) {
    return documentTotals({
      rounding_step: null,
      delivery_charge: null,
      discount: null,
      ...body,
    } as unknown as PricedDocument);
  }
  const amount = readMoney(textOf(body, 'amount') ?? '0') ?? ZERO;
  return { ...NOTHING, gross: amount, net: amount, total: amount };
}

/** The price of a line; that of its last bill where a bill of a purchase has its own. */
export function priceOf(body: DocumentBody, line_id: unknown, price = '0'): string {
  const billed = objectsOf(body['billed_lines']).find((line) => line['line_id'] === line_id);
  return (billed && textOf(billed, 'price')) ?? price;
}

/** Totals of returns, and of purchases whose bills have prices of their own: every line stores its own amounts. */
function totalsOfShares(shares: readonly ReturnedAmounts[], body: DocumentBody): DocumentTotals {
  const lines = shares.map((line) => {
    const [gross, discount] = [money(line.gross_amount), money(line.discount_amount)];
    const ofInvoice = { invoiceDiscount: ZERO, roundedDiscount: ZERO };
    const amounts = { gross, itemDiscount: discount, ...ofInvoice, tax: money(line.tax_amount) };
    return { ...amounts, net: subtract(gross, discount) };
  });
  const [rounding_before, refundable_amount] = [textOf(body, 'rounding_before'), textOf(body, 'refundable_amount')];
  const {
    gross,
    discount: itemDiscount,
    tax,
    rounding,
    total,
  } = returnTotals({
    lines: shares,
    rounding_step: textOf(body, 'rounding_step'),
    ...(rounding_before === null ? {} : { rounding_before }),
    ...(refundable_amount === null ? {} : { refundable_amount }),
  });
  return { ...NOTHING, lines, gross, itemDiscount, net: subtract(gross, itemDiscount), tax, rounding, total };
}

/** Converts an amount at the document's rate; returns the amount itself while a draft has no rate. */
export function inSystemCurrency(amount: Money, body: DocumentBody): Money {
  const [currency, system, at] = [body['currency_fk'], body['system_currency_fk'], textOf(body, 'rate')];
  if (typeof currency !== 'number' || typeof system !== 'number' || (currency !== system && at === null)) return amount;
  return convert(amount, currency, system, at === null ? undefined : rate(at));
}

function textOf(body: DocumentBody, name: string): string | null {
  const value = body[name];
  return typeof value === 'string' ? value : null;
}
