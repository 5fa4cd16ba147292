/** A tax applies from its first day: lines have the tax of their document's day, unless a person typed another. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { purchaseDeclaration } from '../../../web/purchasing/purchase-editor.tsx';
import { pricedPurchase } from '../../../web/purchasing/purchase-totals.ts';
import { saleDeclaration } from '../../../web/sales/sale-editor.tsx';
import { saleReturnDeclaration } from '../../../web/sales/sale-return-editor.tsx';
import { queryClient } from '../../../web/shared/api/query.ts';
import type { EditorDeclaration } from '../../../web/shared/document/model/declaration.ts';
import type { Fields } from '../../../web/shared/document/model/draft.ts';
import { EditingStore } from '../../../web/shared/document/model/editing-store.ts';
import { dayEntry, followDay } from '../../../web/shared/document/model/goods/rate-of-day.ts';
import { allHaveCome } from '../../../web/shared/document/model/on-the-way.ts';
import { unread } from '../../../web/shared/document/model/reading.ts';
import { readDateWord } from '../../../web/shared/typing/date-words.ts';

const FIRST_DAY = '2026-03-10';
const DAY_BEFORE = '2026-03-09';
const TAXES = [
  { tax_id: 1, tax_name: 'Sales tax', percentage: '10', date: FIRST_DAY },
  { tax_id: 2, tax_name: 'Old tax', percentage: '5', date: null },
];
const TEA = { item_id: 7, item_name: 'Tea', tax_fk: 1 };
const CUP = { item_id: 8, item_name: 'Cup', tax_fk: 2 };

beforeEach(() => {
  // Neither day is past, on which records are asked for as they were (test/web/document/records-of-day.test.ts).
  vi.useFakeTimers({ now: new Date(`${DAY_BEFORE}T09:00:00`), toFake: ['Date'] });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('location', new URL('http://shop.example/'));
  vi.stubGlobal('fetch', async () => Response.json({ data: TEA }));
  queryClient.setQueryData(['taxes', 'list', 'all'], TAXES);
  for (const day of [DAY_BEFORE, FIRST_DAY]) queryClient.setQueryData(['currency_rates', 'last_rate', day], null);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
});

const know = (item: typeof TEA) => queryClient.setQueryData(['items', 'record', item.item_id], item);
const storeOf = (date: string, ...lines: readonly Fields[]) =>
  new EditingStore({ header: { date }, lines: lines.map((fields, index) => ({ key: index + 1, fields })), costs: [] });
const percents = (store: EditingStore) => store.state.draft.lines.map(({ fields }) => fields['tax_percent']);

/** As a person changes the day in the header. */
function change(store: EditingStore, declaration: EditorDeclaration, day: string): void {
  const before = store.state.draft.header['date'];
  store.edit({ do: 'set', at: { field: 'date' }, value: day });
  followDay({ store, declaration }, day, before);
}

/** As a person types the day: each text goes into the draft, and the field is left after the last one. */
function type(store: EditingStore, declaration: EditorDeclaration, ...texts: readonly string[]): void {
  const entry = dayEntry((day, before) => followDay({ store, declaration }, day, before));
  for (const text of texts) {
    for (let length = 1; length <= text.length; length += 1) {
      const typed = text.slice(0, length);
      entry.typed(store.state.draft.header['date']);
      const value = readDateWord(typed, { today: FIRST_DAY }) ?? unread(typed, 'date');
      store.edit({ do: 'set', at: { field: 'date' }, value });
    }
    entry.left(store.state.draft.header['date']);
  }
}

describe('a new line', () => {
  it.each([saleDeclaration, purchaseDeclaration])('of $resource has the tax of the day', (declaration) => {
    const taxOn = (date: string) => declaration.lineOf(TEA, { date })['tax_percent'];
    expect([taxOn(DAY_BEFORE), taxOn(FIRST_DAY)]).toEqual([null, '10']);
  });

  it('of a purchase has it also when the tax is chosen, and in the totals', () => {
    const column = purchaseDeclaration.columns.find(({ field }) => field === 'tax_fk');
    const fills = (date: string) => column?.fills?.(TAXES[0], { date }, {});
    expect([fills(DAY_BEFORE), fills(FIRST_DAY)]).toEqual([{ tax_percent: null }, { tax_percent: '10' }]);
    const facts = { systemCurrency: 1, roundingStep: null, decimals: 0 };
    const totalled = (date: string) =>
      pricedPurchase(storeOf(date, { tax_fk: 1, tax_percent: null }).state.draft, facts).lines[0]?.tax_percent;
    expect([totalled(DAY_BEFORE), totalled(FIRST_DAY)]).toEqual([null, '10']);
  });
});

describe('another day', () => {
  it('changes the taxes that are those of the day before, and an undo brings them back', () => {
    know(TEA);
    know(CUP);
    const lines = [
      { item_fk: 7, tax_percent: '10' },
      { item_fk: 7, tax_percent: '7' },
      { item_fk: 7, tax_percent: null },
      { item_fk: 8, tax_percent: '5' },
    ];
    const store = storeOf(FIRST_DAY, ...lines);
    change(store, saleDeclaration, DAY_BEFORE);
    expect(percents(store)).toEqual([null, '7', null, '5']);
    store.edit({ do: 'undo' });
    expect(percents(store)).toEqual(['10', '7', null, '5']);
  });

  it('begins a tax, also of goods that are not loaded yet', async () => {
    const store = storeOf(DAY_BEFORE, { item_fk: 7, tax_percent: null });
    change(store, saleDeclaration, FIRST_DAY);
    await allHaveCome();
    expect(percents(store)).toEqual(['10']);
  });

  it('changes the tax that a purchase line names', () => {
    const store = storeOf(FIRST_DAY, { item_fk: 7, tax_fk: 1, tax_percent: '10' }, { item_fk: 7, tax_percent: null });
    change(store, purchaseDeclaration, DAY_BEFORE);
    expect(percents(store)).toEqual([null, null]);
    change(store, purchaseDeclaration, FIRST_DAY);
    expect(percents(store)).toEqual(['10', null]);
  });

  it('does not follow the days that its keys go through', () => {
    know(TEA);
    const store = storeOf(FIRST_DAY, { item_fk: 7, tax_percent: '10' }, { item_fk: 7, tax_percent: null });
    queryClient.setQueryData(['currency_rates', 'last_rate', '2026-03-14'], null);
    type(store, saleDeclaration, '14/3/2026');
    expect([store.state.draft.header['date'], percents(store)]).toEqual(['2026-03-14', ['10', null]]);
    type(store, saleDeclaration, '9/3/2026');
    expect(percents(store)).toEqual([null, null]);
  });

  it('follows the day before an unreadable one', () => {
    know(TEA);
    const store = storeOf(FIRST_DAY, { item_fk: 7, tax_percent: '10' }, { item_fk: 7, tax_percent: '7' });
    type(store, saleDeclaration, '9/3/', '9/3/2026');
    expect([store.state.draft.header['date'], percents(store)]).toEqual([DAY_BEFORE, [null, '7']]);
  });

  it('leaves the taxes of a return, which are those of its sale', () => {
    know(TEA);
    const store = storeOf(FIRST_DAY, { item_fk: 7, tax_percent: '10' });
    change(store, saleReturnDeclaration, DAY_BEFORE);
    expect(percents(store)).toEqual(['10']);
  });
});
