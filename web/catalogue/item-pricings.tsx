/** Items pricing: new prices for many items, by a rule or typed, beside the present prices and costs. */

import { profitOf } from '../../domain/pricing/sale-price-finding.ts';
import { money, printMoney, readMoney, roundTo, subtract } from '../../domain/values/money.ts';
import { declareEditor } from '../shared/document/declare-editor.ts';
import { documentScreens } from '../shared/document/document-screens.ts';
import { unitOfItem } from '../shared/document/fields/usual-fields.ts';
import type { ShownTotals } from '../shared/document/model/declaration.ts';
import { type Draft, type Fields, textOf } from '../shared/document/model/draft.ts';
import { STATUS_TONES } from '../shared/document/model/status-tones.ts';
import { stepIn } from '../shared/session/currency-step.ts';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';
import { PriceTools } from './price-tools.tsx';
import { priceBefore } from './priced-items.ts';

const HUNDREDTH = money('0.01');
const METHODS = ['by_hand', 'percent', 'amount', 'desired_profit', 'profit_rate'] as const;

/** The margin of the new prices over cost, in percent; for lines with both. */
function margins({ lines }: Draft): ShownTotals {
  const shown = lines.flatMap(({ key, fields }): [number, string][] => {
    const [price, cost] = ['new_price', 'unit_cost'].map((field) => readMoney(textOf(fields, field) ?? ''));
    const rate = price === undefined || cost === undefined ? undefined : profitOf(cost, price).rate;
    return rate === undefined ? [] : [[key, printMoney(roundTo(rate, HUNDREDTH))]];
  });
  return {
    lines: new Map(shown),
    rows: [],
    total: String(changedLines(lines)),
    totalLabel: 'catalogue:changed_prices',
  };
}

function changedLines(lines: Draft['lines']): number {
  const differs = (fields: Fields) => {
    const [next, present] = ['new_price', 'present_price'].map((field) => readMoney(textOf(fields, field) ?? ''));
    return next !== undefined && (present === undefined || subtract(next, present) !== 0n);
  };
  return lines.filter(({ fields }) => differs(fields)).length;
}

export const itemPricingDeclaration = declareEditor('item_pricings', {
  header: [
    { field: 'pricing_profile_fk', kind: 'lookup', resource: 'pricing_profiles' },
    'date',
    { field: 'price_method', kind: 'choice', options: METHODS, required: true },
    { field: 'method_value', kind: 'amount', shown: (header) => header['price_method'] !== 'by_hand' },
    { field: 'round_to', kind: 'amount', shown: (header) => header['price_method'] !== 'by_hand' },
  ],
  details: ['note'],
  columns: [
    { field: 'item_fk', kind: 'lookup', resource: 'items', required: true, width: 'minmax(190px, 1fr)' },
    { field: 'unit_fk', kind: 'unit', required: true, width: '100px' },
    { field: 'unit_cost', kind: 'amount', fixed: true, width: '110px' },
    { field: 'present_price', kind: 'amount', fixed: true, width: '120px' },
    { field: 'new_price', kind: 'amount', required: true, width: '120px' },
    { field: 'profit_rate', kind: 'percent', computed: true, width: '110px' },
  ],
  completion: { transition: 'activate', status: 'active' },
  blankLine: { item_fk: null, unit_fk: null, new_price: null },
  newHeader: ({ me, today }) => ({
    pricing_profile_fk: null,
    date: today,
    price_method: 'percent',
    method_value: null,
    round_to: printMoney(stepIn(me.system_currency.currency_id, me)),
    note: null,
  }),
  lineOf: (item, header, scanned) => {
    const unit = unitOfItem(item, scanned);
    return {
      unit_fk: unit?.unit_fk ?? null,
      new_price: unit ? priceBefore(item, unit.unit_fk, header['pricing_profile_fk']) : null,
    };
  },
  totals: margins,
  tones: { scheduled: 'info', active: 'success', inactive: 'warning' },
  transitions: [
    { name: 'activate', permission: 'activate' },
    { name: 'deactivate', permission: 'inactivate' },
    { name: 'discard', permission: 'destroy', dangerous: true },
  ],
  actions: PriceTools,
});

export const { Table, Editor } = documentScreens(itemPricingDeclaration, {
  columns: [
    { field: 'id', kind: 'number', main: true, label: 'documents:item_pricing.number' },
    ...usual('date', 'pricing_profile_fk'),
    { field: 'price_method', kind: 'option' },
    { field: 'method_value', kind: 'amount', sortable: false },
    {
      field: 'status',
      kind: 'status',
      tones: { ...STATUS_TONES, scheduled: 'info', active: 'success', inactive: 'warning' },
    },
    { field: 'created_by_fk', kind: 'reference', resource: 'users', label: 'catalogue:created_by', sortable: false },
    ...usual('note'),
  ],
  filters: [...by('date', 'item_fk'), oneOf('status', ['draft', 'scheduled', 'active', 'inactive'])],
  import: { permission: 'item_pricings/import', path: '/items-pricing/import' },
  inactive: { field: 'status', value: 'discarded' },
});
