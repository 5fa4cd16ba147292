/** Histories of warranty claims: exchanged and credited, given back, exchanged and replaced, and replaced for the customer. */
import type { Facts } from '../../domain/deciding/facts.ts';
import type { SoldPiece } from '../../domain/sales/warranty/sold-piece.ts';
import type { WarrantyClaimInput } from '../../domain/sales/warranty/warranty-claim.schema.ts';
import { type WarrantyClaimCommand, warrantyClaim } from '../../domain/sales/warranty/warranty-claim.ts';
import { given } from './given.ts';
import { type Known, RECORDS, shop } from './shop.ts';

export const SOLD: SoldPiece = {
  ...{ document_kind: 'sale', document_id: 5, number: 'S-000005', date: '2026-01-15' },
  ...{ warranty_months: 12, warranty_until: null },
};

/** S1 was sold on 2026-01-15 with a year of warranty; S2 is in stock. */
export const phones = (known: Known = {}, more: Partial<Facts> = {}): Facts => ({
  ...shop({
    ...known,
    records: {
      'item-11': { ...RECORDS['item-11'], serial_numbers: 'at_receipt', warranty_months: 12 },
      ...known.records,
    },
    levels: { 'serial:11:s1': '-1', 'serial:11:s2': '1', ...known.levels },
  }),
  batchesOnHand: () => ({ batches: [{ batch_number: 'S2', expire_date: null, quantity: '1' }], onHand: '1' }),
  queryResult: SOLD,
  ...more,
});

export const handedIn: WarrantyClaimInput = {
  ...{ outlet_fk: 1, inventory_fk: 1, date: '2026-03-10', customer_fk: 7, item_fk: 11, serial_number: 'S1' },
  fault: 'does not charge',
};
const walkIn: WarrantyClaimInput = {
  ...{ outlet_fk: 1, inventory_fk: 1, date: '2026-03-10', item_fk: 12, sold_date: '2026-02-01' },
  ...{
    brought_by: 'Azad',
    customer_mobile: '0770 123 4567',
    fault: 'does not turn',
    reference_number: 'A-7',
    note: 'with cable',
  },
};

export const draft = (input: WarrantyClaimInput = handedIn): WarrantyClaimCommand => ({ type: 'draft', input });
export const receive: WarrantyClaimCommand = { type: 'receive' };
export const send: WarrantyClaimCommand = { type: 'send', input: { sent_to_fk: 8, date: '2026-03-11' } };
export const sendLater: WarrantyClaimCommand = { type: 'send', input: { sent_to_fk: 8, date: '2026-03-13' } };
export const exchange: WarrantyClaimCommand = {
  type: 'exchange',
  input: { date: '2026-03-12', serial_number: 'S2', note: 'the last one' },
};
export const answered = (answered_as: 'repaired' | 'replaced' | 'credited' | 'refused', more: object = {}) =>
  ({ type: 'take_back', input: { date: '2026-03-15', answered_as, ...more } }) satisfies WarrantyClaimCommand;
export const close: WarrantyClaimCommand = { type: 'close', input: { date: '2026-03-16' } };
export const undo: WarrantyClaimCommand = { type: 'undo', reason: 'entered for another piece' };
export const inDollars = { amount: '50', currency_fk: 2, rate_fk: 4 };

const entered = (...commands: readonly WarrantyClaimCommand[]) =>
  given(warrantyClaim).after([draft(), receive, ...commands], phones());

export const CLAIMS = {
  warranty_claim: [
    given(warrantyClaim).after([draft(), { type: 'discard' }], phones()),
    given(warrantyClaim).after(
      [draft(walkIn), { type: 'change', input: { ...walkIn, note: 'x' } }, receive, undo],
      phones({ confirmed: true }, { queryResult: undefined }),
    ),
    entered(send, exchange, answered('credited', inDollars), close, undo, undo, undo),
    entered(exchange, sendLater, answered('replaced', { serial_number: 'S3' }), close),
    entered(send, answered('replaced', { serial_number: 'S3' }), close),
    given(warrantyClaim).after(
      [
        { type: 'enter', input: walkIn },
        { type: 'close', input: { date: '2026-03-16', ended_as: 'repaired' } },
      ],
      phones({ confirmed: true }, { queryResult: undefined }),
    ),
  ],
};
