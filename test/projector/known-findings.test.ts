/**
 * Books with a finding that the log causes: two payments were decided concurrently, before decisions were asserted, and
 * left 0.0001 dinar without a document. Upgrades and year closes must still be possible.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandStore } from '../../event-store/port.ts';
import { replayYear } from '../../projector/closing/replay-year.ts';
import { RebuildRefused, rebuild } from '../../projector/rebuild/rebuild.ts';
import { interleaved, over } from '../handling/interleaving.ts';
import { commandOf, openScene, setTheScene } from '../handling/scene.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { Projection } from './projection.ts';

const QUESTION = 'a party that owes nothing in a foreign currency owes nothing in the books';
const FINDING = 'customer-1 account 1210 currency 2: 0.0001';

describe('a finding in the books that readers query', () => {
  let database: FreshDatabase;
  let store: CommandStore;
  let client: pg.Client;
  beforeAll(async () => {
    database = await freshDatabase();
    const scene = await setTheScene();
    store = await openScene(scene);
    const asBefore = over(store, (batch) => store.append({ ...batch, reads: [] }));
    const payments = [commandOf(scene, 'pays 1.01 dollars'), commandOf(scene, 'pays 9.32 dollars')] as const;
    expect((await interleaved(asBefore, payments, 'one')).map(({ answer }) => answer)).toEqual(['stored', 'stored']);
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await store.close();
    await database.drop();
  });

  const rebuilt = async (sameRules: boolean): Promise<string[]> => {
    const lines: string[] = [];
    const { signal } = new AbortController();
    await rebuild({ store, databaseUrl: database.url, signal, sameRules, onProgress: (line) => lines.push(line) });
    return lines;
  };
  const live = async (): Promise<void> => {
    const projection = await Projection.open(database.url, store);
    await projection.catchUp();
    expect(await projection.broken()).toMatchObject([{ name: QUESTION, findings: [FINDING], remedy: 'payment' }]);
    await projection.close();
  };

  it('does not refuse a first build from the log', async () => {
    expect(await rebuilt(false)).toContain(`known, and not corrected by a rebuild: ${QUESTION}: ${FINDING}`);
  });

  it('refuses neither a rebuild nor an upgrade, and both report how it is corrected', async () => {
    for (const sameRules of [true, false]) {
      await live();
      const lines = await rebuilt(sameRules);
      expect(lines).toContain(`known, and not corrected by a rebuild: ${QUESTION}: ${FINDING}`);
      expect(lines.find((line) => line.startsWith('to correct it: '))).toContain('enter it again');
      expect(lines).toContain('taken over');
    }
  });

  it('does not prevent the close of a year, which lists it', async () => {
    await live();
    const options = { store, databaseUrl: database.url, signal: new AbortController().signal };
    const { findings, known } = await replayYear({ to: '2026-12-31', since: null }, options);
    expect(findings).toEqual([]);
    expect(known).toEqual([{ name: QUESTION, findings: [FINDING], remedy: 'payment' }]);
  });

  it('refuses a rebuild, an upgrade and a close when the present tables do not have it', async () => {
    await live();
    const { rows } = await client.query<{ schema: string }>(
      `select schema from projection.build where status = 'current'`,
    );
    await client.query(`update ${rows[0]?.schema}.party_day set credit = credit + 0.0001
      where party = 'customer-1' and account = 1210 and currency_fk = 2`);
    await expect(rebuilt(false)).rejects.toThrow(RebuildRefused);
    await expect(rebuilt(true)).rejects.toThrow(FINDING);
    const options = { store, databaseUrl: database.url, signal: new AbortController().signal };
    const { findings, known } = await replayYear({ to: '2026-12-31', since: null }, options);
    expect(findings).toContain(`${QUESTION}: ${FINDING}`);
    expect(known).toEqual([]);
  });
});
