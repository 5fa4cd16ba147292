/**
 * The staged store keeps the contract of every store, and what it has written is what the ordinary store would have
 * written, row by row.
 */
import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../domain/deciding/claim.ts';
import { defined } from '../../domain/values/defined.ts';
import type { Append, CommandStore } from '../../event-store/port.ts';
import { ClaimsRefused, NO_STREAM } from '../../event-store/port.ts';
import { openPostgresStore } from '../../event-store/postgres/store.ts';
import { openStagedStore, type StagedStore } from '../../event-store/staged/store.ts';
import { EnteredElsewhere } from '../../event-store/staged/write-rows.ts';
import { freshDatabase } from '../support/database.ts';
import { tablesOf } from '../support/tables.ts';
import { appendContract } from './append.contract.ts';
import { batchOf, newEvent, newStream, write } from './batches.ts';
import { claimBatches } from './claim-batches.ts';
import { claimsContract } from './claims.contract.ts';
import { concurrencyContract } from './concurrency.contract.ts';
import type { Harness } from './harness.ts';
import { readingContract } from './reading.contract.ts';
import { readsContract } from './reads.contract.ts';
import { triesContract } from './tries.contract.ts';

const STATED = new Date('2025-03-01T10:00:00.250Z');
const HISTORIES = 45;

const openAt = async (url: string): Promise<StagedStore> =>
  defined(await openStagedStore({ url, recordedAt: () => STATED }));

async function open(): Promise<Harness> {
  const { url, drop } = await freshDatabase();
  const store = await openAt(url);
  const close = async () => {
    await store.flush();
    await store.close();
    await drop();
  };
  return { store, close };
}

describe('staged', () => {
  appendContract(open);
  readingContract(open);
  claimsContract(open);
  concurrencyContract(open);
  readsContract(open);
  triesContract(open);
});

describe('what the staged store has written', () => {
  it('is the same in every table of the log and of the claims, also when it was closed and opened in between', async () => {
    const [here, there] = [await freshDatabase(), await freshDatabase()];
    const ordinary = await openPostgresStore({ url: here.url, recordedAt: () => STATED });
    let staged = await openAt(there.url);
    try {
      const histories = fc.sample(fc.array(claimBatches, { minLength: 1, maxLength: 8 }), {
        numRuns: HISTORIES,
        seed: 5,
      });
      for (const [number, history] of histories.entries()) {
        for (const claims of history) {
          const batch = batchFor(claims, await ordinary.nextId('kind'));
          await staged.nextId('kind');
          expect(await outcomeOf(staged, batch)).toEqual(await outcomeOf(ordinary, batch));
        }
        if (number % 7 === 3) await staged.flush();
        if (number % 20 === 19) {
          await staged.flush();
          await staged.close();
          staged = await openAt(there.url);
        }
      }
      await staged.flush();
      const written = await tablesOf(there.url, ['log', 'claim']);
      const expected = await tablesOf(here.url, ['log', 'claim']);
      expect(written['log.event']?.length).toBeGreaterThan(50);
      const { 'claim.counter': _own, ...rest } = written;
      const { 'claim.counter': _other, ...others } = expected;
      expect(rest).toEqual(others);
    } finally {
      await ordinary.close();
      await staged.close();
      await here.drop();
      await there.drop();
    }
  });

  it('is nothing when another program has appended meanwhile, and this is said', async () => {
    const { url, drop } = await freshDatabase();
    const [staged, other] = [await openAt(url), await openPostgresStore({ url })];
    try {
      await staged.append(batchOf([write(newStream(), NO_STREAM)]));
      await other.append(batchOf([write(newStream(), NO_STREAM)]));
      await expect(staged.flush()).rejects.toThrow(EnteredElsewhere);
      await expect(staged.append(batchOf([write(newStream(), NO_STREAM)]))).rejects.toThrow(EnteredElsewhere);
      expect(await other.head()).toBe(1n);
    } finally {
      await staged.close();
      await other.close();
      await drop();
    }
  });

  it('is not begun on a log with free numbers, which the ordinary store gives again', async () => {
    const { url, drop } = await freshDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`insert into claim.freed (series, value) values ('sale:1:2026', 3)`);
    await client.end();
    expect(await openStagedStore({ url, recordedAt: () => STATED })).toBeUndefined();
    await drop();
  });
});

/** Claims of a batch, with ids that are equal in both stores. */
function batchFor(claims: readonly Claim[], id: number): Append {
  const hasNumber = claims.some(({ kind }) => kind === 'number');
  const event = hasNumber ? newEvent({ number: null, of: id }) : newEvent({ of: id });
  return batchOf([write(`kind-${id}`, NO_STREAM, event)], { claims });
}

async function outcomeOf(store: CommandStore, batch: Append): Promise<unknown> {
  try {
    return await store.append(batch);
  } catch (error) {
    if (error instanceof ClaimsRefused) return error.refusals;
    throw error;
  }
}
