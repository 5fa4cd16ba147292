/** Goods that one outlet sells to another, entered over the API and read by people of both outlets. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentBuild } from '../../projector/builds/build.ts';
import { checkBooks } from '../../projector/rebuild/invariants.ts';
import { checkAcross } from '../../projector/verify/across.ts';
import { openShop, purchaseBody, type Shop } from '../api/shop.ts';
import { balancesOf } from '../support/trial-balance.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let there: { outlet: number; inventory: number; cash: number };
/** Clerks of the sending and of the receiving outlet. */
let sender: string;
let receiver: string;

const ACTIONS = ['index', 'show', 'store', 'update', 'complete', 'receive', 'return_to_pending'];
const permissions = ['sale_transfers', 'sale_transfer_returns'].flatMap((resource) =>
  ACTIONS.map((action) => `${resource}/${action}`),
);

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  const outlet = await office.add('outlets', { outlet_name: 'Airport' });
  const inventory = await office.add('inventories', { inventory_name: 'Airport store', outlet_fk: outlet });
  const cash = await office.add('cashes', {
    account_name: 'Airport till',
    cash_type: 1,
    currency_fk: 1,
    outlet_fk: outlet,
  });
  there = { outlet, inventory, cash };
  await office.add('purchases', purchaseBody(shop, '20'));
  sender = await office.person('sender', permissions, { outlets: [shop.outlet], inventories: [shop.inventory] });
  receiver = await office.person('receiver', [...permissions, 'financial_reports/trial_balance', 'items/show_cost'], {
    outlets: [outlet],
    inventories: [inventory],
  });
});
afterAll(() => office.close());

const transferBody = (more: object = {}) => ({
  outlet_fk: shop.outlet,
  inventory_fk: shop.inventory,
  to_outlet_fk: there.outlet,
  to_inventory_fk: there.inventory,
  date: '2026-03-05',
  currency_fk: 1,
  lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '10', price: '800' }],
  ...more,
});
const post = (path: string, body: unknown, token?: string) =>
  office.send('POST', path, body, token === undefined ? {} : { token });

/** Accounts without others below them, by name; a credit is below zero. */
const trialBalance = async (query: string, token?: string) => {
  const { data } = await office.read(`financial_reports/trial_balance?${query}`, token);
  return balancesOf(data['rows']);
};

describe('the places to which goods can be sent', () => {
  const rows = async (path: string) => {
    const { status, data } = await office.read(path, sender);
    expect(status).toBe(200);
    return data['data'];
  };

  it('are those of all outlets for a clerk of one, with their names alone', async () => {
    expect(JSON.stringify(await rows('outlets/list'))).not.toContain('Airport');
    expect(await rows('outlets/receiving?search=airp')).toEqual([{ outlet_id: there.outlet, outlet_name: 'Airport' }]);
    expect(await rows(`inventories/receiving?filter[outlet_fk]=${there.outlet}`)).toEqual([
      { inventory_id: there.inventory, inventory_name: 'Airport store', outlet_fk: there.outlet },
    ]);
    expect((await office.read(`outlets/${there.outlet}`, sender)).status).toBe(404);
  });

  it('are neither inactive, nor told to a person who enters no transfer', async () => {
    const outlet_name = 'Airport until last year';
    await office.add('outlets', { outlet_name, is_active: false });
    expect(JSON.stringify(await rows('outlets/receiving?per_page=100'))).not.toContain(outlet_name);
    const other = await office.person('seller', ['sales/store'], { outlets: [shop.outlet], inventories: [] });
    for (const resource of ['outlets', 'inventories']) {
      expect((await office.read(`${resource}/receiving`, other)).status).toBe(403);
    }
  });
});

describe('a sale transfer', () => {
  let id: number;

  it('is sent by one outlet and received by the other, part by part, and each sees it', async () => {
    const sent = await post('sale_transfers', transferBody({ status: 'sent' }), sender);
    expect(sent).toMatchObject({ status: 201, body: { data: { status: 'sent', number: 'TS-000001' } } });
    id = Number(sent.body.data['id']);
    const notMine = await post(`sale_transfers/${id}/receive`, {}, sender);
    expect(Object.keys(notMine.body.errors ?? {})).toContain('to_outlet_fk');
    const part = { date: '2026-03-06', lines: [{ line_id: 1, quantity: '4' }] };
    expect((await post(`sale_transfers/${id}/receive`, part, receiver)).status).toBe(200);
    const { data } = await office.read('sale_transfers', receiver);
    expect(data['data']).toMatchObject([
      {
        id,
        status: 'sent',
        received_status: 'partially_received',
        total: '8000',
        outlet_name: 'Bazaar',
        to_outlet_name: 'Airport',
      },
    ]);
    const whole = await post(
      `sale_transfers/${id}/receive`,
      { date: '2026-03-07', rest: 'missing', lines: [{ line_id: 1, quantity: '9' }] },
      receiver,
    );
    expect(whole.body.data).toMatchObject({ status: 'received' });
    expect((await office.read(`sale_transfers/${id}`, sender)).data).toMatchObject({ possible: ['charge_missing'] });
  });

  it('moves stock at cost, and shows so', async () => {
    const { data } = await office.read(`sale_transfers/${id}/effect`);
    expect(data['stock']).toMatchObject([
      { inventory_name: 'Bazaar store', quantity: '-10', value: '-6000' },
      { inventory_name: 'Airport store', quantity: '4', value: '2400' },
      { inventory_name: 'Airport store', quantity: '6', value: '3600' },
      { inventory_name: 'Airport store', quantity: '-1', value: '-600' },
    ]);
  });

  it('is eliminated in the books of the company, and one row of an outlet while they are kept together', async () => {
    const company = { 'Bazaar store': '6000', 'Airport store': '5400', payable: '-12000', shrinkage: '600' };
    expect(await trialBalance('')).toEqual(company);
    expect(await trialBalance(`outlet_fk=${there.outlet}`)).toEqual({
      'Airport store': '5400',
      'inter-outlet': '-5400',
    });
    const ledger = await office.read(`financial_reports/account_ledger?account=1410&outlet_fk=${there.outlet}`);
    const figure = `account_ledger;account=1410;outlet_fk=${there.outlet};of=closing`;
    const explained = await office.read(`explain?figure=${encodeURIComponent(figure)}`);
    expect([ledger.data['closing'], explained.data['amount']]).toEqual(['-5400', '-5400']);
    expect(explained.data['data']).toMatchObject([{ amount: '-7200' }, { amount: '1800' }]);
    const settings = await office.send('PATCH', 'system_settings/1', { accounting: 'separated' });
    expect(settings.status).toBe(200);
    expect(await trialBalance('')).toEqual(company);
  });

  it('is a claim between two outlets whose books are separated, each of which balances', async () => {
    expect(await trialBalance(`outlet_fk=${there.outlet}`)).toEqual({
      'Airport store': '5400',
      'inter-outlet': '-7200',
      'sale-transfers': '1800',
    });
    expect(await trialBalance(`outlet_fk=${shop.outlet}`)).toEqual({
      'Bazaar store': '6000',
      'inter-outlet': '7200',
      payable: '-12000',
      'sale-transfers': '-1800',
      shrinkage: '600',
    });
    expect(await trialBalance('', receiver)).toEqual({
      'Airport store': '5400',
      'inter-outlet': '-7200',
      'sale-transfers': '1800',
    });
    const { data } = await office.read('financial_reports/trial_balance?by=outlet');
    const outlets = data['outlets'] as unknown as Record<'debit' | 'credit', string>[];
    expect(outlets).toHaveLength(2);
    for (const { debit, credit } of outlets) expect(debit).toBe(credit);
  });

  it('takes no more than there is, and returns to pending before it arrives', async () => {
    const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '11', price: '800' }];
    const refused = await post('sale_transfers', transferBody({ status: 'sent', lines }));
    expect(refused).toMatchObject({ status: 422, body: { code: 'claim' } });
    const pending = await office.add('sale_transfers', transferBody());
    const sent = await post(`sale_transfers/${pending}/send`, {});
    expect(sent.body.data).toMatchObject({ status: 'sent', number: 'TS-000002' });
    const back = await post(`sale_transfers/${pending}/return_to_pending`, { reason: 'wrong shop' }, sender);
    expect(back.body.data).toMatchObject({ status: 'pending', number: 'TS-000002' });
    expect((await post(`sale_transfers/${pending}/receive`, {}, receiver)).status).toBe(409);
    // The receiver reads it; it is changed by its sender only, and its number remains one of the sender's.
    const swapped = {
      ...{ outlet_fk: there.outlet, inventory_fk: there.inventory },
      ...{ to_outlet_fk: shop.outlet, to_inventory_fk: shop.inventory },
    };
    const changing = (body: object, token?: string) =>
      office.send('PATCH', `sale_transfers/${pending}`, body, token === undefined ? {} : { token });
    const taken = await changing(transferBody(swapped), receiver);
    expect([taken.status, Object.keys(taken.body.errors ?? {})]).toEqual([422, ['outlet_fk', 'inventory_fk']]);
    const moved = await changing(transferBody(swapped));
    expect([moved.status, Object.keys(moved.body.errors ?? {})]).toEqual([422, ['outlet_fk']]);
    expect((await changing(transferBody({ note: 'Friday' }), sender)).status).toBe(200);
    expect((await office.read(`sale_transfers/${pending}`)).data).toMatchObject({ outlet_fk: shop.outlet });
  });

  it('comes back at its own price and cost, never more than arrived', async () => {
    const body = (quantity: string) => ({
      outlet_fk: there.outlet,
      inventory_fk: there.inventory,
      to_outlet_fk: shop.outlet,
      to_inventory_fk: shop.inventory,
      date: '2026-03-08',
      sale_transfer_fk: id,
      status: 'sent',
      lines: [{ sale_transfer_line_id: 1, quantity }],
    });
    const first = await post('sale_transfer_returns', body('5'), receiver);
    expect(first.body.data).toMatchObject({ status: 'sent', number: 'TSR-000001' });
    const second = await post('sale_transfer_returns', body('5'), receiver);
    expect(Object.keys(second.body.errors ?? {})).toEqual(['lines.0.quantity']);
    const received = await post(
      `sale_transfer_returns/${first.body.data['id']}/receive`,
      { date: '2026-03-09' },
      sender,
    );
    expect(received.body.data).toMatchObject({ status: 'received' });
    expect(await trialBalance(`outlet_fk=${there.outlet}`)).toEqual({
      'Airport store': '2400',
      'inter-outlet': '-3200',
      'sale-transfers': '800',
    });
  });

  it('leaves books of which everything holds that always does', async () => {
    const client = new pg.Client({ connectionString: office.database.url });
    await client.connect();
    try {
      const schema = (await currentBuild(client))?.schema ?? '';
      const answers = [...(await checkBooks(client, schema)), ...(await checkAcross(client, schema))];
      expect(answers.length).toBeGreaterThan(15);
      expect(answers.filter(({ findings }) => findings.length > 0)).toEqual([]);
    } finally {
      await client.end();
    }
  });
});

describe('money between outlets', () => {
  it('is a claim of the one that sent it', async () => {
    const earned = {
      outlet_fk: shop.outlet,
      income_type_fk: await office.add('income_types', { type_name: 'Rent' }),
      date: '2026-03-04',
      currency_fk: 1,
      amount: '900',
      payment_type: 'cash',
      account_fk: shop.cash,
      status: 'complete',
    };
    await office.add('incomes', earned);
    const before = (await trialBalance(`outlet_fk=${there.outlet}`))['inter-outlet'];
    await office.add('cash_transactions', {
      outlet_fk: shop.outlet,
      to_outlet_fk: there.outlet,
      date: '2026-03-09',
      from_account_fk: shop.cash,
      to_account_fk: there.cash,
      amount: '900',
    });
    expect(before).toBe('-3200');
    expect(await trialBalance(`outlet_fk=${there.outlet}`)).toMatchObject({ 'inter-outlet': '-4100' });
  });
});
