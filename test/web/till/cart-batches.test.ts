/** Batches at a till: proposed, chosen and scanned ones, and expired ones. */
import { describe, expect, it } from 'vitest';
import type { BatchQuantity } from '../../../domain/stock/batch.ts';
import { scannedBatch } from '../../../domain/stock/scanned-batch.ts';
import type { TillItem } from '../../../web/till/device/catalogue-rows.ts';
import type { KeptEntry } from '../../../web/till/device/database-schema.ts';
import { SoldBatches } from '../../../web/till/device/sold-batches.ts';
import { type Cart, withItem, withLine } from '../../../web/till/selling/cart.ts';
import type { Terms } from '../../../web/till/selling/goods.ts';
import { pricedCart } from '../../../web/till/selling/priced-cart.ts';
import { EMPTY, terms, tillFacts, tillItem } from './till-shop.ts';

const batch = (batch_number: string, expire_date: string | null, count: string): BatchQuantity => ({
  ...{ batch_number, expire_date, quantity: count },
});
const OLD = batch('OLD', '2026-03-19', '2');
const SOON = batch('SOON', '2026-04-01', '2');
const LATE = batch('LATE', '2027-04-01', '9');
const MEDICINE: TillItem = { ...tillItem(12), has_expire: true, has_batch_number: true };

/** Terms on 20/03/2026 with an item that has these batches. */
const having = (batches: readonly BatchQuantity[], more: object = {}): Terms =>
  terms({
    facts: {
      ...tillFacts({ records: { 'system_setting-1': { currency_fk: 1, ...more } } }),
      batchesOnHand: () => ({ batches, onHand: '100' }),
    },
  });

const ofLines = (cart: Cart, at: Terms) =>
  pricedCart(cart, at).lines.map(({ batches }) =>
    batches.map(({ batch_number, quantity }) => `${batch_number} ${quantity}`),
  );
const problems = (cart: Cart, at: Terms) => pricedCart(cart, at).problems.map(({ field, message }) => [field, message]);

describe('a line of goods by batches', () => {
  it('is of what expires first, over as many batches as it takes, and leaves what has expired', () => {
    const cart = withItem(EMPTY, MEDICINE, { unit: 1, count: '3' });
    const at = having([LATE, OLD, SOON]);
    expect(ofLines(cart, at)).toEqual([['SOON 2', 'LATE 1']]);
    expect(problems(cart, at)).toEqual([]);
  });

  it('has the chosen batch, and the other lines share the rest', () => {
    const first = withItem(EMPTY, MEDICINE, { unit: 1, count: '3' });
    const both = withItem(first, MEDICINE, { unit: 1, count: '1', batch: SOON });
    expect(ofLines(both, having([LATE, SOON]))).toEqual([['SOON 1', 'LATE 2'], ['SOON 1']]);
    // Scanning the same package again adds one to its line.
    const again = withItem(both, MEDICINE, { unit: 1, batch: SOON });
    expect(ofLines(again, having([LATE, SOON]))).toEqual([['LATE 3'], ['SOON 2']]);
  });

  it('is refused where all that is left has expired, unless the settings sell it: then it comes last', () => {
    const cart = withItem(EMPTY, MEDICINE, { unit: 1, count: '3' });
    expect(problems(cart, having([OLD, SOON]))).toEqual([['lines.0.batches', 'batch_expired']]);
    const sells = having([OLD, SOON], { sell_expired: true });
    expect(ofLines(cart, sells)).toEqual([['SOON 2', 'OLD 1']]);
    expect(problems(cart, sells)).toEqual([]);
    const chosen = withLine(cart, 1, { batch: OLD });
    expect(problems(chosen, having([OLD, SOON, LATE]))).toEqual([['lines.0.batches', 'batch_expired']]);
  });

  it('names nothing that the till does not know', () => {
    const cart = withItem(EMPTY, MEDICINE, { unit: 1, count: '3' });
    expect(ofLines(cart, having([SOON]))).toEqual([['SOON 2']]);
    expect(ofLines(withItem(EMPTY, tillItem(12), { unit: 1 }), having([SOON]))).toEqual([[]]);
  });
});

describe('what a till has sold since its catalogue was read', () => {
  it('is gone for the next sale', () => {
    const sold = new SoldBatches();
    const item = { ...MEDICINE, stock: '11', batches: [SOON, LATE] };
    const receipt = (uuid: string, ...batches: readonly BatchQuantity[]) =>
      ({
        entry: { uuid, content: { kind: 'receipt', lines: [{ item_fk: item.id, batches }] } },
      }) as unknown as KeptEntry;
    sold.begin([receipt('one', { ...SOON, quantity: '1' })]);
    sold.add(receipt('two', { ...SOON, quantity: '1' }, { ...LATE, quantity: '2' }));
    sold.add(receipt('two', { ...SOON, quantity: '1' }, { ...LATE, quantity: '2' }));
    expect(sold.left(item).batches.map(({ quantity }) => quantity)).toEqual(['0', '7']);
    sold.begin([]);
    expect(sold.left(item).batches).toEqual([SOON, LATE]);
  });
});

describe('the batch of a scanned code', () => {
  const tracked = { has_batch_number: true, has_expire: true };
  it.each([
    [{ batch: 'soon', expires: '2026-04-01' }, SOON],
    [{ batch: 'SOON' }, SOON],
    // It was entered with another expiry date.
    [{ batch: 'SOON', expires: '2026-04-30' }, SOON],
    [{ expires: '2027-04-01' }, LATE],
    [{ batch: 'NEW', expires: '2028-01-31' }, batch('NEW', '2028-01-31', '')],
  ])('%o is the one on hand, or a new one', (scanned, { batch_number, expire_date }) => {
    expect(scannedBatch(scanned, tracked, [LATE, SOON])).toEqual({ batch_number, expire_date });
  });

  it('is undefined for goods without batches, and for a code without one', () => {
    expect(scannedBatch({ batch: 'B7' }, { has_batch_number: false, has_expire: false }, [])).toBeUndefined();
    expect(scannedBatch({}, tracked, [SOON])).toBeUndefined();
    expect(scannedBatch({ batch: 'B7' }, { has_batch_number: false, has_expire: true }, [])).toBeUndefined();
  });
});
