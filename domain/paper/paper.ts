/**
 * What is printed of a document, as its declaration says it: the party, the facts beside the number, the table of its
 * lines, what is added up below, and who signs. Screens hold more than paper: what is not named here stays on them.
 */

/** How a value is shown. */
export const PAPER_KINDS = [
  ...['text', 'quantity', 'amount', 'percent', 'discount', 'date', 'time', 'option', 'whole'],
] as const;
export type PaperKind = 'text' | 'quantity' | 'amount' | 'percent' | 'discount' | 'date' | 'time' | 'option' | 'whole';

/** A field of the API's answer; one that names a record (`item_fk`) is printed as that record is called. */
export interface PaperColumn {
  readonly field: string;
  readonly kind: PaperKind;
}

export interface PaperTable {
  /** The list of the answer that has the rows. */
  readonly of: string;
  readonly columns: readonly PaperColumn[];
  /** Fields of columns that a template may add; they are not printed until it does. */
  readonly further?: readonly PaperColumn[];
}

/** The signatures below the lines. */
export type Signature = 'issued_by' | 'received_by' | 'delivered_by' | 'approved_by' | 'counted_by' | 'paid_by';

export interface Paper {
  /** Its title is `paper:titles.<name>`; a template names it too. */
  readonly name: string;
  /** The field that names who it is made out to. */
  readonly party?: string;
  readonly facts: readonly PaperColumn[];
  readonly table?: PaperTable;
  /** `priced`: discounts, tax and total of priced lines. `amount`: the one amount that it is about. */
  readonly totals?: 'priced' | 'amount';
  readonly signatures: readonly Signature[];
  /** A paper for each row of its table: a slip for each person of a payroll. */
  readonly isEachRow?: true;
  /** It is a receipt of a till, which goes to a narrow roll. */
  readonly isReceipt?: true;
}

const columns = (kind: PaperKind, fields: readonly string[]): readonly PaperColumn[] =>
  fields.map((field) => ({ field, kind }));

export const texts = (...fields: readonly string[]) => columns('text', fields);
export const amounts = (...fields: readonly string[]) => columns('amount', fields);
export const quantities = (...fields: readonly string[]) => columns('quantity', fields);
export const days = (...fields: readonly string[]) => columns('date', fields);
export const wholes = (...fields: readonly string[]) => columns('whole', fields);
export const options = (...fields: readonly string[]) => columns('option', fields);

const GOODS = [...texts('item_fk'), ...quantities('quantity'), ...texts('unit_fk')] as const;
const FURTHER_OF_GOODS = [...texts('item_code', 'barcode', 'note')] as const;

/** Goods at their prices. `more` are columns of one kind of document. */
export const pricedGoods = (...more: readonly PaperColumn[]): PaperTable => ({
  of: 'lines',
  columns: [
    ...GOODS,
    ...amounts('price'),
    { field: 'discount', kind: 'discount' },
    { field: 'tax_percent', kind: 'percent' },
    ...amounts('line_total'),
  ],
  further: [...FURTHER_OF_GOODS, ...quantities('bonus_quantity'), ...more],
});

/** Goods without a word about what they cost. */
export const goods = (...more: readonly PaperColumn[]): PaperTable => ({
  of: 'lines',
  columns: [...texts('item_code'), ...GOODS, ...more],
  further: texts('barcode', 'note'),
});

/** Goods on the receipt of a till, which is narrow. */
export const pricedReceipt = (): PaperTable => ({
  of: 'lines',
  columns: [
    ...texts('item_fk', 'unit_fk', 'note'),
    ...quantities('quantity'),
    ...amounts('price'),
    { field: 'discount', kind: 'discount' },
    ...amounts('line_total'),
  ],
  further: texts('item_code', 'barcode'),
});
