/** Online orders through HTTP: reserved, delivered, reversed and cancelled, in lists, stock and books. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentBuild } from '../../projector/builds/build.ts';
import { checkBooks } from '../../projector/rebuild/invariants.ts';
import { checkAcross } from '../../projector/verify/across.ts';
import { checkClaims } from '../../projector/verify/claims.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

type Row = Record<string, string & number>;
let office: Office;
let shop: Shop;

const post = (path: string, body: unknown = {}) => office.send('POST', path, body);
const order = (quantity: string, more: object = {}) => {
  const { status: _status, ...body } = saleBody(shop, quantity, { customer_fk: shop.customer, ...more });
  return office.add('online_orders', body);
};
const show = async (id: number) => (await office.read(`online_orders/${id}`)).data;

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  await office.add('purchases', purchaseBody(shop, '10'));
  await office.send('PATCH', 'system_settings/1', { counter_may_approve: true });
});
afterAll(() => office.close());

async function balance(key: string): Promise<string> {
  const { data } = await office.read('financial_reports/trial_balance');
  const row = (data['rows'] as unknown as Row[]).find((row) => row['key'] === key);
  return row ? (row['debit'] === '0' ? `-${row['credit']}` : String(row['debit'])) : '0';
}

async function findings(): Promise<unknown[]> {
  await Promise.all(['online_orders', 'items', 'financial_reports/trial_balance'].map((name) => office.read(name)));
  const client = new pg.Client({ connectionString: office.database.url });
  await client.connect();
  try {
    const schema = (await currentBuild(client))?.schema ?? '';
    const claims = await checkClaims(client, schema);
    const all = [...(await checkBooks(client, schema)), ...(await checkAcross(client, schema)), ...claims];
    return all.filter((answer) => answer.findings.length > 0);
  } finally {
    await client.end();
  }
}

describe('online orders', () => {
  it('are counted while they wait, and keep their goods once they are confirmed', async () => {
    const id = await order('8');
    expect((await office.read('online_orders/pending_order_alert')).body).toMatchObject({ message: 1, data: 1 });
    expect(await show(id)).toMatchObject({ status: 'pending', number: 'OO-000001', total: '8000' });
    expect((await post(`online_orders/${id}/confirm`, { accepted_minutes: 30 })).status).toBe(200);
    expect((await office.read('online_orders/pending_order_alert')).body['message']).toBe(0);
    expect(await show(id)).toMatchObject({ status: 'confirmed', accepted_minutes: 30 });
    expect(await findings()).toEqual([]);

    const refused = await post('sales', saleBody(shop, '3'));
    expect(refused).toMatchObject({ status: 422, body: { code: 'claim' } });
    expect(JSON.stringify(refused.body)).toContain('not reserved for orders');
    const second = await order('3');
    expect((await post(`online_orders/${second}/confirm`)).status).toBe(422);
    expect((await post('sales', saleBody(shop, '2'))).status).toBe(201);

    expect((await post(`online_orders/${id}/deliver`)).status).toBe(200);
    expect(await show(id)).toMatchObject({ status: 'delivered', payment_type: 'cash' });
    expect(await balance('cost-of-goods-sold')).toBe('6000');
    expect(await findings()).toEqual([]);
    expect((await post(`online_orders/${id}/return_to_confirmed`, { reason: 'not there' })).status).toBe(200);
    expect(await balance('cost-of-goods-sold')).toBe('1200');
    expect((await post('sales', saleBody(shop, '1'))).status).toBe(422);
    expect((await post(`online_orders/${id}/return_to_pending`, { reason: 'later' })).status).toBe(200);
    expect((await post(`online_orders/${second}/confirm`)).status).toBe(200);
    expect((await post(`online_orders/${second}/cancel`, { reason: 'changed mind' })).status).toBe(200);
    expect((await post(`online_orders/${id}/cancel`, { reason: 'gone' })).status).toBe(200);
    expect(await findings()).toEqual([]);
  });

  it('do not prevent a count: goods are counted, reserved or not', async () => {
    const id = await order('5');
    await post(`online_orders/${id}/confirm`);
    const count = await office.add('inventory_adjustments', {
      outlet_fk: shop.outlet,
      inventory_fk: shop.inventory,
      date: '2026-03-11',
      lines: [{ item_fk: shop.item, unit_fk: shop.unit, real_quantity: '7' }],
    });
    const approved = await post(`inventory_adjustments/${count}/approve`);
    expect(approved.body).not.toHaveProperty('errors');
    expect(await findings()).toEqual([]);
    // Goods that are sold before the count are included in it, so the sale must be after it.
    expect((await post('sales', saleBody(shop, '3', { date: '2026-03-12' }))).status).toBe(422);
    expect((await post(`online_orders/${id}/cancel`, { reason: 'x' })).status).toBe(200);
    expect(await findings()).toEqual([]);
  });

  it('use their prepayment when they are delivered, keep it when the delivery is reversed, and refund it when they are cancelled', async () => {
    const prepayment = { amount: '1500', account_fk: shop.cash };
    const before = Number(await balance('cash'));
    const id = await order('2', { prepayment });
    expect(await balance('customer-advances')).toBe('-1500');
    expect(await show(id)).toMatchObject({ prepayment: { amount: '1500' } });
    await post(`online_orders/${id}/confirm`);
    expect((await post(`online_orders/${id}/deliver`)).status).toBe(200);
    expect(await balance('customer-advances')).toBe('0');
    expect(await findings()).toEqual([]);
    expect((await post(`online_orders/${id}/return_to_confirmed`, { reason: 'x' })).status).toBe(200);
    expect(await balance('customer-advances')).toBe('-1500');
    expect(await findings()).toEqual([]);
    expect((await post(`online_orders/${id}/deliver`)).status).toBe(200);
    expect((await post(`online_orders/${id}/return_to_confirmed`, { reason: 'y' })).status).toBe(200);
    const told = await office.add('order_cancellation_messages', { message_text: 'Sold out' });
    expect((await post('order_cancellation_messages', { message_text: 'sold out' })).status).toBe(422);
    const messages = (await office.read('order_cancellation_messages/list')).data as unknown as { data: Row[] };
    expect(messages.data).toHaveLength(1);
    const gone = await post(`online_orders/${id}/cancel`, { reason: 'x', order_cancellation_message_fk: told });
    expect(gone.status).toBe(200);
    expect(await balance('customer-advances')).toBe('0');
    expect(Number(await balance('cash'))).toBe(before);
    expect(await findings()).toEqual([]);
    const history = (await office.read(`online_orders/${id}/history`)).data as unknown as { type: string }[];
    expect(JSON.stringify(history)).toContain('online_order.cancelled');
    expect((await office.read(`online_orders/${id}/effect`)).status).toBe(200);
    const list = (await office.read('online_orders?filter[status]=cancelled')).data as unknown as { data: Row[] };
    expect(list.data).toHaveLength(4);
  });

  it('are seen, confirmed and delivered by those who may', async () => {
    const seer = await office.person('seer', ['online_orders/show'], { outlets: [shop.outlet] });
    expect((await office.read('online_orders', seer)).status).toBe(200);
    expect((await office.read('online_orders/pending_order_alert', seer)).status).toBe(200);
    const id = await order('1');
    const refused = await office.send('POST', `online_orders/${id}/confirm`, {}, { token: seer });
    expect(refused.status).toBe(403);
  });

  it('are listed in delivery and in the past by those who have only the one or the other of these screens', async () => {
    const person = (...actions: string[]) => {
      const permissions = actions.map((action) => `online_orders/${action}`);
      return office.person(actions.join('_and_'), permissions, {
        outlets: [shop.outlet],
        inventories: [shop.inventory],
      });
    };
    const statusesOf = async (token: string, query = '') => {
      const { status, data } = await office.read(`online_orders?${query}`, token);
      const rows = status === 200 ? (data as unknown as { data: Row[] }).data : [];
      return [status, ...new Set(rows.map((row) => String(row['status'])))].sort();
    };
    const delivered = await order('1');
    await post(`online_orders/${delivered}/confirm`);
    await post(`online_orders/${delivered}/deliver`);
    const confirmed = await order('1');
    expect((await post(`online_orders/${confirmed}/confirm`)).status).toBe(200);
    await order('1');
    const driver = await person('home_delivery');
    expect(await statusesOf(driver, 'filter[status]=confirmed')).toEqual([200, 'confirmed']);
    expect(await statusesOf(driver)).toEqual([200, 'confirmed']);
    expect(await statusesOf(await person('history'))).toEqual([200, 'cancelled', 'delivered']);
    const ofBoth = await person('home_delivery', 'history');
    expect(await statusesOf(ofBoth)).toEqual([200, 'cancelled', 'confirmed', 'delivered']);
    const lister = await person('show');
    expect(await statusesOf(lister)).toContain('pending');
    expect(await statusesOf(await person('store'))).toEqual([403]);
    const reached = async (token: string, resource: string) => (await office.read(`${resource}/list`, token)).status;
    // The questions of a delivery, and the filters of the two lists.
    for (const resource of ['users', 'cashes', 'online_customers', 'delivery_zones', 'outlets']) {
      expect([resource, await reached(driver, resource)]).toEqual([resource, 200]);
    }
    expect(await reached(driver, 'suppliers')).toBe(403);
    expect(await reached(lister, 'customers')).toBe(200);
    await post(`online_orders/${confirmed}/cancel`, { reason: 'a trial' });
  });
});

describe('an online order', () => {
  it('is unpaid until it is paid, and neither when it is cancelled', async () => {
    const unpaid = await order('2');
    expect(await show(unpaid)).toMatchObject({ payment_status: 'unpaid', paid: '0', unpaid: '2000' });
    const part = await order('2', { prepayment: { amount: '500', account_fk: shop.cash } });
    expect(await show(part)).toMatchObject({ payment_status: 'partially_paid', paid: '500', unpaid: '1500' });
    const whole = await order('1', { prepayment: { amount: '1000', account_fk: shop.cash } });
    await post(`online_orders/${whole}/confirm`);
    expect(await show(whole)).toMatchObject({ payment_status: 'paid', paid: '1000', unpaid: '0' });
    for (const id of [unpaid, part]) {
      await post(`online_orders/${id}/cancel`, { reason: 'x' });
      expect(await show(id)).toMatchObject({ payment_status: null, paid: '0', unpaid: '0' });
    }
    await post(`online_orders/${whole}/deliver`);
    expect(await show(whole)).toMatchObject({ payment_status: 'paid', paid: '1000', unpaid: '0' });
    expect(await findings()).toEqual([]);
  });

  it('is paid where a promotion credits its customer, who owes it what it lacks on account', async () => {
    const promotion = await office.add('promotions', {
      ...{ title: 'Spring', status: 'active', start_date: '2026-03-01', end_date: '2026-03-31', applies: 'once' },
      ...{ minimum_amount: '1000', reward_type: 'get_amount', reward_amount: '300' },
    });
    const promotions = [{ promotion_fk: promotion }];
    const delivered = async (more: object = {}) => {
      const id = await order('1', { promotions, ...more });
      expect((await post(`online_orders/${id}/confirm`)).body.errors).toBeUndefined();
      expect((await post(`online_orders/${id}/deliver`)).body.errors).toBeUndefined();
      return show(id);
    };
    expect(await delivered()).toMatchObject({ payment_status: 'paid', paid: '1000', unpaid: '0' });
    const owed = { payment_status: 'unpaid', paid: '0', unpaid: '700' };
    const onAccount = { payment_type: 'on_account', account_fk: null };
    expect(await delivered(onAccount)).toMatchObject({ ...owed, due_date: '2026-03-11', payment_terms_days: 0 });
    const typed = await order('1', { customer_fk: shop.customer });
    await post(`online_orders/${typed}/confirm`);
    await post(`online_orders/${typed}/deliver`, { ...onAccount, due_date: '2026-04-30' });
    expect(await show(typed)).toMatchObject({ status: 'delivered', due_date: '2026-04-30' });
    expect(await findings()).toEqual([]);
  });

  it('shows the person and time of each step, without reversed ones', async () => {
    const zone = await office.add('delivery_zones', { zone_name: 'Old town', delivery_charge: '250' });
    const customer = await office.add('online_customers', { consumer_name: 'Sara', mobile: '0770 111 2233' });
    const id = await order('1', { customer_fk: null, online_customer_fk: customer, delivery_zone_fk: zone });
    const first = await show(id);
    expect(first).toMatchObject({
      ...{ online_customer_name: 'Sara', customer_mobile: '07701112233', delivery_zone_name: 'Old town' },
      ...{ delivery_charge: '250', ordered_by_fk: 1, confirmed_at: null, confirmed_by_fk: null },
    });
    expect(first['ordered_by_name']).toBe(first['created_by_name']);
    const searched = async (list: string, typed: string) =>
      (await office.read(`${list}?search=${encodeURIComponent(typed)}`)).data['total'];
    for (const typed of ['sara', '07701112233', '٠٧٧٠١١١٢٢٣٣', String(first['number'])]) {
      expect([typed, await searched('online_orders', typed)]).toEqual([typed, 1]);
    }
    expect([await searched('online_orders', 'Sarah'), await searched('sales', 'sara')]).toEqual([0, 0]);
    await post(`online_orders/${id}/confirm`);
    await post(`online_orders/${id}/give_to_driver`, { driver_fk: 1 });
    await post(`online_orders/${id}/deliver`);
    const steps = { ordered_by_fk: 1, confirmed_by_fk: 1, given_by_fk: 1, delivered_by_fk: 1, cancelled_by_fk: null };
    expect(await show(id)).toMatchObject({ ...steps, driver_fk: 1, delivered_at: expect.stringContaining('T') });
    const found = (path: string) => office.read(path).then(({ data }) => data as unknown as { data: Row[] });
    const today = new Date().toISOString().slice(0, 10);
    const list = await found(
      `online_orders?filter[driver_fk]=1&filter[delivered_at]=${today},&sortColumn=delivered_at`,
    );
    expect(list.data).toMatchObject([{ id, ...steps }]);
    await post(`online_orders/${id}/return_to_confirmed`, { reason: 'nobody home' });
    await post(`online_orders/${id}/return_to_pending`, { reason: 'tomorrow' });
    expect(await show(id)).toMatchObject({ ordered_by_fk: 1, confirmed_at: null, given_at: null, delivered_at: null });
    await post(`online_orders/${id}/cancel`, { reason: 'gone' });
    expect(await show(id)).toMatchObject({ cancelled_by_fk: 1, cancelled: { reason: 'gone' } });
  });

  it('is not taken of a blocked customer of the application', async () => {
    const customer = await office.add('online_customers', {
      consumer_name: 'Karim',
      mobile: '0770 900 1122',
      status: 'blocked',
    });
    const { status: _status, ...body } = saleBody(shop, '1', { online_customer_fk: customer });
    const refused = await post('online_orders', body);
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { online_customer_fk: [expect.stringContaining('blocked')] } },
    });
  });
});
