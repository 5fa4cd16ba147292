/** Another item in a line that has one: nothing of the item before remains, and saving waits for a scan. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../web/shared/api/query.ts';
import { pasteRows } from '../../../web/shared/document/grid/pasting.ts';
import type { ColumnDeclaration, EditorDeclaration } from '../../../web/shared/document/model/declaration.ts';
import type { Fields } from '../../../web/shared/document/model/draft.ts';
import { EditingStore } from '../../../web/shared/document/model/editing-store.ts';
import { scanItem, takeTypedItem } from '../../../web/shared/document/model/line-items.ts';
import { allHaveCome } from '../../../web/shared/document/model/on-the-way.ts';

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
    takeTypedItem({ store, declaration }, { table: 'lines', key: 1, field: 'item_fk' }, 'T-7');
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

describe('a scan', () => {
  it('is in the document that is saved directly after it', async () => {
    const store = storeOf(BLANK);
    scanItem({ store, declaration }, 'T-7');
    await allHaveCome();
    expect(fieldsOf(store)).toMatchObject([{ item_fk: 7, quantity: '1', unit_fk: 3, price: '250' }]);
  });
});
