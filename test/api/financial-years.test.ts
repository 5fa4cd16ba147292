/**
 * The days of a financial year: changed and deleted while it contains no documents, and never with a gap, also by
 * concurrent requests.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, openApi } from './api.ts';
import { openShop, purchaseBody, type Shop } from './shop.ts';

let api: Api;
let shop: Shop;
beforeAll(async () => {
  api = await openApi();
  shop = await openShop(api);
});
afterAll(() => api.close());

const year = (start_date: string, end_date: string) => ({ year_name: start_date, start_date, end_date });
const add = (from: string, to: string) => api.add('financial_years', year(from, to));
const change = (id: number, body: object) => api.send('PATCH', `financial_years/${id}`, body);
const remove = (id: number) => api.send('DELETE', `financial_years/${id}`);
const buy = (date: string) => api.send('POST', 'purchases', purchaseBody(shop, '1', { date, confirmed: true }));

describe('a financial year in which nothing is', () => {
  it('gets other days, and documents follow them', async () => {
    const next = await add('2027-01-01', '2027-12-31');
    expect((await change(next, { end_date: '2028-06-30' })).status).toBe(200);
    expect((await change(next, { end_date: '2028-07-01' })).body.errors).toHaveProperty('end_date');
    expect((await change(next, { start_date: '2027-02-01' })).body.errors).toEqual({
      start_date: [expect.stringContaining('01/01/2027')],
    });
    expect((await change(next, { end_date: '2027-06-30' })).status).toBe(200);
    expect((await buy('2027-07-01')).body.errors).toHaveProperty('date');
    expect((await remove(next)).status).toBe(200);
    expect((await buy('2027-03-01')).body.errors).toHaveProperty('date');
  });

  it('is not deleted while another one follows it, and is deleted after that one', async () => {
    const [next, last] = [await add('2027-01-01', '2027-12-31'), await add('2028-01-01', '2028-12-31')];
    const refused = await remove(next);
    expect([refused.status, JSON.stringify(refused.body.errors)]).toEqual([422, expect.stringContaining('01/01/2028')]);
    expect((await change(next, { end_date: '2027-11-30' })).status).toBe(422);
    expect((await remove(last)).status).toBe(200);
    expect((await remove(next)).status).toBe(200);
    const again = await api.send('POST', `financial_years/${next}/restore`, {});
    expect(again.status).toBe(200);
    expect((await remove(next)).status).toBe(200);
  });

  it('is not the first: opening balances belong to that one, whose days can be changed', async () => {
    expect((await remove(1)).status).toBe(422);
    expect((await change(1, { start_date: '2025-12-01' })).status).toBe(200);
    expect((await change(1, { start_date: '2026-01-01' })).status).toBe(200);
  });

  it('is won by one of two: who posts in it or who deletes it, who follows it or who deletes it', async () => {
    const won = (...answers: readonly { status: number }[]) => answers.filter(({ status }) => status < 300).length;
    for (let round = 0; round < 5; round += 1) {
      const next = await add('2027-01-01', '2027-12-31');
      const [followed, gone] = await Promise.all([
        api.send('POST', 'financial_years', year('2028-01-01', '2028-12-31')),
        remove(next),
      ]);
      expect(won(followed, gone)).toBe(1);
      if (followed.status < 300) {
        expect((await remove(Number(followed.body.data?.['id'] ?? followed.body.data?.['year_id']))).status).toBe(200);
        expect((await remove(next)).status).toBe(200);
      }
    }
    const next = await add('2027-01-01', '2027-12-31');
    const [bought, gone] = await Promise.all([buy('2027-05-05'), remove(next)]);
    expect(won(bought, gone)).toBe(1);
    if (gone.status < 300) {
      await add('2027-01-01', '2027-12-31');
      expect((await buy('2027-05-05')).status).toBe(201);
    }
  });
});

describe('a financial year in which something is', () => {
  it('keeps its days and is not deleted, also when the document was reversed', async () => {
    const id = await add('2028-01-01', '2028-12-31');
    const { body } = await buy('2028-02-02');
    expect(
      (await api.send('POST', `purchases/${body.data?.['id']}/return_to_draft`, { reason: 'a test' })).status,
    ).toBe(200);
    for (const answer of [await remove(id), await change(id, { end_date: '2029-06-30' })]) {
      expect(answer.status).toBe(422);
      expect(JSON.stringify(answer.body.errors)).toContain('01/01/2028');
    }
    expect((await change(id, { year_name: 'Two thousand and twenty-eight' })).status).toBe(200);
  });
});
