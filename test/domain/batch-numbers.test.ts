/** A batch number is one thing for an item, however it is typed or scanned. */
import { describe, expect, it } from 'vitest';
import { scannedBatch } from '../../domain/batches/scanned-batch.ts';
import type { Facts } from '../../domain/deciding/facts.ts';
import { purchaseDocument } from '../../domain/purchasing/purchase.document.ts';
import { saleDocument } from '../../domain/sales/sale.document.ts';
import { saleReturnDocument } from '../../domain/sales/sale-return.document.ts';
import { directAdjustmentDocument } from '../../domain/stock/direct-adjustment.document.ts';
import { inventoryAdjustmentDocument } from '../../domain/stock/inventory-adjustment.document.ts';
import { type Batch, type BatchQuantity, foldedNumber, movedBatches } from '../../domain/values/batch.ts';
import { membersOf } from '../../domain/values/members.ts';
import { given } from './given.ts';
import { colleague } from './histories-stock.ts';
import { type Known, RECORDS, shop } from './shop.ts';

const DAY = '2027-01-31';
const of = (batch_number: string, quantity: string, expire_date: string | null = DAY): BatchQuantity => ({
  ...{ batch_number, expire_date, quantity },
});
const MEDICINE = { ...RECORDS['item-11'], has_batch_number: true, has_expire: true };

/** Facts in which B12 is on hand, ten pieces. */
function facts(more: Known = {}, known: readonly Batch[] = [of('B12', '10')]): Facts {
  const found = shop({ records: { 'item-11': MEDICINE }, ...more });
  return { ...found, knownBatches: () => known, batchesOnHand: () => ({ batches: [of('B12', '10')], onHand: '10' }) };
}

const place = { outlet_fk: 1, inventory_fk: 1, date: '2026-03-20' };
type Numbers = readonly (readonly [number: string, day: string])[];
const buying = (...numbers: Numbers) => ({
  type: 'enter',
  receive: true,
  input: {
    ...{ ...place, supplier_fk: 8, currency_fk: 1, payment_type: 'on_account' },
    lines: numbers.map(([batch_number, expire_date]) => ({
      ...{ item_fk: 11, unit_fk: 1, quantity: '2', price: '500', batch_number, expire_date },
    })),
  },
});
const bought = (...numbers: Numbers) => given(purchaseDocument.decider).when(buying(...numbers), facts());
const movedIn = (events: readonly { readonly data: unknown }[]) =>
  movedBatches(membersOf(events.at(-1)?.data)).map(({ batch_number, quantity }) => `${batch_number} ${quantity}`);

it('a number is read without case, blanks, hyphens and the script of its digits', () => {
  for (const typed of ['b12', 'B 12', ' B-12 ', 'B١٢', 'b۱۲', 'B‑12', 'Ｂ１２'])
    expect(foldedNumber(typed)).toBe('b12');
  expect(new Set(['B12', 'B1', 'B120', 'A12', 'B.12'].map(foldedNumber)).size).toBe(5);
});

describe('goods that come in', () => {
  it('are of the known batch however its number is typed', () => {
    expect(movedIn(bought(['b12', DAY]).events())).toEqual(['B12 2']);
    expect(movedIn(bought(['B 12', DAY], ['B-١٢', DAY]).events())).toEqual(['B12 2', 'B12 2']);
    expect(movedIn(bought(['c7', DAY], ['C-7', DAY]).events())).toEqual(['c7 2', 'c7 2']);
    const line = { item_fk: 11, unit_fk: 1, quantity: '3', unit_cost: '1', batches: [of('b 12', '3')] };
    const found = given(directAdjustmentDocument.decider).when(
      { type: 'complete', input: { ...place, reason: 'found', lines: [line] } },
      facts(),
    );
    expect(movedIn(found.events())).toEqual(['B12 3']);
  });

  it('keep the spelling of their line beside it', () => {
    const [event] = bought(['b-12', DAY]).events();
    expect(membersOf(event?.data)['lines']).toMatchObject([{ batch_number: 'b-12' }]);
  });

  it('of another day are asked about, and are another batch when that is confirmed', () => {
    const asked = (...numbers: Numbers) =>
      given(purchaseDocument.decider).when(buying(...numbers), facts({ confirmed: false }));
    asked(['b12', '2027-12-31']).isRefused('lines.0.batch_number: batch_of_another_day');
    asked(['C7', DAY], ['c 7', '2027-12-31']).isRefused('lines.1.batch_number: batch_of_another_day');
    expect(movedIn(asked(['b12', DAY], ['C7', '2027-12-31']).events())).toEqual(['B12 2', 'C7 2']);
    expect(movedIn(bought(['b12', '2027-12-31']).events())).toEqual(['b12 2']);
  });

  it('have a number of at most twenty characters', () => {
    bought(['123456789012345678901', DAY]).isRefused('lines.0.batch_number: batch_number_too_long');
    expect(movedIn(bought(['12345678901234567890', DAY]).events())).toEqual(['12345678901234567890 2']);
  });

  it('of former spellings that are both on hand stay what they were', () => {
    const both = facts({}, [of('B12', '1'), of('b12', '1')]);
    const events = given(purchaseDocument.decider)
      .when(buying(['b12', DAY], ['b 12', DAY]), both)
      .events();
    expect(movedIn(events)).toEqual(['b12 2', 'B12 2']);
  });
});

describe('goods that go out, come back or are counted', () => {
  const sold = (batches: readonly BatchQuantity[]) => ({
    type: 'enter',
    input: {
      ...{ ...place, currency_fk: 1, payment_type: 'cash', account_fk: 3 },
      lines: [{ item_fk: 11, unit_fk: 1, quantity: '2', price: '1000', batches }],
    },
  });

  it('are of the known batch', () => {
    const sale = given(saleDocument.decider).after([sold([of('b 12', '2')])], facts());
    expect(movedIn(sale.events)).toEqual(['B12 2']);
    const back = {
      ...{ ...place, sale_fk: 1, payment_type: 'cash', account_fk: 3 },
      lines: [{ sale_line_id: 1, quantity: '1', batches: [of('B-12', '1')] }],
    };
    const none = { ...facts({ documents: { 'sale-1': sale.state() } }), knownBatches: () => [] };
    const returned = given(saleReturnDocument.decider).when({ type: 'enter', input: back }, none);
    expect(movedIn(returned.events())).toEqual(['B12 1']);
    const lines = [
      { item_fk: 11, unit_fk: 1, real_quantity: '5', unit_cost: null, batches: [of('b12', '3'), of('B 12', '2')] },
    ];
    const count = given(inventoryAdjustmentDocument.decider).after(
      [{ type: 'draft', input: { ...place, lines } }],
      facts(),
    );
    const { actor } = colleague();
    expect(movedIn(count.when({ type: 'approve' }, { ...facts(), actor }).events())).toEqual(['B12 5']);
  });

  it('are scanned as the known batch', () => {
    expect(scannedBatch({ batch: 'b-12', expires: DAY }, MEDICINE, [of('B12', '1')])).toEqual({
      ...{ batch_number: 'B12', expire_date: DAY },
    });
  });
});
