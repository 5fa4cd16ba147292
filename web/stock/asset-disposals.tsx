/** Asset disposals: stolen, destroyed, expired or damaged goods. Approval posts them. */

import { DISPOSAL_TYPES } from '../../domain/stock/disposal-type.ts';
import { membersOf } from '../../domain/values/members.ts';
import { declareEditor } from '../shared/document/declare-editor.ts';
import { documentScreens } from '../shared/document/document-screens.ts';
import { lineWithUnit, newHeader } from '../shared/document/fields/usual-fields.ts';
import type { OtherList } from '../shared/document/model/declaration.ts';
import type { Fields } from '../shared/document/model/draft.ts';
import { batchesColumn } from '../shared/document/model/goods/batches.ts';
import { STATUS_TONES } from '../shared/document/model/status-tones.ts';
import { preferences } from '../shared/language/preferences.ts';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';
import { formatDate } from '../shared/typing/date-words.ts';
import { shapeDigits } from '../shared/typing/digits.ts';
import { APPROVED, goodsColumns, quantityTotals } from './goods-lines.ts';

/** For expired goods the look-up lists items with expiry dates there, with the earliest date. */
function expiring(header: Fields): OtherList | undefined {
  const inventory = header['inventory_fk'];
  if (header['disposal_type'] !== 'expired' || typeof inventory !== 'number') return undefined;
  return {
    path: `items/list_with_expire/${inventory}`,
    hint: (row) =>
      shapeDigits(formatDate(String(membersOf(row)['expire_date'] ?? '')), preferences().digits) || undefined,
  };
}

export const assetDisposalDeclaration = declareEditor('asset_disposals', {
  header: [{ field: 'disposal_type', kind: 'choice', options: DISPOSAL_TYPES, required: true }, 'inventory_fk', 'date'],
  details: ['outlet_fk', 'reference_number', 'note'],
  columns: [
    ...goodsColumns.map((column) => (column.field === 'item_fk' ? { ...column, list: expiring } : column)),
    { field: 'note', kind: 'text', label: 'fields:description', width: '240px' },
  ],
  batches: batchesColumn,
  carried: { header: ['time'] },
  completion: { transition: 'done', status: 'done' },
  blankLine: { item_fk: null, quantity: '1', unit_fk: null, note: null },
  newHeader: (context) => ({ ...newHeader(context), disposal_type: null }),
  lineOf: lineWithUnit,
  totals: quantityTotals,
  tones: APPROVED,
  transitions: [
    { name: 'done', permission: 'complete' },
    { name: 'approve', permission: 'approve' },
    { name: 'disapprove', permission: 'approve', reasoned: true },
    { name: 'return_to_draft', permission: 'return_to_draft', reasoned: true },
    { name: 'discard', permission: 'destroy', dangerous: true },
    { name: 'reverse', permission: 'destroy', reasoned: true },
  ],
});

export const { Table, Editor } = documentScreens(assetDisposalDeclaration, {
  columns: [
    ...usual('number', 'date'),
    { field: 'disposal_type', kind: 'option' },
    ...usual('inventory_fk'),
    { field: 'status', kind: 'status', tones: { ...STATUS_TONES, ...APPROVED } },
    ...usual('loss_amount', 'outlet_fk', 'note', 'reference_number'),
  ],
  filters: [
    ...by('date'),
    oneOf('disposal_type', DISPOSAL_TYPES),
    ...by('inventory_fk', 'item_fk'),
    oneOf('status', ['draft', 'done', 'approved', 'disapproved']),
  ],
  inactive: { field: 'status', value: 'discarded' },
});
