/** A list that was read before the read models contained the person's own write is read again. */
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { destroy, get } from '../../web/shared/api/client.ts';
import { queryClient } from '../../web/shared/api/query.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', { getItem: () => null });
});
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const listOf = (names: readonly string[], behind?: true) =>
  Response.json({ data: names, ...(behind ? { behind } : {}) });

it('until the answer contains it', async () => {
  const lists = [
    listOf(['rice', 'tea']),
    listOf(['rice', 'tea'], true),
    listOf(['rice', 'tea'], true),
    listOf(['rice']),
  ];
  vi.stubGlobal('fetch', async (_: string, { method }: { method: string }) =>
    method === 'DELETE' ? Response.json({ data: null, position: '12' }) : lists.shift(),
  );
  const shown: unknown[] = [];
  const queryFn = async () => (await get('brands')).data;
  const stop = new QueryObserver(queryClient, { queryKey: ['brands', 'page'], queryFn }).subscribe(({ data }) => {
    if (data !== undefined && shown.at(-1) !== data) shown.push(data);
  });
  await vi.advanceTimersByTimeAsync(0);
  await destroy('brands/2');
  void queryClient.invalidateQueries({ queryKey: ['brands'] });
  await vi.advanceTimersByTimeAsync(400);
  expect(shown).toEqual([['rice', 'tea']]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(shown).toEqual([['rice', 'tea'], ['rice']]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lists).toEqual([]);
  stop();
});
