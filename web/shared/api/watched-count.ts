/** A live count from the server: by server-sent events, and by polling every half minute while these fail. */
import { isObject } from '../../../domain/values/members.ts';
import { eventsIn } from './events.ts';

/** Interval of polling without events. */
const ASK_EVERY_MS = 30_000;
/** The server sends something at least this often; a silent connection is held back by a proxy. */
const SILENT_MS_MAX = 50_000;
/** Delay before reconnecting: the server ends a connection after some minutes. */
const AGAIN_MS = 1_000;

export interface WatchedCount {
  /** Relative to `/api/`. */
  readonly path: string;
  readonly headers: () => Readonly<Record<string, string>>;
  /** Undefined when the server does not answer. */
  readonly ask: () => Promise<number | undefined>;
}

/**
 * Runs until the signal is aborted. One window of the browser holds the connection and shares the count with the
 * others, because a browser allows six connections to an HTTP/1.1 server. Where windows cannot elect one, each polls
 * without a connection.
 */
export async function watchCount(
  watched: WatchedCount,
  onCount: (count: number) => void,
  signal: AbortSignal,
): Promise<void> {
  if (!('locks' in navigator)) return listenOrAsk({ ...watched, canFollow: false }, onCount, signal);
  const name = `daftar-count-${watched.path}`;
  const channel = new BroadcastChannel(name);
  let latest: number | undefined;
  const tell = (count: number) => {
    latest = count;
    channel.postMessage(count);
    onCount(count);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'number') onCount(data);
    else if (latest !== undefined) channel.postMessage(latest);
  });
  channel.postMessage('what is it now');
  try {
    await navigator.locks.request(name, { signal }, () => listenOrAsk(watched, tell, signal));
  } catch (problem) {
    if (!signal.aborted) throw problem;
  } finally {
    channel.close();
  }
}

/** Runs in this window only. */
export async function listenOrAsk(
  watched: WatchedCount & { readonly canFollow?: boolean },
  onCount: (count: number) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    if (watched.canFollow !== false && (await follow(watched, onCount, signal))) {
      await pause(AGAIN_MS, signal);
      continue;
    }
    const count = signal.aborted ? undefined : await watched.ask();
    if (count !== undefined) onCount(count);
    await pause(ASK_EVERY_MS, signal);
  }
}

/** True when the server ended the events after sending some. */
async function follow(
  { path, headers }: WatchedCount,
  onCount: (count: number) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const silent = new AbortController();
  const ended = AbortSignal.any([signal, silent.signal]);
  let timer = setTimeout(() => silent.abort(), SILENT_MS_MAX);
  let hasCome = false;
  try {
    const answer = await fetch(`/api/${path}`, {
      headers: { ...headers(), Accept: 'text/event-stream' },
      signal: ended,
    });
    const isStream = answer.headers.get('Content-Type')?.startsWith('text/event-stream') ?? false;
    if (!answer.ok || !answer.body || !isStream) return false;
    const heard = () => {
      clearTimeout(timer);
      timer = setTimeout(() => silent.abort(), SILENT_MS_MAX);
    };
    for await (const event of eventsIn(answer.body, heard)) {
      if (!isObject(event) || typeof event['count'] !== 'number') continue;
      hasCome = true;
      onCount(event['count']);
    }
    return hasCome;
  } catch {
    // The network or the connection failed: the caller polls.
    return false;
  } finally {
    clearTimeout(timer);
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
