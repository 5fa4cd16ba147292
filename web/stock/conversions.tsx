/** Product conversions: items assembled into collections, or collections taken apart, by the collection's list. */

import { objectsOf } from '../../domain/values/members.ts';
import { declareEditor } from '../shared/document/declare-editor.ts';
import { documentScreens } from '../shared/document/document-screens.ts';
import { amountOf, newHeader } from '../shared/document/fields/usual-fields.ts';
import type { Wire } from '../shared/document/model/declaration.ts';
import { newBatchesColumn } from '../shared/document/model/goods/batches.ts';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';
import { MAKING_COSTS } from './making-costs.ts';

const TYPES = ['item_to_collection', 'collection_to_item'] as const;

/** The lines follow from the collection; a person says which batches of them are used, or come out. */
const parts: Wire = {
  send: ({ lines, ...body }) => {
    const named = objectsOf(lines).flatMap(({ item_fk, batches }) =>
      objectsOf(batches).length > 0 ? [{ item_fk, batches }] : [],
    );
    return named.length > 0 ? { ...body, parts: named } : body;
  },
  read: (data) => data,
};

export const conversionDeclaration = declareEditor('conversions', {
  header: [
    { field: 'conversion_type', kind: 'choice', options: TYPES, required: true },
    { field: 'collection_fk', kind: 'lookup', resource: 'collections', required: true },
    { field: 'quantity', kind: 'quantity', required: true },
    'date',
  ],
  details: ['outlet_fk', 'inventory_fk', 'reference_number', 'note'],
  columns: [
    { field: 'item_fk', kind: 'lookup', resource: 'items', fixed: true, width: 'minmax(220px, 1fr)' },
    { field: 'role', kind: 'choice', options: ['input', 'output'], fixed: true, width: '130px' },
    { field: 'quantity', kind: 'quantity', fixed: true, width: '120px' },
    { field: 'unit_fk', kind: 'unit', fixed: true, width: '120px' },
  ],
  batches: newBatchesColumn,
  fixedLines: true,
  wire: parts,
  ...MAKING_COSTS,
  carried: { ...MAKING_COSTS.carried, lines: ['item_fk'] },
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
