/** Product conversions: items put together into collections, or collections taken apart. The collection says of what. */

import { editorOf, listOf } from '../shared/document/document-names.ts';
import { documentScreen } from '../shared/document/document-screen.tsx';
import { numberColumn } from '../shared/document/fields/number-column.tsx';
import {
  amountOf,
  dateField,
  inventoryField,
  newHeader,
  noteField,
  outletField,
  referenceField,
} from '../shared/document/fields/usual-fields.ts';
import type { EditorDeclaration } from '../shared/document/model/declaration.ts';
import { STATUS_TONES } from '../shared/document/model/status-tones.ts';
import { DRAFTED_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';

const TYPES = ['item_to_collection', 'collection_to_item'] as const;

const conversionDeclaration: EditorDeclaration = {
  ...editorOf('conversions'),
  header: [
    { field: 'conversion_type', kind: 'choice', options: TYPES, required: true },
    { field: 'collection_fk', kind: 'lookup', resource: 'collections', required: true },
    { field: 'quantity', kind: 'quantity', required: true },
    dateField,
  ],
  details: [outletField, inventoryField, referenceField, noteField],
  columns: [],
  carried: { header: ['time'] },
  identity: { lines: 'line_id' },
  blankLine: {},
  newHeader: (context) => ({
    ...newHeader(context),
    conversion_type: TYPES[0],
    collection_fk: null,
    quantity: '1',
  }),
  lineOf: () => ({}),
  totals: ({ header }) => ({ lines: new Map(), rows: [], total: amountOf(header['quantity']) }),
  transitions: DRAFTED_TRANSITIONS,
};

export const ConversionEditor = documentScreen(conversionDeclaration);

export const ConversionsTable = tableScreen({
  ...listOf('conversions'),
  columns: [
    numberColumn,
    { field: 'date', kind: 'date' },
    { field: 'conversion_type', kind: 'option' },
    { field: 'collection_fk', kind: 'reference', resource: 'collections' },
    { field: 'quantity', kind: 'number' },
    { field: 'status', kind: 'status', tones: STATUS_TONES },
    { field: 'inventory_fk', kind: 'reference', resource: 'inventories' },
    { field: 'reference_number', kind: 'text' },
  ],
  filters: [
    { field: 'date', kind: 'date_range' },
    { field: 'collection_fk', kind: 'lookup', resource: 'collections' },
    { field: 'item_fk', kind: 'lookup', resource: 'items' },
    { field: 'conversion_type', kind: 'option', options: TYPES },
    { field: 'status', kind: 'option', options: ['draft', 'complete'] },
  ],
  canEdit: false,
  inactive: { field: 'status', value: 'discarded' },
});
