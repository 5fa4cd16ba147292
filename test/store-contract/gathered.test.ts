import { describe, expect, it } from 'vitest';
import { Gathered } from '../../event-store/claims/gathered.ts';
import { freshDatabase } from '../support/database.ts';
import { onDatabase } from './postgres-server.ts';

describe('calls that are gathered', () => {
  it('go together when they come while others are under way, and each has its own answer', async () => {
    const groups: number[][] = [];
    const gate = Promise.withResolvers<void>();
    const lane = new Gathered(async (calls: readonly number[]) => {
      groups.push([...calls]);
      if (groups.length === 1) await gate.promise;
      return calls.map((call) => call * 10);
    });
    const first = lane.ask(1);
    await new Promise((resolve) => setImmediate(resolve));
    const later = [2, 3, 4].map((call) => lane.ask(call));
    gate.resolve();
    expect(await Promise.all([first, ...later])).toEqual([10, 20, 30, 40]);
    expect(groups).toEqual([[1], [2, 3, 4]]);
  });

  it('are as many in a group as the database takes at once', async () => {
    const sizes: number[] = [];
    const lane = new Gathered(async (calls: readonly number[]) => {
      sizes.push(calls.length);
      return calls;
    });
    await Promise.all(Array.from({ length: 150 }, (_, call) => lane.ask(call)));
    await Promise.all(Array.from({ length: 6 }, (_, call) => lane.ask(call, 1_000_000)));
    expect(sizes).toEqual([64, 64, 22, 4, 2]);
  });

  it('do not fail for one that the database refuses, and all fail when it is unavailable', async () => {
    const database = await freshDatabase();
    await onDatabase(database.url, async (client) => {
      const lane = new Gathered(async (calls: readonly string[]) => {
        const { rows } = await client.query<{ n: number }>('select unnest($1::int[]) as n', [calls]);
        return rows.map(({ n }) => n);
      });
      const settled = await Promise.allSettled(['1', 'x', '3'].map((call) => lane.ask(call)));
      expect(
        settled.map((promiseSettledResult) =>
          promiseSettledResult.status === 'fulfilled' ? promiseSettledResult.value : promiseSettledResult.status,
        ),
      ).toEqual([1, 'rejected', 3]);
    });
    await database.drop();
    const gone = new Gathered(async (): Promise<number[]> => {
      throw new Error('no connection');
    });
    const lost = await Promise.allSettled([gone.ask(1), gone.ask(2)]);
    expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
