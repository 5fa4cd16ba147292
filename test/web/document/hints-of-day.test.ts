/** What is told while a document of an earlier day is typed is of that day: prices, sizes, promotions, recipes. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { purchaseDeclaration } from '../../../web/purchasing/purchase-editor.tsx';
import { offerOf, type Promotion } from '../../../web/sales/promotion-draft.ts';
import { activePromotions, knownPromotions, namedPromotions } from '../../../web/sales/promotion-list.ts';
import { saleDeclaration, saleTotals } from '../../../web/sales/sale-editor.tsx';
import { queryClient } from '../../../web/shared/api/query.ts';
import { askedList } from '../../../web/shared/document/model/asked-list.ts';
import type { ColumnDeclaration, EditorDeclaration } from '../../../web/shared/document/model/declaration.ts';
import type { Draft, Fields } from '../../../web/shared/document/model/draft.ts';
import { readEffect } from '../../../web/shared/document/model/effect-reading.ts';
import { itemQueryOn, unitsOn } from '../../../web/shared/document/model/goods/items.ts';
import { returnedUnitColumn, takenLine } from '../../../web/shared/document/return-editor.tsx';
import { inventoryAdjustmentDeclaration } from '../../../web/stock/inventory-adjustments.tsx';
import { linesOfMixture } from '../../../web/stock/mixture-lines.ts';
import { productionDeclaration } from '../../../web/stock/productions.tsx';

const TODAY = '2026-11-30';
const EARLIER = '2026-10-01';
/** The size of a box then and now. */
const [THEN, NOW] = ['12', '24'];

const item = (size: string) => ({
  item_id: 7,
  item_units: [
    { unit_fk: 1, unit_name: 'Piece', base_unit_qty: '1', is_base: true },
    { unit_fk: 2, unit_name: 'Box', base_unit_qty: size, is_base: false },
  ],
});
const box = { item_fk: 7, unit_fk: 2, quantity: '2', price: '100' };
const draftOn = (date: string, ...lines: readonly Fields[]): Draft => ({
  header: { date, outlet_fk: 1, currency_fk: 1, system_currency_fk: 1, payment_type: 'on_account' },
  lines: lines.map((fields, index) => ({ key: index + 1, fields })),
  costs: [],
});
/** What is found for the earlier day, and for today. */
const onBoth = <Found>(find: (date: string) => Found): readonly [Found, Found] => [find(EARLIER), find(TODAY)];
let asked: URL[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(`${TODAY}T09:00:00`), toFake: ['Date'] });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('location', new URL('http://shop.example/'));
  queryClient.setQueryData(['items', 'record', 7], item(NOW));
  queryClient.setQueryData(['items', 'record', 7, EARLIER], item(THEN));
  asked = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
});

function answer(of: (url: URL) => object): void {
  vi.stubGlobal('fetch', async (given: string | URL | Request) => {
    const url = new URL(given instanceof Request ? given.url : String(given), 'http://shop.example');
    asked.push(url);
    return Response.json({ data: of(url) });
  });
}

describe('the list of items below a cell', () => {
  const column = ({ columns }: EditorDeclaration): ColumnDeclaration =>
    columns.find(({ field }) => field === 'item_fk') ?? expect.unreachable();

  it.each([
    ['sale', saleDeclaration],
    ['purchase', purchaseDeclaration],
    ['production', productionDeclaration],
    ['count', inventoryAdjustmentDeclaration],
  ])('is asked for as it was on the day: %s', (_name, editor) => {
    const extra = (date: string) => askedList(editor, column(editor), { date, inventory_fk: 3 }, {}).extra['of_day'];
    expect(onBoth(extra)).toEqual([EARLIER, undefined]);
    expect(extra('2027-01-05')).toBeUndefined();
  });

  it('is of now for another list, which tells no values of a day', () => {
    const accounts: ColumnDeclaration = { field: 'account_fk', kind: 'lookup', resource: 'cashes', width: '1px' };
    expect(askedList(saleDeclaration, accounts, { date: EARLIER }, {}).extra).toEqual({});
  });
});

describe('sizes of packs', () => {
  it('are those of the day in the list of units', () => {
    expect(onBoth((date) => itemQueryOn(7, date).queryKey)).toEqual([
      ['items', 'record', 7, EARLIER],
      ['items', 'record', 7],
    ]);
    expect(onBoth((date) => unitsOn(7, date, [])[1]?.base_unit_qty)).toEqual([THEN, NOW]);
    expect(unitsOn(8, EARLIER, [{ base_unit_qty: '5' }])).toEqual([{ base_unit_qty: '5' }]);
  });

  it('count the cost of a sale', () => {
    const known = { ...{ item_fk: 7, item_type: 'goods', stock: '90', available_stock: '90', unit_cost: '2' } };
    const units = [{ unit_fk: 2, unit_name: 'Box', base_unit_qty: NOW }];
    const traded = new Map([[7, { ...known, units, last_sale: null, last_purchase: null } as const]]);
    const facts = { systemCurrency: 1, roundingStep: null, decimals: 0, seesCost: true, traded };
    const cost = (date: string) => saleTotals(draftOn(date, box), facts).margins?.get(1)?.unitCost;
    expect(onBoth(cost)).toEqual(['24', '48']);
  });

  it('count what differs in a count', () => {
    const counted = { ...box, theoretical_quantity: '30' };
    const facts = { systemCurrency: 1, roundingStep: null, decimals: 0 };
    const differs = (date: string) => inventoryAdjustmentDeclaration.totals(draftOn(date, counted), facts).lines.get(1);
    expect(onBoth(differs)).toEqual(['-6', '18']);
  });

  it('count what a promotion asks for', () => {
    const promotion: Promotion = {
      ...{ section_id: 4, title: 'Dozens', title_ar: null, title_ckb: null, outlet_fk: null, status: 'active' },
      ...{ start_date: '2026-01-01', end_date: '2026-12-31', minimum_amount: null, currency_fk: null },
      ...{ items: [{ item_fk: 7, unit_fk: 1, quantity: '12' }], applies: 'each_time', reward_type: 'get_amount' },
      ...{ reward_items: [], reward_percentage: null, reward_amount: '5' },
    };
    expect(onBoth((date) => offerOf(promotion, draftOn(date, box))?.times)).toEqual([2, 4]);
  });

  it('tell what a document moves', () => {
    const preview = { movements: [{ item_fk: 7, inventory_fk: 1, quantity: '24', estimated_cost: '1' }] };
    const moved = (date: string) => readEffect({ preview }, date).stock[0]?.quantity.map(({ quantity }) => quantity);
    expect(onBoth(moved)).toEqual([['2'], ['1']]);
  });

  it('tell what may come back in another unit', () => {
    const line = takenLine({ item_fk: 7, unit_fk: 1, unit_factor: '1', quantity: '24', price: '10' });
    const whole = (date: string) => returnedUnitColumn.fills?.(2, { date }, line)?.['whole_quantity'];
    expect(onBoth(whole)).toEqual(['2', '1']);
  });
});

describe('promotions of a sale', () => {
  it('are those that were active on the day, also such that ended since', async () => {
    const rows = [
      { section_id: 1, status: 'active' },
      { section_id: 2, status: 'inactive' },
    ];
    answer(() => ({ data: rows, last_page: 1 }));
    expect((await activePromotions(EARLIER)).map(({ section_id }) => section_id)).toEqual([1]);
    await namedPromotions([2], EARLIER);
    await activePromotions();
    const told = asked.map(({ searchParams }) => ['of_day', 'filter[status]'].map((name) => searchParams.get(name)));
    expect(told).toEqual([
      [EARLIER, null],
      [EARLIER, null],
      [null, 'active'],
    ]);
  });

  it('are known by the day of the sale', () => {
    queryClient.setQueryData(['promotions', 'list', 'of sales', EARLIER, 'active'], [{ section_id: 5 }]);
    expect(onBoth((date) => knownPromotions(date)?.length)).toEqual([1, undefined]);
  });
});

it('the recipe of a production is that of its day', async () => {
  answer(({ pathname, searchParams }) => {
    if (pathname.includes('items')) return item(NOW);
    const part = { raw_material_fk: 3, mixture_fk: null, quantity: searchParams.get('of_day') ? '2' : '9' };
    const own = { item_fk: 7, item_name: 'Blend', unit_fk: 1, quantity: '1' };
    return pathname.includes('mixtures') ? { ...own, lines: [part] } : own;
  });
  const parts = async (date: string) =>
    (await linesOfMixture(1, '1', date))
      ?.filter(({ fields }) => fields['role'] === 'input')
      .map(({ fields }) => fields['quantity']);
  expect([await parts(EARLIER), await parts(TODAY)]).toEqual([['2'], ['9']]);
});
