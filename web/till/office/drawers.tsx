/** Drawers of the tills in the office: cash movements, expected and counted cash, approval. */
import { editorOf, listOf } from '../../shared/document/document-names.ts';
import { documentScreen } from '../../shared/document/document-screen.tsx';
import { numberColumn } from '../../shared/document/fields/number-column.tsx';
import { dateField, noteField, outletField } from '../../shared/document/fields/usual-fields.ts';
import type { ScreenDeclaration } from '../../shared/document/screen-declaration.ts';
import { tableScreen } from '../../shared/table/table-screen.tsx';
import { CloseDialog, CountDialog } from './count-dialogs.tsx';
import { ApproveDialog, UncloseDialog } from './drawer-dialogs.tsx';
import { DrawerMoney } from './drawer-money.tsx';
import { ReviewDialog } from './review-note.tsx';

const DRAWER_TONES = { open: 'info', counted: 'warning', closed: 'neutral', approved: 'success' } as const;

const drawerDeclaration: ScreenDeclaration = {
  ...editorOf('closing_drawers'),
  header: [
    { field: 'user_fk', kind: 'lookup', resource: 'users', label: 'till:cashier' },
    dateField,
    { field: 'time', kind: 'time' },
  ],
  details: [outletField, noteField],
  columns: [],
  identity: { lines: 'line_id' },
  madeElsewhere: true,
  noDraft: true,
  blankLine: {},
  newHeader: () => ({}),
  lineOf: () => ({}),
  totals: () => ({ lines: new Map(), rows: [], total: '0', untotalled: true }),
  tones: DRAWER_TONES,
  tab: { name: 'money', content: DrawerMoney },
  transitions: [
    { name: 'count', permission: 'update', dialog: CountDialog },
    { name: 'close', permission: 'close', dialog: CloseDialog },
    { name: 'approve', permission: 'approve', dialog: ApproveDialog },
    { name: 'unclose', permission: 'unclose', dialog: UncloseDialog },
    { name: 'review', permission: 'review', dialog: ReviewDialog },
  ],
};

export const Editor = documentScreen(drawerDeclaration);

export const Table = tableScreen({
  ...listOf('closing_drawers'),
  columns: [
    numberColumn,
    { field: 'date', kind: 'date' },
    { field: 'time', kind: 'time' },
    { field: 'user_fk', kind: 'reference', resource: 'users', label: 'till:cashier' },
    { field: 'status', kind: 'status', tones: DRAWER_TONES },
    { field: 'receipts', kind: 'number', label: 'till:receipts', sortable: false, blankZero: true },
    { field: 'sold', kind: 'amount', label: 'till:sold', currency: 'system', sortable: false },
    { field: 'difference', kind: 'amount', label: 'till:over_or_short', currency: 'system', sortable: false },
    { field: 'removed_lines', kind: 'number', label: 'till:removed_lines', sortable: false, blankZero: true },
    { field: 'outlet_fk', kind: 'reference', resource: 'outlets' },
    { field: 'note', kind: 'text' },
  ],
  filters: [
    { field: 'date', kind: 'date_range' },
    { field: 'status', kind: 'option', options: ['open', 'counted', 'closed', 'approved'] },
    { field: 'outlet_fk', kind: 'lookup', resource: 'outlets' },
  ],
  canAdd: false,
  canEdit: false,
});
