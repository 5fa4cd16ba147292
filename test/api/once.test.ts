import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, openApi } from './api.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from './shop.ts';

let api: Api;
let shop: Shop;
let log: pg.Client;
beforeAll(async () => {
  api = await openApi();
  shop = await openShop(api);
  log = new pg.Client({ connectionString: api.database.url });
  await log.connect();
});
afterAll(async () => {
  await log.end();
  await api.close();
});

async function events(stream?: string): Promise<number> {
  const { rows } = await log.query('select count(*)::int as n from log.event where $1::text is null or stream = $1', [
    stream ?? null,
  ]);
  return rows[0].n as number;
}

describe('an idempotency key', () => {
  it('sent five times at once stores one command and gives one answer', async () => {
    const before = await events();
    const send = () => api.send('POST', 'brands', { brand_name: 'Once' }, { key: 'once' });
    const answers = await Promise.all([send(), send(), send(), send(), send()]);
    expect(new Set(answers.map((answer) => answer.body.data['id'])).size).toBe(1);
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201]);
    expect(await events()).toBe(before + 1);
    expect((await send()).body.data['id']).toBe(answers[0]?.body.data['id']);
  });

  it('gives the first answer again although its own effects now stand in the way', async () => {
    const own = { ...shop, item: await api.add('items', itemBody(shop.unit, 'Single')) };
    await api.add('purchases', purchaseBody(own, '1'));
    const first = await api.send('POST', 'sales', saleBody(own, '1'), { key: 'sale of the single' });
    const id = String(first.body.data['id']);
    await api.send('POST', `sales/${id}/return_to_draft`, { reason: 'check' }, { key: 'back' });
    const again = await api.send('POST', 'sales', saleBody(own, '1'), { key: 'sale of the single' });
    expect(again.body.data).toMatchObject({
      id: Number(id),
      status: 'complete',
      revision: 0,
      number: first.body.data['number'],
    });
    expect(again.body.position).toBe(first.body.position);
    const back = await api.send('POST', `sales/${id}/return_to_draft`, { reason: 'check' }, { key: 'back' });
    expect(back.body.data).toMatchObject({ status: 'draft', revision: 1, repeated: true });
    expect(await events(`sale-${id}`)).toBe(2);
  });

  it('with another body is refused', async () => {
    await api.send('POST', 'brands', { brand_name: 'First' }, { key: 'reused' });
    const { status, body } = await api.send('POST', 'brands', { brand_name: 'Second' }, { key: 'reused' });
    expect([status, body.code]).toEqual([422, 'idempotency']);
  });

  it('belongs to its person, must be there, and is not longer than 128 characters', async () => {
    for (const key of ['', 'k'.repeat(129)]) {
      const { status, body } = await api.send('POST', 'brands', { brand_name: 'Keyless' }, { key });
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['Idempotency-Key']]);
    }
  });
});

describe('a revision', () => {
  it('that is stale is refused with what changed since, event by event and field by field', async () => {
    const id = await api.add('customers', { consumer_name: 'Dilan' });
    await api.send('PATCH', `customers/${id}`, { mobile: '0750', revision: 0 });
    await api.send('POST', `customers/${id}`, { consumer_name: 'Dilan Omar', _method: 'PATCH' });
    const { status, body } = await api.send('PATCH', `customers/${id}`, { mobile: '0770', revision: 0 });
    expect([status, body.code]).toEqual([409, 'stale']);
    expect(body.details).toMatchObject({
      revision: 2,
      changes: [
        { type: 'customer.amended', revision: 1, actor: '1', changed: [{ field: 'mobile', from: null, to: '0750' }] },
        { revision: 2, changed: [{ field: 'consumer_name', from: 'Dilan', to: 'Dilan Omar' }] },
      ],
    });
  });

  it('may be said in If-Match', async () => {
    const id = await api.add('customers', { consumer_name: 'Shilan' });
    const stale = await api.send('PATCH', `customers/${id}`, { mobile: '1' }, { headers: { 'if-match': '"7"' } });
    expect(stale.status).toBe(409);
    const right = await api.send('PATCH', `customers/${id}`, { mobile: '1' }, { headers: { 'if-match': '"0"' } });
    expect(right.status).toBe(200);
  });

  it('lets one of several changes through that were made on the same state, and the others when they have seen it', async () => {
    const id = await api.add('customers', { consumer_name: 'Busy' });
    const fields = ['mobile', 'office_phone', 'note', 'code'];
    const answers = await Promise.all(
      fields.map((field) => api.send('PATCH', `customers/${id}`, { [field]: `x-${field}`, revision: 0 })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409]);
    for (const field of fields) {
      expect((await api.send('PATCH', `customers/${id}`, { [field]: `x-${field}` })).status).toBe(200);
    }
    const { body } = await api.send('PATCH', `customers/${id}`, { email: 'busy@example.com' });
    expect(body.data).toMatchObject({ mobile: 'x-mobile', code: 'x-code', note: 'x-note', revision: 5 });
  });
});

describe('a dry run', () => {
  it('shows events, journal, movements and balances, and stores nothing', async () => {
    const own = { ...shop, item: await api.add('items', itemBody(shop.unit, 'Shown')) };
    await api.add('purchases', purchaseBody(own, '5'));
    const before = await events();
    const { status, body } = await api.send('POST', 'sales?dry_run=1', saleBody(own, '2'), { key: '' });
    expect(status).toBe(200);
    expect(body.position).toBeNull();
    expect(body.data['preview']).toMatchObject({
      events: [{ type: 'sale.completed' }],
      effective_date: '2026-03-11',
      journal: expect.arrayContaining([
        expect.objectContaining({ account_key: 'cash', account_record: 'Till', debit: '2000', credit: '0' }),
        expect.objectContaining({ account_key: 'sales', account_number: 4100, credit: '2000' }),
      ]),
      movements: [{ item_name: 'Shown', inventory_fk: own.inventory, quantity: '-2' }],
      balances: expect.arrayContaining([{ key: `stock:${own.item}:${own.inventory}`, before: '5', after: '3' }]),
    });
    expect(await events()).toBe(before);
    expect((await api.send('POST', 'sales', saleBody(own, '5'))).status).toBe(201);
  });
});
