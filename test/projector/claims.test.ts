import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventStore } from '../../event-store/port.ts';
import { openPostgresStore } from '../../event-store/postgres/store.ts';
import { checkClaims } from '../../projector/verify/claims.ts';
import { checkAcross } from '../../projector/verify/invariants.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { history } from './acts.ts';
import { Play } from './histories.ts';
import { Projection } from './projection.ts';
import { openPremises, Shop } from './shop.ts';

describe('after a history in PostgreSQL', () => {
  let database: FreshDatabase;
  let store: EventStore;
  let projection: Projection;
  beforeAll(async () => {
    database = await freshDatabase();
    store = await openPostgresStore({ url: database.url });
    const shop = new Shop(store, { now: new Date('2026-03-20T08:00:00Z') });
    const play = new Play(shop, await openPremises(shop, true));
    for (const act of fc.sample(history(80), { numRuns: 3, seed: 11 }).flat()) await play.run(act);
    projection = await Projection.open(database.url, store);
    await projection.catchUp();
  });
  afterAll(async () => {
    await projection.close();
    await store.close();
    await database.drop();
  });

  it('what is claimed is what the read models say, and documents show what is open on them', async () => {
    const { client, build } = projection;
    const answers = [
      ...(await checkAcross(client, build.schema)),
      ...((await checkClaims(client, build.schema)) ?? []),
    ];
    expect(answers.length).toBeGreaterThan(9);
    expect(answers.filter(({ findings }) => findings.length > 0)).toEqual([]);
    const [row] = await projection.rows<{ claimed: number }>(
      `select count(*)::int as claimed from claim.level where key like 'stock:%' or key like 'cash:%'`,
    );
    expect(row?.claimed).toBeGreaterThan(4);
  });

  it('a claim that was changed by hand is found', async () => {
    await projection.rows(`update claim.level set total = total + 1 where key like 'stock:%'`);
    const answers = await checkAcross(projection.client, projection.build.schema);
    expect(answers.find(({ name }) => name.startsWith('stock'))?.findings.length).toBeGreaterThan(0);
  });
});
