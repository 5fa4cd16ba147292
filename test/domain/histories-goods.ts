/** Histories of documents that move goods between inventories, or produce goods from others; see `histories.ts`. */
import { saleTransfer } from '../../domain/sales/transfers/sale-transfer.ts';
import { saleTransferReturn } from '../../domain/sales/transfers/sale-transfer-return.ts';
import { conversion } from '../../domain/stock/making/conversion.ts';
import { production } from '../../domain/stock/making/production.ts';
import type { ReceiveTransitInput } from '../../domain/stock/transit/transit.schema.ts';
import { given } from './given.ts';
import { lostAndCharged, lostFor } from './histories-lost.ts';
import { shop } from './shop.ts';
import { workshop } from './workshop.ts';

const there = { outlet_fk: 1, inventory_fk: 1, to_outlet_fk: 2, to_inventory_fk: 2, date: '2026-03-10' };
const back = { outlet_fk: 2, inventory_fk: 2, to_outlet_fk: 1, to_inventory_fk: 1, date: '2026-03-12' };
const priced = {
  ...there,
  currency_fk: 2,
  rate_fk: 4,
  lines: [{ item_fk: 11, unit_fk: 2, quantity: '3', price: '90', note: 'red' }],
};
const receive = (input: ReceiveTransitInput) => ({ type: 'receive' as const, input });
const arrived = (quantity: string, date: string) => receive({ date, lines: [{ line_id: 1, quantity }] });
const rest = receive({ date: '2026-03-13', lines: [], rest: 'missing' });
const pending = { type: 'return_to_pending', reason: 'wrong shop' } as const;

const received = given(saleTransfer).after([{ type: 'enter_sent', input: priced }, arrived('2', '2026-03-11')]);
const returned = { ...back, sale_transfer_fk: 1, lines: [{ sale_transfer_line_id: 1, quantity: '1' }] };
const pieces = { sale_transfer_line_id: 1, item_fk: 11, unit_fk: 1, quantity: '7' };
const known = shop({ documents: { 'sale_transfer-1': received.state() } });

const made = workshop();
const here = { outlet_fk: 1, inventory_fk: 1, date: '2026-03-10' };
const labour = { amount: '3', currency_fk: 2, rate_fk: 4, payment_type: 'on_account' as const, supplier_fk: 9 };
const together = { ...here, conversion_type: 'item_to_collection' as const, collection_fk: 1, quantity: '3' };
const baked = { ...here, mixture_fk: 1, quantity: '20', costs: [labour] };
const taken = { type: 'return_to_draft', reason: 'entered twice' } as const;

export const GOODS = {
  conversion: [
    given(conversion).after([{ type: 'draft', input: together }, { type: 'discard' }], made),
    given(conversion).after(
      [
        { type: 'draft', input: { ...together, costs: [labour] } },
        { type: 'change', input: { ...together, costs: [labour], note: 'x' } },
        { type: 'complete' },
        taken,
      ],
      made,
    ),
  ],
  production: [
    given(production).after([{ type: 'draft', input: baked }, { type: 'discard' }], made),
    given(production).after(
      [
        { type: 'draft', input: baked },
        { type: 'change', input: { ...baked, note: 'x' } },
        { type: 'complete' },
        taken,
      ],
      made,
    ),
  ],
  sale_transfer: [
    given(saleTransfer).after([{ type: 'enter', input: priced }, { type: 'discard' }]),
    given(saleTransfer).after([
      { type: 'enter', input: priced },
      { type: 'change', input: { ...priced, note: 'x' } },
      { type: 'send' },
      pending,
      { type: 'send' },
      arrived('2', '2026-03-11'),
      rest,
    ]),
    given(saleTransfer).after([{ type: 'enter_sent', input: priced }, ...lostAndCharged], lostFor('9000')),
  ],
  sale_transfer_return: [
    given(saleTransferReturn).after([{ type: 'enter', input: returned }, { type: 'discard' }], known),
    given(saleTransferReturn).after(
      [
        { type: 'enter', input: returned },
        { type: 'change', input: { ...returned, note: 'x' } },
        { type: 'send' },
        pending,
        { type: 'send' },
        { type: 'receive', input: { date: '2026-03-13' } },
        rest,
      ],
      known,
    ),
    given(saleTransferReturn).after(
      [{ type: 'enter', input: { ...returned, lines: [pieces] } }, { type: 'send' }],
      known,
    ),
    given(saleTransferReturn).after(
      [{ type: 'enter_sent', input: returned }, ...lostAndCharged],
      lostFor('9000', { documents: { 'sale_transfer-1': received.state() } }),
    ),
  ],
};
