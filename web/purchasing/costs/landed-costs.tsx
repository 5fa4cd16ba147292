/** Landed costs: freight, customs and other costs of one or several purchases, which are shared over them. */
import { printMoney, readMoney, ZERO } from '../../../domain/values/money.ts';
import { declareEditor } from '../../shared/document/declare-editor.ts';
import { documentScreens } from '../../shared/document/document-screens.ts';
import { dueField } from '../../shared/document/fields/due-day.ts';
import { moneyAccount, moneyFields } from '../../shared/document/fields/money-fields.ts';
import { amountOf, CARRIED, currencyFields, isCash } from '../../shared/document/fields/usual-fields.ts';
import type { ShownTotals } from '../../shared/document/model/declaration.ts';
import { type Draft, isEmpty, textOf } from '../../shared/document/model/draft.ts';
import { headerWithoutInventory } from '../../shared/document/single-amount.ts';
import { SettlementsTab } from '../../shared/party/settlements.tsx';
import { by, oneOf, usual } from '../../shared/table/usual-columns.ts';
import { COST_TYPES, SHARE_BY } from './cost-words.ts';

/** Before it is complete, only amounts that were typed are known. */
function landedTotals({ header, lines }: Draft): ShownTotals {
  const shares = lines.flatMap(({ key, fields }): [number, string][] => {
    const share = textOf(fields, 'purchase_share') ?? textOf(fields, 'amount');
    return share === undefined ? [] : [[key, printMoney(readMoney(share) ?? ZERO)]];
  });
  return { lines: new Map(shares), rows: [], total: amountOf(header['amount']) };
}

export const landedCostDeclaration = declareEditor('landed_costs', {
  carried: { header: CARRIED, given: ['purchase_share'] },
  header: [
    { field: 'cost_type', kind: 'choice', options: COST_TYPES, required: true },
    'date',
    'amount',
    'payment_type',
    moneyAccount('out'),
  ],
  details: [
    { field: 'supplier_fk', kind: 'lookup', resource: 'suppliers', required: (header) => !isCash(header) },
    ...moneyFields,
    dueField,
    { field: 'share_by', kind: 'choice', options: SHARE_BY, required: true },
    'outlet_fk',
    ...currencyFields('out'),
    'reference_number',
    'note',
  ],
  columns: [
    {
      field: 'purchase_fk',
      kind: 'lookup',
      resource: 'purchases',
      required: true,
      filter: () => ({ 'filter[status]': 'complete,closed' }),
      width: 'minmax(240px, 1fr)',
    },
    { field: 'amount', kind: 'amount', label: 'purchasing:share_by_hand', width: '160px' },
    { field: 'purchase_share', kind: 'amount', label: 'purchasing:share', computed: true, width: '160px' },
  ],
  isUsed: (line) => !isEmpty(line['purchase_fk']),
  blankLine: { purchase_fk: null, amount: null },
  newHeader: (context) => ({
    ...headerWithoutInventory(context),
    cost_type: 'freight',
    share_by: 'value',
    amount: null,
    due_date: null,
  }),
  totals: landedTotals,
  tab: { name: 'payments', content: SettlementsTab },
});

export const { Table, Editor } = documentScreens(landedCostDeclaration, {
  columns: [
    ...usual('number', 'date'),
    { field: 'cost_type', kind: 'option' },
    ...usual(
      'supplier_fk',
      'status',
      'payment_type',
      'payment_status',
      'currency_fk',
      'total',
      'total_base',
      'outlet_fk',
    ),
    ...usual('reference_number', 'attachments'),
  ],
  filters: [...by('date', 'supplier_fk'), oneOf('status', ['draft', 'complete']), ...by('payment_status', 'due_date')],
  footer: ['total_base'],
});
