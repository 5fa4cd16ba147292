/** The counting page: codes that are scanned, and the lines of a device that the server has, has not, or refused. */
import { describe, expect, it } from 'vitest';
import { GS1_SEPARATOR } from '../../domain/catalogue/gs1.ts';
import { isBarcode } from '../../web/shared/document/model/goods/standing-pieces.ts';
import { FileEntries } from '../../web/stock/counting/file-entries.ts';
import { isCounted } from '../../web/stock/counting/pieces.ts';
import { type CountedItem, countedSoFar, type Entry, findScanned } from '../../web/stock/counting/round.ts';
import { countUnsent, lastLines, refusedLines } from '../../web/stock/counting/shown-lines.ts';
import type { WaitingEntry } from '../../web/stock/counting/waiting.ts';

const item = (item_fk: number, barcode: string, more: Partial<CountedItem> = {}): CountedItem => ({
  ...{
    item_fk,
    item_name: `Item ${item_fk}`,
    item_code: null,
    shelf: null,
    has_batch_number: false,
    has_expire: false,
    serial_numbers: 'none',
  },
  units: [{ unit_fk: 1, unit_name: 'Box', base_unit_qty: '1', is_base: true, is_default: true, barcodes: [barcode] }],
  ...more,
});

describe('the number of a piece', () => {
  it('is that of a GS1 code, and no batch, where the item has serial numbers', () => {
    const goods = [item(2, '6291041500213', { serial_numbers: 'at_receipt' })];
    const found = findScanned(goods, '(01)06291041500213(21)SN7(10)B7');
    expect([found?.serial, found?.batch]).toEqual(['SN7', undefined]);
    expect(findScanned([item(2, '6291041500213')], '(01)06291041500213(21)SN7')?.serial).toBeUndefined();
  });

  it('is told from the barcode of goods by the last digit', () => {
    expect(['6291041500213', '96385074', '٦٢٩١٠٤١٥٠٠٢١٣'].map(isBarcode)).toEqual([true, true, true]);
    expect(['356938035643809', '6291041500214', 'SN-7'].map(isBarcode)).toEqual([false, false, false]);
  });

  it('is counted when the server or this device has it, and is not when it was taken back or refused', () => {
    const kept = { ...{ round: 1, user_id: 1, item_fk: 2, item_name: '', unit_fk: 1, unit_name: '', quantity: '1' } };
    const waiting = (entry_uuid: string, batch_number: string, more: Partial<WaitingEntry> = {}): WaitingEntry => ({
      ...{ ...kept, entry_uuid, batch_number, expire_date: null, counted_ms: 0, ...more },
    });
    const stored: Entry = {
      ...{ entry_uuid: 'a', item_fk: 2, unit_fk: 1, unit_factor: '1', quantity: '1', expire_date: null },
      ...{ batch_number: 'SN-7', counted_by_fk: 1, counted_at: '2026-03-01T09:00:00' },
    };
    const has = (entries: readonly WaitingEntry[], number: string, of = 2) =>
      isCounted({ entries: [stored] }, entries, of, number);
    expect([has([], 'sn 7'), has([], 'sn 7', 3), has([], 'SN-8')]).toEqual([true, false, false]);
    expect(has([waiting('b', 'SN-8')], 'SN8')).toBe(true);
    expect(has([waiting('b', 'SN-8', { problem: 'no' })], 'SN8')).toBe(false);
    expect(has([waiting('a', 'SN-7', { is_removed: true })], 'SN-7')).toBe(false);
  });
});

describe('a scanned GS1 code', () => {
  const code = ']d201062910415002131727123110B7';
  const batches = { has_batch_number: true, has_expire: true };

  it('finds the item of its product, with its batch and its day of expiry', () => {
    const found = findScanned([item(1, '77'), item(2, '6291041500213', batches)], code);
    expect(found).toMatchObject({
      item: { item_fk: 2 },
      unit: { unit_fk: 1 },
      batch: { batch_number: 'B7', expire_date: '2027-12-31' },
    });
    const printed = findScanned([item(2, '6291041500213', batches)], '(01)06291041500213(10)B7');
    expect(printed?.batch).toEqual({ batch_number: 'B7', expire_date: null });
    const separated = `010629104150021310B7${GS1_SEPARATOR}17271231`;
    expect(findScanned([item(2, '6291041500213', batches)], separated)?.batch).toEqual(found?.batch);
  });

  it('finds a product that is stored with or without leading zeros', () => {
    const short = '0100012345678905';
    for (const barcode of ['0012345678905', '12345678905', short]) {
      expect(findScanned([item(3, barcode)], short)).toMatchObject({ item: { item_fk: 3 } });
    }
    expect(findScanned([item(3, '77')], short)).toBeUndefined();
  });

  it('has only the parts of a batch that the item has', () => {
    const batchOf = (more: Partial<CountedItem>) => findScanned([item(2, '6291041500213', more)], code)?.batch;
    expect(batchOf({ has_expire: true })).toEqual({ batch_number: null, expire_date: '2027-12-31' });
    expect(batchOf({ has_batch_number: true })).toEqual({ batch_number: 'B7', expire_date: null });
    expect(batchOf({})).toBeUndefined();
  });
});

describe('the lines of a person in a round', () => {
  const stored = (entry_uuid: string, counted_by_fk = 2): Entry => ({
    ...{ entry_uuid, item_fk: 1, unit_fk: 1, unit_factor: '1', quantity: '3', batch_number: null, expire_date: null },
    counted_by_fk,
    counted_at: '2026-03-01T09:00:00',
  });
  const waiting = (entry_uuid: string, more: Partial<WaitingEntry> = {}): WaitingEntry => ({
    ...{ entry_uuid, round: 1, user_id: 2, item_fk: 1, item_name: 'Rice', unit_fk: 1, unit_name: 'Bag' },
    ...{ quantity: '4', batch_number: null, expire_date: null, counted_ms: 0, ...more },
  });
  const problem = 'This round is finished';
  const round = { entries: [stored('a'), stored('b', 7), stored('c')] };
  const entries = [
    ...[waiting('c', { problem }), waiting('d', { is_stored: true }), waiting('e')],
    ...[waiting('f', { problem }), waiting('g', { problem, is_removed: true })],
  ];
  const ids = (lines: readonly { readonly entry_uuid: string }[]) => lines.map(({ entry_uuid }) => entry_uuid);

  it('are the last ones while the round is open, and after it those that the server refused', () => {
    expect(ids(lastLines(round, entries, 2))).toEqual(['f', 'e', 'd', 'c', 'a']);
    expect(refusedLines(round, entries)).toMatchObject([{ entry_uuid: 'f', problem, isRead: false }]);
  });

  it('of which all refused ones are shown', () => {
    const many = Array.from({ length: 25 }, (_, index) => waiting(`x${index}`, { problem }));
    expect(refusedLines(round, many)).toHaveLength(25);
  });

  it('are not sent yet, unless they are stored or refused', () => {
    expect(countUnsent(entries)).toBe(1);
  });
});

describe('the entries of a file', () => {
  const line = (row: number, quantity: string) => ({
    ...{ row, item_fk: 1, unit_fk: 1, quantity, bonus_quantity: null, price: '0' },
    ...{ batch_number: null, expire_date: null, note: null },
  });

  it('keep their identifiers when another row is corrected and the file is sent again', () => {
    const entries = new FileEntries();
    entries.open('a');
    const lines = [line(2, '3'), line(3, '3'), line(4, '7')];
    const before = lines.map((each) => entries.identifierOf(each));
    expect(new Set(before).size).toBe(3);
    entries.keepStored(lines.slice(0, 2));
    // Each check of the file makes other objects of its lines.
    entries.open('a');
    const corrected = [line(2, '3'), line(3, '3'), line(4, '8')];
    const after = corrected.map((each) => entries.identifierOf(each));
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
    expect(after[2]).not.toBe(before[2]);
    expect(entries.outdated(corrected)).toEqual([]);
  });

  it('are taken back when a stored row is corrected or left out', () => {
    const entries = new FileEntries();
    entries.open('a');
    const [first, second] = [line(2, '3'), line(3, '5')];
    const [stored, left] = [entries.identifierOf(first), entries.identifierOf(second)];
    entries.keepStored([first, second]);
    expect(entries.outdated([line(2, '4')])).toEqual([stored, left]);
    entries.forgetRemoved(stored);
    expect(entries.outdated([line(2, '4')])).toEqual([left]);
    expect(entries.identifierOf(first)).not.toBe(stored);
  });

  it('of another file are others', () => {
    const entries = new FileEntries();
    entries.open('a');
    const before = entries.identifierOf(line(2, '3'));
    entries.open('b');
    expect(entries.identifierOf(line(2, '3'))).not.toBe(before);
  });
});

describe('what was counted so far', () => {
  it('is told by batch, whichever way a number was written', () => {
    const entry = (batch_number: string | null, expire_date: string | null, quantity: string) => ({
      ...{ entry_uuid: crypto.randomUUID(), item_fk: 1, unit_fk: 1, unit_factor: '30', counted_by_fk: 2 },
      ...{ batch_number, expire_date, quantity, counted_at: '2026-03-01T09:00:00' },
    });
    const entries = [entry('B2', '2028-01-31', '1'), entry('A1', '2027-02-28', '2'), entry('a-1', '2027-02-28', '1')];
    const [row] = countedSoFar({ entries, items: [] });
    expect(row).toMatchObject({ quantity: '120', isListed: false });
    expect(row?.batches).toEqual([
      { batch_number: 'A1', expire_date: '2027-02-28', quantity: '90' },
      { batch_number: 'B2', expire_date: '2028-01-31', quantity: '30' },
    ]);
    expect(countedSoFar({ entries: [entry(null, null, '1')], items: [] })[0]?.batches).toEqual([]);
  });
});
