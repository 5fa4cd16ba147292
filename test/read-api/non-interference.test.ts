/**
 * No route that reads answers a person of one outlet otherwise when documents of all kinds happened in another one: some of the routes;
 * test/read-api/non-interference.all.test.ts asks all of them. And no request that writes names what belongs to another outlet.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { everyField } from '../oracle/other-outlets.ts';
import { cases, sampleOf } from '../support/ring.ts';
import { differing, isKeptOut, OWN_TRACES, TwoOutlets } from './non-interference.ts';

let two: TwoOutlets;
beforeAll(async () => {
  two = await TwoOutlets.open();
}, 120_000);
afterAll(() => two.close());

it('what happens in another outlet changes no answer', async () => {
  const all = (await two.addresses()).filter((address) => !OWN_TRACES.test(address));
  const addresses = sampleOf(all, cases(150, 300));
  const before = await two.answers(addresses);
  await two.happenElsewhere();
  expect(differing(before, await two.answers(addresses))).toEqual([]);
  expect([...before.values()].filter(({ status }) => status >= 500 || status === 429)).toEqual([]);
}, 120_000);

it('an action on many takes no row of another outlet', async () => {
  const tried: unknown[] = [];
  for (const door of sampleOf(await two.bulkActions(), cases(40, 400))) {
    const done = await two.bulkElsewhere(door);
    if (!done) continue;
    tried.push(door);
    expect([door, done, isKeptOut(done)]).toEqual([door, done, true]);
  }
  expect(tried.length).toBeGreaterThan(10);
}, 120_000);

it('what belongs to another outlet is refused at a field of a body that names it', async () => {
  const asked = new Set(sampleOf(everyField(), cases(40, 80)));
  const doors = two.watchDoors((name) => asked.has(name));
  await two.happenAgain(0, 2);
  expect(doors.leaks).toEqual([]);
  expect(doors.held.size).toBeGreaterThan(8);
}, 120_000);
