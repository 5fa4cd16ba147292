import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, openApi } from '../api/api.ts';
import { until } from '../support/waiting.ts';

let api: Api;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

it('a rebuild of the read models is a job that shows its progress and leaves its result', async () => {
  const started = await api.send('POST', 'jobs/rebuild', {}, { key: 'rebuild' });
  expect([started.status, started.body.data]).toEqual([200, expect.objectContaining({ name: 'rebuild' })]);
  const id = String(started.body.data['job_id']);
  const again = await api.send('POST', 'jobs/rebuild', {}, { key: 'rebuild' });
  expect(again.body.data['job_id']).toBe(id);
  const job = await until(async () => {
    const { data } = (await api.send('GET', `jobs/${id}`)).body;
    return ['completed', 'failed'].includes(String(data['state'])) && data;
  });
  expect(job).toMatchObject({ state: 'completed', error: null, result: { lines: expect.any(Array) } });
  expect((job['result'] as { lines: string[] }).lines.join('\n')).toMatch(/events to position/);
  expect((await api.send('GET', 'jobs')).body.data).toHaveLength(1);
  expect((await api.send('GET', 'jobs/nobody')).status).toBe(404);
});
