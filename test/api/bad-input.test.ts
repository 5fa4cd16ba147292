import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyRoute } from '../support/every-route.ts';
import { type Api, openApi, SECRET, type Sent } from './api.ts';
import { openShop, purchaseBody, type Shop, saleBody } from './shop.ts';

let api: Api;
let shop: Shop;
beforeAll(async () => {
  api = await openApi();
  shop = await openShop(api);
  await api.add('purchases', purchaseBody(shop, '100'));
});
afterAll(() => api.close());

const line = (more: object) => [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '1000', ...more }];
const sell = (more: object): Promise<Sent> => api.send('POST', 'sales', saleBody(shop, '1', more));

function expectIssue({ status, body }: Sent, field: string, code = 'validation'): void {
  expect(body).toMatchObject({ code, message: expect.any(String), request_id: expect.any(String) });
  expect(body.errors?.[field]?.[0], JSON.stringify(body.errors)).toEqual(expect.any(String));
  expect(status).toBe(422);
}

describe('a body is refused with 422 and its field', () => {
  it('for an unknown field', async () => expectIssue(await sell({ colour: 'red' }), 'colour'));
  it('for an unknown field of a line', async () =>
    expectIssue(await sell({ lines: line({ colour: 'red' }) }), 'lines.0.colour'));
  it('for a number where an amount is text', async () =>
    expectIssue(await sell({ lines: line({ price: 1000 }) }), 'lines.0.price'));
  it('for text where a number is meant', async () => expectIssue(await sell({ outlet_fk: '1' }), 'outlet_fk'));
  it('for a number out of range', async () => expectIssue(await sell({ outlet_fk: 3_000_000_000 }), 'outlet_fk'));
  it('for an amount of too many digits', async () =>
    expectIssue(await sell({ lines: line({ price: '1'.repeat(15) }) }), 'lines.0.price'));
  it('for an amount of too many decimals', async () =>
    expectIssue(await sell({ lines: line({ price: '1.00001' }) }), 'lines.0.price'));
  it('for a day that is not in the calendar', async () => expectIssue(await sell({ date: '2026-02-30' }), 'date'));
  it('for a date outside an open year', async () => expectIssue(await sell({ date: '2027-06-01' }), 'date', 'claim'));
  it('for a date before the first year', async () => expectIssue(await sell({ date: '2019-06-01' }), 'date'));
  it('for an unknown id', async () => expectIssue(await sell({ lines: line({ item_fk: 99_999 }) }), 'lines.0.item_fk'));
  it('for an id of zero', async () => expectIssue(await sell({ outlet_fk: 0 }), 'outlet_fk'));
  it('for a quantity of zero', async () =>
    expectIssue(await sell({ lines: line({ quantity: '0' }) }), 'lines.0.quantity'));
  it('for a rate of zero', async () => {
    const usd = await api.add('cashes', { account_name: 'Dollars', cash_type: 1, currency_fk: 2 });
    expectIssue(await sell({ currency_fk: 2, account_fk: usd, rate: '0' }), 'rate');
  });
  it('for a negative price', async () => expectIssue(await sell({ lines: line({ price: '-1' }) }), 'lines.0.price'));
  it('for a discount above the price', async () => {
    const answer = await sell({ lines: line({ discount: { type: 'amount', value: '1001' } }) });
    expectIssue(answer, 'lines.0.discount');
  });
  it('for no lines', async () => expectIssue(await sell({ lines: [] }), 'lines'));
  it('for no lines and a discount on them, which has nothing to be shared over', async () => {
    const none = { lines: [], discount: { type: 'amount', value: '100' } };
    expectIssue(await sell(none), 'lines');
    expectIssue(await api.send('POST', 'purchases', purchaseBody(shop, '1', none)), 'lines');
    const cost = {
      cost_type: 'freight',
      amount: '5',
      currency_fk: 1,
      payment_type: 'on_account',
      supplier_fk: shop.supplier,
    };
    expectIssue(await api.send('POST', 'purchases', purchaseBody(shop, '1', { lines: [], costs: [cost] })), 'lines');
    const draft = await sell({ ...none, status: 'draft' });
    expect([draft.status, draft.body.data['status']]).toEqual([201, 'draft']);
    expectIssue(await api.send('POST', `sales/${draft.body.data['id']}/complete`), 'lines');
  });
  it('for an impossible day, in queries of the books', async () => {
    const salesman_fk = await api.add('salesmen', {
      sale_man_name: 'Karwan',
      commission_type: 'percentage',
      sale_man_commission_percentage: '5',
    });
    const rate_fk = await api.add('currency_rates', { date: '2026-03-01', rate: '1490', in_rate: '1480' });
    const place = { outlet_fk: shop.outlet, date: '2026-02-30' };
    const commission = { salesman_fk, to_date: '2026-02-30', outlet_fk: shop.outlet, date: '2026-03-10' };
    expectIssue(await api.send('POST', 'salesman_commissions', commission), 'to_date');
    expectIssue(await api.send('POST', 'revaluations', { ...place, rate_fk, status: 'posted' }), 'date');
    expectIssue(await api.send('POST', 'revaluations', { ...place, rate_fk, status: 'draft' }), 'date');
  });
  it('for more lines than a document has, without looking at any of them', async () => {
    const lines = Array.from({ length: 10_000 }, () => ({ colour: 'red' }));
    const { status, body } = await sell({ lines, colour: 'red' });
    expect([status, body.errors]).toEqual([422, { lines: ['Lines must have at most 2,000 entries'] }]);
  });
  it('for an alternative that there is not', async () =>
    expectIssue(await sell({ payment_type: 'barter' }), 'payment_type'));
  it('that is a list', async () => expect((await api.send('POST', 'sales', [])).status).toBe(422));
});

describe('all wrong fields are reported at once', () => {
  it('those of the schema with those of the rules behind it', async () => {
    const { body } = await sell({
      colour: 'red',
      date: '2026-02-30',
      customer_fk: 4242,
      lines: line({ price: '-1', unit_fk: 77 }),
    });
    expect(Object.keys(body.errors ?? {}).sort()).toEqual(
      ['colour', 'customer_fk', 'date', 'lines.0.price', 'lines.0.unit_fk'].sort(),
    );
  });

  it('of every line, however many', async () => {
    const lines = Array.from({ length: 40 }, () => line({ quantity: 'many' })[0]);
    const { body } = await sell({ lines });
    expect(Object.keys(body.errors ?? {})).toHaveLength(40);
  });

  it('every required field of an empty body', async () => {
    const { body } = await api.send('POST', 'sales', {});
    expect(Object.keys(body.errors ?? {})).toEqual(
      expect.arrayContaining(['outlet_fk', 'inventory_fk', 'date', 'currency_fk', 'payment_type', 'lines']),
    );
  });
});

describe('a request that cannot be read', () => {
  it('is 413 when the body has two megabytes', async () => {
    const { status, body } = await sell({ note: 'x'.repeat(2 * 1024 * 1024) });
    expect([status, body.code]).toEqual([413, 'too_large']);
    expect(body).toHaveProperty('request_id');
  });

  it('is 400 when it is not UTF-8', async () => {
    const payload = Buffer.concat([Buffer.from('{"brand_name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
    const headers = {
      authorization: `Bearer ${api.token}`,
      'content-type': 'application/json',
      'idempotency-key': 'x',
    };
    const answer = await api.app.inject({ method: 'POST', url: '/api/brands', headers, payload });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed']);
  });

  it('is 400 when it is not JSON', async () => {
    const { status, body } = await api.send('POST', 'brands', '{"brand_name": ');
    expect([status, body.code]).toEqual([400, 'malformed']);
  });

  it('is 415 when it is not said to be JSON', async () => {
    const { status } = await api.send('POST', 'brands', 'name=x', { headers: { 'content-type': 'text/plain' } });
    expect(status).toBe(415);
  });

  it.each(['0', '-1', '1.5', 'abc', '99999999999'])('is 422 when the id is %s', async (id) => {
    const { status, body } = await api.send('PATCH', `brands/${id}`, { brand_name: 'x' });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['id']]);
  });

  it('is 404 when nothing has the id', async () => {
    expect((await api.send('PATCH', 'brands/4242', { brand_name: 'x' })).status).toBe(404);
    expect((await api.send('POST', 'sales/4242/complete')).status).toBe(404);
  });

  it('is 422 when a POST on an id does not state that it is a change', async () => {
    const id = await api.add('brands', { brand_name: 'Overridden' });
    expect((await api.send('POST', `brands/${id}`, { brand_name: 'x' })).status).toBe(422);
    expect((await api.send('POST', `brands/${id}?_method=PATCH`, { brand_name: 'y' })).status).toBe(200);
  });

  it('never names a table, a column or a statement', async () => {
    const hostile = ["'; drop table log.event; --", '\u0000', '\ud800', '%_\\', '{{7*7}}', '__proto__'];
    for (const brand_name of hostile) {
      const { status, body } = await api.send('POST', 'brands', { brand_name });
      expect(status).toBeLessThan(500);
      expect(JSON.stringify(body)).not.toMatch(/select |insert |claim\.|log\.event \(/);
    }
  });
});

describe('an address with a NUL in place of an id', () => {
  it('is not an error of the database, on any route', async () => {
    const routes = (await everyRoute(api.database.url, SECRET)).filter(({ url }) => url.includes(':'));
    expect(routes.length).toBeGreaterThan(500);
    const wrong: string[] = [];
    for (const { method, url } of routes) {
      const path = url.replaceAll(/:[a-z_]+/g, '%00');
      const { statusCode } = await api.app.inject({
        method,
        url: `/api/${path}?search=%00`,
        headers: { authorization: `Bearer ${api.token}`, 'idempotency-key': `nul ${method} ${url}` },
      });
      if (statusCode >= 500) wrong.push(`${method} ${url}: ${statusCode}`);
    }
    expect(wrong).toEqual([]);
  });
});
