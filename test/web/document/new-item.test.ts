/** Another item in a line that has one: nothing of the item before remains, and saving waits for a scan. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { membersOf } from '../../../domain/values/members.ts';
import { queryClient } from '../../../web/shared/api/query.ts';
import { pasteRows } from '../../../web/shared/document/grid/pasting.ts';
import type { ColumnDeclaration, EditorDeclaration } from '../../../web/shared/document/model/declaration.ts';
import type { Fields } from '../../../web/shared/document/model/draft.ts';
import { EditingStore } from '../../../web/shared/document/model/editing-store.ts';
import { scanItem, takeTyped } from '../../../web/shared/document/model/goods/line-items.ts';
import { allHaveCome } from '../../../web/shared/document/model/on-the-way.ts';
import { unread } from '../../../web/shared/document/model/reading.ts';

const TEA = { item_id: 7, item_name: 'Tea', item_code: 'T-7', unit_fk: 3, price: '250' };
const PAGE = { data: [TEA], total: 1, per_page: 20, current_page: 1, last_page: 1 };
const lineOf = (item: Readonly<Record<string, unknown>>): Fields => ({
  unit_fk: typeof item['unit_fk'] === 'number' ? item['unit_fk'] : null,
  price: typeof item['price'] === 'string' ? item['price'] : null,
  batches: null,
});
const BLANK: Fields = { item_fk: null, quantity: '1', unit_fk: null, price: null };
const columns: readonly ColumnDeclaration[] = [
  { field: 'item_fk', kind: 'lookup', resource: 'items', width: '1px' },
  { field: 'quantity', kind: 'quantity', width: '1px' },
  { field: 'price', kind: 'amount', width: '1px' },
];
const declaration = { lineOf, columns, blankLine: BLANK } as unknown as EditorDeclaration;
/** A line of coffee, with all that belongs to it. */
const COFFEE: Fields = { item_fk: 5, quantity: '4', unit_fk: 8, price: '900', batches: '[]' };
const OF_TEA: Fields = { item_fk: 7, quantity: '4', unit_fk: 3, price: '250', batches: null };
const storeOf = (...lines: readonly Fields[]) =>
  new EditingStore({ header: {}, lines: lines.map((fields, index) => ({ key: index + 1, fields })), costs: [] });
const fieldsOf = (store: EditingStore) => store.state.draft.lines.map(({ fields }) => fields);

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('location', new URL('http://shop.example/'));
  vi.stubGlobal('fetch', async (url: string) => Response.json({ data: url.includes('items/list') ? PAGE : TEA }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

describe('another item', () => {
  it('that is typed over one has its own unit, price and batches, and one undo brings all of the old one back', async () => {
    const store = storeOf(COFFEE);
    takeTyped({ store, declaration }, { table: 'lines', key: 1, field: 'item_fk' }, 'T-7');
    expect(fieldsOf(store)).toMatchObject([{ quantity: '4', unit_fk: null, price: null, batches: null }]);
    await allHaveCome();
    expect(fieldsOf(store)).toEqual([OF_TEA]);
    store.edit({ do: 'undo' });
    expect(fieldsOf(store)).toEqual([COFFEE]);
  });

  const paste = (store: EditingStore, key: number, field: string, rows: readonly (readonly string[])[]) =>
    pasteRows({ store, declaration, table: 'lines', columns, blank: BLANK, key, field, rows });

  it('that is pasted over one has its own unit and price, or the pasted one', async () => {
    const store = storeOf(COFFEE, COFFEE);
    paste(store, 1, 'item_fk', [
      ['T-7', '6'],
      ['T-7', '2', '300'],
    ]);
    await allHaveCome();
    expect(fieldsOf(store)).toEqual([
      { ...OF_TEA, quantity: '6' },
      { ...OF_TEA, quantity: '2', price: '300' },
    ]);
  });

  describe('that is pasted with the names of other records', () => {
    const carton = { unit_fk: 4, unit_name: 'Carton' };
    const units: ColumnDeclaration = { field: 'unit_fk', kind: 'unit', width: '1px', fills: () => ({ price: '3000' }) };
    const ofTax = () => ({ tax_percent: '5' });
    const taxes: ColumnDeclaration = { field: 'tax_fk', kind: 'lookup', resource: 'taxes', width: '1px', fills: ofTax };
    const [item, quantity, price] = columns;
    const wide = [item, quantity, units, price, taxes].flatMap((column) => column ?? []);
    const named = { ...declaration, columns: wide };
    const into = (store: EditingStore, field: string, ...rows: readonly (readonly string[])[]) =>
      pasteRows({ ...{ store, declaration: named, table: 'lines', columns: wide, blank: BLANK }, key: 1, field, rows });
    const answers: Readonly<Record<string, object>> = {
      'items/list': PAGE,
      'items/7': { ...TEA, item_units: [{ unit_fk: 3, unit_name: 'Piece' }, carton] },
      'taxes/list': { ...PAGE, data: [{ tax_id: 2, tax_name: 'VAT' }] },
    };

    beforeEach(() =>
      vi.stubGlobal('fetch', async (url: string) => {
        const [, data] = Object.entries(answers).find(([path]) => url.includes(path)) ?? [];
        return Response.json({ data });
      }),
    );

    it('has the unit of its own with that name, at the price of the unit or the pasted one, and the tax', async () => {
      const store = storeOf(COFFEE);
      into(store, 'item_fk', ['T-7', '2', 'carton', '9000', 'vat'], ['T-7', '3', 'Carton'], ['T-7', '1', 'Pallet']);
      await allHaveCome();
      expect(fieldsOf(store)).toMatchObject([
        { item_fk: 7, quantity: '2', unit_fk: 4, price: '9000', tax_fk: 2, tax_percent: '5' },
        { item_fk: 7, quantity: '3', unit_fk: 4, price: '3000' },
        { item_fk: 7, unit_fk: unread('Pallet', 'not_found') },
      ]);
    });

    it('is the one of the line when only the unit is pasted, whose price then is that of the unit', async () => {
      const store = storeOf({ ...OF_TEA, price: '250' });
      into(store, 'unit_fk', ['Carton']);
      await allHaveCome();
      expect(fieldsOf(store)).toMatchObject([{ item_fk: 7, unit_fk: 4, price: '3000' }]);
    });
  });

  it('is not pasted with quantities: they leave the line its item', () => {
    const store = storeOf(COFFEE);
    paste(store, 1, 'quantity', [['6']]);
    expect(fieldsOf(store)).toEqual([{ ...COFFEE, quantity: '6' }]);
  });

  it('is not added by rows that are pasted into the lines of a return: they end with its last line', () => {
    const store = storeOf(COFFEE, COFFEE, COFFEE);
    const returned = { ...declaration, fixedLines: true };
    const rows = [['6'], ['7'], ['8']];
    pasteRows({ store, declaration: returned, table: 'lines', columns, blank: BLANK, key: 2, field: 'quantity', rows });
    expect(fieldsOf(store).map((fields) => fields['quantity'])).toEqual(['4', '6', '7']);
  });
});

describe('an account that is pasted', () => {
  it('is found by its number or its name, and brings its currency', async () => {
    const account = { account: 9, code: '1110', key: 'cash', name: 'Till', is_heading: false, currency_fk: 1 };
    const dollars = { ...account, account: 10, code: '1111', name: 'Dollars', currency_fk: 2 };
    vi.stubGlobal('fetch', async () => Response.json({ data: [account, dollars, { ...account, is_heading: true }] }));
    const fills = (chosen: unknown) => ({ currency_fk: Number(membersOf(chosen)['currency_fk']) });
    const accounts: readonly ColumnDeclaration[] = [{ field: 'account', kind: 'account', width: '1px', fills }];
    const store = storeOf({ account: 3, currency_fk: 5 });
    const journal = { ...declaration, columns: accounts };
    const rows = [['١١١١'], ['till'], ['2222']];
    pasteRows({
      ...{ store, declaration: journal, table: 'lines', columns: accounts, blank: {} },
      ...{ key: 1, field: 'account', rows },
    });
    await allHaveCome();
    expect(fieldsOf(store)).toEqual([
      { account: 10, currency_fk: 2 },
      { account: 9, currency_fk: 1 },
      { account: unread('2222', 'not_found') },
    ]);
  });
});

describe('a scan', () => {
  const SCANNED = { item_fk: 7, unit_fk: null, quantity: '1', batch_number: null, expire_date: null };
  const answered = (scanned: object | null) =>
    vi.stubGlobal('fetch', async (url: string) =>
      Response.json({ data: url.includes('items/scanned') ? scanned : url.includes('items/list') ? PAGE : TEA }),
    );

  it('is in the document that is saved directly after it', async () => {
    answered(SCANNED);
    const store = storeOf(BLANK);
    scanItem({ store, declaration }, 'T-7');
    await allHaveCome();
    expect(fieldsOf(store)).toMatchObject([{ item_fk: 7, quantity: '1', unit_fk: 3, price: '250' }]);
  });

  it('adds what the code counts or weighs, and nothing of an unknown code', async () => {
    answered({ ...SCANNED, quantity: '12' });
    const store = storeOf(BLANK);
    scanItem({ store, declaration }, '(02)06291041500213(37)12');
    await allHaveCome();
    expect(fieldsOf(store)).toMatchObject([{ item_fk: 7, quantity: '12' }]);
    answered({ ...SCANNED, quantity: '0.25' });
    scanItem({ store, declaration }, '2000777002505');
    await allHaveCome();
    expect(fieldsOf(store)).toMatchObject([{ item_fk: 7, quantity: '12.25' }]);
    answered(null);
    scanItem({ store, declaration }, '404');
    await allHaveCome();
    expect(fieldsOf(store)).toMatchObject([{ item_fk: 7, quantity: '12.25' }]);
  });
});
