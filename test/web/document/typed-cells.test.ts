/** A cell that is left before its list came takes what Enter would have taken from the list. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../web/shared/api/query.ts';
import { pasteRows } from '../../../web/shared/document/grid/pasting.ts';
import type { ColumnDeclaration, EditorDeclaration } from '../../../web/shared/document/model/declaration.ts';
import type { Fields } from '../../../web/shared/document/model/draft.ts';
import { EditingStore } from '../../../web/shared/document/model/editing-store.ts';
import { unitOfCode } from '../../../web/shared/document/model/goods/items.ts';
import { scanItem, takeTyped } from '../../../web/shared/document/model/goods/line-items.ts';
import { allHaveCome } from '../../../web/shared/document/model/on-the-way.ts';
import { unread } from '../../../web/shared/document/model/reading.ts';

const unit = (unit_fk: number, unit_name: string, ...barcodes: string[]) => ({
  ...{ unit_fk, unit_name, barcodes, base_unit_qty: '1', is_base: unit_fk === 3, is_default: unit_fk === 3 },
  sale_price: '250',
});
const item = (item_id: number, item_code: string, item_name: string) => ({
  ...{ item_id, item_code, item_name, unit_fk: 3 },
  item_units: [unit(3, 'Piece'), unit(4, 'Box', `62810000${item_id}`)],
});
const ITEMS = [item(7, 'G-0438', 'Tea'), item(8, 'G-04381', 'Tea green')];
const USERS = [
  { user_id: 21, user_name: 'Lana', email: 'lana@shop.example', user_code: 'U-1' },
  { user_id: 22, user_name: 'Lana Ali', email: 'other.lana@shop.example', user_code: 'U-11' },
];
const ACCOUNTS = [
  ['1010', 'cash'],
  ['10101', 'cash two'],
  ['5200', 'rent'],
].map(([code, name], index) => ({
  ...{
    account: 100 + index,
    code,
    key: 'cash',
    name,
    parent: null,
    level: 3,
    side: 'debit',
    statement: 'balance_sheet',
  },
  ...{ is_heading: false, record_kind: null, record_id: null, is_retired: false, currency_fk: null },
}));
const found = (url: string): readonly unknown[] => {
  const search = (new URL(url, 'http://shop.example/').searchParams.get('search') ?? '').toLowerCase();
  const rows = url.includes('users/list') ? USERS : ITEMS;
  return rows.filter((row) => JSON.stringify(row).toLowerCase().includes(search));
};

const lineOf = (row: Readonly<Record<string, unknown>>, _header: Fields, scanned?: number): Fields => ({
  unit_fk: scanned ?? (typeof row['unit_fk'] === 'number' ? row['unit_fk'] : null),
});
const columns: readonly ColumnDeclaration[] = [
  { field: 'item_fk', kind: 'lookup', resource: 'items', width: '1px' },
  { field: 'quantity', kind: 'quantity', width: '1px' },
  { field: 'unit_fk', kind: 'unit', width: '1px' },
  {
    ...{ field: 'user_fk', kind: 'lookup', resource: 'users', width: '1px' },
    fills: (chosen) => ({ note: String((chosen as { user_code: string }).user_code) }),
  },
  { field: 'account', kind: 'account', width: '1px' },
];
const BLANK: Fields = { item_fk: null, quantity: null, unit_fk: null, user_fk: null, account: null };
const declaration = { lineOf, columns, blankLine: BLANK } as unknown as EditorDeclaration;
const storeOf = (...lines: readonly Fields[]) =>
  new EditingStore({ header: {}, lines: lines.map((fields, index) => ({ key: index + 1, fields })), costs: [] });
const fieldsOf = (store: EditingStore) => store.state.draft.lines[0]?.fields;
const at = (field: string) => ({ table: 'lines', key: 1, field }) as const;

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('location', new URL('http://shop.example/'));
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('accounts/list')) return Response.json({ data: ACCOUNTS });
    const one = /items\/(\d+)/.exec(url)?.[1];
    if (one) return Response.json({ data: ITEMS.find(({ item_id }) => item_id === Number(one)) });
    if (url.includes('items/scanned'))
      return Response.json({ data: { item_fk: 7, unit_fk: 3, quantity: '1', batch_number: null, expire_date: null } });
    const data = found(url);
    return Response.json({ data: { data, total: data.length, per_page: 20, current_page: 1, last_page: 1 } });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

async function typed(field: string, text: string, before: Fields = BLANK): Promise<Fields | undefined> {
  const store = storeOf(before);
  takeTyped({ store, declaration }, at(field), text);
  await allHaveCome();
  return fieldsOf(store);
}

describe('a text that was typed too fast for its list', () => {
  it('takes the item of a part of a code or of a name, the one that is named in full before others', async () => {
    expect(await typed('item_fk', '0438')).toMatchObject({ item_fk: 7, unit_fk: 3 });
    expect(await typed('item_fk', 'green')).toMatchObject({ item_fk: 8, unit_fk: 3 });
    expect(await typed('item_fk', 'g-04381')).toMatchObject({ item_fk: 8 });
    expect(await typed('item_fk', 'no such thing')).toMatchObject({ item_fk: unread('no such thing', 'not_found') });
  });

  it('takes the unit of a barcode, as from the open list', async () => {
    expect(await typed('item_fk', '628100008')).toMatchObject({ item_fk: 8, unit_fk: 4 });
    expect([unitOfCode(ITEMS[1] ?? {}, '628100008'), unitOfCode(ITEMS[1] ?? {}, 'green')]).toEqual([4, undefined]);
  });

  it('takes a person by name, code or address, with what it fills', async () => {
    expect(await typed('user_fk', 'lan')).toMatchObject({ user_fk: 21, note: 'U-1' });
    expect(await typed('user_fk', 'u-11')).toMatchObject({ user_fk: 22, note: 'U-11' });
    expect(await typed('user_fk', 'lana@shop.example')).toMatchObject({ user_fk: 21 });
  });

  it('takes an account by the start of its number or by a word, and the first when nothing was typed', async () => {
    expect(await typed('account', '1010')).toMatchObject({ account: 100 });
    expect(await typed('account', '52')).toMatchObject({ account: 102 });
    expect(await typed('account', '')).toMatchObject({ account: 100 });
  });

  it('takes a unit although its item is still searched', async () => {
    const store = storeOf(BLANK);
    takeTyped({ store, declaration }, at('item_fk'), '0438');
    takeTyped({ store, declaration }, at('unit_fk'), 'bo');
    await allHaveCome();
    expect(fieldsOf(store)).toMatchObject({ item_fk: 7, unit_fk: 4 });
    store.edit({ do: 'undo' });
    expect(fieldsOf(store)).toMatchObject({ item_fk: 7, unit_fk: 3 });
  });

  it('keeps what was typed while it was searched, and is there when it is undone and done again meanwhile', async () => {
    const store = storeOf(BLANK);
    takeTyped({ store, declaration }, at('user_fk'), 'u-11');
    store.edit({ do: 'set', at: at('note'), value: 'own' });
    store.edit({ do: 'undo' });
    store.edit({ do: 'undo' });
    await allHaveCome();
    expect(fieldsOf(store)).toMatchObject({ user_fk: null });
    store.edit({ do: 'redo' });
    expect(fieldsOf(store)).toMatchObject({ user_fk: 22, note: 'U-11' });
    store.edit({ do: 'redo' });
    expect(fieldsOf(store)).toMatchObject({ user_fk: 22, note: 'own' });
  });
});

describe('a pasted text', () => {
  const pasted = async (field: string, text: string) => {
    const store = storeOf(BLANK);
    pasteRows({ store, declaration, table: 'lines', columns, blank: BLANK, key: 1, field, rows: [[text]] });
    await allHaveCome();
    return fieldsOf(store)?.[field];
  };

  it('names one alone: by name, code or address, and none of several', async () => {
    expect([await pasted('user_fk', 'Lana'), await pasted('user_fk', 'U-11')]).toEqual([21, 22]);
    expect(await pasted('user_fk', 'lana@shop.example')).toBe(21);
    expect(await pasted('user_fk', 'lan')).toEqual(unread('lan', 'not_found'));
    expect(await pasted('item_fk', '0438')).toEqual(unread('0438', 'several'));
    expect(await pasted('account', '1010')).toBe(100);
  });
});

describe('a line whose quantity begins empty', () => {
  it('counts one for its first scan, and one more for the next', async () => {
    const store = storeOf(BLANK);
    scanItem({ store, declaration }, '6281000');
    await allHaveCome();
    expect(fieldsOf(store)).toMatchObject({ item_fk: 7, quantity: '1' });
    scanItem({ store, declaration }, '6281000');
    await allHaveCome();
    expect(fieldsOf(store)).toMatchObject({ quantity: '2' });
  });
});
