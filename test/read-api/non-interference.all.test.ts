/**
 * No route that reads answers a person of one outlet otherwise when documents of all kinds happened in another one, and what an
 * answer tells of it on purpose is listed.
 */
import { expect, it } from 'vitest';
import { differing, NAMED, OWN_TRACES, TwoOutlets } from './non-interference.ts';

it('what happens in another outlet changes no answer of any route, event or line', async () => {
  const two = await TwoOutlets.open();
  const all = (await two.addresses()).filter((address) => !OWN_TRACES.test(address));
  const addresses = [...all, ...(await two.eventAddresses())];
  const before = await two.answers(addresses);
  const lists = await two.lists();
  await two.happenElsewhere();
  const after = await two.answers(addresses);
  expect(differing(before, after)).toEqual([]);
  expect([...before.values(), ...after.values()].filter(({ status }) => status >= 500 || status === 429)).toEqual([]);
  // Each of the named ones tells something.
  for (const named of NAMED) {
    const others = NAMED.filter((one) => one !== named);
    expect([named.why, differing(before, after, others)]).not.toEqual([named.why, []]);
  }
  // It did happen: whoever has all outlets sees it in the list of every kind but those that belong to no outlet.
  const later = await two.lists();
  const same = [...lists.keys()].filter((resource) => lists.get(resource) === later.get(resource));
  const ofNone = ['batch_corrections', 'batch_holds', 'item_pricings', 'recalculations', 'year_closes'];
  expect(same.toSorted()).toEqual(ofNone);
  await two.close();
}, 600_000);
