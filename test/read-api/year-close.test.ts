import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openJobQueue } from '../../command-api/jobs/queue.ts';
import { checkCloses } from '../../projector/verify/closes.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { rolesAt } from '../support/database.ts';
import { resultOf } from '../support/job-result.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let books: pg.Client;
let year: number;
let next: number;
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  year = Number((await rowsOf('financial_years'))[0]?.['id']);
  next = await office.add('financial_years', { year_name: '2027', start_date: '2027-01-01', end_date: '2027-12-31' });
  books = new pg.Client({ connectionString: office.database.url });
  await books.connect();
  await office.add('purchases', purchaseBody(shop, '10'));
  await office.add('sales', saleBody(shop, '3'));
});
afterAll(async () => {
  await books.end();
  await office.close();
});

async function rowsOf(resource: string): Promise<Record<string, unknown>[]> {
  return (await office.read(resource)).data['data'] as unknown as Record<string, unknown>[];
}

const start = (body: object) => office.send('POST', 'year_closes', { ...body, confirmed: true });

/** Starts the close and waits for the job. Returns its id, and the data of the result page. */
async function close(body: object): Promise<{ id: number; result: Record<string, unknown> }> {
  const begun = await start(body);
  expect(begun.body, JSON.stringify(begun.body)).toMatchObject({ data: { status: 'closing' } });
  const id = Number(begun.body.data['id']);
  const job = await office.send('POST', 'jobs/close_year', { year_close_fk: id });
  const result = await resultOf<Record<string, unknown>>(office, String(job.body.data['job_id']));
  await expect.poll(modelsBehind).toBe(0);
  return { id, result };
}

/** The number of models that have not folded the job's events. */
async function modelsBehind(): Promise<number> {
  const { rows } = await books.query<{ behind: number }>(
    `select count(*)::int as behind from read.checkpoint where position < (select max(position) from log.event)`,
  );
  return rows[0]?.behind ?? 0;
}

async function balances(to: string): Promise<Record<string, string>> {
  await office.read('financial_reports/trial_balance');
  const { rows } = await books.query<{ key: string; base: string }>(
    `select a.key, trim_scale(sum(m.debit - m.credit))::text as base from read.movement_day m join read.account a using (account)
     where m.effective_date <= $1 and a.key in ('sales', 'cost-of-goods-sold', 'income-summary', 'retained-earnings')
     group by 1 having sum(m.debit - m.credit) <> 0`,
    [to],
  );
  return Object.fromEntries(rows.map(({ key, base }) => [key, base]));
}

/** The frozen balances are those of one's own outlets, and none without the right to costs, in every answer. */
async function isShownByRight(id: number): Promise<void> {
  const rights = ['year_closes/index', 'year_closes/show', 'year_closes/history', 'model_loges/events_log'];
  const elsewhere = await office.add('outlets', { outlet_name: 'Elsewhere' });
  const both = { outlets: [shop.outlet, elsewhere], inventories: [shop.inventory] };
  const people = {
    here: await office.person('closes-here', [...rights, 'items/show_cost'], both),
    elsewhere: await office.person('closes-elsewhere', [...rights, 'items/show_cost'], { outlets: [elsewhere] }),
    withoutCost: await office.person('closes-blindly', rights, both),
  };
  const { rows } = await books.query<{ position: string }>('select position from log.event where stream = $1', [
    `year_close-${id}`,
  ]);
  const paths = [
    ...[`year_closes/${id}`, `year_closes/${id}/history`, 'year_closes'],
    ...rows.map(({ position }) => `events/${position}`),
  ];
  const told = async (token: string, amounts = /"-?(3000|1800|1200)"/) => {
    const answers = await Promise.all(paths.map(async (path) => ({ path, ...(await office.read(path, token)) })));
    return answers.filter(({ text }) => amounts.test(text)).map(({ path }) => path);
  };
  expect((await told(people.here)).length).toBeGreaterThan(2);
  expect(await told(people.elsewhere)).toEqual([]);
  expect(await told(people.withoutCost, /"-?(1800|1200)"/)).toEqual([]);
  const { data } = await office.read(`year_closes/${id}`, people.elsewhere);
  expect(data['books']).toMatchObject({ balances: [] });
}

const checkOf = async (name: string) => {
  const { data } = (await office.send('GET', `financial_years/${year}/gate`)).body;
  return (data['checks'] as { check: string }[]).find(({ check }) => check === name);
};

describe('a financial year', () => {
  let draft: number;

  it('shows the findings that block its close, with their places', async () => {
    draft = await office.add('sales', saleBody(shop, '1', { status: 'draft' }));
    expect(await checkOf('drafts')).toMatchObject({
      holds: false,
      count: 1,
      findings: [{ kind: 'sale', id: draft, status: 'draft', date: '2026-03-11' }],
    });
    expect(await checkOf('stock_value')).toMatchObject({ holds: true, findings: [] });
  });

  it('shows a disposal that waits for its approval among them', async () => {
    const id = await office.add('asset_disposals', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-03-12', disposal_type: 'damaged' },
      lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '1' }],
      status: 'done',
    });
    expect(await checkOf('drafts')).toMatchObject({
      findings: [
        { kind: 'sale', id: draft },
        { kind: 'asset_disposal', id, status: 'done' },
      ],
    });
    const send = (transition: string, body?: object) =>
      office.send('POST', `asset_disposals/${id}/${transition}`, body);
    expect((await send('disapprove', { reason: 'it was found' })).status).toBe(200);
  });

  it('is not closed while something prevents it, and remains open', async () => {
    const { id, result } = await close({ financial_year_fk: year });
    expect(result).toMatchObject({ outcome: 'gate', checks: [{ check: 'drafts' }] });
    expect((await office.read(`year_closes/${id}`)).data).toMatchObject({ status: 'broken_off' });
    expect((await office.send('DELETE', `sales/${draft}`)).status).toBe(200);
  });

  it('is closed after the year before it', async () => {
    const refused = await start({ financial_year_fk: next, previous_year_fk: year });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { previous_year_fk: ['The year before is not closed yet'] },
    ]);
  });

  it('is replayed, compared with the books, and closed: its result is posted to retained earnings', async () => {
    expect(await balances('2026-12-31')).toEqual({ sales: '-3000', 'cost-of-goods-sold': '1800' });
    const { id, result } = await close({ financial_year_fk: year });
    expect(result).toMatchObject({ outcome: 'closed', books: { differences: [], previous: null } });
    expect(await balances('2026-12-31')).toEqual({ 'retained-earnings': '-1200' });
    expect(await balances('2026-12-30')).toEqual({ sales: '-3000', 'cost-of-goods-sold': '1800' });
    const found = (await office.read(`year_closes/${id}`)).data;
    expect(found).toMatchObject({ status: 'closed', number: 'Y-000001', possible: ['reopen'] });
    await isShownByRight(id);
    const archived = (await office.read('archived_years')).data;
    expect(archived).toEqual([expect.objectContaining({ year_id: year, end_date: '2026-12-31' })]);
    expect(found['books']).toMatchObject({
      position: expect.stringMatching(/^\d+$/),
      digests: { trial_balance: expect.stringMatching(/^[0-9a-f]{64}$/) },
      rules: { posting: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    const { rows } = await books.query(
      `select kind, count(*)::int from read.journal_line where document = $1 group by 1`,
      [`year_close-${id}`],
    );
    expect(rows).toEqual([{ kind: 'closing', count: 5 }]);
  });

  it('takes nothing any more, and is not closed twice', async () => {
    const late = await office.send('POST', 'sales', saleBody(shop, '1'));
    expect([late.status, late.body.errors?.['date']]).toEqual([422, [expect.stringContaining('is closed')]]);
    expect((await start({ financial_year_fk: year })).status).toBe(422);
  });

  it('is not reopened while a later one is closed', async () => {
    const closes = await rowsOf('year_closes');
    const first = Number(closes.find((close) => close['status'] === 'closed')?.['id']);
    const later = await close({ financial_year_fk: next, previous_year_fk: year });
    expect(later.result).toMatchObject({ outcome: 'closed', books: { balances: [] } });
    const refused = await office.send('POST', `year_closes/${first}/reopen`, { reason: 'a sale was forgotten' });
    expect(JSON.stringify(refused.body.errors)).toContain('Only the last closed year');
    for (const id of [later.id, first]) {
      const back = await office.send('POST', `year_closes/${id}/reopen`, { reason: 'a sale was forgotten' });
      expect(back.status).toBe(200);
    }
    expect(await balances('2027-12-31')).toEqual({ sales: '-3000', 'cost-of-goods-sold': '1800' });
  });

  it('reports in a second close the differences from the first', async () => {
    await office.add('sales', saleBody(shop, '2'));
    const { result } = await close({ financial_year_fk: year });
    const { differences, previous } = result['books'] as {
      differences: { account: number; before: string; after: string }[];
      previous: object;
    };
    const of = (account: number) => differences.find((difference) => difference.account === account);
    expect(previous).toMatchObject({ year_close_fk: expect.any(Number) });
    expect([of(4100), of(5100)]).toMatchObject([
      { before: '-3000', after: '-5000' },
      { before: '1800', after: '3000' },
    ]);
    expect(await balances('2026-12-31')).toEqual({ 'retained-earnings': '-2000' });
  });

  it('is what it was when it was closed: a balance that moved on one of its days is found, with its account', async () => {
    const schema = (await books.query(`select schema from projection.build where status = 'current'`)).rows[0].schema;
    const found = async () => (await checkCloses(books, schema)).findings;
    expect(await found()).toEqual([]);
    await books.query('begin');
    await books.query(
      `update ${schema}.journal_line set base = base - 7 where account = 4100 and document_kind = 'sale'
       and position = (select max(position) from ${schema}.journal_line where document_kind = 'sale')`,
    );
    await books.query(`update ${schema}.stock_line set effective_date = '2027-01-01' where document_kind = 'purchase'`);
    expect(await found()).toEqual([
      expect.stringContaining('balances of 2026-12-31 are others'),
      expect.stringContaining('stock of 2026-12-31 are others'),
    ]);
    await books.query('rollback');
    expect(await found()).toEqual([]);
  });

  it('shows the progress of the job', async () => {
    const [job] = (await office.send('GET', 'jobs')).body.data as unknown as { job_id: string }[];
    const sent = await office.app.inject({
      method: 'GET',
      url: `/api/jobs/${job?.job_id}/events`,
      headers: { authorization: `Bearer ${office.token}` },
    });
    expect(sent.headers['content-type']).toContain('text/event-stream');
    const views = sent.body.trim().split('\n\n');
    expect(JSON.parse(views.at(-1)?.slice('data: '.length) ?? '')).toMatchObject({ state: 'completed' });
  });
});

describe('the job of a close', () => {
  it('is not started for a close that is not there, and binds none to a failure', async () => {
    const refused = await office.send('POST', 'jobs/close_year', { year_close_fk: 4242 });
    expect(refused.status).toBe(404);
    expect((await office.send('GET', 'jobs/close_year-4242')).status).toBe(404);
  });

  it('that failed and left its close half done is run again, and is answered after its end', async () => {
    const id = Number((await start({ financial_year_fk: next, previous_year_fk: year })).body.data['id']);
    const { command: databaseUrl } = rolesAt(office.database.url);
    const queue = await openJobQueue({ databaseUrl, works: {}, onError: () => undefined });
    try {
      // Whichever of the two processes takes the job refuses it, because it has no data or no work.
      await queue.add('close_year', {}, `close_year-${id}`);
      await expect.poll(async () => (await queue.find(`close_year-${id}`))?.state).toBe('failed');
    } finally {
      await queue.close();
    }
    expect((await office.read(`year_closes/${id}`)).data['status']).toBe('closing');
    const send = () => office.send('POST', 'jobs/close_year', { year_close_fk: id });
    const jobId = String((await send()).body.data['job_id']);
    expect(await resultOf(office, jobId)).toMatchObject({ outcome: 'closed' });
    expect((await send()).body.data).toMatchObject({ job_id: jobId, state: 'completed' });
  });
});
