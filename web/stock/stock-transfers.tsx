/** Goods that go from one inventory to another at their cost: sent, and received in parts or wholly. */

import { editorOf, listOf } from '../shared/document/document-names.ts';
import { documentScreen } from '../shared/document/document-screen.tsx';
import { numberColumn } from '../shared/document/fields/number-column.tsx';
import {
  newTransit,
  SEND,
  TRANSIT_TRANSITIONS,
  toInventoryField,
  toOutletField,
} from '../shared/document/fields/transit-fields.ts';
import {
  dateField,
  inventoryField,
  noteField,
  outletField,
  referenceField,
  unitOfItem,
} from '../shared/document/fields/usual-fields.ts';
import type { EditorDeclaration } from '../shared/document/model/declaration.ts';
import { RECEIVED_TONES, STATUS_TONES } from '../shared/document/model/status-tones.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { goodsColumns, quantityTotals } from './goods-lines.ts';

export const stockTransferDeclaration: EditorDeclaration = {
  ...editorOf('stock_transfers'),
  header: [inventoryField, toOutletField, toInventoryField, dateField],
  details: [outletField, referenceField, noteField],
  columns: [...goodsColumns, { field: 'note', kind: 'text', width: '220px' }],
  carried: { header: ['time'] },
  identity: { lines: 'line_id' },
  completion: SEND,
  blankLine: { item_fk: null, quantity: '1', unit_fk: null, note: null },
  newHeader: (context) => ({ ...newTransit(context), to_outlet_fk: context.me.current_outlet_fk }),
  lineOf: (item, _header, scanned) => ({ unit_fk: unitOfItem(item, scanned)?.unit_fk ?? null }),
  totals: quantityTotals,
  transitions: TRANSIT_TRANSITIONS,
};

export const StockTransferEditor = documentScreen(stockTransferDeclaration);

export const StockTransfersTable = tableScreen({
  ...listOf('stock_transfers'),
  columns: [
    numberColumn,
    { field: 'date', kind: 'date' },
    { field: 'inventory_fk', kind: 'reference', resource: 'inventories' },
    { field: 'to_inventory_fk', kind: 'reference', resource: 'inventories' },
    { field: 'status', kind: 'status', tones: STATUS_TONES },
    { field: 'received_status', kind: 'status', tones: RECEIVED_TONES },
    { field: 'outlet_fk', kind: 'reference', resource: 'outlets' },
    { field: 'to_outlet_fk', kind: 'reference', resource: 'outlets' },
    { field: 'reference_number', kind: 'text' },
  ],
  filters: [
    { field: 'date', kind: 'date_range' },
    { field: 'inventory_fk', kind: 'lookup', resource: 'inventories' },
    { field: 'to_inventory_fk', kind: 'lookup', resource: 'inventories' },
    { field: 'item_fk', kind: 'lookup', resource: 'items' },
    { field: 'status', kind: 'option', options: ['pending', 'sent', 'received'] },
  ],
  canEdit: false,
  inactive: { field: 'status', value: 'discarded' },
});
