/**
 * Held batches: what no document takes but a disposal and a return to the supplier, until the hold is reversed. A new one may
 * start from a batch (`new?item_fk=5&batch_number=B12&expire_date=2027-02-15`). Complete on entry.
 */
import { HOLD_TYPES } from '../../domain/stock/batch-hold.schema.ts';
import { declareEditor } from '../shared/document/declare-editor.ts';
import { listOf } from '../shared/document/document-names.ts';
import { AT_ONCE_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';
import { editorOfBatch } from './editor-of-batch.tsx';

const BLANK = { item_fk: null, batch_number: null, expire_date: null, hold_type: HOLD_TYPES[0], reason: null };

export const declaration = declareEditor('batch_holds', {
  header: [
    { field: 'item_fk', kind: 'lookup', resource: 'items', required: true },
    { field: 'batch_number', kind: 'text' },
    { field: 'expire_date', kind: 'date' },
    { field: 'hold_type', kind: 'choice', options: HOLD_TYPES, required: true },
    { field: 'reason', kind: 'text', required: true },
  ],
  noDraft: true,
  newHeader: () => BLANK,
  totals: () => ({ lines: new Map(), rows: [], total: '0', untotalled: true }),
  transitions: AT_ONCE_TRANSITIONS,
});

export const Editor = editorOfBatch(declaration, (batch) => ({ ...BLANK, ...batch }));

export const Table = tableScreen({
  ...listOf('batch_holds'),
  columns: [
    { field: 'id', kind: 'number', main: true, label: 'documents:batch_hold.one' },
    ...usual('date', 'item_fk'),
    { field: 'batch_number', kind: 'text' },
    { field: 'expire_date', kind: 'date' },
    { field: 'hold_type', kind: 'option' },
    { field: 'reason', kind: 'text' },
    ...usual('status'),
    { field: 'created_by_fk', kind: 'reference', resource: 'users', label: 'catalogue:created_by', sortable: false },
  ],
  filters: [...by('date', 'item_fk'), oneOf('hold_type', HOLD_TYPES), oneOf('status', ['complete', 'reversed'])],
  inactive: { field: 'status', value: 'reversed' },
});
