/** Shared fields of transfers between inventories, for sending and receiving. */

import { ChargeMissingDialog, ChargesTab, ReverseChargeDialog } from '../dialogs/charge-dialogs.tsx';
import { ArrivalDialog, MissingDialog } from '../dialogs/receive-dialog.tsx';
import type { Completion, NewContext } from '../model/declaration.ts';
import type { Fields } from '../model/draft.ts';
import type { ScreenTransition } from '../screen-declaration.ts';
import { newHeader } from './usual-fields.ts';

export const SEND: Completion = { transition: 'send', status: 'sent' };

const CHARGES = 'stocks/charge_missing';

export const CHARGES_TAB = { name: 'charges', content: ChargesTab } as const;

export const TRANSIT_TRANSITIONS: readonly ScreenTransition[] = [
  { name: 'send', permission: 'complete' },
  { name: 'receive', permission: 'receive', dialog: ArrivalDialog },
  { name: 'report_missing', permission: 'receive', dialog: MissingDialog },
  { name: 'charge_missing', permission: 'receive', also: CHARGES, dialog: ChargeMissingDialog },
  { name: 'reverse_charge', permission: 'receive', also: CHARGES, dialog: ReverseChargeDialog },
  { name: 'return_to_pending', permission: 'return_to_pending', reasoned: true },
  { name: 'discard', permission: 'destroy', dangerous: true },
];

export function newTransit(context: NewContext): Fields {
  return { ...newHeader(context), to_outlet_fk: null, to_inventory_fk: null };
}
