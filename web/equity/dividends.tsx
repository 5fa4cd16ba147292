/** Dividends: distributions to the stockholders, declared on approval, and paid. */
import { amountsByShare, restOf } from '../../domain/equity/shares.ts';
import { objectsOf } from '../../domain/values/members.ts';
import { printMoney, readMoney, smallestUnit, ZERO } from '../../domain/values/money.ts';
import { declareEditor } from '../shared/document/declare-editor.ts';
import { APPROVED_TRANSITIONS } from '../shared/document/dialogs/pay-out-dialog.tsx';
import { documentScreens } from '../shared/document/document-screens.ts';
import { amountOf, beginsWith } from '../shared/document/fields/usual-fields.ts';
import type { HeaderFacts, ShownTotals, Wire } from '../shared/document/model/declaration.ts';
import { type Draft, isEmpty } from '../shared/document/model/draft.ts';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';
import { isShared, partOf, SharesOfDay } from './shares-of-day.tsx';

/** The amounts by share appear while the document is typed, for who may see the shares; the server divides alike. */
function dividendTotals({ header, lines }: Draft, { decimals }: HeaderFacts): ShownTotals {
  const total = readMoney(amountOf(header['amount'])) ?? ZERO;
  const parts = lines.map(({ fields }) => partOf(fields));
  const rest = restOf(total, parts);
  const amounts = rest > 0n && isShared(parts) ? amountsByShare(total, parts, smallestUnit(decimals)) : [];
  const shared = lines.flatMap(({ key }, index): [number, string][] => {
    const amount = parts[index]?.amount === undefined ? amounts[index] : undefined;
    return amount === undefined ? [] : [[key, printMoney(amount)]];
  });
  return {
    lines: new Map(shared),
    rows: [{ label: 'equity:shared_by_percentage', value: printMoney(rest), always: true }],
    total: printMoney(total),
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
  details: [{ field: 'record_date', kind: 'date' }, 'reference_number', 'note'],
  columns: [
    { field: 'stockholder_fk', kind: 'lookup', resource: 'stockholders', required: true, width: 'minmax(220px, 1fr)' },
    { field: 'share_percentage', kind: 'percent', fixed: true, width: '96px' },
    { field: 'amount', kind: 'amount', width: '160px' },
    { field: 'shared_amount', kind: 'amount', computed: true, width: '160px' },
  ],
  strip: SharesOfDay,
  isUsed: (line) => !isEmpty(line['stockholder_fk']),
  completion: { transition: 'approve' },
  blankLine: { stockholder_fk: null, share_percentage: null, amount: null },
  newHeader: (context) => ({ ...beginsWith(context, 'outlet_fk', 'date'), record_date: null, amount: null }),
  totals: dividendTotals,
  transitions: APPROVED_TRANSITIONS,
});

export const { Table, Editor } = documentScreens(dividendDeclaration, {
  columns: usual('number', 'date', 'status', 'total_base', 'outlet_fk', 'note'),
  filters: [...by('date'), oneOf('status', ['draft', 'approved', 'paid', 'reversed'])],
  footer: ['total_base'],
  inactive: { field: 'status', value: 'reversed' },
});
