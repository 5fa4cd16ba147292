/**
 * No route that reads answers a person of one outlet otherwise when documents of all kinds happened in another one: some of the routes;
 * test/read-api/non-interference.all.test.ts asks all of them.
 */
import { expect, it } from 'vitest';
import { cases, sampleOf } from '../support/ring.ts';
import { differing, OWN_TRACES, TwoOutlets } from './non-interference.ts';

it('what happens in another outlet changes no answer', async () => {
  const two = await TwoOutlets.open();
  const all = (await two.addresses()).filter((address) => !OWN_TRACES.test(address));
  const addresses = sampleOf(all, cases(150, 300));
  const before = await two.answers(addresses);
  await two.happenElsewhere();
  expect(differing(before, await two.answers(addresses))).toEqual([]);
  expect([...before.values()].filter(({ status }) => status >= 500 || status === 429)).toEqual([]);
  await two.close();
}, 120_000);
