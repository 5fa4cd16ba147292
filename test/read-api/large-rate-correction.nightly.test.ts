/** Correcting a rate in so many documents that one append cannot store their corrections. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_APPEND_BYTES } from '../../event-store/port.ts';
import { openShop } from '../api/shop.ts';
import { resultOf } from '../support/job-result.ts';
import { type Office, openOffice } from './office.ts';

const DOCUMENTS = 4_600;
const AT_ONCE = 16;

interface Result {
  readonly plan: object;
  readonly committed: boolean;
  readonly documents: number;
}

let office: Office;
let database: pg.Client;
let rates: readonly number[];
beforeAll(async () => {
  office = await openOffice();
  const { outlet } = await openShop(office);
  database = new pg.Client({ connectionString: office.database.url });
  await database.connect();
  const account_fk = await office.add('cashes', { account_name: 'Dollar box', cash_type: 1, currency_fk: 2 });
  const income_type_fk = await office.add('income_types', { type_name: 'Rent' });
  const rate = (of: string) => office.add('currency_rates', { date: '2026-03-01', rate: of, in_rate: of });
  rates = [await rate('1490'), await rate('1470')];
  const [rate_fk] = rates;
  const place = { outlet_fk: outlet, currency_fk: 2, rate_fk, payment_type: 'cash', account_fk };
  const body = { ...place, income_type_fk, date: '2026-03-04', amount: '40', status: 'complete' };
  let left = DOCUMENTS;
  const enter = async () => {
    while (left-- > 0) await office.add('incomes', body);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, enter));
}, 600_000);
afterAll(async () => {
  await database?.end();
  await office?.close();
});

async function work(recalculation_fk: number, plan?: object): Promise<Result> {
  const job = await office.send('POST', 'jobs/recalculate', { recalculation_fk, ...(plan ? { plan } : {}) });
  return resultOf<Result>(office, String(job.body.data['job_id']));
}

it('is committed in several appends, each document once', async () => {
  const [rate_fk, to_rate_fk] = rates;
  const id = await office.add('recalculations', { date: '2026-03-01', rate_fk, to_rate_fk });
  const shown = await work(id);
  expect(shown).toMatchObject({ committed: false, documents: DOCUMENTS });
  expect(await work(id, shown.plan)).toMatchObject({ committed: true });
  const { rows } = await database.query<{ documents: number; bytes: string; appends: number }>(
    `select count(distinct stream)::int as documents, sum(length(data::text) + length(meta::text) + 2 * length(type)) as bytes,
       count(distinct meta ->> 'commandId')::int as appends
     from log.event where type = 'income.rate_corrected'`,
  );
  expect(rows[0]?.documents).toBe(DOCUMENTS);
  expect(Number(rows[0]?.bytes)).toBeGreaterThan(MAX_APPEND_BYTES);
  expect(rows[0]?.appends).toBe(DOCUMENTS / 200);
}, 600_000);
