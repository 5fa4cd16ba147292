/**
 * What lists show of a document, whatever its kind. Documents name the same things alike (documents.md), so the
 * columns are read from the fields that are there.
 */
import { foldForSearch } from '../../../domain/kernel/folding.ts';
import { type Money, money, printMoney, readMoney, subtract, ZERO } from '../../../domain/kernel/money.ts';
import { inBaseUnits, printQuantity, type Quantity, quantity } from '../../../domain/kernel/quantity.ts';
import { convert, rate } from '../../../domain/kernel/rate.ts';
import { type ReturnedAmounts, returnTotals } from '../../../domain/sales/sale-return-totals.ts';
import { type DocumentTotals, documentTotals, type PricedDocument } from '../../../domain/sales/totals.ts';
import type { Cell } from '../../rows/table.ts';

export type Body = Readonly<Record<string, unknown>>;
interface Line {
  readonly line_id: number;
  readonly item_fk: number;
  readonly unit_fk: number;
  readonly unit_factor?: string;
  readonly quantity?: string;
  /** Of a count, which has no other. */
  readonly real_quantity?: string;
  readonly bonus_quantity?: string | null;
  readonly price?: string;
  readonly gross_amount?: string;
}
interface Counted {
  readonly line_id: number;
  readonly quantity: string;
}

/** The state without its nesting: the fields of the document itself, and what stands beside it (status, number, receipts …). */
export function flatten(state: { readonly status: string }): Body {
  const fields = Object.entries(state);
  const own = fields.find(([, value]) => isObject(value) && typeof value['date'] === 'string');
  if (!own) return state;
  return { ...(own[1] as unknown as Body), ...Object.fromEntries(fields.filter(([name]) => name !== own[0])) };
}

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface DocumentColumns {
  readonly party: string | null;
  readonly currency: number | null;
  /** In the order of the table's columns from `status` to `search`, without `open`. */
  readonly cells: readonly Cell[];
  readonly lines: readonly (readonly Cell[])[];
}

export function documentColumns(body: Body): DocumentColumns {
  const totals = totalsOf(body);
  const party = partyOf(body);
  const cells = [
    text(body, 'status'),
    text(body, 'number'),
    text(body, 'date'),
    id(body, 'outlet_fk'),
    id(body, 'inventory_fk'),
    party,
    id(body, 'currency_fk'),
    text(body, 'rate'),
    text(body, 'payment_type'),
    printMoney(totals.gross),
    printMoney((totals.itemDiscount + totals.invoiceDiscount) as Money),
    printMoney(totals.tax),
    printMoney(totals.net),
    printMoney(totals.total),
    printMoney(inSystemCurrency(totals.total, body)),
    receivedStatus(body),
    text(body, 'reference_number'),
    text(body, 'note'),
    foldForSearch(['number', 'reference_number', 'note'].map((name) => text(body, name) ?? '').join(' ')),
  ];
  return { party, currency: id(body, 'currency_fk'), cells, lines: lineCells(body, party, totals) };
}

function lineCells(body: Body, party: string | null, totals: DocumentTotals): Cell[][] {
  return linesOf(body).map((line, index) => [
    line.line_id,
    text(body, 'status'),
    text(body, 'date'),
    party,
    id(body, 'outlet_fk'),
    id(body, 'inventory_fk'),
    id(body, 'currency_fk'),
    line.item_fk,
    line.unit_fk ?? null,
    printQuantity(inBaseUnits(countOf(line), quantity(line.unit_factor ?? '1'))),
    line.price ?? '0',
    printMoney(totals.lines[index]?.net ?? ZERO),
    printMoney(totals.lines[index]?.tax ?? ZERO),
  ]);
}

const linesOf = (body: Body): readonly Line[] =>
  Array.isArray(body['lines']) ? (body['lines'] as Line[]).filter((line) => typeof line.item_fk === 'number') : [];

const countOf = ({ quantity: count, real_quantity, bonus_quantity }: Line): Quantity =>
  (quantity(count ?? real_quantity ?? '0') + quantity(bonus_quantity ?? '0')) as Quantity;

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

/** Of priced lines, or of the one amount that the document is about. A draft may still hold what cannot be added up. */
function totalsOf(body: Body): DocumentTotals {
  const lines = linesOf(body);
  if (lines.length > 0 && lines.every((line) => typeof line.gross_amount === 'string'))
    return totalsOfShares(lines as never, text(body, 'rounding_step'));
  if (lines.length > 0 && lines.every((line) => typeof line.price === 'string')) {
    return documentTotals({
      rounding_step: null,
      delivery_charge: null,
      discount: null,
      ...body,
    } as unknown as PricedDocument);
  }
  const amount = readMoney(text(body, 'amount') ?? '0') ?? ZERO;
  return { ...NOTHING, gross: amount, net: amount, total: amount };
}

/** Of goods that come back: every line says its own shares of what it was sold or bought for. */
function totalsOfShares(shares: readonly ReturnedAmounts[], rounding_step: string | null): DocumentTotals {
  const lines = shares.map((line) => {
    const [gross, discount] = [money(line.gross_amount), money(line.discount_amount)];
    const amounts = { gross, itemDiscount: discount, invoiceDiscount: ZERO, tax: money(line.tax_amount) };
    return { ...amounts, net: subtract(gross, discount) };
  });
  const { gross, discount: itemDiscount, tax, rounding, total } = returnTotals({ lines: shares, rounding_step });
  return { ...NOTHING, lines, gross, itemDiscount, net: subtract(gross, itemDiscount), tax, rounding, total };
}

function inSystemCurrency(amount: Money, body: Body): Money {
  const [currency, system, at] = [id(body, 'currency_fk'), id(body, 'system_currency_fk'), text(body, 'rate')];
  if (currency === null || system === null || (currency !== system && at === null)) return amount;
  return convert(amount, currency, system, at === null ? undefined : rate(at));
}

function partyOf(body: Body): string | null {
  const named = text(body, 'party');
  if (named !== null) return named;
  const [customer, supplier] = [id(body, 'customer_fk'), id(body, 'supplier_fk')];
  if (customer !== null) return `customer-${customer}`;
  return supplier === null ? null : `supplier-${supplier}`;
}

/** What was delivered of a sale or received of a purchase: not, partially, or all. */
function receivedStatus(body: Body): string | null {
  const receipts = body['receipts'] as readonly { readonly after: readonly Counted[] }[] | undefined;
  const counted = (body['delivered'] as readonly Counted[] | undefined) ?? (receipts && (receipts.at(-1)?.after ?? []));
  if (!counted) return null;
  const received = new Map(counted.map((each) => [each.line_id, quantity(each.quantity)]));
  if ([...received.values()].every((count) => count === 0n)) return 'not_received';
  const all = linesOf(body).every((line) => (received.get(line.line_id) ?? 0n) >= countOf(line));
  return all ? 'received' : 'partially_received';
}

function text(body: Body, name: string): string | null {
  const value = body[name];
  return typeof value === 'string' ? value : null;
}

function id(body: Body, name: string): number | null {
  const value = body[name];
  return typeof value === 'number' ? value : null;
}
