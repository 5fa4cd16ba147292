/** Computations of a till's device that need no browser: its index, its queue, its clock, and the proof of a PIN. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ChainedEntry } from '../../../domain/till/device-entry.ts';
import { factsOf } from '../../../web/till/device/catalogue/catalogue-facts.ts';
import {
  BARCODE_BUCKETS,
  barcodeBucket,
  barcodesOf,
  findIn,
  inCategories,
  textOfItem,
} from '../../../web/till/device/catalogue/catalogue-index.ts';
import type { TillItem } from '../../../web/till/device/catalogue/catalogue-rows.ts';
import { tablesOf } from '../../../web/till/device/catalogue/catalogue-tables.ts';
import {
  bucketOfNames,
  namedCustomer,
  namedItem,
  withRows,
} from '../../../web/till/device/catalogue/catalogue-writer.ts';
import { offsetOf } from '../../../web/till/device/clock.ts';
import type { KeptEntry } from '../../../web/till/device/database-schema.ts';
import { Journal, type JournalParts } from '../../../web/till/device/journal.ts';
import { isProved, newDeviceKey, opened, proofOf } from '../../../web/till/device/pin-proof.ts';
import {
  batchOf,
  ENTRIES_AT_ONCE,
  lostEntries,
  missingAt,
  pauseMs,
  reasonOf,
} from '../../../web/till/device/sending-rules.ts';
import { CUSTOMER } from './till-shop.ts';

afterEach(() => vi.unstubAllGlobals());

const item = (id: number, item_name: string, more: Partial<TillItem> = {}): TillItem => ({
  id,
  item_name,
  item_units: [
    { unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1000', barcodes: [`62${id}`] },
    { unit_fk: 2, base_unit_qty: '12', is_base: false, is_default: false, sale_price: '11000', barcodes: [`63${id}`] },
  ],
  categories: [],
  image: null,
  stock: null,
  ...more,
});

describe('the index of the catalogue', () => {
  const items = [
    item(1, 'Green tea', { item_name_ar: 'شاي أخضر', item_name_ckb: 'چای سەوز', item_code: 'T1', category_fk: 4 }),
    item(2, 'Tea', { item_name_ckb: 'چا', item_code: '777', category_fk: 5 }),
    item(3, 'Steam iron', { item_code: 'S', category_fk: 4 }),
    item(4, 'Tea that is sold no more', { is_active: false }),
  ];
  const bucket = bucketOfNames(items.flatMap((each) => namedItem(each) ?? []));

  it('finds folded words of any language, codes and barcodes, the best first', () => {
    const found = (text: string) => findIn([bucket], text, 10);
    expect(found('tea')).toEqual([2, 1, 3]);
    expect(found('ÇAY')).toEqual([]);
    expect(found('شاى اخضر')).toEqual([1]);
    expect(found('سه‌وز چاي')).toEqual([1]);
    expect(found('633')).toEqual([3]);
    expect(found('777')).toEqual([2]);
    expect(found('  ')).toEqual([]);
    expect(findIn([bucket], 'te', 1)).toEqual([2]);
  });

  it('finds no customer that is inactive', () => {
    const customers = [CUSTOMER, { ...CUSTOMER, id: 9, is_active: false }];
    const names = bucketOfNames(customers.flatMap((each) => namedCustomer(each) ?? []));
    expect(findIn([names], 'eight', 10)).toEqual([8]);
  });

  it('finds a customer by the telephone in any spelling, and by its beginning', () => {
    const stored = ['0750 123 4567', '+9647501234568', '٠٧٥٠ ١٢٣ ٤٥٦٩'];
    const customers = stored.map((mobile, index) => ({ ...CUSTOMER, id: 20 + index, mobile }));
    const names = bucketOfNames(customers.flatMap((each) => namedCustomer(each) ?? []));
    for (const [index, last] of ['7', '8', '9'].entries()) {
      for (const begin of ['0750123456', '0750 123 456', '+964 750 123 456', '00964750123456', '٠٧٥٠ ١٢٣ ٤٥٦']) {
        expect([begin, findIn([names], `${begin}${last}`, 10)]).toEqual([begin, [20 + index]]);
      }
    }
    expect(findIn([names], '+964 750 123', 10).toSorted()).toEqual([20, 21, 22]);
    expect(findIn([names], '0750 123 4560', 10)).toEqual([]);
  });

  it('lists a category in the order of names', () => {
    expect(inCategories([bucket], new Set([4]))).toEqual([1, 3]);
  });

  it('has a place for each barcode with its unit, and for the code with the usual unit', () => {
    expect(barcodesOf(item(7, 'Salt', { item_code: 'A7' }))).toEqual([
      { code: '627', item: 7, unit: 1, isCode: false },
      { code: '637', item: 7, unit: 2, isCode: false },
      { code: 'a7', spelled: 'A7', item: 7, unit: 1, isCode: true },
    ]);
    const units = [
      { unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1000', barcodes: ['٦٢٧', '۶۳۷'] },
    ];
    const eastern = item(8, 'Salt', { item_code: 'A٧', item_units: units });
    expect(barcodesOf(eastern).map(({ code }) => code)).toEqual(['627', '637', 'a7']);
    const buckets = Array.from({ length: 5_000 }, (_, number) => barcodeBucket(`62100${number}`));
    expect(buckets.every((each) => each >= 0 && each < BARCODE_BUCKETS)).toBe(true);
    expect(new Set(buckets).size).toBeGreaterThan(BARCODE_BUCKETS * 0.9);
  });

  it('keeps the other rows of a bucket when some are replaced or removed', () => {
    const rows = [item(1, 'a'), item(2, 'b'), item(3, 'c')];
    const after = withRows(rows, [item(2, 'new')], new Set([3]));
    expect(after.map(({ id, item_name }) => [id, item_name])).toEqual([
      [1, 'a'],
      [2, 'new'],
    ]);
    expect(textOfItem(item(9, 'ئاڵا'))).toContain('الا');
  });
});

describe('the rate of a day', () => {
  const rateOn = (...rates: readonly object[]) => {
    const tables = tablesOf(
      new Map([['rates', rates.map((rate, index) => ({ id: index + 1, in_rate: '1', ...rate }))]]),
    );
    const source = {
      ...{ tables, moment: { date: '2026-03-05', time: '10:00' }, place: { outlet: 1, inventory: 1 } },
      ...{ row: () => undefined, batches: () => ({ batches: [], onHand: '0' }) },
    };
    return factsOf(source, { user_id: 1, rights: [] }).rateOn?.('2026-03-04')?.rate;
  };

  it('is that of the latest time, and of the same time the one entered last, as on the server', () => {
    const noon = { date: '2026-03-04', time: '12:00', rate: '1500' };
    const later = { date: '2026-03-05', time: null, rate: '1600' };
    expect(rateOn(noon, { ...noon, time: '08:00:00', rate: '1490' }, later)).toBe('1500');
    expect(rateOn(noon, { ...noon, time: null, rate: '1490' })).toBe('1500');
    expect(rateOn(noon, { ...noon, time: '12:00:00', rate: '1490' })).toBe('1490');
    expect(rateOn({ ...noon, date: '2026-03-03' }, { ...noon, date: '2026-03-02', rate: '1490' })).toBe('1500');
  });
});

const entry = (enrolment: string, sequence: number, note = ''): ChainedEntry => ({
  ...{ uuid: `${enrolment}-${sequence}`, enrolment, sequence, previous: '', made_at: '', clock_offset: 0 },
  ...{ cashier_fk: 1, approved_by_fk: null, hash: '' },
  content: {
    ...{ kind: 'pay_in', drawer: { id: 1 }, date: '2026-03-04', time: '10:00:00', account_fk: 1, amount: '1' },
    note,
  },
});

describe('the queue of a till', () => {
  it('is sent in the order of its chain, one enrolment after the other, a hundred at once', () => {
    const sent = (entries: readonly ChainedEntry[]) => batchOf(entries).map(({ uuid }) => uuid);
    expect(sent([])).toEqual([]);
    expect(sent([entry('a', 2), entry('b', 1), entry('a', 1)])).toEqual(['a-1', 'a-2']);
    expect(batchOf(Array.from({ length: 250 }, (_, index) => entry('a', index + 1)))).toHaveLength(ENTRIES_AT_ONCE);
  });

  it('is divided before a body is too large, and a single entry is sent at any size', () => {
    const large = (sequence: number) => entry('a', sequence, 'x'.repeat(300_000));
    expect(batchOf([large(1), large(2), large(3)])).toHaveLength(1);
    expect(batchOf([entry('a', 1, 'x'.repeat(900_000)), entry('a', 2)])).toHaveLength(1);
  });

  it('waits longer after each failure, a minute at most, and as long at once when the device is no till', () => {
    const waitAfter = (failures: number, status = 503) => pauseMs({ status }, failures);
    expect([1, 2, 3, 4, 7, 50].map((failures) => waitAfter(failures))).toEqual([
      1_000, 2_000, 4_000, 8_000, 60_000, 60_000,
    ]);
    expect(waitAfter(1, 401)).toBe(60_000);
    expect([0, 401, 429, 500].map((status) => reasonOf({ status }))).toEqual([
      ...['offline', 'revoked', 'told_to_wait', 'server_failed'],
    ]);
  });
});

describe('the journal of a till', () => {
  it('reports the entries that another window has written', async () => {
    vi.stubGlobal('IDBKeyRange', { bound: () => undefined });
    const waiting = [{ entry: entry('a', 1) }, { entry: entry('a', 2) }];
    const written: string[] = [];
    let onMessage: () => void = () => undefined;
    const journal = new Journal({
      channel: {
        when: (_: string, listener: () => void) => {
          onMessage = listener;
        },
      },
      database: { use: (work: (db: object) => unknown) => work({ getAllFromIndex: async () => waiting }) },
      onWritten: ({ entry: { uuid } }: KeptEntry) => written.push(uuid),
    } as unknown as JournalParts);
    onMessage();
    await expect.poll(() => written).toEqual(['a-1', 'a-2']);
    expect(journal.changes.current()).toBe(1);
  });
});

describe('a server that was restored from a backup', () => {
  const nowMs = Date.parse('2026-03-04T10:00:00.000Z');
  const kept = (sequence: number, minutesAgo: number, state: KeptEntry['state'] = 'stored'): KeptEntry => ({
    ...{ number: '', kind: 'pay_in', state, drawer: '1', answer: null, reprints: 0 },
    entry: { ...entry('a', sequence), made_at: new Date(nowMs - minutesAgo * 60_000).toISOString() },
  });
  const numbers = (entries: readonly KeptEntry[], atMs = nowMs) =>
    lostEntries(entries, atMs).map(({ entry: { sequence } }) => sequence);

  it('lacks the entries above its last one, and those in its gaps below a newer entry', () => {
    const gaps = [{ from: 41, to: 49 }];
    expect(missingAt({ sequence: 40, gaps: [] })).toEqual([{ from: 41, to: Number.POSITIVE_INFINITY }]);
    expect(missingAt({ sequence: 50, gaps })).toEqual([...gaps, { from: 51, to: Number.POSITIVE_INFINITY }]);
  });

  it('gets those again that it has answered, also the youngest at a later look', () => {
    const missing = [kept(41, 30), kept(42, 20, 'refused'), kept(43, 20, 'waiting'), kept(44, 5)];
    expect(numbers(missing)).toEqual([41]);
    expect(numbers(missing, nowMs + 6 * 60_000)).toEqual([41, 44]);
  });
});

describe('the clock of a till', () => {
  it('is compared with the server at the middle of the request', () => {
    const sentMs = Date.parse('2026-03-04T10:00:00.000Z');
    expect(offsetOf('2026-03-04T10:05:00.100Z', sentMs, sentMs + 200)).toBe(300_000);
    expect(offsetOf('2026-03-04T09:59:00.000Z', sentMs, sentMs)).toBe(-60_000);
  });
});

describe('the proof of a PIN', () => {
  it('is that of the PIN and of the device, and says nothing of either', async () => {
    const [device, other] = [await newDeviceKey(), await newDeviceKey()];
    const proof = await proofOf('481516', device, 1_000);
    expect(await isProved('481516', device, proof)).toBe(true);
    expect(await isProved('481517', device, proof)).toBe(false);
    expect(await isProved('481516', other, proof)).toBe(false);
    expect(device.extractable).toBe(false);
    expect(Buffer.from((await proofOf('481516', device, 1_000)).proof)).not.toEqual(Buffer.from(proof.proof));
  });

  it('opens the key of the server, which neither another PIN nor another device does', async () => {
    const [device, other] = [await newDeviceKey(), await newDeviceKey()];
    const proof = await proofOf('481516', device, 1_000, 'the key of the server');
    expect(await opened('481516', device, proof)).toBe('the key of the server');
    expect(await opened('481517', device, proof)).toBeUndefined();
    expect(await opened('481516', other, proof)).toBeUndefined();
    expect(Buffer.from(proof.sealed?.data ?? new ArrayBuffer(0)).toString('latin1')).not.toContain('server');
    // A right of a former version has no key, and signs in all the same.
    expect(await opened('481516', device, await proofOf('481516', device, 1_000))).toBe('');
  });
});
