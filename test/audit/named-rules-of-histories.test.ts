/** The same in random histories: stock below zero, goods first in, first out, one average of all inventories, corrections. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMemoryStore } from '../../event-store/memory/store.ts';
import { connectReader } from '../../read-api/database/reader.ts';
import { history } from '../projector/acts.ts';
import { Play } from '../projector/histories.ts';
import { Projection } from '../projector/projection.ts';
import { openPremises, Shop } from '../projector/shop.ts';
import { type FreshDatabase, freshDatabase, rolesAt } from '../support/database.ts';
import { cases } from '../support/ring.ts';
import { COST_NOTES } from './computed-again.ts';
import { everyRule } from './every-rule.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const DAY_MS = 86_400_000;
const SEED = 20260301;
const HISTORIES = cases(3, 12);
const ACTS = 60;
/** The rules of costing that change from a day on, one history each. */
const CHANGES = [
  { cost_method: 'fifo', average_scope: null },
  { cost_method: null, average_scope: 'company' },
  { cost_method: 'fifo', average_scope: 'company' },
] as const;

it('gives the value of every movement again, whatever happened before it', async () => {
  const histories = fc.sample(history(ACTS), { seed: SEED, numRuns: HISTORIES });
  const seen = new Set<string>();
  for (const [index, acts] of histories.entries()) {
    const clock = { now: new Date('2026-02-20T08:00:00Z') };
    const store = openMemoryStore(() => clock.now);
    const shop = new Shop(store, clock);
    const premises = await openPremises(shop, index % 2 === 0);
    const changed = { date: '2026-03-04', item_fk: [], inventory_fk: [], ...CHANGES[index % CHANGES.length] };
    const id = await shop.register('recalculation', changed);
    const plan = { position: '0', digest: '0'.repeat(64), differences: 1 };
    if (!(await shop.command('recalculation', id, { type: 'commit', plan }))) throw new Error('no rule was changed');
    const play = new Play(shop, premises);
    for (const act of acts) {
      clock.now = new Date(clock.now.getTime() + (act.count % 5) * DAY_MS);
      await play.run(act);
    }
    const projection = await Projection.open(database.url, store);
    const reader = connectReader(rolesAt(database.url).read);
    try {
      await projection.catchUp();
      for (const each of await everyRule({ reader, projection })) seen.add(each.split(' ')[1] ?? '');
    } finally {
      await reader.destroy();
      await projection.close();
    }
  }
  expect([...seen].sort()).toEqual(COST_NOTES);
});
