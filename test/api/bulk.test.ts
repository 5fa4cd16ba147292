import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BulkResult } from '../../command-api/jobs/bulk.ts';
import { resultOf } from '../support/job-result.ts';
import { type Api, openApi } from './api.ts';
import { openShop, purchaseBody, type Shop, saleBody } from './shop.ts';

let api: Api;
let shop: Shop;
beforeAll(async () => {
  api = await openApi();
  shop = await openShop(api);
  await api.add('purchases', purchaseBody(shop, '100'));
});
afterAll(() => api.close());

const draft = (quantity = '1', more: object = {}) =>
  api.add('sales', saleBody(shop, quantity, { status: 'draft', ...more }));

const result = (jobId: string, token = api.token) => resultOf<BulkResult>(api, jobId, { token });

async function run(resource: string, body: object, token = api.token): Promise<BulkResult> {
  const started = await api.send('POST', `${resource}/bulk`, body, { token });
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  return result(String(started.body.data['job_id']), token);
}

describe('an action on many documents', () => {
  it('completes the possible rows and reports for each other row the reason', async () => {
    const [one, two, tooMany] = [await draft(), await draft(), await draft('5000')];
    const complete = await api.add('sales', saleBody(shop, '1'));
    const done = await run('sales', { action: 'complete', ids: [one, tooMany, two, complete, 4242] });
    expect(done).toMatchObject({ done: [one, two], unchanged: [complete], cancelled: false, asked: 5 });
    expect(done.refused.map(({ id }) => id)).toEqual([tooMany, 4242]);
    expect(done.refused[0]?.message).toMatch(/Rice/);
  });

  it('is previewed: the ready rows, the skipped ones and the reasons', async () => {
    const ready = await draft();
    const complete = await api.add('sales', saleBody(shop, '1'));
    const preview = await api.send('POST', 'sales/bulk?dry_run=1', {
      action: 'complete',
      ids: [ready, complete, 4242],
    });
    expect(preview.body.data).toMatchObject({
      ready: 1,
      left: [
        { id: complete, title: /^S-/ },
        { id: 4242, title: null },
      ],
    });
    expect((await api.send('POST', 'sales/bulk?dry_run=1', { action: 'complete', ids: [ready] })).body.data).toEqual({
      ready: 1,
      left: [],
    });
  });

  it('requires a reason if the transition does, and is undone by its opposite', async () => {
    const ids = [await draft(), await draft()];
    expect((await run('sales', { action: 'complete', ids })).undo).toBe('return_to_draft');
    const without = await api.send('POST', 'sales/bulk', { action: 'return_to_draft', ids });
    expect(without.body.errors).toHaveProperty('reason');
    expect((await run('sales', { action: 'return_to_draft', ids, reason: 'wrong price' })).done).toEqual(ids);
  });

  it('sent twice with one key is one job, and each row one command', async () => {
    const id = await draft();
    const send = () => api.send('POST', 'sales/bulk', { action: 'complete', ids: [id] }, { key: 'twice' });
    const [first, second] = [await send(), await send()];
    expect(second.body.data['job_id']).toBe(first.body.data['job_id']);
    await result(String(first.body.data['job_id']));
    expect(await countOf(id)).toMatchObject([{ count: '1' }]);
  });

  it('sent with a key that was used for other rows, or for another job, is refused', async () => {
    const [one, other] = [await draft(), await draft()];
    const send = (path: string, ids: readonly number[], action = 'complete') =>
      api.send('POST', path, { action, ids }, { key: 'of one request' });
    const first = await send('sales/bulk', [one]);
    const jobId = String(first.body.data['job_id']);
    expect((await result(jobId)).done).toEqual([one]);
    const brand = await api.add('brands', { brand_name: 'Not asked' });
    const again = [await send('sales/bulk', [other]), await send('brands/bulk', [brand], 'delete')];
    const rebuilt = await api.send('POST', 'jobs/rebuild', {}, { key: 'of one request' });
    expect([...again, rebuilt].map(({ status, body }) => [status, body.code, body.message])).toEqual(
      Array.from({ length: 3 }, () => [422, 'idempotency', 'This was sent before with another content']),
    );
    expect((await send('sales/bulk', [one])).body.data['job_id']).toBe(jobId);
    expect(await countOf(other)).toEqual([]);
    expect((await api.send('GET', `jobs/${jobId}`)).body.data['result']).toMatchObject({ done: [one] });
  });

  it('is taken up again after a stop, and does nothing twice', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 60; n += 1) ids.push(await draft('0.13'));
    const started = await api.send('POST', 'sales/bulk', { action: 'complete', ids });
    const jobId = String(started.body.data['job_id']);
    await api.restart();
    expect((await result(jobId)).done).toEqual(ids);
    const counts = await countOf(...ids);
    expect(counts).toHaveLength(60);
    expect(counts.every(({ count }) => count === '1')).toBe(true);
  });

  it('that is cancelled keeps the completed rows and reports the cancellation', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 80; n += 1) ids.push(await draft('0.13'));
    const started = await api.send('POST', 'sales/bulk', { action: 'complete', ids });
    const jobId = String(started.body.data['job_id']);
    for (let state = ''; state !== 'active'; ) {
      state = String((await api.send('GET', `jobs/${jobId}`)).body.data['state']);
      if (state === 'completed') throw new Error('it was done before it was cancelled');
    }
    await api.send('POST', `jobs/${jobId}/cancel`, {});
    const broken = await result(jobId);
    expect(broken.cancelled).toBe(true);
    expect(broken.done.length).toBeLessThan(80);
    expect(broken.done).toEqual(ids.slice(0, broken.done.length));
  });
});

describe('permissions of an action on many rows', () => {
  it('are those of the single action, and only rows of the person’s outlets are changed', async () => {
    const id = await draft();
    const elsewhere = await api.add('outlets', { outlet_name: 'Far away' });
    const given = { outlets: [shop.outlet], inventories: [shop.inventory] };
    const clerk = await api.person('bulk-clerk', ['sales/complete'], given);
    const stranger = await api.person('bulk-stranger', ['sales/complete'], { outlets: [elsewhere] });
    const discard = await api.send('POST', 'sales/bulk', { action: 'discard', ids: [id] }, { token: clerk });
    expect(discard.status).toBe(403);
    expect((await run('sales', { action: 'complete', ids: [id] }, stranger)).refused).toMatchObject([
      { id, title: null },
    ]);
    expect((await run('sales', { action: 'complete', ids: [id] }, clerk)).done).toEqual([id]);
  });

  it('show each person their actions, and nobody the job of another', async () => {
    const clerk = await api.person('bulk-second', ['sales/complete', 'brands/destroy'], {});
    const names = async (resource: string) => {
      const { data } = (await api.send('GET', `bulk_actions/${resource}`, undefined, { token: clerk })).body;
      return (data as unknown as { name: string }[]).map(({ name }) => name);
    };
    expect(await names('sales')).toEqual(['complete']);
    expect(await names('brands')).toEqual(['delete']);
    expect(await names('nothing')).toEqual([]);
    const mine = await api.send('POST', 'sales/bulk', { action: 'complete', ids: [await draft()] });
    const jobId = String(mine.body.data['job_id']);
    expect((await api.send('GET', `jobs/${jobId}`, undefined, { token: clerk })).status).toBe(404);
    expect((await api.send('POST', `jobs/${jobId}/cancel`, {}, { token: clerk })).status).toBe(404);
    expect((await api.send('GET', 'jobs', undefined, { token: clerk })).body.data).toEqual([]);
    await result(jobId);
  });
});

describe('an action on many records', () => {
  it('deletes, and is undone', async () => {
    const ids = [await api.add('brands', { brand_name: 'A' }), await api.add('brands', { brand_name: 'B' })];
    expect(await run('brands', { action: 'delete', ids })).toMatchObject({ done: ids, undo: 'restore' });
    expect((await run('brands', { action: 'restore', ids })).done).toEqual(ids);
  });

  it('keeps records in use', async () => {
    const free = await api.add('units', { unit_name: 'Free' });
    const { done, refused } = await run('units', { action: 'delete', ids: [shop.unit, free] });
    expect(done).toEqual([free]);
    expect(refused).toMatchObject([
      { id: shop.unit, title: 'Bag', message: 'You cannot delete this section (Unit): it is in use' },
    ]);
  });

  it('activates and inactivates', async () => {
    const id = await api.add('inventories', {
      ...{ inventory_name: 'Attic', inventory_name_ckb: 'سەربان', outlet_fk: shop.outlet },
    });
    expect((await run('inventories', { action: 'inactivate', ids: [id] })).done).toEqual([id]);
    expect((await run('inventories', { action: 'inactivate', ids: [id] })).unchanged).toEqual([id]);
    const preview = await api.send('POST', 'inventories/bulk?dry_run=1', { action: 'inactivate', ids: [id] });
    expect(preview.body.data).toMatchObject({ ready: 0, left: [{ id, title: 'Attic' }] });
    const inKurdish = await api.send(
      'POST',
      'inventories/bulk?dry_run=1',
      { action: 'inactivate', ids: [id] },
      { headers: { 'accept-language': 'ckb' } },
    );
    expect(inKurdish.body.data).toMatchObject({ ready: 0, left: [{ id, title: 'سەربان' }] });
  });
});

describe('a selection', () => {
  it.each([
    ['that is empty', { action: 'complete', ids: [] }, 'ids'],
    ['of what is no id', { action: 'complete', ids: [0] }, 'ids.0'],
    ['for an unknown action', { action: 'explode', ids: [1] }, 'action'],
    ['with an unknown field', { action: 'complete', ids: [1], colour: 'red' }, 'colour'],
  ])('%s is refused', async (_name, body, field) => {
    const { status, body: answer } = await api.send('POST', 'sales/bulk', body);
    expect(status).toBe(422);
    expect(answer.errors).toHaveProperty([field]);
  });
});

/** The number of completions of each of these sales. */
async function countOf(...ids: number[]): Promise<readonly { readonly stream: string; readonly count: string }[]> {
  const client = new pg.Client({ connectionString: api.database.url });
  await client.connect();
  try {
    const text = `select stream, count(*) from log.event where type = 'sale.completed' and stream = any($1) group by 1`;
    return (await client.query(text, [ids.map((id) => `sale-${id}`)])).rows;
  } finally {
    await client.end();
  }
}
