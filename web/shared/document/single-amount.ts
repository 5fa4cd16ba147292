/** Documents that are one amount without lines: an expense, an income, capital. They declare the fields that are their own. */
import type { TableDeclaration } from '../table/declaration.ts';
import { editorOf, listOf } from './document-names.ts';
import { numberColumn } from './fields/number-column.tsx';
import {
  accountField,
  amountOf,
  CARRIED,
  currencyFields,
  dateField,
  isCash,
  newHeader,
  noteField,
  outletField,
  paymentTypeField,
  referenceField,
} from './fields/usual-fields.ts';
import type { EditorDeclaration, FieldDeclaration, NewContext } from './model/declaration.ts';
import type { Fields } from './model/draft.ts';
import { STATUS_TONES } from './model/status-tones.ts';
import { DRAFTED_TRANSITIONS } from './model/usual-transitions.ts';

/** What an editor without lines declares of lines and totals. */
export const SINGLE_AMOUNT = {
  columns: [],
  carried: { header: CARRIED },
  identity: { lines: 'line_id' },
  blankLine: {},
  lineOf: () => ({}),
  totals: ({ header }) => ({ lines: new Map(), rows: [], total: amountOf(header['amount']) }),
} satisfies Partial<EditorDeclaration>;

export const amountField: FieldDeclaration = { field: 'amount', kind: 'amount', required: true };

/** A new document that names no inventory. */
export function headerWithoutInventory(context: NewContext): Fields {
  const { inventory_fk: _inventory, ...header } = newHeader(context);
  return header;
}

/** The same, of a document that is always paid in cash. */
export function headerOfCash(context: NewContext): Fields {
  const { payment_type: _payment, ...header } = headerWithoutInventory(context);
  return header;
}

interface Reference {
  readonly field: string;
  readonly resource: string;
}

export interface PaidDocument {
  readonly resource: string;
  /** What the amount is for: a type of expense, an asset. */
  readonly about: Reference;
  /** Who pays, or is paid, on account. */
  readonly party: Reference;
  /** The rate that it is carried at. */
  readonly direction: 'in' | 'out';
  /** Fields of its own in the side panel, after the party. */
  readonly details?: readonly FieldDeclaration[];
  /** What these fields are in a new document. */
  readonly blank?: Fields;
}

/** The editor of a document that is paid from or into an account, or stays on the account of a party. */
export const paidEditor = ({
  resource,
  about,
  party,
  direction,
  details = [],
  blank = {},
}: PaidDocument): EditorDeclaration => ({
  ...editorOf(resource),
  ...SINGLE_AMOUNT,
  header: [{ ...about, kind: 'lookup', required: true }, dateField, amountField, paymentTypeField, accountField],
  details: [
    { ...party, kind: 'lookup', required: (header) => !isCash(header) },
    ...details,
    outletField,
    ...currencyFields(direction),
    referenceField,
    noteField,
  ],
  newHeader: (context) => ({ ...headerWithoutInventory(context), ...blank }),
  transitions: DRAFTED_TRANSITIONS,
});

type Columns = TableDeclaration['columns'];

/** Columns of every list of single amounts. */
export const AMOUNT_COLUMNS: Columns = [
  { field: 'currency_fk', kind: 'reference', resource: 'currencies' },
  { field: 'total', kind: 'amount' },
  { field: 'total_base', kind: 'amount', currency: 'system' },
  { field: 'outlet_fk', kind: 'reference', resource: 'outlets' },
];

/** The list of such documents; `more` are columns of its own, after the status and at the end. */
export const paidList = (
  { resource, about }: Pick<PaidDocument, 'resource' | 'about'>,
  more: { readonly afterStatus?: Columns; readonly last?: Columns; readonly filters?: TableDeclaration['filters'] },
): TableDeclaration => ({
  ...listOf(resource),
  columns: [
    numberColumn,
    { field: 'date', kind: 'date' },
    { ...about, kind: 'reference' },
    { field: 'status', kind: 'status', tones: STATUS_TONES },
    ...(more.afterStatus ?? []),
    ...AMOUNT_COLUMNS,
    ...(more.last ?? []),
  ],
  filters: more.filters ?? [
    { field: 'date', kind: 'date_range' },
    { field: 'status', kind: 'option', options: ['draft', 'complete'] },
  ],
  footer: ['total_base'],
  canEdit: false,
});
