/** The depreciation of fixed assets: the server finds the months that are due, and their amounts. */
import { membersOf } from '../../domain/values/members.ts';
import { printMoney, readMoney, sum, ZERO } from '../../domain/values/money.ts';
import { declareEditor } from '../shared/document/declare-editor.ts';
import { documentScreens } from '../shared/document/document-screens.ts';
import { beginsWith } from '../shared/document/fields/usual-fields.ts';
import type { ShownTotals } from '../shared/document/model/declaration.ts';
import { type Draft, isEmpty, textOf } from '../shared/document/model/draft.ts';
import { AT_ONCE_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';
import { DueBanner } from './due-depreciations.tsx';

/** Before it is entered there are no amounts. */
function depreciationTotals({ lines }: Draft): ShownTotals {
  const amounts = lines.map(({ fields }) => readMoney(textOf(fields, 'amount') ?? '') ?? ZERO);
  return { lines: new Map(), rows: [], total: printMoney(sum(amounts)) };
}

/** The asset stands beside its number before anything is computed. */
function assetOf(chosen: unknown): number | null {
  const { fixed_asset_fk } = membersOf(chosen);
  return typeof fixed_asset_fk === 'number' ? fixed_asset_fk : null;
}

export const depreciationDeclaration = declareEditor('depreciations', {
  header: ['date', 'outlet_fk', 'reference_number'],
  details: ['note'],
  columns: [
    {
      field: 'asset_purchase_fk',
      kind: 'lookup',
      resource: 'asset_purchases',
      required: true,
      // A draft is no asset yet, and has no number to be chosen by.
      filter: () => ({ 'filter[status]': 'complete' }),
      fills: (chosen) => ({ fixed_asset_fk: assetOf(chosen) }),
      width: 'minmax(240px, 1fr)',
    },
    { field: 'fixed_asset_fk', kind: 'lookup', resource: 'fixed_assets', fixed: true, width: 'minmax(140px, 1fr)' },
    { field: 'month', kind: 'text', fixed: true, width: '110px' },
    { field: 'month_number', kind: 'quantity', fixed: true, width: '110px' },
    { field: 'amount', kind: 'amount', fixed: true, width: '140px' },
  ],
  isUsed: (line) => !isEmpty(line['asset_purchase_fk']),
  noDraft: true,
  blankLine: { asset_purchase_fk: null, fixed_asset_fk: null, month: null, month_number: null, amount: null },
  newHeader: (context) => beginsWith(context, 'outlet_fk', 'date'),
  totals: depreciationTotals,
  transitions: AT_ONCE_TRANSITIONS,
});

export const { Table, Editor } = documentScreens(depreciationDeclaration, {
  columns: usual('number', 'date', 'status', 'total_base', 'outlet_fk', 'note'),
  filters: [...by('date'), oneOf('status', ['complete', 'reversed'])],
  footer: ['total_base'],
  inactive: { field: 'status', value: 'reversed' },
  banner: () => <DueBanner />,
});
