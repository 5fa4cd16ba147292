/**
 * Loading the demonstration into an empty business: once, as a job of its owner; refused when documents were entered.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { ensureRecords } from '../../command-api/seed-data/later-records.ts';
import { type Office, openOffice } from '../read-api/office.ts';
import { rolesAt } from '../support/database.ts';
import { LIMIT_MS } from '../support/limits.ts';

/** Entering the items needs half a minute. */
const LOADING_MS = 5 * LIMIT_MS;

let office: Office;
afterEach(() => office?.close());

/** A week of trade; the home page requests six. */
const load = (token = office.token, days = 7) => office.send('POST', 'jobs/demonstration', { days }, { token });
const events = async (): Promise<number> => Number(office.position);

describe('the demonstration', () => {
  it('is not loaded where something was entered, a draft too', async () => {
    office = await openOffice();
    await office.add('customers', { consumer_name: 'Karwan' });
    const before = await events();
    expect(await load()).toMatchObject({ status: 422, body: { code: 'validation' } });
    expect((await office.read('jobs')).data).toEqual([]);
    expect(await events()).toBe(before);
  });

  it('is not loaded by anybody but the owner', async () => {
    office = await openOffice();
    const token = await office.person('manager', ['system_settings/update', 'system_settings/show']);
    expect((await load(token)).status).toBe(403);
    expect((await load(await office.person('clerk', ['sales/index']))).status).toBe(403);
  });

  it('is loaded into an empty business, continues where it failed, and is the same job when it is asked for again', {
    timeout: LOADING_MS,
  }, async () => {
    office = await openOffice();
    await ensureRecords({ databaseUrl: rolesAt(office.database.url).command });
    const job = await load();
    expect(job).toMatchObject({ status: 200, body: { data: { name: 'demonstration' } } });
    const id = String(job.body.data['job_id']);
    expect((await load()).body.data['job_id']).toBe(id);
    const state = async () => (await office.read(`jobs/${id}`)).data;
    const ended = () =>
      expect
        .poll(async () => ['completed', 'failed'].includes(String((await state())['state'])), { timeout: LOADING_MS })
        .toBe(true);
    await expect.poll(async () => Number((await office.read('items?per_page=10')).data['total'])).toBeGreaterThan(0);
    expect((await office.send('POST', `jobs/${id}/cancel`, {})).status).toBe(200);
    await ended();
    expect((await state())['state']).toBe('failed');
    expect((await load(office.token, 8)).body.data).toMatchObject({ job_id: id, error: null });
    await ended();
    expect(await state()).toMatchObject({ state: 'completed', error: null, result: { days: 7 } });
    const total = async (resource: string) => Number((await office.read(`${resource}?per_page=10`)).data['total']);
    expect(await total('items')).toBeGreaterThan(1000);
    expect(await total('sales')).toBeGreaterThan(20);
    expect(await total('outlets')).toBe(3);
    expect((await load()).body.data['job_id']).toBe(id);
  });
});
