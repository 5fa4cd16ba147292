/** A document of an earlier day is proposed the values of that day, and another day proposes what nobody typed over. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { purchaseDeclaration } from '../../../web/purchasing/purchase-editor.tsx';
import { saleDeclaration } from '../../../web/sales/sale-editor.tsx';
import { queryClient } from '../../../web/shared/api/query.ts';
import { PROPOSED_DUE, withDueDay } from '../../../web/shared/document/fields/due-day.ts';
import type { EditorDeclaration } from '../../../web/shared/document/model/declaration.ts';
import type { Fields } from '../../../web/shared/document/model/draft.ts';
import { EditingStore } from '../../../web/shared/document/model/editing-store.ts';
import { takeItem } from '../../../web/shared/document/model/goods/line-items.ts';
import { followDay } from '../../../web/shared/document/model/goods/rate-of-day.ts';
import { allHaveCome } from '../../../web/shared/document/model/on-the-way.ts';

const TODAY = '2026-11-30';
const EARLIER = '2026-10-01';
const NAMED = { customer_fk: 7, currency_fk: 1, system_currency_fk: 1 };

const unit = (sale_price: string) => ({
  ...{ unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price, barcodes: [] },
});
/** By path; what is asked for an earlier day has the values of then. */
const RECORDS: Readonly<Record<string, (isPast: boolean) => object>> = {
  'items/7': (isPast) => ({
    ...{ item_id: 7, tax_fk: isPast ? 1 : 2, item_units: [unit(isPast ? '1000' : '1500')], category_path: [] },
    ...{ item_prices: [], price_currency_fk: null },
  }),
  'customers/7': (isPast) => ({ consumer_id: 7, pricing_profile_fk: isPast ? 3 : null }),
  'pricing_profiles/3': () => ({
    ...{ profile_id: 3, status: 'active', apply_on: 'all_items', discount_percentage: '10', categories: [] },
    ...{
      brands: [],
      items: [],
      discount_start_amount: null,
      discount_end_amount: null,
      start_date: null,
      end_date: null,
    },
  }),
  'taxes/1': (isPast) => ({ tax_id: 1, percentage: isPast ? '5' : '6', date: null }),
  'taxes/2': () => ({ tax_id: 2, percentage: '10', date: null }),
};
let asked: string[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(`${TODAY}T09:00:00`), toFake: ['Date'] });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('location', new URL('http://shop.example/'));
  asked = [];
  vi.stubGlobal('fetch', async (given: string | URL | Request) => {
    const { pathname, searchParams } = new URL(
      given instanceof Request ? given.url : String(given),
      'http://shop.example',
    );
    const path = pathname.replace(/^.*?\/api\//, '');
    const day = searchParams.get('of_day');
    asked.push(day ? `${path} ${day}` : path);
    if (path === 'taxes/list') {
      const data = [1, 2].map((id) => RECORDS[`taxes/${id}`]?.(false));
      return Response.json({ data: { data, total: 2, last_page: 1, current_page: 1 } });
    }
    return Response.json({ data: RECORDS[path]?.(day !== null) ?? null });
  });
  queryClient.setQueryData(
    ['taxes', 'list', 'all'],
    [1, 2].map((id) => RECORDS[`taxes/${id}`]?.(false)),
  );
  queryClient.setQueryData(['customers', 'pricing_list', 7], null);
  for (const day of [TODAY, EARLIER]) queryClient.setQueryData(['currency_rates', 'last_rate', day], null);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
});

const storeOf = (date: string, ...lines: readonly Fields[]) =>
  new EditingStore({
    header: { ...NAMED, date },
    lines: lines.map((fields, index) => ({ key: index + 1, fields })),
    costs: [],
  });
const shown = ({ state }: EditingStore) =>
  state.draft.lines.map(({ fields }) => [fields['price'] ?? null, fields['tax_percent'] ?? null]);

async function taken(declaration: EditorDeclaration, date: string): Promise<EditingStore> {
  const store = storeOf(date, declaration.blankLine);
  takeItem({ store, declaration }, { table: 'lines', key: 1, field: 'item_fk' }, 7);
  await allHaveCome();
  return store;
}

async function change(store: EditingStore, declaration: EditorDeclaration, day: string): Promise<void> {
  const before = store.state.draft.header['date'];
  store.edit({ do: 'set', at: { field: 'date' }, value: day });
  followDay({ store, declaration }, day, before);
  await allHaveCome();
}

describe('an item on a line', () => {
  it('is proposed as it was on an earlier day, with the list of the customer', async () => {
    expect(shown(await taken(saleDeclaration, EARLIER))).toEqual([['900', '5']]);
    expect(shown(await taken(purchaseDeclaration, EARLIER))).toEqual([[null, '5']]);
  });

  it('is proposed as it is today, without asking for a day', async () => {
    expect(shown(await taken(saleDeclaration, TODAY))).toEqual([['1500', '10']]);
    expect(asked.filter((path) => path.includes(' '))).toEqual([]);
  });
});

describe('another day', () => {
  it('proposes what nobody typed over, there and back', async () => {
    const own = { item_fk: 7, unit_fk: 1, quantity: '1' };
    const store = storeOf(
      TODAY,
      { ...own, price: '1500', tax_percent: '10' },
      { ...own, price: '1400', tax_percent: '7' },
    );
    await change(store, saleDeclaration, EARLIER);
    expect(shown(store)).toEqual([
      ['900', '5'],
      ['1400', '7'],
    ]);
    await change(store, saleDeclaration, TODAY);
    expect(shown(store)).toEqual([
      ['1500', '10'],
      ['1400', '7'],
    ]);
  });

  it('proposes the tax of a purchase line again, and keeps one that was chosen, with its percentage of the day', async () => {
    const own = { item_fk: 7, unit_fk: 1, quantity: '1', price: '600' };
    const store = storeOf(TODAY, { ...own, tax_fk: 2, tax_percent: '10' }, { ...own, tax_fk: 1, tax_percent: '6' });
    await change(store, purchaseDeclaration, EARLIER);
    const taxes = store.state.draft.lines.map(({ fields }) => [fields['tax_fk'], fields['tax_percent']]);
    expect(taxes).toEqual([
      [1, '5'],
      [1, '5'],
    ]);
  });

  it('keeps a due day that was typed', () => {
    const dueOf = (due_date: string, proposed: string) =>
      withDueDay({ due_date, [PROPOSED_DUE]: proposed }, EARLIER, 10)['due_date'];
    expect(dueOf('2026-12-30', '2026-12-30')).toBe('2026-10-11');
    expect(dueOf('2026-12-24', '2026-12-30')).toBe('2026-12-24');
  });
});
