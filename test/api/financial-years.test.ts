/**
 * The days of a financial year: changed and deleted while it contains no documents, and never with a gap, also by
 * concurrent requests.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareClaims } from '../../command-api/claims-of-log/against-log/compare-claims.ts';
import { rebuildClaims } from '../../command-api/claims-of-log/from-log/rebuild-claims.ts';
import { openPostgresStore } from '../../event-store/postgres/store.ts';
import { MIGRATIONS_FOLDER } from '../../migrations/migrate.ts';
import { openOffice } from '../read-api/office.ts';
import { onDatabase } from '../store-contract/postgres-server.ts';
import type { Api } from './api.ts';
import { openShop, purchaseBody, type Shop } from './shop.ts';
import { acrossFindings } from './tilling.ts';

let api: Api;
let shop: Shop;
beforeAll(async () => {
  api = await openOffice();
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

describe('the numbers of documents', () => {
  it('begin again with each financial year, also with one that begins in July, and a replay of the log finds the same', async () => {
    const numbers: unknown[] = [];
    for (const [from, to, days] of [
      ['2029-01-01', '2029-06-30', ['2029-05-05']],
      ['2029-07-01', '2030-06-30', ['2029-08-08', '2030-05-05']],
      ['2030-07-01', '2031-06-30', ['2030-08-08', '2030-08-09']],
    ] as const) {
      await add(from, to);
      for (const day of days) numbers.push(String((await buy(day)).body.data?.['number']).replace(/^\D+0*/, ''));
    }
    expect(numbers).toEqual(['1', '1', '2', '1', '2']);
    const databaseUrl = api.database.url;
    const store = await openPostgresStore({ url: databaseUrl });
    try {
      const compared = await compareClaims({ store, databaseUrl, inKurrentDb: false });
      expect('because' in compared ? compared : compared.answers.flatMap(({ findings }) => findings)).toEqual([]);
    } finally {
      await store.close();
    }
  });

  it('continue after those of an earlier version, which began again on 1 January', async () => {
    const series = (year: number | string) => `purchase:${shop.outlet}:${year}`;
    await onDatabase(api.database.url, (client) =>
      client.query('update claim.series set last = 0 where series = $1', [series('2030-07-01')]),
    );
    expect((await buy('2031-01-05')).body.data?.['number']).toMatch(/\D0*1$/);
    await onDatabase(api.database.url, async (client) => {
      await client.query(`delete from claim.series where series ~ '^purchase:.*-'`);
      await client.query('insert into claim.series values ($1, 2), ($2, 1)', [series(2030), series(2031)]);
      for (const migration of ['0044-numbers-by-financial-year', '0046-continued-numbers']) {
        await client.query(readFileSync(join(MIGRATIONS_FOLDER, migration, 'up.sql'), 'utf8'));
      }
    });
    expect((await buy('2031-02-02')).body.data?.['number']).toMatch(/\D0*3$/);
    expect((await buy('2030-09-09')).body.data?.['number']).toMatch(/\D0*4$/);
    expect(await acrossFindings(api)).toEqual([]);
    const databaseUrl = api.database.url;
    const store = await openPostgresStore({ url: databaseUrl });
    try {
      await rebuildClaims({ store, databaseUrl, inKurrentDb: false });
    } finally {
      await store.close();
    }
    expect(await acrossFindings(api)).toEqual([]);
    await onDatabase(databaseUrl, async (client) => {
      const { rows } = await client.query('select last from claim.series where series = $1', [series('2030-07-01')]);
      expect(rows).toEqual([{ last: '4' }]);
      // A number that was given without a document is found.
      await client.query('update claim.series set last = last + 2 where series = $1', [series('2030-07-01')]);
      expect(await acrossFindings(api)).toEqual([expect.stringMatching(/^purchase: \d+ numbers were given/)]);
      await client.query('update claim.series set last = last - 2 where series = $1', [series('2030-07-01')]);
    });
  });

  it('keep the days of their year, also those of documents that post nothing', async () => {
    const id = await add('2031-07-01', '2032-06-30');
    await api.add('quotations', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2031-08-08', currency_fk: 1 },
      lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '1000' }],
      ...{ status: 'complete', confirmed: true },
    });
    const stays = async () => {
      for (const answer of [await remove(id), await change(id, { end_date: '2032-12-31' })]) {
        expect([answer.status, JSON.stringify(answer.body.errors)]).toEqual([
          422,
          expect.stringContaining('01/07/2031'),
        ]);
      }
    };
    await stays();
    await onDatabase(api.database.url, async (client) => {
      await client.query('update claim.period set used = false');
      await client.query(readFileSync(join(MIGRATIONS_FOLDER, '0045-numbers-use-their-years', 'up.sql'), 'utf8'));
    });
    await stays();
  });
});
