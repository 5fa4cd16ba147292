/** Remittances: money sent through an agent, and paid out at the destination. */
import { membersOf } from '../../domain/values/members.ts';
import { declareEditor } from '../shared/document/declare-editor.ts';
import { documentScreens } from '../shared/document/document-screens.ts';
import { CARRIED, isForeign } from '../shared/document/fields/usual-fields.ts';
import type { FieldDeclaration } from '../shared/document/model/declaration.ts';
import { type Fields, idOf } from '../shared/document/model/draft.ts';
import { rateOfDay } from '../shared/document/model/goods/rate-of-day.ts';
import { AMOUNT_COLUMNS, headerOfCash } from '../shared/document/single-amount.ts';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';
import { RECEIVED_TRANSITIONS } from './received-remittance.tsx';

const REMITTANCE_TYPE = '3';

const inCurrency = (header: Fields): Readonly<Record<string, string>> => {
  const currency = idOf(header, 'currency_fk');
  return currency === undefined ? {} : { 'filter[currency_fk]': String(currency) };
};

/** The currency is that of the source account. */
const fromField: FieldDeclaration<'account_fk'> = {
  field: 'account_fk',
  kind: 'lookup',
  resource: 'cashes',
  required: true,
  fills: (row, header) => {
    const currency = Number(membersOf(row)['currency_fk']);
    return { currency_fk: currency, ...rateOfDay('out', currency, header), remittance_account_fk: null };
  },
};

export const remittanceDeclaration = declareEditor('remittances', {
  carried: { header: CARRIED },
  header: [
    fromField,
    {
      field: 'remittance_account_fk',
      kind: 'lookup',
      resource: 'cashes',
      required: true,
      filter: (header) => ({ 'filter[cash_type]': REMITTANCE_TYPE, ...inCurrency(header) }),
    },
    'amount',
    { field: 'receiver', kind: 'text' },
    'date',
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
    'outlet_fk',
    'reference_number',
    'note',
  ],
  completion: { transition: 'approve' },
  newHeader: (context) => ({ ...headerOfCash(context), remittance_account_fk: null }),
  transitions: RECEIVED_TRANSITIONS,
});

export const { Table, Editor } = documentScreens(remittanceDeclaration, {
  columns: [
    ...usual('number', 'date', 'account_fk'),
    { field: 'receiver', kind: 'text' },
    ...usual('status'),
    ...AMOUNT_COLUMNS,
  ],
  filters: [...by('date'), oneOf('status', ['draft', 'approved', 'paid', 'reversed'])],
  footer: ['total_base'],
  inactive: { field: 'status', value: 'reversed' },
});
