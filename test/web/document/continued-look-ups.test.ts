/** A line whose item is being looked up is completed also when it was copied below, or restored from this device. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../web/shared/api/query.ts';
import type { EditorDeclaration } from '../../../web/shared/document/model/declaration.ts';
import type { Fields, Place } from '../../../web/shared/document/model/draft.ts';
import { EditingStore } from '../../../web/shared/document/model/editing-store.ts';
import { batchNumberColumn } from '../../../web/shared/document/model/goods/batches.ts';
import { continueLookUp, continueLookUps, takeItem } from '../../../web/shared/document/model/goods/line-items.ts';
import { allHaveCome } from '../../../web/shared/document/model/on-the-way.ts';
import { unread } from '../../../web/shared/document/model/reading.ts';

const TEA = { item_id: 7, item_name: 'Tea', code: 'T-7', unit_fk: 3, price: '250' };
const PAGE = { data: [TEA], total: 1, per_page: 20, current_page: 1, last_page: 1 };
const lineOf = (item: Readonly<Record<string, unknown>>): Fields => ({
  unit_fk: typeof item['unit_fk'] === 'number' ? item['unit_fk'] : null,
  price: typeof item['price'] === 'string' ? item['price'] : null,
});
const declaration = { lineOf, blankLine: {}, columns: [] } as unknown as EditorDeclaration;
const BLANK: Fields = { item_fk: null, quantity: '1', unit_fk: null, price: null };
const storeOf = (...lines: readonly Fields[]) =>
  new EditingStore({ header: {}, lines: lines.map((fields, index) => ({ key: index + 1, fields })), costs: [] });
const fieldsOf = (store: EditingStore) => store.state.draft.lines.map(({ fields }) => fields);

/** A server that answers when the test resolves it. */
function heldServer() {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('location', new URL('http://shop.example/'));
  const held = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (url: string) => {
    await held.promise;
    return Response.json({ data: url.includes('items/list') ? PAGE : TEA });
  });
  return held.resolve;
}

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

describe('a line whose item is still looked up', () => {
  it('fills the line that was copied from it', async () => {
    const answer = heldServer();
    const store = storeOf(BLANK, BLANK);
    takeItem({ store, declaration }, { table: 'lines', key: 1, field: 'item_fk' }, 7);
    store.edit({ do: 'copy_above', table: 'lines', key: 2, field: 'item_fk', also: ['unit_fk', 'price'] });
    continueLookUp({ store, declaration }, { table: 'lines', key: 2 });
    answer();
    await allHaveCome();
    expect(fieldsOf(store)).toEqual([1, 2].map(() => ({ ...BLANK, item_fk: 7, unit_fk: 3, price: '250' })));
  });

  it('is filled when it was stored on this device before its answer, and keeps its input', async () => {
    heldServer()();
    const store = storeOf({ ...BLANK, item_fk: 7, price: '300' }, { ...BLANK, item_fk: 7 });
    continueLookUps({ store, declaration });
    await allHaveCome();
    expect(fieldsOf(store)).toMatchObject([
      { unit_fk: 3, price: '300' },
      { unit_fk: 3, price: '250' },
    ]);
  });

  it('is searched again by the text that was typed', async () => {
    heldServer()();
    const store = storeOf({ ...BLANK, item_fk: unread('T-7', 'looking') });
    continueLookUps({ store, declaration });
    await allHaveCome();
    expect(fieldsOf(store)).toMatchObject([{ item_fk: 7, unit_fk: 3, price: '250' }]);
  });

  it('that is filled already is left as it is', async () => {
    const asked = vi.fn();
    vi.stubGlobal('fetch', asked);
    const store = storeOf({ ...BLANK, item_fk: 7, unit_fk: 3, price: null }, BLANK);
    continueLookUps({ store, declaration });
    await allHaveCome();
    expect([asked.mock.calls.length, fieldsOf(store)[0]?.['price']]).toEqual([0, null]);
  });
});

describe('a line that gets another item', () => {
  it('loses the batch of the one before, whether the other one is known here or is loaded', async () => {
    heldServer()();
    const store = storeOf({ ...BLANK, item_fk: 6, batch_number: 'B6' });
    const target = { store, declaration: { ...declaration, columns: [batchNumberColumn] } };
    const at: Place = { table: 'lines', key: 1, field: 'item_fk' };
    takeItem(target, at, 7);
    await allHaveCome();
    expect(fieldsOf(store)).toMatchObject([{ item_fk: 7, unit_fk: 3, batch_number: null }]);
    store.edit({ do: 'set', at, value: 6, also: { batch_number: 'B6' } });
    takeItem(target, at, 7);
    expect(fieldsOf(store)).toMatchObject([{ item_fk: 7, unit_fk: 3, batch_number: null }]);
  });
});
