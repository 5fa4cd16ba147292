/** Remittances: money that is sent through somebody else, and paid out at the other end. */
import { membersOf } from '../../domain/kernel/members.ts';
import { deliveredTo } from '../shared/document/dialogs/pay-out-dialog.tsx';
import { editorOf, listOf } from '../shared/document/document-names.ts';
import { documentScreen } from '../shared/document/document-screen.tsx';
import { numberColumn } from '../shared/document/fields/number-column.tsx';
import {
  dateField,
  isForeign,
  noteField,
  outletField,
  referenceField,
} from '../shared/document/fields/usual-fields.ts';
import type { EditorDeclaration, FieldDeclaration } from '../shared/document/model/declaration.ts';
import { type Fields, idOf } from '../shared/document/model/draft.ts';
import { rateOfDay } from '../shared/document/model/rate-of-day.ts';
import { STATUS_TONES } from '../shared/document/model/status-tones.ts';
import { AMOUNT_COLUMNS, amountField, headerOfCash, SINGLE_AMOUNT } from '../shared/document/single-amount.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';

const REMITTANCE_TYPE = '3';

const inCurrency = (header: Fields): Readonly<Record<string, string>> => {
  const currency = idOf(header, 'currency_fk');
  return currency === undefined ? {} : { 'filter[currency_fk]': String(currency) };
};

/** The currency is that of the account that the money leaves. */
const fromField: FieldDeclaration = {
  field: 'account_fk',
  kind: 'lookup',
  resource: 'cashes',
  required: true,
  fills: (row, header) => {
    const currency = Number(membersOf(row)['currency_fk']);
    return { currency_fk: currency, ...rateOfDay('out', currency, header), remittance_account_fk: null };
  },
};

const remittanceDeclaration: EditorDeclaration = {
  ...editorOf('remittances'),
  ...SINGLE_AMOUNT,
  header: [
    fromField,
    {
      field: 'remittance_account_fk',
      kind: 'lookup',
      resource: 'cashes',
      required: true,
      filter: (header) => ({ 'filter[cash_type]': REMITTANCE_TYPE, ...inCurrency(header) }),
    },
    amountField,
    { field: 'receiver', kind: 'text' },
    dateField,
  ],
  details: [
    { field: 'fee', kind: 'amount' },
    { field: 'expense_type_fk', kind: 'lookup', resource: 'expense_types' },
    {
      field: 'currency_fk',
      kind: 'lookup',
      resource: 'currencies',
      derived: (header) => header['currency_fk'] ?? null,
    },
    {
      field: 'rate',
      kind: 'rate',
      label: 'document:rate_out',
      required: true,
      shown: isForeign,
      ofDay: (header) => rateOfDay('out', header['currency_fk'], header),
      fills: () => ({ rate_fk: null }),
    },
    outletField,
    referenceField,
    noteField,
  ],
  completion: { transition: 'approve' },
  newHeader: (context) => ({ ...headerOfCash(context), remittance_account_fk: null }),
  transitions: deliveredTo(
    { field: 'supplier_fk', resource: 'suppliers' },
    { field: 'ledger_account_fk', resource: 'ledger_accounts' },
  ),
};

export const RemittanceEditor = documentScreen(remittanceDeclaration);

export const RemittancesTable = tableScreen({
  ...listOf('remittances'),
  columns: [
    numberColumn,
    { field: 'date', kind: 'date' },
    { field: 'account_fk', kind: 'reference', resource: 'cashes' },
    { field: 'receiver', kind: 'text' },
    { field: 'status', kind: 'status', tones: STATUS_TONES },
    ...AMOUNT_COLUMNS,
  ],
  filters: [
    { field: 'date', kind: 'date_range' },
    { field: 'status', kind: 'option', options: ['draft', 'approved', 'paid', 'reversed'] },
  ],
  footer: ['total_base'],
  canEdit: false,
  inactive: { field: 'status', value: 'reversed' },
});
