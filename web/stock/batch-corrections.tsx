/**
 * Corrections of batches: another number or day of expiry, with a reason, for everything that was ever told of the batch.
 * A new one may start from a batch (`new?item_fk=5&batch_number=B12&expire_date=2027-02-15`). Complete on entry.
 */
import { declareEditor } from '../shared/document/declare-editor.ts';
import { listOf } from '../shared/document/document-names.ts';
import { AT_ONCE_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';
import { editorOfBatch } from './editor-of-batch.tsx';

const BLANK = {
  item_fk: null,
  batch_number: null,
  expire_date: null,
  new_batch_number: null,
  new_expire_date: null,
  reason: null,
};

export const declaration = declareEditor('batch_corrections', {
  header: [
    { field: 'item_fk', kind: 'lookup', resource: 'items', required: true },
    { field: 'batch_number', kind: 'text' },
    { field: 'expire_date', kind: 'date' },
    { field: 'new_batch_number', kind: 'text' },
    { field: 'new_expire_date', kind: 'date' },
    { field: 'reason', kind: 'text', required: true },
  ],
  noDraft: true,
  newHeader: () => BLANK,
  totals: () => ({ lines: new Map(), rows: [], total: '0', untotalled: true }),
  transitions: AT_ONCE_TRANSITIONS,
});

export const Editor = editorOfBatch(declaration, (batch) => ({
  ...BLANK,
  ...batch,
  new_batch_number: batch.batch_number,
  new_expire_date: batch.expire_date,
}));

export const Table = tableScreen({
  ...listOf('batch_corrections'),
  columns: [
    { field: 'id', kind: 'number', main: true, label: 'documents:batch_correction.one' },
    ...usual('date', 'item_fk'),
    { field: 'batch_number', kind: 'text' },
    { field: 'expire_date', kind: 'date' },
    { field: 'new_batch_number', kind: 'text' },
    { field: 'new_expire_date', kind: 'date' },
    { field: 'reason', kind: 'text' },
    ...usual('status'),
    { field: 'created_by_fk', kind: 'reference', resource: 'users', label: 'catalogue:created_by', sortable: false },
  ],
  filters: [...by('date', 'item_fk'), oneOf('status', ['complete', 'reversed'])],
  inactive: { field: 'status', value: 'reversed' },
});
