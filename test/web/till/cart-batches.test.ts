/** Batches at a till: proposed, chosen and scanned ones, and expired ones. */
import { describe, expect, it } from 'vitest';
import { scannedBatch } from '../../../domain/batches/scanned-batch.ts';
import { keyOfCode } from '../../../domain/catalogue/code.ts';
import type { BatchOnHand, BatchQuantity } from '../../../domain/values/batch.ts';
import type { Catalogue } from '../../../web/till/device/catalogue/catalogue.ts';
import { barcodesOf, bestPlace } from '../../../web/till/device/catalogue/catalogue-index.ts';
import type { TillItem } from '../../../web/till/device/catalogue/catalogue-rows.ts';
import type { KeptEntry } from '../../../web/till/device/database-schema.ts';
import { SoldBatches } from '../../../web/till/device/sold-batches.ts';
import { type Cart, withItem, withLine } from '../../../web/till/selling/cart.ts';
import { correctedCart } from '../../../web/till/selling/correcting.ts';
import type { FoundReceipt } from '../../../web/till/selling/found-receipt.ts';
import type { Terms } from '../../../web/till/selling/goods.ts';
import { pricedCart } from '../../../web/till/selling/priced-cart.ts';
import { lacksBatch, lineOfCart } from '../../../web/till/selling/refund.ts';
import { createSaleStore } from '../../../web/till/selling/sale-store.ts';
import { takeScan } from '../../../web/till/selling/scan-actions.ts';
import { CUSTOMER, EMPTY, terms, tillFacts, tillItem } from './till-shop.ts';

const batch = (batch_number: string, expire_date: string | null, count: string): BatchQuantity => ({
  ...{ batch_number, expire_date, quantity: count },
});
const OLD = batch('OLD', '2026-03-19', '2');
const SOON = batch('SOON', '2026-04-01', '2');
const LATE = batch('LATE', '2027-04-01', '9');
const MEDICINE: TillItem = { ...tillItem(12), has_expire: true, has_batch_number: true };

/** Terms on 20/03/2026 with an item that has these batches, and `unnamed` pieces of no batch. */
const having = (batches: readonly BatchQuantity[], more: object = {}, unnamed = 0): Terms => {
  const onHand = String(batches.reduce((sum, { quantity }) => sum + Number(quantity), unnamed));
  const facts = tillFacts({ records: { 'system_setting-1': { currency_fk: 1, ...more } } });
  return terms({ facts: { ...facts, batchesOnHand: () => ({ batches, onHand }) } });
};

const ofLines = (cart: Cart, at: Terms) =>
  pricedCart(cart, at).lines.map(({ batches }) =>
    batches.map(({ batch_number, quantity }) => `${batch_number} ${quantity}`),
  );
const problems = (cart: Cart, at: Terms) => pricedCart(cart, at).problems.map(({ field, message }) => [field, message]);

describe('a line of kits', () => {
  const kit = tillItem(12);
  const kitsAt = (onHand: string, ...inside: readonly BatchOnHand[]): Terms => {
    const facts = tillFacts({ records: { 'system_setting-1': { currency_fk: 1 } } });
    const parts = [{ names: { name: 'Soap' }, each: '1', inside }];
    return terms({ facts: { ...facts, kits: () => ({ onHand, collections: [{ unit: '1', parts }] }) } });
  };
  const HELD = { ...LATE, is_held: true };
  const said = (count: string, at: Terms) => {
    const { problems, warnings } = pricedCart(withItem(EMPTY, kit, { unit: 1, count }), at);
    return [...problems, ...warnings].map(({ field, message, params }) => [field, message, params?.['value']]);
  };

  it('is refused where all of them contain what may not be sold, and the cashier is told where some may', () => {
    expect(said('1', kitsAt('9', HELD))).toEqual([['lines.0.batches', 'kits_of_held_batch', undefined]]);
    expect(said('1', kitsAt('2', OLD))).toEqual([['lines.0.batches', 'kits_of_expired_batch', undefined]]);
    // Two of eleven are free of the held batch.
    expect(said('2', kitsAt('11', HELD, SOON))).toEqual([]);
    expect(said('3', kitsAt('11', HELD, SOON))).toEqual([['lines.0.batches', 'kits_may_be_held', '3']]);
    expect(said('3', kitsAt('11', OLD, LATE))).toEqual([]);
  });

  it('counts what this till has sold of them', () => {
    const sold = new SoldBatches();
    const kits = { onHand: '11', collections: [] };
    const line = { line_id: 1, item_fk: kit.id, unit_fk: 1, quantity: '4' };
    sold.add({
      entry: { uuid: 'a', content: { kind: 'receipt', lines: [line], payments: [] } },
    } as unknown as KeptEntry);
    expect(sold.left({ ...kit, kits }).kits).toEqual({ onHand: '7', collections: [] });
    expect(sold.left(kit).kits).toBeUndefined();
  });
});

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

  it('is of goods without a batch before what has expired', () => {
    const cart = withItem(EMPTY, MEDICINE, { unit: 1, count: '3' });
    const refusing = having([OLD, SOON], {}, 1);
    expect([ofLines(cart, refusing), problems(cart, refusing)]).toEqual([[['SOON 2']], []]);
    const selling = having([OLD, SOON], { sell_expired: true }, 1);
    expect(ofLines(cart, selling)).toEqual([['SOON 2']]);
    expect(ofLines(withLine(cart, 1, { quantity: '4' }), selling)).toEqual([['SOON 2', 'OLD 1']]);
  });

  it('has the batches of the receipt that is corrected while its quantity is the same', () => {
    const again = [{ ...LATE, quantity: '1' }, OLD];
    const cart = withLine(withItem(EMPTY, MEDICINE, { unit: 1, count: '3' }), 1, { again });
    const at = having([LATE, SOON]);
    expect([ofLines(cart, at), problems(cart, at)]).toEqual([[['LATE 1', 'OLD 2']], []]);
    expect(ofLines(withLine(cart, 1, { quantity: '2' }), at)).toEqual([['SOON 2']]);
    expect(ofLines(withLine(cart, 1, { batch: LATE }), at)).toEqual([['LATE 3']]);
    expect(ofLines(withLine(cart, 1, { batch: null }), at)).toEqual([['SOON 2', 'LATE 1']]);
  });

  it('names nothing that the till does not know', () => {
    const cart = withItem(EMPTY, MEDICINE, { unit: 1, count: '3' });
    expect(ofLines(cart, having([SOON]))).toEqual([['SOON 2']]);
    expect(ofLines(withItem(EMPTY, tillItem(12), { unit: 1 }), having([SOON]))).toEqual([[]]);
  });
});

describe('the least remaining shelf life', () => {
  // Medicines want 30 days, drops 5; the hospital wants 180.
  const records = {
    'system_setting-1': { currency_fk: 1 },
    'category-5': { parent_fk: null, least_shelf_life_days: 30 },
    'category-6': { parent_fk: 5 },
    'category-7': { parent_fk: 5, least_shelf_life_days: 5 },
    'customer-8': { ...CUSTOMER, least_shelf_life_days: 180 },
  };
  const NEXT = batch('NEXT', '2026-05-31', '9');
  const UNNUMBERED = batch('', '2026-04-01', '9');
  const at = (...batches: readonly BatchQuantity[]) =>
    terms({ facts: { ...tillFacts({ records }), batchesOnHand: () => ({ batches, onHand: '20' }) } });
  const of = (sub_category_fk: number | null, more: object = {}) =>
    withItem(EMPTY, { ...MEDICINE, category_fk: 5, sub_category_fk } as TillItem, { unit: 1, count: '3', ...more });
  const hospital = (cart: Cart): Cart => ({ ...cart, customer: { ...CUSTOMER, balance: '0', overdue: '0' } });
  const warned = (cart: Cart, place: Terms) => {
    const { warnings, problems: found, beyond } = pricedCart(cart, place);
    expect([found, beyond]).toEqual([[], []]);
    return warnings.map(({ field, message, params }) => [field, message, params?.['batch'], params?.['until']]);
  };

  it('of a category is warned of at the line, for what the line would take and for a chosen batch', () => {
    const soon = ['lines.0.batches', 'shelf_life_too_short', 'SOON', '2026-04-19'];
    expect(warned(of(6), at(SOON, NEXT))).toEqual([soon]);
    expect(warned(of(null, { batch: SOON }), at(NEXT))).toEqual([soon]);
    expect(warned(of(6), at(NEXT, LATE))).toEqual([]);
    // The last day that is enough.
    expect(warned(of(6, { batch: batch('DAY', '2026-04-19', '') }), at(LATE))).toEqual([]);
  });

  it('is that of the nearest category, and of a customer where it is longer', () => {
    expect(warned(of(7), at(SOON, LATE))).toEqual([]);
    const wanted = '2026-09-16';
    expect(warned(hospital(of(7)), at(SOON, NEXT))).toEqual([
      ['lines.0.batches', 'shelf_life_too_short', 'SOON', wanted],
      ['lines.0.batches', 'shelf_life_too_short', 'NEXT', wanted],
    ]);
    expect(warned(hospital(of(6)), at(LATE))).toEqual([]);
    const unnumbered = { ...UNNUMBERED, batch_number: null };
    expect(warned(of(6, { batch: unnumbered }), at(LATE))).toEqual([
      ['lines.0.batches', 'goods_last_too_short', '2026-04-01', '2026-04-19'],
    ]);
  });

  it('says nothing where nothing is wanted, of expired goods that are refused, and of a receipt that is corrected', () => {
    expect(warned(withItem(EMPTY, MEDICINE, { unit: 1, count: '3' }), at(SOON, LATE))).toEqual([]);
    const expired = pricedCart(of(6, { batch: OLD }), at(OLD, LATE));
    expect([expired.problems.length, expired.warnings]).toEqual([1, []]);
    const again = [{ ...SOON, quantity: '3' }];
    expect(warned(withLine(of(6), 1, { again }), at(LATE))).toEqual([]);
  });
});

describe('the cart that corrects a receipt', () => {
  it('has the batches of each line, less those that were refunded', async () => {
    const catalogue = { items: async () => [MEDICINE], customer: async () => undefined } as unknown as Catalogue;
    const printed = { price: '9000', discount_amount: '0', tax_amount: '0', total_amount: '0' };
    const line = { line_id: 1, item_fk: 12, unit_fk: 1, quantity: '4', ...printed };
    const found: FoundReceipt = {
      ...{ number: 'T1-000002', reference: { id: 5 }, isAllKnown: true },
      receipt: { lines: [{ ...line, batches: [SOON, LATE] }], payments: [] },
      refunds: [{ uuid: null, lines: [{ line: 1, quantity: '1' }], payments: [] }],
    };
    const again = [{ ...line, line: 1, quantity: '3' }];
    const cart = await correctedCart(catalogue, found, { again, decimals: 0 });
    expect(ofLines(cart, having([OLD]))).toEqual([['SOON 1', 'LATE 2']]);
  });
});

describe('what a till has sold since its catalogue was read', () => {
  it('is gone for the next sale', () => {
    const sold = new SoldBatches();
    const item = { ...MEDICINE, stock: '25', batches: [SOON, LATE] };
    const receipt = (uuid: string, more: object, ...batches: readonly BatchQuantity[]) => {
      const line = { item_fk: item.id, unit_fk: 1, bonus_quantity: null, batches, ...more };
      return { entry: { uuid, content: { kind: 'receipt', lines: [line], payments: [] } } } as unknown as KeptEntry;
    };
    const two = receipt(
      'two',
      { quantity: '2', bonus_quantity: '1' },
      { ...SOON, quantity: '1' },
      { ...LATE, quantity: '2' },
    );
    sold.begin([receipt('one', { quantity: '1' }, { ...SOON, quantity: '1' })]);
    sold.add(two);
    sold.add(two);
    const left = () => [...sold.left(item).batches.map(({ quantity }) => quantity), sold.left(item).onHand];
    expect(left()).toEqual(['0', '7', '21']);
    // A box of twelve, of no batch.
    sold.add(receipt('three', { unit_fk: 2, quantity: '1' }));
    expect(left()).toEqual(['0', '7', '9']);
    sold.begin([]);
    expect(left()).toEqual(['2', '9', '25']);
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

describe('goods that come back without a receipt', () => {
  const back = (cart: Cart, at: Terms) => {
    const { lines } = pricedCart(cart, at);
    return {
      lacking: lines.filter(lacksBatch).map(({ line_id }) => line_id),
      batches: lines.flatMap(lineOfCart).map(({ batches = [] }) => batches),
    };
  };

  it('have the scanned batch, also an expired one, and not what would be sold next', () => {
    const scanned = withItem(EMPTY, MEDICINE, {
      unit: 1,
      count: '3',
      batch: { batch_number: 'A1', expire_date: '2026-01-31' },
    });
    const both = withItem(scanned, MEDICINE, { unit: 1, count: '1' });
    expect(back(both, having([SOON, LATE]))).toEqual({
      lacking: [2],
      batches: [[batch('A1', '2026-01-31', '3')], []],
    });
    const asked = withLine(both, 2, { batch: { batch_number: 'B2', expire_date: '2027-04-01' } });
    expect(back(asked, having([SOON])).lacking).toEqual([]);
  });

  it('are asked for all that the item requires, and goods without batches for nothing', () => {
    const half = withItem(EMPTY, MEDICINE, { unit: 1, batch: { batch_number: 'A1', expire_date: null } });
    expect(back(half, having([])).lacking).toEqual([1]);
    expect(back(withItem(EMPTY, tillItem(11), { unit: 1 }), having([]))).toEqual({ lacking: [], batches: [[]] });
  });
});

describe('a piece with a serial number', () => {
  const PHONE: TillItem = {
    ...tillItem(12),
    serial_numbers: 'at_receipt',
    batches: [batch('356938', null, '1'), batch('A-77', null, '1')],
  };
  const piece = (batch_number: string) => ({ batch_number, expire_date: null });
  const at = having([batch('356938', null, '1'), batch('A-77', null, '0')]);

  it('is sold by its number alone, each once', () => {
    const one = withItem(EMPTY, PHONE, { unit: 1, batch: piece('356938') });
    expect([ofLines(one, at), problems(one, at)]).toEqual([[['356938 1']], []]);
    const unnamed = withItem(EMPTY, PHONE, { unit: 1 });
    expect([ofLines(unnamed, at), problems(unnamed, at)]).toEqual([[[]], [['lines.0.batches', 'serials_required']]]);
    const two = withLine(one, 1, { quantity: '2' });
    expect(problems(two, at)).toEqual([['lines.0.batches', 'serials_required']]);
    const twice = withItem(one, PHONE, { unit: 1, batch: piece('35-6938'), apart: true });
    expect(problems(twice, at).map(([, message]) => message)).toEqual(['serial_named_twice', 'serial_named_twice']);
    // This till has sold it since its catalogue was loaded.
    expect(problems(withItem(EMPTY, PHONE, { unit: 1, batch: piece('a77') }), at)).toEqual([
      ['lines.0.batches', 'serial_gone'],
    ]);
    // A piece that came in after the catalogue was loaded.
    expect(problems(withItem(EMPTY, PHONE, { unit: 1, batch: piece('NEW-1') }), at)).toEqual([]);
  });

  it('comes back without a receipt with its number', () => {
    const back = (cart: Cart) => pricedCart(cart, at).lines.filter(lacksBatch).length;
    expect(back(withItem(EMPTY, PHONE, { unit: 1 }))).toBe(1);
    expect(back(withItem(EMPTY, PHONE, { unit: 1, batch: piece('356938') }))).toBe(0);
    expect(back(withItem(EMPTY, PHONE, { unit: 1, count: '2', batch: piece('356938') }))).toBe(1);
  });

  it('is found by its number like goods by a barcode, which takes precedence', () => {
    const places = barcodesOf(PHONE);
    expect(bestPlace(places, keyOfCode('356938'), '356938')).toMatchObject({ item: 12, unit: 1, isPiece: true });
    const barcode = { code: keyOfCode('356938'), item: 9, unit: 4, isCode: false };
    expect(bestPlace([...places, barcode], keyOfCode('356938'), '356938')).toBe(barcode);
    expect(barcodesOf({ ...PHONE, serial_numbers: 'none' }).some(({ isPiece }) => isPiece)).toBe(false);
  });

  const scanning = (codes: Readonly<Record<string, string | null>>) => {
    const store = createSaleStore();
    const catalogue = {
      byBarcode: async (text: string) => {
        const serial = codes[text];
        if (serial === undefined) return undefined;
        return { item: PHONE, unit_fk: 1, ...(serial === null ? {} : { serial }) };
      },
      searchCustomers: async () => [],
    } as unknown as Catalogue;
    const scan = (code: string) => takeScan(code, { store, catalogue, terms: at, scales: [] });
    const lines = () => store.current().cart.lines.map(({ quantity, batch: of }) => `${quantity} ${of?.batch_number}`);
    return { scan, lines };
  };

  it('is added by the scan of its number, once', async () => {
    const { scan, lines } = scanning({ '356938': '356938', 'A-77': 'A-77' });
    for (const code of ['356938', '356938', 'A-77']) expect(await scan(code)).toBe('line');
    expect(lines()).toEqual(['1 356938', '1 A-77']);
  });

  it('may be scanned by the barcode of its item first: the number then fills its line, known or not', async () => {
    const { scan, lines } = scanning({ BOX: null, '356938': '356938' });
    for (const code of ['BOX', 'BOX', '356938', '490154203237518']) expect(await scan(code)).toBe('line');
    expect(lines()).toEqual(['1 356938', '1 490154203237518']);
    expect(await scan('490154203237526')).toBe('unknown');
  });
});
