/** Documents that are one amount without lines: an expense, an income, capital. They declare the fields that are their own. */
import type { TableDeclaration } from '../table/declaration.ts';
import { by, oneOf, usual } from '../table/usual-columns.ts';
import { declareEditor } from './declare-editor.ts';
import { documentScreens, type OwnList } from './document-screens.ts';
import { CARRIED, currencyFields, isCash, newHeader } from './fields/usual-fields.ts';
import type { FieldDeclaration, NewContext } from './model/declaration.ts';
import type { Fields } from './model/draft.ts';
import type { ScreenDeclaration } from './screen-declaration.ts';

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

interface PaidDocument {
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
  /** Columns of its own in the list, after the status and at the end. */
  readonly afterStatus?: Columns;
  readonly last?: Columns;
  readonly filters?: TableDeclaration['filters'];
}

type Columns = TableDeclaration['columns'];

const paidEditor = ({ resource, about, party, direction, details = [], blank = {} }: PaidDocument): ScreenDeclaration =>
  declareEditor(resource, {
    carried: { header: CARRIED },
    header: [{ ...about, kind: 'lookup', required: true }, 'date', 'amount', 'payment_type', 'account_fk'],
    details: [
      { ...party, kind: 'lookup', required: (header) => !isCash(header) },
      ...details,
      'outlet_fk',
      ...currencyFields(direction),
      'reference_number',
      'note',
    ],
    newHeader: (context) => ({ ...headerWithoutInventory(context), ...blank }),
  });

/** Columns of every list of single amounts. */
export const AMOUNT_COLUMNS: Columns = usual('currency_fk', 'total', 'total_base', 'outlet_fk');

const paidList = ({ about, afterStatus = [], last = [], filters }: PaidDocument): OwnList => ({
  columns: [
    ...usual('number', 'date'),
    { ...about, kind: 'reference' },
    ...usual('status'),
    ...afterStatus,
    ...AMOUNT_COLUMNS,
    ...last,
  ],
  filters: filters ?? [...by('date'), oneOf('status', ['draft', 'complete'])],
  footer: ['total_base'],
});

/** The screens of a document that is paid from or into an account, or stays on the account of a party. */
export const paidScreens = (paid: PaidDocument) => documentScreens(paidEditor(paid), paidList(paid));
