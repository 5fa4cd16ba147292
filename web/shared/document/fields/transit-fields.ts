/** What the screens of goods between two inventories share: where they go, how they are sent, and how they arrive. */

import { ArrivalDialog, MissingDialog } from '../dialogs/receive-dialog.tsx';
import type { Completion, FieldDeclaration, NewContext } from '../model/declaration.ts';
import { type Fields, idOf } from '../model/draft.ts';
import type { ScreenTransition } from '../screen-declaration.ts';
import { newHeader } from './usual-fields.ts';

export const toOutletField: FieldDeclaration = {
  field: 'to_outlet_fk',
  kind: 'lookup',
  resource: 'outlets',
  required: true,
  fills: () => ({ to_inventory_fk: null }),
};

export const toInventoryField: FieldDeclaration = {
  field: 'to_inventory_fk',
  kind: 'lookup',
  resource: 'inventories',
  required: true,
  filter: (header): Readonly<Record<string, string>> => {
    const outlet = idOf(header, 'to_outlet_fk');
    return outlet === undefined ? {} : { 'filter[outlet_fk]': String(outlet) };
  },
};

export const SEND: Completion = { transition: 'send', status: 'sent' };

export const TRANSIT_TRANSITIONS: readonly ScreenTransition[] = [
  { name: 'send', permission: 'complete' },
  { name: 'receive', permission: 'receive', dialog: ArrivalDialog },
  { name: 'report_missing', permission: 'receive', dialog: MissingDialog },
  { name: 'return_to_pending', permission: 'return_to_pending', reasoned: true },
  { name: 'discard', permission: 'destroy', dangerous: true },
];

export function newTransit(context: NewContext): Fields {
  return { ...newHeader(context), to_outlet_fk: null, to_inventory_fk: null };
}
