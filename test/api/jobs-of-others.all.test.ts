/** Every job name, of every owner, by every person, over every route of jobs; and every read of the program. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { JOB_NAMES } from '../../command-api/jobs/job-names.ts';
import { type Office, openOffice } from '../read-api/office.ts';
import { expectRoutes, type JobsOfOthers, jobsOfOthers } from './jobs-of-others.ts';
import { openShop } from './shop.ts';

let api: Office;
let jobs: JobsOfOthers;
beforeAll(async () => {
  api = await openOffice();
  const there = await openShop(api);
  jobs = await jobsOfOthers(api, { here: [1, 1], there: [there.outlet, there.inventory] });
});
afterAll(async () => {
  await jobs.close();
  await api.close();
});

it.each(JOB_NAMES)('a job named %s of somebody else is there only for whom the rule names', async (name) => {
  expectRoutes(jobs);
  const wrong: string[] = [];
  for (const owner of jobs.owners) wrong.push(...(await jobs.wrong(name, owner)));
  expect(wrong).toEqual([]);
});

it('the list and the starts of jobs say nothing of the jobs of others', async () => {
  expect(await jobs.toldInPassing()).toEqual([]);
});

it('no read of the program tells a person of one outlet anything of the jobs of others', async () => {
  const read = async (path: string, token: string) => {
    const answer = await api.app.inject({ url: `/api/${path}`, headers: { authorization: `Bearer ${token}` } });
    return `${answer.body} ${JSON.stringify(answer.headers)}`;
  };
  expect(await jobs.toldElsewhere(read)).toEqual([]);
});
