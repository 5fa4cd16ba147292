/** Dividends: distributions to the stockholders, declared on approval, and paid. */
import { objectsOf } from '../../domain/kernel/members.ts';
import { printMoney, readMoney, toMoney } from '../../domain/kernel/money.ts';
import { declareEditor } from '../shared/document/declare-editor.ts';
import { APPROVED_TRANSITIONS } from '../shared/document/dialogs/pay-out-dialog.tsx';
import { documentScreens } from '../shared/document/document-screens.ts';
import { amountOf, beginsWith } from '../shared/document/fields/usual-fields.ts';
import type { ShownTotals, Wire } from '../shared/document/model/declaration.ts';
import { type Draft, isEmpty, textOf } from '../shared/document/model/draft.ts';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';

/** Sums the amounts typed in lines; the server shares the rest by percentages. */
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

/** In a draft an amount by percentage is empty: the server calculates it again at each change. */
export const dividendWire: Wire = {
  send: (body) => body,
  read: (data) =>
    data['status'] === 'draft'
      ? {
          ...data,
          lines: objectsOf(data['lines']).map((line) => (line['is_by_percentage'] ? { ...line, amount: null } : line)),
        }
      : data,
};

export const dividendDeclaration = declareEditor('dividends', {
  wire: dividendWire,
  header: ['date', 'amount', 'outlet_fk'],
  details: ['reference_number', 'note'],
  columns: [
    { field: 'stockholder_fk', kind: 'lookup', resource: 'stockholders', required: true, width: 'minmax(220px, 1fr)' },
    { field: 'amount', kind: 'amount', width: '160px' },
  ],
  isUsed: (line) => !isEmpty(line['stockholder_fk']),
  completion: { transition: 'approve' },
  blankLine: { stockholder_fk: null, amount: null },
  newHeader: (context) => ({ ...beginsWith(context, 'outlet_fk', 'date'), amount: null }),
  totals: dividendTotals,
  transitions: APPROVED_TRANSITIONS,
});

export const { Table, Editor } = documentScreens(dividendDeclaration, {
  columns: usual('number', 'date', 'status', 'total_base', 'outlet_fk', 'note'),
  filters: [...by('date'), oneOf('status', ['draft', 'approved', 'paid', 'reversed'])],
  footer: ['total_base'],
  inactive: { field: 'status', value: 'reversed' },
});
