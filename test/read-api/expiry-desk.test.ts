/** The desk of expiring goods: from whom a batch came and at which price, and the drafts that become of marked rows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  disposalDrafts,
  type ExpiringRow,
  mayMove,
  promotionDrafts,
  returnDrafts,
  transferDrafts,
} from '../../web/stock/expiring/drafts.ts';
import { itemBody, openShop, purchaseBody, type Shop } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

const DAY = '2026-03-19';
const MONEY = { system_currency_fk: 1, rate_fk: null };

let office: Office;
let shop: Shop;
let box: number;
let other: number;
let shelf: number;
const items = { milk: 0, cheese: 0, drops: 0 };

const bought = (line: object, more: object = {}) =>
  office.add('purchases', { ...purchaseBody(shop, '1'), date: '2026-03-01', time: '08:00', lines: [line], ...more });

beforeAll(async () => {
  office = await openOffice('', { clock: () => new Date(2026, 2, 19, 10, 30) });
  shop = await openShop(office);
  box = await office.add('units', { unit_name: 'Box of thirty' });
  other = await office.add('suppliers', { consumer_name: 'Dairy' });
  shelf = await office.add('inventories', { inventory_name: 'Shelf', outlet_fk: shop.outlet });
  const dated = { has_expire: true, has_batch_number: true, expire_alert_days: 10 };
  items.milk = await office.add('items', itemBody(shop.unit, 'Milk', dated));
  items.cheese = await office.add('items', itemBody(shop.unit, 'Cheese', dated));
  const units = itemBody(shop.unit, 'Drops', dated);
  items.drops = await office.add('items', {
    ...units,
    item_units: [
      ...units.item_units,
      { unit_fk: box, base_unit_qty: '30', is_base: false, is_default: false, sale_price: '9000', barcodes: [] },
    ],
  });
  const line = { unit_fk: shop.unit, price: '600' };
  const of = (item_fk: number, batch_number: string, expire_date: string) => ({ item_fk, batch_number, expire_date });
  await bought({ ...line, ...of(items.milk, 'M1', '2026-03-15'), quantity: '10' });
  await bought(
    { ...line, ...of(items.milk, 'M2', '2026-03-25'), quantity: '10', bonus_quantity: '2', price: '660' },
    { supplier_fk: other },
  );
  await bought({ ...line, ...of(items.cheese, 'C1', '2026-03-20'), quantity: '4', price: '1500' });
  // 70 of 100 tablets are two boxes and ten tablets.
  await bought({ ...of(items.drops, 'D1', '2026-03-22'), unit_fk: box, quantity: '3', price: '4500' });
  await office.add('sales', {
    ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-03-02', currency_fk: 1 },
    ...{ payment_type: 'cash', account_fk: shop.cash, status: 'complete' },
    lines: [{ item_fk: items.drops, unit_fk: shop.unit, quantity: '20', price: '200' }],
  });
});
afterAll(() => office?.close());

async function rows(query = '', token = office.token): Promise<ExpiringRow[]> {
  const { status, data } = await office.read(`reports/expired_items?as_at=${DAY}&${query}`, token);
  expect(status).toBe(200);
  return (data as unknown as { data: ExpiringRow[] }).data;
}

const marked = async (...batches: string[]) =>
  (await rows()).filter(({ batch_number }) => batches.includes(String(batch_number)));

async function step(path: string, body?: object): Promise<void> {
  const { status, body: answer } = await office.send('POST', path, body);
  expect([status, answer.message], `${path} ${JSON.stringify(answer)}`).toEqual([200, answer.message]);
}

const read = async (resource: string, id: number) => (await office.read(`${resource}/${id}`)).data;

describe('a row of expiring goods', () => {
  it('names the supplier of the last purchase of its batch, the price after bonus goods, and its value', async () => {
    const shown = (await rows()).map((row) => [
      ...[row.batch_number, row.days_left, row.supplier_name, row.unit_name, row.price, row.quantity, row.value],
    ]);
    expect(shown).toEqual([
      ['M1', -4, 'Mill', 'Bag', '600', '10', '5727.2727'],
      ['C1', 1, 'Mill', 'Bag', '1500', '4', '6000'],
      ['D1', 3, 'Mill', 'Box of thirty', '4500', '70', '10500'],
      ['M2', 6, 'Dairy', 'Bag', '550', '12', '6872.7273'],
    ]);
  });

  it('is found by its supplier', async () => {
    expect((await rows(`supplier_fk=${other}`)).map(({ batch_number }) => batch_number)).toEqual(['M2']);
  });

  it('tells no value to who may not see costs, and no supplier to who may not see purchases', async () => {
    const places = { outlets: [shop.outlet], inventories: [shop.inventory] };
    const clerk = await office.person('shelves', ['reports/expired_items'], places);
    const [row] = await rows('', clerk);
    expect([row?.quantity, row?.supplier_fk, row?.price, row?.value]).toEqual(['10', null, null, null]);
    const buyer = await office.person('buyer', ['reports/expired_items', 'purchases/index'], places);
    const [seen] = await rows('', buyer);
    expect([seen?.supplier_name, seen?.price, seen?.value]).toEqual(['Mill', '600', null]);
  });

  it('of a purchase that was taken back has the supplier of the purchase before', async () => {
    const id = await bought(
      {
        item_fk: items.cheese,
        batch_number: 'C1',
        expire_date: '2026-03-20',
        unit_fk: shop.unit,
        quantity: '1',
        price: '9',
      },
      { supplier_fk: other },
    );
    expect((await marked('C1')).map(({ supplier_name }) => supplier_name)).toEqual(['Dairy']);
    await step(`purchases/${id}/return_to_draft`, { reason: 'wrong' });
    expect((await marked('C1')).map(({ supplier_name, price }) => [supplier_name, price])).toEqual([['Mill', '1500']]);
  });
});

describe('marked rows', () => {
  it('become a return for each supplier, in the units of the purchase, which takes exactly these batches', async () => {
    const drafts = returnDrafts(await marked('M1', 'M2', 'C1', 'D1'), DAY, MONEY);
    expect(drafts.map(({ label }) => label)).toEqual(['Mill', 'Dairy']);
    const ids: number[] = [];
    for (const { resource, body } of drafts) ids.push(await office.add(resource, body));
    const [mill, dairy] = await Promise.all(ids.map((id) => read('purchase_returns', id)));
    expect([mill?.['status'], mill?.['supplier_fk'], dairy?.['supplier_fk']]).toEqual(['draft', shop.supplier, other]);
    const lines = (mill?.['lines'] ?? []) as Record<string, unknown>[];
    expect(lines.map(({ unit_fk, quantity, price }) => [unit_fk, quantity, price])).toEqual([
      [shop.unit, '10', '600'],
      [shop.unit, '4', '1500'],
      [box, '2', '4500'],
      [shop.unit, '10', '150'],
    ]);
    for (const id of ids) await step(`purchase_returns/${id}/complete`);
    expect(await rows()).toEqual([]);
    for (const id of ids) await step(`purchase_returns/${id}/return_to_draft`, { reason: 'not fetched' });
    expect(await rows()).toHaveLength(4);
  });

  it('of two currencies or inventories are drafts of their own, and those of no known supplier are left out', async () => {
    const [row] = await marked('M1');
    if (!row) throw new Error('M1 is there');
    const rows: ExpiringRow[] = [
      row,
      { ...row, currency_fk: 2, batch_number: 'M3' },
      { ...row, inventory_fk: shelf, batch_number: 'M4' },
      { ...row, supplier_fk: null, price: null, batch_number: 'M5' },
    ];
    const drafts = returnDrafts(rows, DAY, { system_currency_fk: 1, rate_fk: 7 });
    expect(drafts.map(({ rows: own }) => own.map(({ batch_number }) => batch_number))).toEqual([
      ['M1'],
      ['M3'],
      ['M4'],
    ]);
    const rates = drafts.map(({ body }) => (body as { rate_fk?: number }).rate_fk);
    expect(rates).toEqual([undefined, 7, undefined]);
  });

  it('become a disposal of what has expired, and another one of what has not', async () => {
    const drafts = disposalDrafts(await marked('M1', 'C1'), DAY);
    const types = drafts.map(({ body }) => (body as { disposal_type: string }).disposal_type);
    expect(types).toEqual(['expired', 'destruct']);
    for (const { resource, body } of drafts) {
      const id = await office.add(resource, body);
      await step(`asset_disposals/${id}/done`);
      await step(`asset_disposals/${id}/approve`);
    }
    expect((await rows()).map(({ batch_number }) => batch_number)).toEqual(['D1', 'M2']);
  });

  it('become a transfer of what has not expired to another inventory, and none of what is there', async () => {
    const to = { inventory_fk: shelf, outlet_fk: shop.outlet };
    const all = await marked('D1', 'M2');
    const [expired] = all.map((row): ExpiringRow => ({ ...row, state: 'expired' }));
    expect(expired && mayMove(shelf)(expired)).toBe(false);
    const [draft, ...more] = transferDrafts(all, DAY, to);
    expect(more).toEqual([]);
    const id = await office.add('stock_transfers', draft?.body ?? {});
    await step(`stock_transfers/${id}/send`);
    await step(`stock_transfers/${id}/receive`, { date: DAY });
    const moved = await rows(`inventory_fk=${shelf}`);
    expect(moved.map(({ batch_number, quantity }) => [batch_number, quantity])).toEqual([
      ['D1', '70'],
      ['M2', '12'],
    ]);
    expect(moved.map(({ supplier_name }) => supplier_name)).toEqual(['Mill', 'Dairy']);
    expect(transferDrafts(moved, DAY, to)).toEqual([]);
  });

  it('become a promotion of each batch until its day, which a sale gives when it is active', async () => {
    const drafts = promotionDrafts(await marked('D1', 'M2'), DAY, '20');
    expect(drafts.map(({ label }) => label)).toEqual(['Drops · D1', 'Milk · M2']);
    const ids: number[] = [];
    for (const { resource, body } of drafts) ids.push(await office.add(resource, body));
    const [drops, milk] = await Promise.all(ids.map((id) => read('promotions', id)));
    expect([drops?.['status'], drops?.['end_date'], milk?.['end_date']]).toEqual(['draft', '2026-03-22', '2026-03-25']);
    const { status } = await office.send('PATCH', `promotions/${ids[0]}`, { status: 'active' });
    expect(status).toBe(200);
    const sale = await office.add('sales', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shelf, date: DAY, currency_fk: 1 },
      ...{ payment_type: 'cash', account_fk: shop.cash, status: 'complete' },
      lines: [
        {
          ...{ item_fk: items.drops, unit_fk: shop.unit, quantity: '1', price: '200' },
          ...{ discount: { type: 'percent', value: '20' }, promotion_fk: ids[0] },
        },
      ],
    });
    const [line] = (await read('sales', sale))['batches'] as unknown as Record<string, unknown>[];
    expect([line?.['batch_number'], line?.['quantity']]).toEqual(['D1', '1']);
    const [expired] = (await marked('D1')).map((row): ExpiringRow => ({ ...row, state: 'expired' }));
    expect(promotionDrafts(expired ? [expired] : [], DAY, '20')).toEqual([]);
  });

  it('of a held batch are not moved, and go back to the supplier all the same', async () => {
    await office.add('batch_holds', {
      ...{
        item_fk: items.milk,
        batch_number: 'M2',
        expire_date: '2026-03-25',
        hold_type: 'recalled',
        reason: 'letter',
      },
    });
    const [row] = await marked('M2');
    expect(row?.hold_type).toBe('recalled');
    expect(row && mayMove(shop.inventory)(row)).toBe(false);
    const [draft] = returnDrafts(row ? [row] : [], DAY, MONEY);
    const id = await office.add('purchase_returns', { ...draft?.body, status: 'complete' });
    expect((await read('purchase_returns', id))['status']).toBe('complete');
  });
});
