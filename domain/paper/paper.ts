/**
 * The declaration of a printed document: the party, the facts beside the number, the table of its lines, the totals,
 * and the signatures. Only fields listed here are printed.
 */

/** The format of a value. */
export const PAPER_KINDS = [
  'text',
  'quantity',
  'amount',
  'percent',
  'discount',
  'date',
  'time',
  'option',
  'whole',
  'batches',
] as const;
export type PaperKind =
  | 'text'
  | 'quantity'
  | 'amount'
  | 'percent'
  | 'discount'
  | 'date'
  | 'time'
  | 'option'
  | 'whole'
  | 'batches';

/** A field of the API's answer; a reference (`item_fk`) is printed as the name of its record. */
export interface PaperColumn {
  readonly field: string;
  readonly kind: PaperKind;
  /** Only for a fact: the field with the currency of an amount that is not in the document's currency. */
  readonly currency?: string;
}

export interface PaperTable {
  /** Name of the list in the answer that contains the rows. */
  readonly of: string;
  readonly columns: readonly PaperColumn[];
  /** Optional columns: they are printed only when a template adds them. */
  readonly further?: readonly PaperColumn[];
}

/** The signatures below the lines. */
export type Signature = 'issued_by' | 'received_by' | 'delivered_by' | 'approved_by' | 'counted_by' | 'paid_by';

export interface Paper {
  /** Templates refer to it. Its title is `paper:titles.<name>`, or that of another name. */
  readonly name: string;
  readonly title?: string;
  /** The field with the party to whom the paper is issued. */
  readonly party?: string | undefined;
  readonly facts: readonly PaperColumn[];
  readonly table?: PaperTable;
  /** Columns of the goods that are printed below each row of the table, and in all at the end. */
  readonly goods?: readonly PaperColumn[];
  /** `priced`: discounts, tax and total of priced lines. `amount`: the single amount of the document. */
  readonly totals?: 'priced' | 'amount';
  readonly signatures: readonly Signature[];
  /** Prints one paper for each row of its table: a slip for each person of a payroll. */
  readonly isEachRow?: true;
  /** What differs for the documents with a value of a field. */
  readonly variants?: { readonly field: string; readonly of: Readonly<Record<string, Partial<Paper>>> };
  /** True for a till receipt, which is printed on a narrow roll. */
  readonly isReceipt?: true;
  /** True for a report or a list within the business, which nobody signs by default. */
  readonly isReport?: true;
}

/** The paper of one document. */
export function paperOf(paper: Paper, document: Readonly<Record<string, unknown>>): Paper {
  const { field = '', of = {} } = paper.variants ?? {};
  return { ...paper, ...of[String(document[field])] };
}

const columns = (kind: PaperKind, fields: readonly string[]): readonly PaperColumn[] =>
  fields.map((field) => ({ field, kind }));

export const texts = (...fields: readonly string[]) => columns('text', fields);
export const amounts = (...fields: readonly string[]) => columns('amount', fields);
export const quantities = (...fields: readonly string[]) => columns('quantity', fields);
export const days = (...fields: readonly string[]) => columns('date', fields);
export const wholes = (...fields: readonly string[]) => columns('whole', fields);
/** Which batches a line is of, or which pieces by their serial numbers; a JSON list of `BatchQuantity`. */
export const BATCHES: readonly PaperColumn[] = columns('batches', ['batches', 'serials']);
export const options = (...fields: readonly string[]) => columns('option', fields);

const GOODS = [...texts('item_fk'), ...BATCHES, ...quantities('quantity'), ...texts('unit_fk')] as const;
const FURTHER_OF_GOODS = [...texts('item_code', 'barcode', 'note')] as const;

/** The printed payment method of an advance on an order, which is paid through an account. */
export const ADVANCE = 'advance';

/** Goods to carry: how many of what, of which batches. */
export const CARRIED = [...quantities('quantity'), ...texts('unit_fk', 'item_fk'), ...BATCHES] as const;

/** Goods with prices, and how many of them are free. `more` are additional columns of one kind of document. */
export const pricedGoods = (...more: readonly PaperColumn[]): PaperTable => ({
  of: 'lines',
  columns: [
    ...GOODS,
    ...quantities('bonus_quantity'),
    ...amounts('price'),
    { field: 'discount', kind: 'discount' },
    { field: 'tax_percent', kind: 'percent' },
    ...days('warranty_until'),
    ...amounts('line_total'),
  ],
  further: [...FURTHER_OF_GOODS, ...more],
});

/** Goods without prices and costs. */
export const goods = (...more: readonly PaperColumn[]): PaperTable => ({
  of: 'lines',
  columns: [...texts('item_code'), ...GOODS, ...more],
  further: texts('barcode', 'note'),
});

/** Goods on a till receipt, which is narrow. */
export const pricedReceipt = (): PaperTable => ({
  of: 'lines',
  columns: [
    ...texts('item_fk', 'unit_fk'),
    ...BATCHES,
    ...texts('note'),
    ...quantities('quantity'),
    ...amounts('price'),
    { field: 'discount', kind: 'discount' },
    ...days('warranty_until'),
    ...amounts('line_total'),
  ],
  further: texts('item_code', 'barcode'),
});
