/**
 * A receipt that arrives after prices were changed is compared with the prices, lists, promotions and limits of the moment
 * of its sale. In the office the limit of discounts refuses.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureRecords } from '../../command-api/seed-data/later-records.ts';
import type { ReceiptEntry } from '../../domain/till/device-entry.schema.ts';
import { openOffice } from '../read-api/office.ts';
import { rolesAt } from '../support/database.ts';
import { itemBody, purchaseBody } from './shop.ts';
import { DAY, type OpenedTill, openedTill, openTillShop, receiptOf, send, type TillShop } from './tilling.ts';

const MONTH = { start_date: '2026-03-01', end_date: '2026-03-31', status: 'active' };
let shop: TillShop;
let till: OpenedTill;
let database: pg.Client;
let customer: number;
let list: number;
let soap: number;
let promotion: number;

beforeAll(async () => {
  shop = await openTillShop(await openOffice());
  const { api, unit } = shop;
  await ensureRecords({ databaseUrl: rolesAt(api.database.url).command });
  database = new pg.Client({ connectionString: api.database.url });
  await database.connect();
  await database.query('alter table log.event disable trigger user');
  soap = await api.add('items', itemBody(unit, 'Soap', {}));
  const line = { item_fk: soap, unit_fk: unit, quantity: '1000', price: '500' };
  await api.add('purchases', purchaseBody(shop, '1', { lines: [line] }));
  list = await api.add('pricing_profiles', { profile_name: 'Less', discount_percentage: '20' });
  await api.send('PATCH', `pricing_profiles/${list}`, { status: 'active' });
  customer = await api.add('customers', { consumer_name: 'Of the list', pricing_profile_fk: list });
  promotion = await api.add('promotions', {
    ...{ ...MONTH, title: 'Soap for less', applies: 'each_time', reward_type: 'get_discount' },
    ...{ reward_percentage: '50', items: [{ item_fk: soap, unit_fk: unit, quantity: '1' }] },
  });
  await api.send('PATCH', 'till_settings/1', { discount_without_supervisor: '10' });
  till = await openedTill(shop, 'Front');
  await send(api, till.device, [till.opened]);
  await recordedAt('2026-03-01T08:00:00');
});
afterAll(async () => {
  await database?.end();
  await shop?.api.close();
});

/** What was stored just now was stored at this moment. */
const recordedAt = (moment: string) =>
  database.query('update log.event set recorded_at = $1 where recorded_at > $2', [
    new Date(moment),
    new Date(`${DAY}T23:00:00`),
  ]);

/** Changes a record at half past nine. */
async function changed(path: string, body: object): Promise<void> {
  expect((await shop.api.send('PATCH', path, body)).status).toBe(200);
  await recordedAt(`${DAY}T09:30:00`);
}

type Sold = Partial<ReceiptEntry['lines'][number]> & { readonly price: string; readonly off?: string };

/** The notes of a receipt of one piece. */
async function notes(time: string, { price, off = '0', ...line }: Sold, more: Partial<ReceiptEntry> = {}) {
  const total = String(Number(price) - Number(off));
  const printed = { discount_amount: off, tax_amount: '0', total_amount: total };
  const sold = { line_id: 1, item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price, ...line, ...printed };
  const at = { drawer: till.drawer, account: till.account, number: till.device.chain.number };
  const payments = [{ method: 'cash' as const, amount: total, account_fk: till.account }];
  const content = { ...receiptOf(shop, at, 1, { time, total, lines: [sold], payments, ...more }) };
  const [answer] = await send(shop.api, till.device, [
    await till.device.chain.next(content, { cashier: shop.cashier }),
  ]);
  expect(answer?.state).toBe('stored');
  return (answer?.review ?? []).map(({ rule }) => rule);
}

const LIMIT = ['discount_above_limit'];

describe('a receipt that arrives after a change', () => {
  // The entries of a chain follow each other, so each case sells before the change and, later, after it.
  it('is compared with the prices, the list, the promotion and the limit of its sale', async () => {
    const halved = {
      ...{ item_fk: soap, price: '1000', off: '500', promotion_fk: promotion },
      discount: { type: 'percent', value: '50' } as const,
    };
    const unit = (sale_price: string) => ({
      ...{ unit_fk: shop.unit, base_unit_qty: '1', is_base: true, is_default: true, sale_price, barcodes: [] },
    });
    const cases = (): readonly (readonly [string, Sold, Partial<ReceiptEntry>?])[] => [
      ['the listed price', { price: '1000' }],
      ['the list of a customer', { price: '800' }, { customer_fk: customer }],
      ['a promotion', halved, { promotions: [{ promotion_fk: promotion }] }],
      ['the limit', { item_fk: soap, price: '920' }],
    ];
    await changed(`items/${shop.item}`, { item_units: [unit('2000')] });
    await changed(`pricing_profiles/${list}`, { discount_percentage: '1' });
    await changed(`promotions/${promotion}`, { end_date: '2026-03-05' });
    await changed('till_settings/1', { discount_without_supervisor: '5' });
    for (const [name, line, more] of cases()) expect([name, await notes('09:10:00', line, more)]).toEqual([name, []]);
    const after: string[][] = [];
    for (const [, line, more] of cases()) after.push(await notes('10:00:00', line, more));
    expect(after[0]).toEqual(LIMIT);
    expect(after[1]).toEqual(LIMIT);
    expect(after[2]).not.toEqual([]);
    expect(after[3]).toEqual(LIMIT);
  });

  it('is noted by the limit of its sale, although a higher one is allowed when it arrives', async () => {
    await shop.api.send('PATCH', 'till_settings/1', { discount_without_supervisor: '40' });
    // Stored now, months after the sale.
    expect(await notes('10:10:00', { item_fk: soap, price: '920' })).toEqual(LIMIT);
    await recordedAt(`${DAY}T09:40:00`);
    expect(await notes('10:11:00', { item_fk: soap, price: '920' })).toEqual([]);
    await changed('till_settings/1', { discount_without_supervisor: '10' });
  });
});

describe('a receipt of the office', () => {
  const RIGHTS = ['index', 'show', 'update', 'store', 'complete'].map((action) => `pos_sales/${action}`);

  it('is refused above the limit of discounts, also when it was held, unless its person may sell at any price', async () => {
    const { api } = shop;
    const place = { outlets: [shop.outlet], inventories: [shop.inventory] };
    const seller = await api.person('seller', [...RIGHTS, 'pos_admin_sales/store'], place);
    const [opened] = await send(api, till.device, [till.opened]);
    const receipt = (price: string, more: object = {}, status = 'complete') => ({
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: DAY, time: '10:15:00', status },
      ...{ drawer_fk: opened?.id, lines: [{ item_fk: soap, unit_fk: shop.unit, quantity: '1', price, ...more }] },
      payments: [{ method: 'cash', amount: '1000', account_fk: till.account }],
    });
    const sent = (body: object, token = seller) => api.send('POST', 'pos_sales', body, { token });
    const eleven = { discount: { type: 'percent', value: '11' } };
    for (const [price, more] of [['899'], ['1'], ['1000', eleven]] as const) {
      const refused = await sent(receipt(price, more));
      expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['lines.0.discount']]);
    }
    expect(await sent(receipt('900'))).toMatchObject({ status: 201 });
    const held = await sent(receipt('500', {}, 'hold'));
    const completed = await api.send('POST', `pos_sales/${held.body.data['id']}/complete`, {}, { token: seller });
    expect([completed.status, Object.keys(completed.body.errors ?? {})]).toEqual([422, ['lines.0.discount']]);
    const boss = await api.person('boss', [...RIGHTS, 'pos_admin_sales/store', 'sales/below_minimum_price'], place);
    expect(await sent(receipt('1'), boss)).toMatchObject({ status: 201 });
  });
});
