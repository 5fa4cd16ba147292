/** The progress of a job over a connection that says nothing any more. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followed } from '../../web/shared/api/job.ts';
import { setToken, whenSignedOut } from '../../web/shared/api/token.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', { getItem: () => null });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  whenSignedOut(() => {});
  setToken(undefined);
});

const JOB = { job_id: 'one', name: 'rebuild', state: 'active', progress: '1', result: null, error: null };
const encoded = (text: string) => new TextEncoder().encode(text);

/** A body that breaks with the signal of its request, as a browser's does. */
function spoken(): { speak: (text: string) => void; fetch: (url: string, init: RequestInit) => Promise<Response> } {
  const parts: ReadableStreamDefaultController<Uint8Array>[] = [];
  return {
    speak: (text) => parts.at(-1)?.enqueue(encoded(text)),
    fetch: async (_url, { signal }) => {
      const start = (part: ReadableStreamDefaultController<Uint8Array>) => {
        parts.push(part);
        signal?.addEventListener('abort', () => part.error(signal.reason));
      };
      return new Response(new ReadableStream({ start }), { status: 200 });
    },
  };
}

function follow() {
  const told: string[] = [];
  const following = { isOver: false };
  const gone = new AbortController();
  followed('one', gone.signal, ({ state }) => told.push(state)).then(
    () => Object.assign(following, { isOver: true }),
    () => Object.assign(following, { isOver: true }),
  );
  return { told, following, gone };
}

const pass = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
  // Parts are read in later turns of the event loop.
  for (let turn = 0; turn < 20; turn += 1) await vi.advanceTimersByTimeAsync(0);
};

it('is given up after a minute without a word, so that the page connects again', async () => {
  const { fetch } = spoken();
  vi.stubGlobal('fetch', fetch);
  const { following } = follow();
  await pass(59_000);
  expect(following.isOver).toBe(false);
  await pass(1_001);
  expect(following.isOver).toBe(true);
});

it('goes on while the server says that nothing is new', async () => {
  const { fetch, speak } = spoken();
  vi.stubGlobal('fetch', fetch);
  const { following, told, gone } = follow();
  await pass(0);
  speak(`data: ${JSON.stringify(JOB)}\n\n`);
  for (let minute = 0; minute < 4; minute += 1) {
    await pass(50_000);
    speak(': nothing new\n\n');
  }
  await pass(0);
  expect([told, following.isOver]).toEqual([['active'], false]);
  gone.abort();
  await pass(0);
  expect(following.isOver).toBe(true);
});

it('is given up when the server does not even begin to answer', async () => {
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  );
  const { following } = follow();
  await pass(60_001);
  expect(following.isOver).toBe(true);
});

it('gets a new token when its own has expired', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    if (url.endsWith('refresh')) return Response.json({ data: { access_token: 'new' } });
    return new Response('', { status: 401 });
  });
  const { following } = follow();
  await pass(0);
  expect([following.isOver, asked]).toEqual([true, ['/api/jobs/one/events', '/api/auth/refresh']]);
});
