/** Dividends: what is distributed to the stockholders, declared when it is approved, and paid. */
import { printMoney, readMoney, toMoney } from '../../domain/kernel/money.ts';
import { APPROVED_TRANSITIONS } from '../shared/document/dialogs/pay-out-dialog.tsx';
import { editorOf, listOf } from '../shared/document/document-names.ts';
import { documentScreen } from '../shared/document/document-screen.tsx';
import { numberColumn } from '../shared/document/fields/number-column.tsx';
import {
  amountOf,
  dateField,
  newHeader,
  noteField,
  outletField,
  referenceField,
} from '../shared/document/fields/usual-fields.ts';
import type { EditorDeclaration, ShownTotals } from '../shared/document/model/declaration.ts';
import { type Draft, isEmpty, textOf } from '../shared/document/model/draft.ts';
import { STATUS_TONES } from '../shared/document/model/status-tones.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';

/** What is entered line by line; the rest is shared by percentages on the server. */
function dividendTotals({ header, lines }: Draft): ShownTotals {
  const entered = lines.reduce((sum, { fields }) => sum + (readMoney(textOf(fields, 'amount') ?? '') ?? 0n), 0n);
  const total = amountOf(header['amount']);
  const rest = toMoney((readMoney(total) ?? 0n) - entered);
  return {
    lines: new Map(),
    rows: [{ label: 'equity:shared_by_percentage', value: printMoney(rest), always: true }],
    total,
  };
}

const dividendDeclaration: EditorDeclaration = {
  ...editorOf('dividends'),
  header: [dateField, { field: 'amount', kind: 'amount', required: true }, outletField],
  details: [referenceField, noteField],
  columns: [
    { field: 'stockholder_fk', kind: 'lookup', resource: 'stockholders', required: true, width: 'minmax(220px, 1fr)' },
    { field: 'amount', kind: 'amount', width: '160px' },
  ],
  isUsed: (line) => !isEmpty(line['stockholder_fk']),
  completion: { transition: 'approve' },
  identity: { lines: 'line_id' },
  blankLine: { stockholder_fk: null, amount: null },
  newHeader: (context) => {
    const { outlet_fk = null, date = null } = newHeader(context);
    return { outlet_fk, date, amount: null };
  },
  lineOf: () => ({}),
  totals: dividendTotals,
  transitions: APPROVED_TRANSITIONS,
};

export const DividendEditor = documentScreen(dividendDeclaration);

export const DividendsTable = tableScreen({
  ...listOf('dividends'),
  columns: [
    numberColumn,
    { field: 'date', kind: 'date' },
    { field: 'status', kind: 'status', tones: STATUS_TONES },
    { field: 'total_base', kind: 'amount', currency: 'system' },
    { field: 'outlet_fk', kind: 'reference', resource: 'outlets' },
    { field: 'note', kind: 'text' },
  ],
  filters: [
    { field: 'date', kind: 'date_range' },
    { field: 'status', kind: 'option', options: ['draft', 'approved', 'paid', 'reversed'] },
  ],
  footer: ['total_base'],
  canEdit: false,
  inactive: { field: 'status', value: 'reversed' },
});
