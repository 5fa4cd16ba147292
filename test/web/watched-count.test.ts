/** A count is received by events, and requested every half minute when these fail. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenOrAsk } from '../../web/shared/api/watched-count.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const stream = (...texts: string[]) =>
  new Response(new Blob(texts).stream(), { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } });

it('goes on asking while no events come, and hears them again as soon as they do', async () => {
  const answers = [
    () => Promise.reject(new TypeError('no network')),
    () => Promise.resolve(new Response('', { status: 502 })),
    () => Promise.resolve(stream('data: {"count":4}\n\n: nothing new\n\nda', 'ta: {"count":5}\n\n')),
  ];
  const ended = new AbortController();
  const silent = new Promise<Response>((_, reject) => ended.signal.addEventListener('abort', reject));
  // Rejected without a handler when the watch ended before.
  silent.catch(() => undefined);
  vi.stubGlobal('fetch', () => answers.shift()?.() ?? silent);
  const heard: number[] = [];
  let asked = 0;
  const source = {
    ...{ path: 'till/orders', headers: () => ({}) },
    ask: async () => {
      asked += 1;
      return asked;
    },
  };
  const watching = listenOrAsk(source, (count) => heard.push(count), ended.signal);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(heard).toEqual([1]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(heard).toEqual([1, 2]);
  await vi.advanceTimersByTimeAsync(30_000);
  // The second event is read in later turns of the event loop.
  for (let turn = 0; turn < 20; turn += 1) await vi.advanceTimersByTimeAsync(1);
  expect(heard).toEqual([1, 2, 4, 5]);
  ended.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  await watching;
  expect([asked, heard.length]).toEqual([2, 4]);
});
