/**
 * Two servers on one database decide about the same thing at the same moment: what each of them read is still so when it
 * stores, so together they do not do what one of them would have refused after the other.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Office, openOffice } from '../read-api/office.ts';
import type { Api, Sent } from './api.ts';
import { isDone, isRefused, secondServer } from './at-one-moment.ts';
import { openShop, purchaseBody, type Shop, saleBody } from './shop.ts';

let office: Office;
let second: Api;
let shop: Shop;
beforeAll(async () => {
  office = await openOffice();
  second = await secondServer(office);
  shop = await openShop(office);
  await office.add('purchases', purchaseBody(shop, '1000'));
});
afterAll(async () => {
  await second?.app.close();
  await office?.close();
});

const post = (path: string, body: unknown) => [office, second].map((server) => () => server.send('POST', path, body));

/** The answers, what was done first. */
async function atOnce(sends: readonly (() => Promise<Sent>)[]): Promise<readonly Sent[]> {
  const answers = await Promise.all(sends.map((send) => send()));
  // What the second server stored is read through the first one.
  await office.jobIsDone();
  const didNothing = ({ body }: Sent) => Number(body.position === null);
  return answers.toSorted((a, b) => a.status - b.status || didNothing(a) - didNothing(b));
}

/** Lines of a delivery or a receipt say how much has come in all: whoever comes second hears that it was so already. */
const changesNothing = ({ status, body }: Sent): boolean => status === 200 && body.position === null;

async function doneOnce(path: string, body: unknown): Promise<Sent> {
  const [first, last] = await atOnce(post(path, body));
  expect(first?.body.errors).toBeUndefined();
  const told = [first, last].map((answer) => `${answer?.status} ${JSON.stringify(answer?.body)}`).join('\n');
  const isOnce = last !== undefined && (isRefused(last) || changesNothing(last));
  expect([first && isDone(first), isOnce], told).toEqual([true, true]);
  return first as Sent;
}

const cashes = async () => {
  const { data } = await office.read(`cashes/${shop.cash}`);
  return Number(data['balance']);
};

describe('seven of ten pieces', () => {
  it('are delivered once', async () => {
    const sale = await office.add(
      'sales',
      saleBody(shop, '10', { received_type: 'brought', customer_address: 'Citadel' }),
    );
    await doneOnce(`sales/${sale}/deliver`, { lines: [{ line_id: 1, quantity: '7' }] });
    expect((await office.read(`sales/${sale}`)).data['received_status']).toBe('partially_received');
    await doneOnce(`sales/${sale}/deliver`, { lines: [{ line_id: 1, quantity: '10' }] });
    expect((await office.read(`sales/${sale}`)).data['received_status']).toBe('received');
  });

  it('come back once, and their money is given once', async () => {
    const sale_fk = await office.add('sales', saleBody(shop, '10'));
    const before = await cashes();
    await doneOnce('sale_returns', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, sale_fk, date: '2026-03-11', status: 'complete' },
      ...{ payment_type: 'cash', account_fk: shop.cash, lines: [{ sale_line_id: 1, quantity: '7' }] },
    });
    expect(before - (await cashes())).toBe(7000);
  });

  it('are received once', async () => {
    const purchase = await office.add('purchases', purchaseBody(shop, '10', { receive: false }));
    await doneOnce(`purchases/${purchase}/receive`, { lines: [{ line_id: 1, quantity: '7' }] });
    expect((await office.read(`purchases/${purchase}`)).data['received_status']).toBe('partially_received');
  });
});

describe('a payroll', () => {
  let id: number;
  beforeAll(async () => {
    const user_fk = await office.add('users', { user_name: 'Aram', email: 'aram@example.com' });
    id = await office.add('payrolls', {
      ...{ outlet_fk: shop.outlet, from_date: '2026-02-01', to_date: '2026-02-28', date: '2026-02-28' },
      lines: [{ user_fk, base_salary: '300' }],
    });
  });
  const of = async () => (await office.read(`payrolls/${id}`)).data;

  it('is approved once', async () => {
    await doneOnce(`payrolls/${id}/approve`, {});
    expect(await of()).toMatchObject({ status: 'approved', amount: '300' });
  });

  it('has a line corrected by one of two, whose amount is what is owed', async () => {
    const sends = [office, second].map(
      (server, index) => () =>
        server.send('POST', `payrolls/${id}/correct`, {
          ...{ date: '2026-03-03', line_id: 1, base_salary: ['250', '260'][index], reason: 'wrong days' },
        }),
    );
    const [first, last] = await atOnce(sends);
    expect([first && isDone(first), last && isRefused(last)]).toEqual([true, true]);
    expect(await of()).toMatchObject({ amount: first?.body.data['amount'], corrections: [{ reason: 'wrong days' }] });
  });

  it('is paid once', async () => {
    const before = await cashes();
    await doneOnce(`payrolls/${id}/pay_out`, { date: '2026-03-11', account_fk: shop.cash, lines: [{ line_id: 1 }] });
    expect(before - (await cashes())).toBe(Number((await of())['amount']));
  });
});

describe('the last money of an account', () => {
  it('is spent once', async () => {
    const before = await cashes();
    await doneOnce('expenses', {
      ...{ outlet_fk: shop.outlet, date: '2026-03-11', payment_type: 'cash', account_fk: shop.cash, currency_fk: 1 },
      ...{ expense_type_fk: 1, amount: String(before), status: 'complete' },
    });
    expect(await cashes()).toBe(0);
  });
});

describe('a telephone of two new customers', () => {
  it('loses neither, and the next one with it is asked about', async () => {
    const named = (consumer_name: string) => ({ consumer_name, mobile: '0770 123 4567' });
    const added = await atOnce(
      [office, second].map((server, index) => () => server.send('POST', 'customers', named(`Customer ${index}`))),
    );
    for (const sent of added) expect(isDone(sent) || sent.body.code === 'confirmation').toBe(true);
    await office.read('customers');
    const third = await second.send('POST', 'customers', named('Customer 3'));
    expect([third.status, third.body.code]).toEqual([422, 'confirmation']);
  });
});

describe('the months of depreciation of an asset', () => {
  let purchase: number;
  const bought = { date: '2026-01-10', amount: '600000', currency_fk: 1, useful_life_months: 6, status: 'complete' };
  beforeAll(async () => {
    const bank = { account_name: 'Bank of the van', cash_type: 2, currency_fk: 1, allow_overdraft: true };
    purchase = await office.add('asset_purchases', {
      ...{ ...bought, outlet_fk: shop.outlet, payment_type: 'cash', account_fk: await office.add('cashes', bank) },
      fixed_asset_fk: await office.add('fixed_assets', { asset_name: 'Van' }),
    });
  });
  const due = async (date: string) => (await office.read(`depreciations/due?date=${date}`)).data;
  const lines = () => [{ asset_purchase_fk: purchase }];

  it('are entered once', async () => {
    const first = await doneOnce('depreciations', { outlet_fk: shop.outlet, date: '2026-03-11', lines: lines() });
    expect(first.body.data['amount']).toBe('200000');
    expect(await due('2026-03-11')).toMatchObject({ assets: [] });
  });

  it('and a revision at the same moment leave months that add up to what the asset cost', async () => {
    const terms = { date: '2026-04-01', useful_life_months: 9, salvage_amount: '0', reason: 'it is used longer' };
    const entered = { outlet_fk: shop.outlet, date: '2026-12-31', lines: lines() };
    const [one, other] = await atOnce([
      () => office.send('POST', `asset_purchases/${purchase}/revise`, terms),
      () => second.send('POST', 'depreciations', entered),
    ]);
    expect(one && isDone(one), JSON.stringify(one?.body)).toBe(true);
    expect(other && (isDone(other) || isRefused(other)), JSON.stringify(other?.body)).toBe(true);
    const { assets } = (await due('2026-12-31')) as { readonly assets?: readonly object[] };
    if (assets?.length) await office.add('depreciations', entered);
    const { data } = await office.read('depreciations?per_page=100');
    const amounts = (data['data'] as unknown as { amount: string }[]).map(({ amount }) => Number(amount));
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(600_000);
  });
});

describe('the minimum of an item in an inventory', () => {
  it('is changed by one of two who saw the same item', async () => {
    const { data } = await office.read(`items/${shop.item}`);
    const levels = (minimum: string) => ({
      revision: data['revision'],
      inventory_levels: [{ inventory_fk: shop.inventory, minimum, maximum: '90' }],
    });
    const [first, last] = await atOnce(
      [office, second].map(
        (server, index) => () => server.send('PATCH', `items/${shop.item}`, levels(String(10 + index))),
      ),
    );
    expect([first && isDone(first), last?.status, last?.body.code]).toEqual([true, 409, 'stale']);
    expect((await office.read(`items/${shop.item}`)).data['inventory_levels']).toMatchObject(
      first?.body.data['inventory_levels'] as object[],
    );
  });
});
