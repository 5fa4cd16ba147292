import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** The parts of a browser that these modules use. */
function browser() {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
}

const answered = (token: string) => new Response(JSON.stringify({ access_token: token }), { status: 200 });
const sent: RequestInit[] = [];

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  browser();
  sent.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('while the token is refreshed', () => {
  it('other requests wait for it, and never longer than 600 ms', async () => {
    const { refreshToken, whileRefreshing } = await import('../../web/shared/api/token.ts');
    let answer: (response: Response) => void = () => {};
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
    const waits = async () => {
      const before = Date.now();
      await whileRefreshing();
      return Date.now() - before;
    };
    expect(await waits()).toBe(0);
    const refreshed = refreshToken();
    const first = waits();
    await vi.advanceTimersByTimeAsync(700);
    expect(await first).toBe(600);
    const second = waits();
    await vi.advanceTimersByTimeAsync(100);
    answer(answered('next'));
    expect(await refreshed).toBe(true);
    expect(await second).toBe(100);
    expect(await waits()).toBe(0);
  });

  it('all of them share one refresh', async () => {
    const { refreshToken } = await import('../../web/shared/api/token.ts');
    const fetch = vi.fn(async () => answered('next'));
    vi.stubGlobal('fetch', fetch);
    expect(await Promise.all([refreshToken(), refreshToken(), refreshToken()])).toEqual([true, true, true]);
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});

describe('a window without activity for five minutes', () => {
  it('marks its requests, so that it keeps no session alive', async () => {
    const { noteActivity } = await import('../../web/shared/api/activity.ts');
    const { refreshToken } = await import('../../web/shared/api/token.ts');
    vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
      sent.push(init);
      return answered('next');
    });
    const isBackground = () => 'X-Background' in ((sent.at(-1)?.headers ?? {}) as Record<string, string>);
    noteActivity();
    await refreshToken();
    expect(isBackground()).toBe(false);
    vi.advanceTimersByTime(5 * 60_000 + 1);
    await refreshToken();
    expect(isBackground()).toBe(true);
    noteActivity();
    await refreshToken();
    expect(isBackground()).toBe(false);
  });

  it('marks the connections that it opens again, of the order bell and of a job', async () => {
    const { noteActivity } = await import('../../web/shared/api/activity.ts');
    const { followed } = await import('../../web/shared/api/job.ts');
    const { listenOrAsk } = await import('../../web/shared/api/watched-count.ts');
    const { connectionHeaders } = await import('../../web/shared/api/token.ts');
    vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
      sent.push(init);
      return new Response('', { status: 404 });
    });
    const orders = { path: 'orders', headers: connectionHeaders, ask: async () => undefined };
    const marks = async () => {
      sent.length = 0;
      await followed('one', new AbortController().signal, () => {});
      const listening = new AbortController();
      const listened = listenOrAsk(orders, () => {}, listening.signal);
      await vi.advanceTimersByTimeAsync(0);
      listening.abort();
      await listened;
      return sent.map(({ headers }) => new Headers(headers).get('X-Background'));
    };
    noteActivity();
    expect(await marks()).toEqual([null, null]);
    vi.advanceTimersByTime(5 * 60_000 + 1);
    expect(await marks()).toEqual(['1', '1']);
  });
});
