/** Documents with one amount and no lines: an expense, an income, capital. They declare only their own fields. */
import type { DocumentBodies } from '../../../domain/registry/documents.ts';
import { SettlementsTab } from '../party/settlements.tsx';
import type { TableDeclaration } from '../table/declaration.ts';
import { by, oneOf, usual } from '../table/usual-columns.ts';
import { CopyLast } from './copy-last.tsx';
import { declareEditor, type HeaderField } from './declare-editor.ts';
import { documentScreens, type OwnList } from './document-screens.ts';
import { dueField } from './fields/due-day.ts';
import { moneyAccount, moneyFields } from './fields/money-fields.ts';
import { CARRIED, currencyFields, isCash, newHeader, paymentTypeField } from './fields/usual-fields.ts';
import type { FieldDeclaration, NewContext } from './model/declaration.ts';
import type { Fields } from './model/draft.ts';
import type { ScreenDeclaration } from './screen-declaration.ts';

/** The header of a new document without an inventory. */
export function headerWithoutInventory(context: NewContext): Fields {
  const { inventory_fk: _inventory, ...header } = newHeader(context);
  return header;
}

/** The same, for a document that is always paid in cash. */
export function headerOfCash(context: NewContext): Fields {
  const { payment_type: _payment, ...header } = headerWithoutInventory(context);
  return header;
}

interface Reference<Name extends string> {
  readonly field: Name;
  readonly resource: string;
}

/** The documents that are paid in cash or owed to a party, and have no lines. */
type PaidResource = {
  [Resource in keyof DocumentBodies]: 'payment_type' | 'due_date' extends HeaderField<Resource>
    ? 'amount' extends HeaderField<Resource>
      ? Resource
      : never
    : never;
}[keyof DocumentBodies];

interface PaidDocument<Resource extends PaidResource = PaidResource> {
  readonly resource: Resource;
  /** The subject of the amount: a type of expense, an asset. */
  readonly about: Reference<HeaderField<Resource>>;
  /** The party, on account. */
  readonly party: Reference<HeaderField<Resource>>;
  /** The direction of its rate. */
  readonly direction: 'in' | 'out';
  /** The ways of payment, where there are others than these two. */
  readonly payments?: readonly string[];
  readonly import?: TableDeclaration['import'];
  /** Further fields of the side panel, after the party. */
  readonly details?: readonly FieldDeclaration<HeaderField<Resource>>[];
  /** Initial values of these fields. */
  readonly blank?: Fields;
  /** Further columns of the list, after the status and at the end. */
  readonly afterStatus?: Columns;
  readonly last?: Columns;
  readonly filters?: TableDeclaration['filters'];
  /** Where the document has more than those of drafts. */
  readonly transitions?: ScreenDeclaration['transitions'];
}

type Columns = TableDeclaration['columns'];

const paidEditor = (of: PaidDocument): ScreenDeclaration => {
  const { resource, about, party, direction, payments, transitions, details = [], blank = {} } = of;
  const account = moneyAccount(direction);
  const isPaid = (header: Fields) => header['payment_type'] !== 'opening';
  return declareEditor(resource, {
    carried: { header: CARRIED },
    header: [
      { ...about, kind: 'lookup', required: true },
      'date',
      'amount',
      payments ? { ...paymentTypeField, options: payments } : 'payment_type',
      payments ? { ...account, shown: (header) => header['payment_type'] === 'cash' } : account,
    ],
    details: [
      { ...party, kind: 'lookup', required: (header) => !isCash(header), shown: isPaid },
      payments ? { ...dueField, shown: (header) => header['payment_type'] === 'on_account' } : dueField,
      ...moneyFields,
      ...details,
      'outlet_fk',
      ...currencyFields(direction),
      'reference_number',
      'note',
    ],
    newHeader: (context) => ({ ...headerWithoutInventory(context), due_date: null, ...blank }),
    tab: { name: 'payments', content: SettlementsTab },
    actions: CopyLast,
    ...(transitions ? { transitions } : {}),
  });
};

/** Columns of every list of single amounts. */
export const AMOUNT_COLUMNS: Columns = usual('currency_fk', 'total', 'total_base', 'outlet_fk');

const paidList = ({ about, afterStatus = [], last = [], filters, import: imported }: PaidDocument): OwnList => ({
  columns: [
    ...usual('number', 'date'),
    { ...about, kind: 'reference' },
    ...usual('status'),
    ...afterStatus,
    ...AMOUNT_COLUMNS,
    ...last,
  ],
  filters: filters ?? [...by('date'), oneOf('status', ['draft', 'complete']), ...by('payment_status', 'due_date')],
  footer: ['total_base'],
  ...(imported ? { import: imported } : {}),
});

/** The screens of a document that is paid through an account, or on a party's account. */
export function paidScreens<Resource extends PaidResource>(
  paid: PaidDocument<Resource>,
): ReturnType<typeof documentScreens>;
export function paidScreens(paid: PaidDocument): ReturnType<typeof documentScreens> {
  return documentScreens(paidEditor(paid), paidList(paid));
}
