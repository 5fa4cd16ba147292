/** Goods that have expired or soon will: by batch and inventory, as at a day, as known at a moment. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

interface Expiring {
  readonly item_fk: number;
  readonly inventory_fk: number;
  readonly batch_number: string | null;
  readonly expire_date: string;
  readonly quantity: string;
  readonly days_left: number;
  readonly state: string;
}

let office: Office;
let shop: Shop;
let milk: number;
let before: string;

const line = (quantity: string, expire_date: string | null) => ({
  ...{ item_fk: milk, unit_fk: shop.unit, quantity, price: '600', expire_date },
});
const bought = (date: string, ...lines: object[]) =>
  office.add('purchases', { ...purchaseBody(shop, '1'), date, time: '08:00', lines });

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  milk = await office.add('items', itemBody(shop.unit, 'Milk', { has_expire: true, expire_alert_days: 10 }));
  await bought('2026-03-01', line('10', '2026-03-20'), line('6', '2026-04-30'));
  await office.add('sales', {
    ...saleBody(shop, '1'),
    date: '2026-03-05',
    lines: [{ item_fk: milk, unit_fk: shop.unit, quantity: '7', price: '1000' }],
  });
  before = String((await office.read('reports/expired_items')).data['position']);
  await bought('2026-03-03', line('5', '2026-03-18'));
});
afterAll(() => office?.close());

async function asked(query: string): Promise<Expiring[]> {
  const { status, data } = await office.read(`reports/expired_items?${query}`);
  expect(status).toBe(200);
  return (data as unknown as { data: Expiring[] }).data;
}

const short = (rows: readonly Expiring[]) => rows.map((row) => [row.expire_date, row.quantity, row.state]);

it('shows what is on hand of each day of expiry, in its inventory', async () => {
  expect(short(await asked('as_at=2026-03-19'))).toEqual([
    ['2026-03-18', '5', 'expired'],
    ['2026-03-20', '3', 'expires_soon'],
  ]);
  const rows = await asked(`as_at=2026-03-19&inventory_fk=${shop.inventory}`);
  expect(rows.map(({ inventory_fk, batch_number }) => [inventory_fk, batch_number])).toEqual([
    [shop.inventory, null],
    [shop.inventory, null],
  ]);
});

it('shows no goods before their days of warning, and no item that does not expire', async () => {
  expect(await asked('as_at=2026-03-05')).toEqual([]);
});

it('answers what was known at a moment before a late purchase', async () => {
  expect(short(await asked(`as_at=2026-03-19&known_at=${before}`))).toEqual([['2026-03-20', '3', 'expires_soon']]);
});

it('shows one state when it is asked for', async () => {
  expect((await asked('as_at=2026-03-19&show=expired')).map(({ days_left }) => days_left)).toEqual([-1]);
});

it('offers what is on hand in an inventory with the days on which it expires, the first first', async () => {
  const [row] = (await offered(shop.inventory)) as [Record<string, unknown>];
  expect(row).toMatchObject({ item_id: milk, item_name: 'Milk', stock: '14', expire_date: '2026-03-18' });
  expect(row['batches']).toEqual([
    { expire_date: '2026-03-18', quantity: '5' },
    { expire_date: '2026-03-20', quantity: '3' },
    { expire_date: '2026-04-30', quantity: '6' },
  ]);
  expect(await offered(shop.inventory, 'search=nothing of that name')).toEqual([]);
});

it('offers nothing of an empty inventory, and answers 404 for one that a person was not given', async () => {
  const empty = await office.add('inventories', { inventory_name: 'Empty', outlet_fk: shop.outlet });
  expect(await offered(empty)).toEqual([]);
  const clerk = await office.person('expiring', ['asset_disposals/store'], { outlets: [shop.outlet], inventories: [] });
  expect((await office.read(`items/list_with_expire/${shop.inventory}`, clerk)).status).toBe(404);
  const nobody = await office.person('unconcerned', ['brands/index']);
  expect((await office.read(`items/list_with_expire/${shop.inventory}`, nobody)).status).toBe(403);
});

it('announces no goods whose warning is off, only those that have expired', async () => {
  const off = await Promise.all(
    [{}, { expire_alert_days: 0 }, { expire_alert_days: 1 }].map((days, index) =>
      office.add('items', itemBody(shop.unit, `Cheese ${index}`, { has_expire: true, ...days })),
    ),
  );
  await bought('2026-03-01', ...off.map((item_fk) => ({ ...line('4', '2026-03-25'), item_fk })));
  const seen = async (day: string) => {
    const rows = await asked(`as_at=${day}`);
    return rows.filter(({ item_fk }) => off.includes(item_fk)).map(({ state }) => state);
  };
  expect([await seen('2026-03-24'), await seen('2026-03-25')]).toEqual([[], []]);
  expect(await seen('2026-03-26')).toEqual(['expired', 'expired', 'expired']);
});

async function offered(inventory: number, query = ''): Promise<unknown[]> {
  const { status, data } = await office.read(`items/list_with_expire/${inventory}?${query}`);
  expect(status).toBe(200);
  return (data as unknown as { data: unknown[] }).data;
}
