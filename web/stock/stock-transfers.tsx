/** Goods transferred between inventories at cost: sent, and received in parts or wholly. */

import { declareEditor } from '../shared/document/declare-editor.ts';
import { documentScreens } from '../shared/document/document-screens.ts';
import { CHARGES_TAB, newTransit, SEND, TRANSIT_TRANSITIONS } from '../shared/document/fields/transit-fields.ts';
import { lineWithUnit } from '../shared/document/fields/usual-fields.ts';
import { batchesColumn } from '../shared/document/model/goods/batches.ts';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';
import { goodsColumns, quantityTotals } from './goods-lines.ts';

export const stockTransferDeclaration = declareEditor('stock_transfers', {
  header: ['inventory_fk', 'to_outlet_fk', 'to_inventory_fk', 'date'],
  details: ['outlet_fk', 'reference_number', 'note'],
  columns: [...goodsColumns, { field: 'note', kind: 'text', width: '220px' }],
  batches: batchesColumn,
  carried: { header: ['time'] },
  completion: SEND,
  blankLine: { item_fk: null, quantity: '1', unit_fk: null, note: null },
  newHeader: (context) => ({ ...newTransit(context), to_outlet_fk: context.me.current_outlet_fk }),
  lineOf: lineWithUnit,
  totals: quantityTotals,
  transitions: TRANSIT_TRANSITIONS,
  tab: CHARGES_TAB,
});

export const { Table, Editor } = documentScreens(stockTransferDeclaration, {
  columns: [
    ...usual(
      'number',
      'date',
      'inventory_fk',
      'to_inventory_fk',
      'status',
      'received_status',
      'loss_amount',
      'outlet_fk',
    ),
    ...usual('to_outlet_fk', 'reference_number'),
  ],
  filters: [
    ...by('date', 'inventory_fk', 'to_inventory_fk', 'item_fk', 'written_off', 'charged'),
    oneOf('status', ['pending', 'sent', 'received']),
  ],
  inactive: { field: 'status', value: 'discarded' },
});
