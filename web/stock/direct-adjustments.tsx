/** Direct adjustments: goods found or missing, as differences with a reason. They are complete as soon as they are entered. */

import { objectsOf } from '../../domain/kernel/members.ts';
import { editorOf, listOf } from '../shared/document/document-names.ts';
import { documentScreen } from '../shared/document/document-screen.tsx';
import { numberColumn } from '../shared/document/fields/number-column.tsx';
import {
  dateField,
  inventoryField,
  newHeader,
  noteColumn,
  noteField,
  outletField,
  referenceField,
  unitOfItem,
} from '../shared/document/fields/usual-fields.ts';
import type { EditorDeclaration, Wire } from '../shared/document/model/declaration.ts';
import type { Fields } from '../shared/document/model/draft.ts';
import { STATUS_TONES } from '../shared/document/model/status-tones.ts';
import { AT_ONCE_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { goodsColumns, quantityTotals } from './goods-lines.ts';

const DIRECTIONS = ['missing', 'found'] as const;
const isFound = (_header: Fields, line: Fields): boolean => line['direction'] === 'found';

type Line = Readonly<Record<string, unknown>>;
const linesOf = (body: Line): readonly Line[] => objectsOf(body['lines']);

/** The API says one quantity with its sign: what is missing is below zero. */
const signed: Wire = {
  send: (body) => ({
    ...body,
    lines: linesOf(body).map(({ direction, ...line }) => ({
      ...line,
      quantity: direction === 'missing' ? `-${line['quantity']}` : line['quantity'],
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

export const directAdjustmentDeclaration: EditorDeclaration = {
  ...editorOf('inventory_direct_adjustments'),
  header: [{ field: 'reason', kind: 'text', required: true }, inventoryField, dateField],
  details: [outletField, referenceField, noteField],
  columns: [
    ...goodsColumns.slice(0, 1),
    { field: 'direction', kind: 'choice', options: DIRECTIONS, required: true, width: '130px' },
    ...goodsColumns.slice(1),
    { field: 'unit_cost', kind: 'amount', shown: isFound, width: '150px' },
    noteColumn,
  ],
  carried: { header: ['time'] },
  identity: { lines: 'line_id' },
  noDraft: true,
  wire: signed,
  blankLine: { item_fk: null, direction: DIRECTIONS[0], quantity: '1', unit_fk: null, unit_cost: null, note: null },
  newHeader: (context) => ({ ...newHeader(context), reason: null }),
  lineOf: (item, _header, scanned) => ({ unit_fk: unitOfItem(item, scanned)?.unit_fk ?? null }),
  totals: quantityTotals,
  transitions: AT_ONCE_TRANSITIONS,
};

export const DirectAdjustmentEditor = documentScreen(directAdjustmentDeclaration);

export const DirectAdjustmentsTable = tableScreen({
  ...listOf('inventory_direct_adjustments'),
  columns: [
    numberColumn,
    { field: 'date', kind: 'date' },
    { field: 'inventory_fk', kind: 'reference', resource: 'inventories' },
    { field: 'reason', kind: 'text' },
    { field: 'status', kind: 'status', tones: STATUS_TONES },
    { field: 'loss_amount', kind: 'amount', currency: 'system', sortable: false, blankZero: true },
    { field: 'outlet_fk', kind: 'reference', resource: 'outlets' },
    { field: 'reference_number', kind: 'text' },
  ],
  filters: [
    { field: 'date', kind: 'date_range' },
    { field: 'inventory_fk', kind: 'lookup', resource: 'inventories' },
    { field: 'item_fk', kind: 'lookup', resource: 'items' },
    { field: 'status', kind: 'option', options: ['complete', 'reversed'] },
  ],
  canEdit: false,
  inactive: { field: 'status', value: 'reversed' },
});
