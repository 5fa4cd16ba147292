/** Warranty claims: pieces that customers hand in, their way to the supplier, and what the customers get. */
import { declareEditor } from '../shared/document/declare-editor.ts';
import { documentScreens } from '../shared/document/document-screens.ts';
import { beginsWith } from '../shared/document/fields/usual-fields.ts';
import { findScanned } from '../shared/document/model/goods/scanned-line.ts';
import { awaited } from '../shared/document/model/on-the-way.ts';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { STATUS_TONES } from '../shared/document/model/status-tones.ts';
import { notifyProblem } from '../shared/notify/notify.ts';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';
import { customerField } from './customer-field.ts';
import { FoundPiece } from './warranty/found-piece.tsx';
import { CloseDialog, ExchangeDialog, SendDialog, TakeBackDialog } from './warranty/step-dialogs.tsx';

const TONES = { received: 'warning', sent: 'info', back: 'warning', exchanged: 'warning', closed: 'success' } as const;

/** A code of the goods chooses their item, and its serial number the piece; any other code is the number of the piece. */
async function pieceOf({ store }: DocumentSession, code: string): Promise<void> {
  try {
    const scan = await findScanned(code);
    const number = scan ? scan.goods.serial : code.trim();
    if (scan) store.edit({ do: 'set', at: { field: 'item_fk' }, value: Number(scan.found.item['item_id']) });
    if (number !== undefined) store.edit({ do: 'set', at: { field: 'serial_number' }, value: number });
  } catch (problem) {
    notifyProblem(problem);
  }
}

export const warrantyClaimDeclaration = declareEditor('warranty_claims', {
  header: [
    { field: 'serial_number', kind: 'text' },
    { field: 'item_fk', kind: 'lookup', resource: 'items', required: true },
    { field: 'fault', kind: 'text', required: true },
    'date',
  ],
  details: [
    { ...customerField, empties: { customer_mobile: null } },
    { field: 'brought_by', kind: 'text' },
    { field: 'customer_mobile', kind: 'text' },
    { field: 'sale_fk', kind: 'lookup', resource: 'sales' },
    { field: 'sold_date', kind: 'date' },
    'outlet_fk',
    'inventory_fk',
    'reference_number',
    'note',
  ],
  carried: { header: ['time'] },
  completion: { transition: 'receive', status: 'received' },
  newHeader: (context) => {
    const place = beginsWith(context, 'outlet_fk', 'inventory_fk', 'date', 'time');
    return { ...place, customer_fk: null, serial_number: null, item_fk: null, fault: null };
  },
  totals: () => ({ lines: new Map(), rows: [], total: '0', untotalled: true }),
  tones: TONES,
  strip: FoundPiece,
  takesScan: (session, code) => awaited(pieceOf(session, code)),
  transitions: [
    { name: 'receive', permission: 'receive' },
    { name: 'send', permission: 'receive', dialog: SendDialog },
    { name: 'take_back', permission: 'receive', dialog: TakeBackDialog },
    { name: 'exchange', permission: 'complete', dialog: ExchangeDialog },
    { name: 'close', permission: 'complete', dialog: CloseDialog },
    { name: 'undo', permission: 'return_to_draft', reasoned: true },
    { name: 'discard', permission: 'destroy', dangerous: true },
    { name: 'reverse', permission: 'destroy', reasoned: true },
  ],
});

export const { Table, Editor } = documentScreens(warrantyClaimDeclaration, {
  columns: [
    ...usual('number', 'date', 'customer_fk'),
    { field: 'brought_by', kind: 'text', sortable: false },
    { field: 'item_fk', kind: 'reference', resource: 'items' },
    { field: 'serial_number', kind: 'code', sortable: false },
    { field: 'fault', kind: 'text', sortable: false },
    { field: 'status', kind: 'status', tones: { ...STATUS_TONES, ...TONES } },
    { field: 'ended_as', kind: 'option', sortable: false },
    { field: 'warranty_until', kind: 'date', sortable: false },
    { field: 'sent_to_fk', kind: 'reference', resource: 'suppliers', sortable: false },
    { field: 'given_number', kind: 'code', sortable: false },
    ...usual('outlet_fk', 'reference_number', 'note'),
  ],
  filters: [
    ...by('date', 'customer_fk'),
    { field: 'serial_number', kind: 'text' },
    { field: 'item_fk', kind: 'lookup', resource: 'items' },
    oneOf('status', ['draft', 'received', 'sent', 'back', 'exchanged', 'closed']),
    ...by('outlet_fk'),
  ],
  inactive: { field: 'status', value: 'discarded' },
});
