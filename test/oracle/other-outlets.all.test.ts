/**
 * Every field of every step of every document that names something of one outlet: a person with all permissions of one
 * outlet is refused where it names that of another one, and what they are allowed stays in their outlet. A new kind or
 * field is in it by itself: it fails until a command has it.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { documents } from '../../domain/registry/documents.ts';
import { cases, rounds, SEED } from '../support/ring.ts';
import { YEARS } from './books-play.ts';
import { everyAct, openBusiness } from './business.ts';
import { openDoors, throughEveryDoor, WAYS } from './every-door.ts';
import { everyField, NOT_GENERATED, OtherOutlets, RECEIVING } from './other-outlets.ts';

const AVERAGE = { scope: 'inventory', method: 'moving_average' } as const;

/** Kinds that belong to no outlet; each needs all of them, or affects goods that all of them share. */
const OF_NO_OUTLET = ['batch_correction', 'batch_hold', 'item_pricing', 'recalculation', 'year_close'];

/** Steps that no person of an outlet takes here, with the reasons. */
const NOT_TAKEN: Readonly<Record<string, string>> = {
  'pos_sale review': 'of a receipt that a till reports: test/api/till-office.test.ts',
};

/** Every step of every document that moves goods; files are attached to all documents alike. */
const stepsOfGoods = documents
  .filter(({ postings }) =>
    Object.values(postings).some(
      (on) => on.does === 'post' && on.rule.lines.some(({ accounts }) => accounts.includes('inventory')),
    ),
  )
  .flatMap(({ kind, transitions }) => Object.keys(transitions).map((step) => `${kind} ${step}`))
  .filter((step) => !step.endsWith(' attach'));

async function opened() {
  let doors: OtherOutlets | undefined;
  const business = await openBusiness(true, YEARS, AVERAGE, {
    begin: (shop, store) => {
      doors = new OtherOutlets(store);
      doors.watch(shop);
    },
  });
  business.shop.afterCommand = () => business.books.catchUp();
  return { business, doors: doors as unknown as OtherOutlets };
}

it('what belongs to another outlet is refused at every field of every command', async () => {
  const { business, doors } = await opened();
  const records = { ...(await openDoors(business)), isCorrecting: true, takesEveryStep: true } as const;
  for (const [at, to] of WAYS) expect(await throughEveryDoor(business, records, at, to)).toEqual([]);
  expect(doors.leaks).toEqual([]);
  const all = everyField();
  expect([...RECEIVING, ...Object.keys(NOT_GENERATED)].filter((name) => !all.includes(name))).toEqual([]);
  const asked = all.filter((name) => !RECEIVING.has(name) && !(name in NOT_GENERATED));
  expect(asked.filter((name) => !doors.held.has(name)).map((name) => [name, doors.unclear.get(name)])).toEqual([]);
  expect(Object.keys(NOT_GENERATED).filter((name) => doors.held.has(name))).toEqual([]);
  expect([...doors.sent].map((name) => name.split(' ')[0]).sort()).toEqual(
    expect.arrayContaining(['sale_transfer', 'sale_transfer_return', 'stock_transfer']),
  );
  const entered = documents.map(({ kind }) => kind).filter((kind) => doors.done.has(`${kind} enter`));
  const kinds = documents.map(({ kind }) => kind).filter((kind) => !OF_NO_OUTLET.includes(kind));
  expect(entered.toSorted()).toEqual(kinds.toSorted());
  expect(stepsOfGoods.filter((step) => !doors.done.has(step))).toEqual(Object.keys(NOT_TAKEN));
}, 600_000);

it('and in any history of a business', async () => {
  for (const acts of fc.sample(everyAct, { numRuns: cases(2, rounds(12, 120)), seed: SEED })) {
    const { business, doors } = await opened();
    for (const act of acts) await business.run(act);
    expect(doors.leaks).toEqual([]);
  }
}, 7_200_000);
