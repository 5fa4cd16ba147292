/** Direct adjustments: found or missing goods, as differences with a reason. Complete on entry. */

import { objectsOf } from '../../domain/values/members.ts';
import { declareEditor } from '../shared/document/declare-editor.ts';
import { documentScreens } from '../shared/document/document-screens.ts';
import { lineWithUnit, newHeader, noteColumn } from '../shared/document/fields/usual-fields.ts';
import type { Wire } from '../shared/document/model/declaration.ts';
import type { Fields } from '../shared/document/model/draft.ts';
import { newBatchesColumn } from '../shared/document/model/goods/batches.ts';
import { AT_ONCE_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';
import { foundAtColumn, goodsColumns, quantityTotals } from './goods-lines.ts';

const DIRECTIONS = ['missing', 'found'] as const;
const isFound = (_header: Fields, line: Fields): boolean => line['direction'] === 'found';

type Line = Readonly<Record<string, unknown>>;
const linesOf = (body: Line): readonly Line[] => objectsOf(body['lines']);

/** The API has one signed quantity: missing goods are negative. */
const signed: Wire = {
  send: (body) => ({
    ...body,
    lines: linesOf(body).map(({ direction, ...line }) => ({
      ...line,
      quantity: direction === 'missing' && line['quantity'] ? `-${line['quantity']}` : line['quantity'],
    })),
  }),
  read: (data) => ({
    ...data,
    lines: linesOf(data).map((line) => {
      const quantity = String(line['quantity']);
      return quantity.startsWith('-')
        ? { ...line, direction: 'missing', quantity: quantity.slice(1) }
        : { ...line, direction: 'found' };
    }),
  }),
};

export const directAdjustmentDeclaration = declareEditor<'inventory_direct_adjustments', 'direction'>(
  'inventory_direct_adjustments',
  {
    header: [{ field: 'reason', kind: 'text', required: true }, 'inventory_fk', 'date'],
    details: ['outlet_fk', 'reference_number', 'note'],
    columns: [
      ...goodsColumns.slice(0, 1),
      { field: 'direction', kind: 'choice', options: DIRECTIONS, required: true, width: '130px' },
      ...goodsColumns.slice(1),
      { ...foundAtColumn, shown: isFound, width: '150px' },
      noteColumn,
    ],
    batches: newBatchesColumn,
    carried: { header: ['time'] },
    noDraft: true,
    wire: signed,
    blankLine: { item_fk: null, direction: DIRECTIONS[0], quantity: null, unit_fk: null, unit_cost: null, note: null },
    newHeader: (context) => ({ ...newHeader(context), reason: null }),
    lineOf: lineWithUnit,
    totals: quantityTotals,
    transitions: AT_ONCE_TRANSITIONS,
  },
);

export const { Table, Editor } = documentScreens(directAdjustmentDeclaration, {
  columns: [
    ...usual('number', 'date', 'inventory_fk'),
    { field: 'reason', kind: 'text' },
    ...usual('status', 'loss_amount', 'outlet_fk', 'reference_number'),
  ],
  filters: [...by('date', 'inventory_fk', 'item_fk'), oneOf('status', ['complete', 'reversed'])],
  inactive: { field: 'status', value: 'reversed' },
});
