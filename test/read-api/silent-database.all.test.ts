/** PostgreSQL's host falls silent and closes no connection, as in a power cut of it: no request waits for ever. */
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startProxy } from '../doubles/proxy.ts';
import { overPort } from '../support/database-url.ts';
import { until } from '../support/waiting.ts';
import { type Office, openOffice } from './office.ts';

/** The longest limit of a connection, and some time for a slow machine. */
const LIMIT_MS = 60_000;

let office: Office;
let proxy: Awaited<ReturnType<typeof startProxy>>;
beforeAll(async () => {
  const { hostname, port } = new URL(inject('databaseServer').adminUrl);
  proxy = await startProxy(hostname, Number(port));
  office = await openOffice('', { through: (url) => overPort(url, proxy.port) });
});
afterAll(async () => {
  proxy.silence(false);
  await office.close();
  await proxy.close();
});

const everyKind = async (): Promise<Record<string, number>> => {
  const headers = { 'x-wait-for-position': '' };
  const answers = await Promise.all([
    office.read('brands', office.token, headers),
    office.read('financial_reports/trial_balance', office.token, headers),
    office.send('POST', 'auth/me'),
  ]);
  const [list, report, guard] = answers.map(({ status }) => status);
  return { list: list ?? 0, report: report ?? 0, guard: guard ?? 0 };
};
const WELL = { list: 200, report: 200, guard: 200 };

it('is 503 within the limit of a statement, and all goes on when the host answers again', async () => {
  await until(async () => (await everyKind())['report'] === 200, { what: 'the first models' });
  proxy.silence(true);
  const sinceMs = performance.now();
  expect(await everyKind()).toEqual({ list: 503, report: 503, guard: 503 });
  expect(performance.now() - sinceMs).toBeLessThan(LIMIT_MS);
  proxy.silence(false);
  await until(async () => JSON.stringify(await everyKind()) === JSON.stringify(WELL), { what: 'the recovery' });
});
