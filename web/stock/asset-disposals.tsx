/** Destructed assets: goods that are stolen, destroyed, expired or damaged. They leave the books when somebody approves. */
import { membersOf } from '../../domain/kernel/members.ts';
import { DISPOSAL_TYPES } from '../../domain/stock/disposal-type.ts';
import { editorOf, listOf } from '../shared/document/document-names.ts';
import { documentScreen } from '../shared/document/document-screen.tsx';
import { numberColumn } from '../shared/document/fields/number-column.tsx';
import {
  dateField,
  inventoryField,
  newHeader,
  noteField,
  outletField,
  referenceField,
  unitOfItem,
} from '../shared/document/fields/usual-fields.ts';
import type { EditorDeclaration, OtherList } from '../shared/document/model/declaration.ts';
import type { Fields } from '../shared/document/model/draft.ts';
import { STATUS_TONES } from '../shared/document/model/status-tones.ts';
import { preferences } from '../shared/language/preferences.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { formatDate } from '../shared/typing/date-words.ts';
import { shapeDigits } from '../shared/typing/digits.ts';
import { APPROVED, goodsColumns, quantityTotals } from './goods-lines.ts';

/** What has expired is chosen of what expires there, with the first day on which some of it does. */
function expiring(header: Fields): OtherList | undefined {
  const inventory = header['inventory_fk'];
  if (header['disposal_type'] !== 'expired' || typeof inventory !== 'number') return undefined;
  return {
    path: `items/list_with_expire/${inventory}`,
    hint: (row) =>
      shapeDigits(formatDate(String(membersOf(row)['expire_date'] ?? '')), preferences().digits) || undefined,
  };
}

export const assetDisposalDeclaration: EditorDeclaration = {
  ...editorOf('asset_disposals'),
  header: [
    { field: 'disposal_type', kind: 'choice', options: DISPOSAL_TYPES, required: true },
    inventoryField,
    dateField,
  ],
  details: [outletField, referenceField, noteField],
  columns: [
    ...goodsColumns.map((column) => (column.field === 'item_fk' ? { ...column, list: expiring } : column)),
    { field: 'note', kind: 'text', label: 'fields:description', width: '240px' },
  ],
  carried: { header: ['time'] },
  identity: { lines: 'line_id' },
  completion: { transition: 'done', status: 'done' },
  blankLine: { item_fk: null, quantity: '1', unit_fk: null, note: null },
  newHeader: (context) => ({ ...newHeader(context), disposal_type: null }),
  lineOf: (item, _header, scanned) => ({ unit_fk: unitOfItem(item, scanned)?.unit_fk ?? null }),
  totals: quantityTotals,
  tones: APPROVED,
  transitions: [
    { name: 'done', permission: 'complete' },
    { name: 'approve', permission: 'approve' },
    { name: 'disapprove', permission: 'approve', reasoned: true },
    { name: 'return_to_draft', permission: 'return_to_draft', reasoned: true },
    { name: 'discard', permission: 'destroy', dangerous: true },
  ],
};

export const AssetDisposalEditor = documentScreen(assetDisposalDeclaration);

export const AssetDisposalsTable = tableScreen({
  ...listOf('asset_disposals'),
  columns: [
    numberColumn,
    { field: 'date', kind: 'date' },
    { field: 'disposal_type', kind: 'option' },
    { field: 'inventory_fk', kind: 'reference', resource: 'inventories' },
    { field: 'status', kind: 'status', tones: { ...STATUS_TONES, ...APPROVED } },
    { field: 'loss_amount', kind: 'amount', currency: 'system', sortable: false, blankZero: true },
    { field: 'outlet_fk', kind: 'reference', resource: 'outlets' },
    { field: 'note', kind: 'text' },
    { field: 'reference_number', kind: 'text' },
  ],
  filters: [
    { field: 'date', kind: 'date_range' },
    { field: 'disposal_type', kind: 'option', options: DISPOSAL_TYPES },
    { field: 'inventory_fk', kind: 'lookup', resource: 'inventories' },
    { field: 'item_fk', kind: 'lookup', resource: 'items' },
    { field: 'status', kind: 'option', options: ['draft', 'done', 'approved', 'disapproved'] },
  ],
  canEdit: false,
  inactive: { field: 'status', value: 'discarded' },
});
