/** A process stops during a job on the books; the next process starts it again, with the same result. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, openApi } from '../api/api.ts';
import { openShop, purchaseBody, saleBody } from '../api/shop.ts';
import { startProjector } from '../read-api/office.ts';
import { resultOf } from '../support/job-result.ts';
import { until } from '../support/waiting.ts';

let api: Api;
let stopProjector: () => Promise<void>;
let database: pg.Client;
let year: number;
beforeAll(async () => {
  api = await openApi();
  const shop = await openShop(api);
  await api.add('purchases', purchaseBody(shop, '10'));
  await api.add('sales', saleBody(shop, '3'));
  stopProjector = await startProjector(api.database.url);
  database = new pg.Client({ connectionString: api.database.url });
  await database.connect();
  const { rows } = await database.query<{ id: number }>(
    "select split_part(stream, '-', 2)::int as id from log.event where type = 'financial_year.registered' order by position limit 1",
  );
  year = rows[0]?.id ?? 0;
});
afterAll(async () => {
  await database.end();
  await stopProjector();
  await api.close();
});

/** The number of connected programs of jobs. */
async function programs(): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where application_name = 'daftar rebuild'",
  );
  return rows[0]?.count ?? 0;
}

/** Stops the process while the program of the job waits for another replay. */
async function stoppedInTheMiddle(name: string, body: object): Promise<string> {
  await database.query('select pg_advisory_lock(21, 1)');
  const started = await api.send('POST', `jobs/${name}`, body);
  const jobId = String(started.body.data['job_id']);
  await until(async () => (await programs()) === 1);
  await api.restart();
  await database.query('select pg_advisory_unlock(21, 1)');
  return jobId;
}

describe('a job that was running when the process stopped', () => {
  it('closes the year, whose days remained shut', async () => {
    const begun = await api.send('POST', 'year_closes', { financial_year_fk: year, confirmed: true });
    const id = Number(begun.body.data['id']);
    const jobId = await stoppedInTheMiddle('close_year', { year_close_fk: id });
    expect(await resultOf(api, jobId)).toMatchObject({ outcome: 'closed' });
    const { rows } = await database.query<{ type: string }>(
      'select type from log.event where stream = $1 order by revision',
      [`year_close-${id}`],
    );
    expect(rows.map(({ type }) => type)).toEqual(['year_close.started', 'year_close.closed']);
  });

  it('shows the differences of a recalculation', async () => {
    const recalculation_fk = await api.add('recalculations', { date: '2026-01-01' });
    const jobId = await stoppedInTheMiddle('recalculate', { recalculation_fk });
    expect(await resultOf(api, jobId)).toMatchObject({ differences: [], plan: { differences: 0 } });
  });

  it('ends at once although a statement of its program waits, and rebuilds the read models then', async () => {
    await database.query('begin');
    await database.query('lock table projection.build in exclusive mode');
    const started = await api.send('POST', 'jobs/rebuild', {});
    await until(async () => {
      const { rows } = await database.query(
        "select from pg_locks where relation = 'projection.build'::regclass and not granted",
      );
      return rows.length === 1;
    });
    await api.restart();
    await database.query('rollback');
    const { lines } = await resultOf<{ lines: string[] }>(api, String(started.body.data['job_id']));
    expect(lines.join('\n')).toMatch(/events to position/);
  });

  it('rebuilds the read models', async () => {
    const jobId = await stoppedInTheMiddle('rebuild', {});
    const { lines } = await resultOf<{ lines: string[] }>(api, jobId);
    expect(lines.join('\n')).toMatch(/events to position/);
  });
});
