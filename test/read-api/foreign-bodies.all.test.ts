/**
 * Every field of every body of a document that names something of one outlet, as requests of HTTP: a person with all
 * permissions of one outlet is refused where it names that of another one. A sample of them: test/read-api/non-interference.test.ts.
 */
import { expect, it } from 'vitest';
import { records } from '../../domain/registry/records.ts';
import { everyField, NOT_GENERATED, RECEIVING } from '../oracle/other-outlets.ts';
import { isKeptOut, TwoOutlets } from './non-interference.ts';

it('what belongs to another outlet is refused at every field of every body', async () => {
  const two = await TwoOutlets.open(true);
  const doors = two.watchDoors(() => true);
  await two.happenElsewhere();
  expect(doors.leaks).toEqual([]);
  const asked = everyField().filter((name) => !RECEIVING.has(name) && !(name in NOT_GENERATED));
  const untried = asked.filter((name) => !doors.held.has(name));
  expect(
    untried.map((name) => [name, doors.unclear.get(name) ?? doors.refused.get(name.split(' ', 2).join(' '))]),
  ).toEqual([]);
  await two.close();
}, 900_000);

/** Documents of no outlet: each needs all of them, or is about goods that all of them share. */
const OF_NO_OUTLET = ['batch_corrections', 'batch_holds', 'item_pricings', 'recalculations', 'year_closes'];

it('no action on many takes a row of another outlet, of any kind', async () => {
  const two = await TwoOutlets.open();
  await two.happenElsewhere();
  await two.registerElsewhere();
  const untried = new Set<string>();
  for (const door of await two.bulkActions()) {
    const done = await two.bulkElsewhere(door);
    if (!done) untried.add(door.resource);
    else expect([door, done, isKeptOut(done)]).toEqual([door, done, true]);
  }
  // Records that all outlets share are in none.
  const shared = records.filter(({ scope }) => !scope).map(({ resource }) => resource);
  expect([...untried].filter((resource) => !shared.includes(resource)).sort()).toEqual(OF_NO_OUTLET);
  await two.close();
}, 900_000);
