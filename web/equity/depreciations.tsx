/** The depreciation of fixed assets, a month at a time: the server reckons the amounts. */
import { printMoney, readMoney, sum, ZERO } from '../../domain/kernel/money.ts';
import { editorOf, listOf } from '../shared/document/document-names.ts';
import { documentScreen } from '../shared/document/document-screen.tsx';
import { numberColumn } from '../shared/document/fields/number-column.tsx';
import {
  dateField,
  newHeader,
  noteField,
  outletField,
  referenceField,
} from '../shared/document/fields/usual-fields.ts';
import type { EditorDeclaration, ShownTotals } from '../shared/document/model/declaration.ts';
import { type Draft, isEmpty, textOf } from '../shared/document/model/draft.ts';
import { STATUS_TONES } from '../shared/document/model/status-tones.ts';
import { AT_ONCE_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';

/** Before it is entered there are no amounts yet. */
function depreciationTotals({ lines }: Draft): ShownTotals {
  const amounts = lines.map(({ fields }) => readMoney(textOf(fields, 'amount') ?? '') ?? ZERO);
  return { lines: new Map(), rows: [], total: printMoney(sum(amounts)) };
}

const depreciationDeclaration: EditorDeclaration = {
  ...editorOf('depreciations'),
  header: [dateField, outletField, referenceField],
  details: [noteField],
  columns: [
    {
      field: 'asset_purchase_fk',
      kind: 'lookup',
      resource: 'asset_purchases',
      required: true,
      width: 'minmax(240px, 1fr)',
    },
    { field: 'month_number', kind: 'quantity', fixed: true, width: '110px' },
    { field: 'amount', kind: 'amount', fixed: true, width: '140px' },
  ],
  isUsed: (line) => !isEmpty(line['asset_purchase_fk']),
  noDraft: true,
  identity: { lines: 'line_id' },
  blankLine: { asset_purchase_fk: null, month_number: null, amount: null },
  newHeader: (context) => {
    const { outlet_fk = null, date = null } = newHeader(context);
    return { outlet_fk, date };
  },
  lineOf: () => ({}),
  totals: depreciationTotals,
  transitions: AT_ONCE_TRANSITIONS,
};

export const DepreciationEditor = documentScreen(depreciationDeclaration);

export const DepreciationsTable = tableScreen({
  ...listOf('depreciations'),
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
    { field: 'status', kind: 'option', options: ['complete', 'reversed'] },
  ],
  footer: ['total_base'],
  canEdit: false,
  inactive: { field: 'status', value: 'reversed' },
});
