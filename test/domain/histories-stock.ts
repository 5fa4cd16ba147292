/** Histories of counts, adjustments, disposals and transfers of goods. */

import { itemPricing } from '../../domain/catalogue/item-pricing.ts';
import type { Facts } from '../../domain/deciding/facts.ts';
import { assetDisposal } from '../../domain/stock/asset-disposal.ts';
import { batchCorrection } from '../../domain/stock/batch-correction.ts';
import { batchHold } from '../../domain/stock/batch-hold.ts';
import { countRound } from '../../domain/stock/count-round.ts';
import { inventoryAdjustment } from '../../domain/stock/inventory-adjustment.ts';
import { stockTransfer } from '../../domain/stock/transit/stock-transfer.ts';
import { given } from './given.ts';
import { lostAndCharged, lostFor } from './histories-lost.ts';
import { RECORDS, shop } from './shop.ts';

/** Facts with another actor than the one who counts. */
export const colleague = (facts: Facts = shop()): Facts => ({ ...facts, actor: { ...facts.actor, user_id: 3 } });

const place = { outlet_fk: 1, inventory_fk: 1, date: '2026-03-10' };
const countedLine = { item_fk: 11, unit_fk: 2, real_quantity: '3', unit_cost: '5', note: 'shelf' };
const counted = { ...place, lines: [countedLine] };
const round = { ...place, count_scope: 'shelf' as const, shelf: 'A-3', items: [{ item_fk: 11 }, { item_fk: 12 }] };
const entry = (number: number) => ({
  ...{ entry_uuid: `00000000-0000-4000-8000-00000000000${number}`, item_fk: 11, unit_fk: 2, quantity: '1' },
});
const disposed = {
  ...place,
  disposal_type: 'damaged' as const,
  lines: [{ item_fk: 11, unit_fk: 1, quantity: '2', note: 'rain' }],
};
const sent = {
  ...place,
  to_outlet_fk: 2,
  to_inventory_fk: 2,
  lines: [{ item_fk: 11, unit_fk: 2, quantity: '3', note: 'red' }],
};
const back = { type: 'return_to_draft', reason: 'wrong shelf' } as const;

const priced = { date: '2026-03-10', lines: [{ item_fk: 11, unit_fk: 2, new_price: '120000' }] };

const told = { batch_number: 'B12', expire_date: '2027-02-15' };
const misread = { item_fk: 11, ...told, new_batch_number: 'B13', new_expire_date: '2027-12-15', reason: 'misread' };
const medicine: Facts = {
  ...shop({ records: { 'item-11': { ...RECORDS['item-11'], has_batch_number: true, has_expire: true } } }),
  knownBatches: () => [told],
};

export const STOCK = {
  item_pricing: [
    given(itemPricing).after([{ type: 'draft', input: priced }, { type: 'discard' }]),
    given(itemPricing).after([
      { type: 'draft', input: priced },
      { type: 'change', input: { ...priced, note: 'x' } },
      { type: 'activate' },
      { type: 'deactivate' },
    ]),
    given(itemPricing).after([
      { type: 'draft', input: { ...priced, date: '2026-04-01' } },
      { type: 'activate' },
      { type: 'deactivate' },
    ]),
    given(itemPricing).after([{ type: 'enter', input: priced }], shop({ levels: { 'priced:0:11:2': '7' } })),
  ],
  batch_correction: [
    given(batchCorrection).after(
      [
        { type: 'complete', input: misread },
        { type: 'reverse', reason: 'it was right' },
      ],
      medicine,
    ),
  ],
  batch_hold: [
    given(batchHold).after(
      [
        { type: 'complete', input: { item_fk: 11, ...told, hold_type: 'recalled', reason: 'letter of the maker' } },
        { type: 'reverse', reason: 'another batch was meant' },
      ],
      medicine,
    ),
  ],
  count_round: [
    given(countRound).after([
      { type: 'open', input: round },
      { type: 'cancel', reason: 'wrong shelf' },
    ]),
    given(countRound).after(
      [
        { type: 'open', input: round },
        { type: 'count', input: { entries: [entry(1), entry(2), { ...entry(3), item_fk: 12, seconds_ago: 90 }] } },
        { type: 'remove_entry', entry_uuid: entry(2).entry_uuid },
        { type: 'recount', item_fk: 12 },
        { type: 'complete', is_zero_where_uncounted: true },
        { type: 'reopen', inventory_adjustment_fk: 8 },
      ],
      { ...shop(), newIds: { inventory_adjustment: 8 } },
    ),
  ],
  inventory_adjustment: [
    given(inventoryAdjustment).after([{ type: 'draft', input: counted }, { type: 'discard' }]),
    given(inventoryAdjustment)
      .after([
        { type: 'draft', input: counted },
        { type: 'change', input: { ...counted, note: 'x' } },
      ])
      .after([{ type: 'approve' }, back], colleague()),
    given(inventoryAdjustment)
      .after([
        {
          type: 'draft',
          input: { ...counted, lines: [{ ...countedLine, counted_at: '2026-03-09T11:20:05' }] },
          of: { counted_by: 2, count_round_fk: 5, counters: [2, 4] },
        },
      ])
      .after([{ type: 'approve' }], colleague()),
    given(inventoryAdjustment)
      .after([{ type: 'draft', input: counted }])
      .after([{ type: 'change', input: { ...counted, lines: [{ ...countedLine, real_quantity: '4' }] } }], colleague()),
  ],
  asset_disposal: [
    given(assetDisposal).after([{ type: 'draft', input: disposed }, { type: 'discard' }]),
    given(assetDisposal).after([
      { type: 'draft', input: disposed },
      { type: 'change', input: { ...disposed, note: 'x' } },
      { type: 'done' },
      { type: 'approve' },
      { type: 'disapprove', reason: 'it can be sold' },
      back,
    ]),
  ],
  stock_transfer: [
    given(stockTransfer).after([{ type: 'enter', input: sent }, { type: 'discard' }]),
    given(stockTransfer).after([
      { type: 'enter', input: sent },
      { type: 'change', input: { ...sent, note: 'x' } },
      { type: 'send' },
      { type: 'return_to_pending', reason: 'wrong shop' },
      { type: 'send' },
      { type: 'receive', input: { date: '2026-03-11', lines: [{ line_id: 1, quantity: '2' }] } },
      {
        type: 'receive',
        input: { date: '2026-03-13', lines: [], rest: 'missing', charged_user_fk: 2, charged_amount: '1500' },
      },
    ]),
    given(stockTransfer).after([{ type: 'enter_sent', input: sent }, ...lostAndCharged], lostFor('9000')),
  ],
};
