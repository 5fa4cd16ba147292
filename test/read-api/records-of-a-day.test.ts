/** A document that is entered late reads its records as they were on its day, and so do the screens on which it is typed. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { records } from '../../domain/registry/records.ts';
import { daysLater, validDate } from '../../domain/values/effective-date.ts';
import { objectsOf } from '../../domain/values/members.ts';
import { localAt } from '../../domain/values/zone.ts';
import { openShop, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

const TODAY = validDate(localAt('UTC', Date.now()).date);
const ENTERED = daysLater(TODAY, -60);
/** The documents are of this day, the day before the records were entered, and today. */
const EARLIER = daysLater(TODAY, -30);
const BEFORE_ALL = daysLater(TODAY, -90);

type Row = Readonly<Record<string, unknown>>;
let office: Office;
let shop: Shop;
let client: pg.Client;
const ids: Record<string, number> = {};

/** What was stored just now was stored on a day, in the log and in the model of events. */
async function storedOn(day: string): Promise<void> {
  await office.read('taxes/list');
  const { rows } = await client.query("select nspname from pg_namespace where nspname ~ '^rm_[0-9]+$' order by 1");
  // Events are never changed otherwise.
  await client.query('alter table log.event disable trigger user');
  for (const table of ['log.event', `${rows.at(-1)?.nspname}.event`])
    await client.query(`update ${table} set recorded_at = $1`, [`${day}T10:00:00Z`]);
}

beforeAll(async () => {
  office = await openOffice('', { clock: () => new Date() });
  shop = await openShop(office);
  client = new pg.Client({ connectionString: office.database.url });
  await client.connect();
  await office.send('PATCH', 'system_settings/1', { time_zone: 'UTC', allow_negative_stock: true });
  const five = await office.add('taxes', { tax_name: 'Five', percentage: '5' });
  ids['ten'] = await office.add('taxes', { tax_name: 'Ten', percentage: '10' });
  const list = await office.add('pricing_profiles', {
    profile_name: 'Trade',
    status: 'active',
    discount_percentage: '10',
  });
  const group = await office.add('customer_groups', { customer_group_name: 'Shops', payment_terms_days: 10 });
  ids['group'] = group;
  const terms = { customer_group_fk: group, pricing_profile_fk: list, allowed_debit_amount: null };
  await office.send('PATCH', `customers/${shop.customer}`, terms);
  await office.send('PATCH', `suppliers/${shop.supplier}`, { payment_terms_days: 30 });
  await office.send('PATCH', `items/${shop.item}`, { tax_fk: five, warranty_months: 6 });
  const box = await office.add('units', { unit_name: 'Crate' });
  ids['box'] = box;
  const unit = (unit_fk: number, base_unit_qty: string, sale_price: string) => ({
    ...{ unit_fk, base_unit_qty, sale_price, barcodes: [], is_base: base_unit_qty === '1' },
    is_default: base_unit_qty === '1',
  });
  const units = (size: string, price: string) => ({
    item_units: [unit(shop.unit, '1', price), unit(box, size, '9000')],
  });
  await office.send('PATCH', `items/${shop.item}`, units('12', '1000'));
  await storedOn(ENTERED);
  const later = { tax_fk: ids['ten'], warranty_months: 24, ...units('24', '1500'), confirmed: true };
  for (const [path, body] of [
    [`items/${shop.item}`, later],
    [`taxes/${five}`, { percentage: '6' }],
    [`customers/${shop.customer}`, { pricing_profile_fk: null }],
    [`customer_groups/${group}`, { payment_terms_days: 45 }],
    [`suppliers/${shop.supplier}`, { payment_terms_days: 60 }],
  ] as const)
    expect([path, (await office.send('PATCH', path, body)).status]).toEqual([path, 200]);
});
afterAll(async () => {
  await client?.end();
  await office?.close();
});

/** What a sale on account of two pieces and a box says that nobody typed. */
async function sold(date: string) {
  const lines = [
    { item_fk: shop.item, unit_fk: shop.unit, quantity: '2' },
    { item_fk: shop.item, unit_fk: ids['box'], quantity: '1' },
  ];
  const owed = { payment_type: 'on_account', account_fk: null, customer_fk: shop.customer };
  const id = await office.add('sales', saleBody(shop, '2', { date, ...owed, lines }));
  const { data } = await office.read(`sales/${id}`);
  const { due_date, lines: kept } = data as unknown as { due_date: string; lines: Record<string, unknown>[] };
  const days = Math.round((Date.parse(due_date) - Date.parse(date)) / 86_400_000);
  return [
    days,
    ...kept.map((line) => ['price', 'tax_percent', 'unit_factor', 'warranty_months'].map((field) => line[field])),
  ];
}

const OLD = [10, ['900', '5', '1', 6], ['8100', '5', '12', 6]];
const NEW = [45, ['1500', '10', '1', 24], ['9000', '10', '24', 24]];

describe('records that were changed today', () => {
  it('are as they were for a sale of an earlier day, and of a day before they were entered', async () => {
    expect(await sold(EARLIER)).toEqual(OLD);
    expect(await sold(BEFORE_ALL)).toEqual(OLD);
    expect(await sold(TODAY)).toEqual(NEW);
  });

  it('count for a draft on its day, whenever it is completed', async () => {
    const supplied = { supplier_fk: shop.supplier, payment_type: 'on_account', currency_fk: 1 };
    const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '600' }];
    const place = { outlet_fk: shop.outlet, inventory_fk: shop.inventory };
    const id = await office.add('purchases', { ...place, ...supplied, date: EARLIER, lines, status: 'draft' });
    await office.send('POST', `purchases/${id}/complete`, { receive: true });
    expect((await office.read(`purchases/${id}`)).data).toMatchObject({ due_date: daysLater(EARLIER, 30) });
    // Moved to today it reads the records of today; the size of the pack stays as it was written.
    const moved = await office.add('purchases', { ...place, ...supplied, date: EARLIER, lines, status: 'draft' });
    await office.send('PATCH', `purchases/${moved}`, { ...place, ...supplied, date: TODAY, lines, status: 'complete' });
    expect((await office.read(`purchases/${moved}`)).data).toMatchObject({ due_date: daysLater(TODAY, 60) });
  });

  it('leave the rules for whoever is served now: a limit that was set today', async () => {
    await office.send('PATCH', `customers/${shop.customer}`, { allowed_debit_amount: '1' });
    const owed = { payment_type: 'on_account', account_fk: null, customer_fk: shop.customer };
    const { status, body } = await office.send('POST', 'sales', saleBody(shop, '1', { date: EARLIER, ...owed }));
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['customer_fk']]);
    await office.send('PATCH', `customers/${shop.customer}`, { allowed_debit_amount: null });
  });

  it('replace the present price by that of a purchase, whatever the day of the purchase', async () => {
    const place = { outlet_fk: shop.outlet, inventory_fk: shop.inventory, supplier_fk: shop.supplier };
    const line = { item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '600' };
    const bought = { ...place, payment_type: 'on_account', currency_fk: 1, date: EARLIER, lines: [line] };
    const id = await office.add('purchases', { ...bought, status: 'complete' });
    const price = (sale_price: string) =>
      office.send('POST', `purchases/${id}/modify_sale_price`, {
        prices: [{ item_fk: shop.item, unit_fk: shop.unit, sale_price }],
      });
    expect((await price('1600')).status).toBe(200);
    const { item_units } = (await office.read(`items/${shop.item}`)).data as unknown as { item_units: object[] };
    expect(item_units).toMatchObject([{ sale_price: '1600' }, { base_unit_qty: '24' }]);
    expect((await price('1500')).status).toBe(200);
  });
});

describe('what the screens propose', () => {
  const read = async (path: string) => (await office.read(path)).data as unknown as Record<string, unknown>;

  it('is of the day that was typed', async () => {
    const old = await read(`items/${shop.item}?of_day=${EARLIER}`);
    expect(old['item_units']).toMatchObject([{ sale_price: '1000' }, { base_unit_qty: '12' }]);
    expect([old['warranty_months'], await read(`taxes/${Number(old['tax_fk'])}?of_day=${EARLIER}`)]).toMatchObject([
      6,
      { percentage: '5' },
    ]);
    expect(await read(`customers/${shop.customer}?of_day=${EARLIER}`)).toMatchObject({ pricing_profile_fk: 1 });
    expect(await read(`customers/${shop.customer}/terms?date=${EARLIER}`)).toMatchObject({ payment_terms_days: 10 });
    expect(await read(`suppliers/${shop.supplier}/terms?of_day=${EARLIER}`)).toMatchObject({ payment_terms_days: 30 });
  });

  it.each(
    records
      .filter(({ ofDay }) => ofDay !== undefined)
      .map(({ resource, idField, ofDay }) => ({ resource, idField, ofDay })),
  )('is the same in the list of $resource as in each record', async ({ resource, idField, ofDay }) => {
    const dated = [...(ofDay?.fields ?? []), ...Object.keys(ofDay?.rows ?? {}), 'category_path'];
    const of = (row: Row) => dated.filter((field) => field in row).map((field) => [field, row[field]]);
    for (const day of [EARLIER, BEFORE_ALL, TODAY]) {
      const { data: rows } = (await read(`${resource}/list?show_all=1&of_day=${day}`)) as { data: Row[] };
      for (const row of rows)
        expect(of(row)).toEqual(of(await read(`${resource}/${String(row[idField])}?of_day=${day}`)));
    }
  });

  it('is the price and the size of then while an item is chosen, and those of now for today', async () => {
    const chosen = async (day: string) => {
      const { data: rows } = (await read(`items/list?of_day=${day}&search=Rice`)) as { data: Row[] };
      const row = rows.find(({ item_id }) => item_id === shop.item);
      return objectsOf(row?.['item_units']).map((unit) => [unit['base_unit_qty'], unit['sale_price']]);
    };
    expect(await chosen(EARLIER)).toEqual([
      ['1', '1000'],
      ['12', '9000'],
    ]);
    expect(await chosen(TODAY)).toEqual([
      ['1', '1500'],
      ['24', '9000'],
    ]);
  });

  it('is of now for today', async () => {
    const now = await read(`items/${shop.item}?of_day=${TODAY}`);
    expect(now['item_units']).toMatchObject([{ sale_price: '1500' }, { base_unit_qty: '24' }]);
    expect(await read(`customers/${shop.customer}/terms?date=${TODAY}`)).toMatchObject({ payment_terms_days: 45 });
    expect(await read(`suppliers/${shop.supplier}/terms`)).toMatchObject({ payment_terms_days: 60 });
  });
});
