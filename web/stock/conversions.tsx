/** Product conversions: items assembled into collections, or collections taken apart, by the collection's list. */

import { declareEditor } from '../shared/document/declare-editor.ts';
import { documentScreens } from '../shared/document/document-screens.ts';
import { amountOf, newHeader } from '../shared/document/fields/usual-fields.ts';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';
import { MAKING_COSTS } from './making-costs.ts';

const TYPES = ['item_to_collection', 'collection_to_item'] as const;

export const conversionDeclaration = declareEditor('conversions', {
  header: [
    { field: 'conversion_type', kind: 'choice', options: TYPES, required: true },
    { field: 'collection_fk', kind: 'lookup', resource: 'collections', required: true },
    { field: 'quantity', kind: 'quantity', required: true },
    'date',
  ],
  details: ['outlet_fk', 'inventory_fk', 'reference_number', 'note'],
  ...MAKING_COSTS,
  newHeader: (context) => ({
    ...newHeader(context),
    conversion_type: TYPES[0],
    collection_fk: null,
    quantity: '1',
  }),
  // Costing determines the value, which the effect tab shows.
  totals: ({ header }) => ({ lines: new Map(), rows: [], total: amountOf(header['quantity']), untotalled: true }),
});

export const { Table, Editor } = documentScreens(conversionDeclaration, {
  columns: [
    ...usual('number', 'date'),
    { field: 'conversion_type', kind: 'option' },
    ...usual('collection_fk', 'quantity', 'status', 'inventory_fk', 'reference_number'),
  ],
  filters: [
    ...by('date', 'collection_fk', 'item_fk'),
    oneOf('conversion_type', TYPES),
    oneOf('status', ['draft', 'complete']),
  ],
  inactive: { field: 'status', value: 'discarded' },
});
