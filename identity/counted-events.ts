/**
 * Server-sent events of a count: its present value, and every change. All listeners of the same count share one query.
 * A connection ends within ten seconds when its device or person may no longer listen.
 */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { endWithRights } from './stream-rights.ts';
import { TooMany } from './too-many.ts';

const LOOK_EVERY_MS = 2_000;
const LISTEN_MS = 5 * 60_000;
/** An empty line keeps proxies from closing the connection as idle. */
const ALIVE_EVERY_MS = 20_000;
/** Per device or user, over all windows. */
const LISTENERS_MAX = 8;
const RETRY_SECONDS = 30;

export interface Watching {
  /** Listeners with the same key share a query. */
  readonly key: string;
  readonly listener: string;
  /** Whether the device is still enrolled, or the session and the permission are still there. */
  readonly mayGoOn: () => Promise<boolean>;
  readonly count: () => Promise<number>;
}

export class CountedEvents {
  /** Aborted when the server closes. */
  readonly #closing: AbortSignal;
  readonly #lookEveryMs: number;
  readonly #looks = new Map<string, Promise<number>>();
  readonly #listeners = new Map<string, number>();

  constructor(closing: AbortSignal, lookEveryMs = LOOK_EVERY_MS) {
    this.#closing = closing;
    this.#lookEveryMs = lookEveryMs;
  }

  /** Ends when `gone` is aborted; the caller must abort it. Throws TooMany immediately. */
  listen({ listener, ...watched }: Omit<Watching, 'mayGoOn'>, gone: AbortSignal): AsyncGenerator<string> {
    const ended = AbortSignal.any([gone, this.#closing, AbortSignal.timeout(LISTEN_MS)]);
    if (gone.aborted) return this.#events(watched, ended);
    const own = this.#listeners.get(listener) ?? 0;
    if (own >= LISTENERS_MAX) throw new TooMany('too_many_requests', RETRY_SECONDS);
    this.#listeners.set(listener, own + 1);
    gone.addEventListener('abort', () => this.#leave(listener), { once: true });
    return this.#events(watched, ended);
  }

  async *#events(watched: Pick<Watching, 'key' | 'count'>, ended: AbortSignal): AsyncGenerator<string> {
    let sent: number | undefined;
    let silentMs = 0;
    while (!ended.aborted) {
      const count = await this.#look(watched);
      if (count !== sent) yield `data: ${JSON.stringify({ count })}\n\n`;
      else if (silentMs >= ALIVE_EVERY_MS) yield ': nothing new\n\n';
      silentMs = count !== sent || silentMs >= ALIVE_EVERY_MS ? 0 : silentMs + this.#lookEveryMs;
      sent = count;
      // Rejects only when the signal is aborted.
      await sleep(this.#lookEveryMs, undefined, { signal: ended }).catch(() => undefined);
    }
  }

  #look({ key, count }: Pick<Watching, 'key' | 'count'>): Promise<number> {
    const known = this.#looks.get(key);
    if (known) return known;
    const look = count();
    this.#looks.set(key, look);
    setTimeout(() => this.#looks.delete(key), this.#lookEveryMs / 2).unref();
    return look;
  }

  #leave(listener: string): void {
    const left = (this.#listeners.get(listener) ?? 1) - 1;
    if (left > 0) this.#listeners.set(listener, left);
    else this.#listeners.delete(listener);
  }
}

/** The answer `{ data: { count } }`, or server-sent events `{ count }`. */
export const COUNTED = {
  200: {
    content: {
      'application/json': {
        schema: Type.Object({ data: Type.Object({ count: Type.Integer() }, { title: 'Counted' }) }),
      },
      'text/event-stream': { schema: Type.String() },
    },
  },
} as const;

/** Sends the count once, or as events when the request accepts these. */
export async function sendCount(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { events, mayGoOn, ...watching }: Watching & { readonly events: CountedEvents },
) {
  if (!/\btext\/event-stream\b/.test(headers.accept ?? '')) return { data: { count: await watching.count() } };
  const gone = new AbortController();
  endWithRights(gone, reply, mayGoOn);
  const answer = Readable.from(events.listen(watching, gone.signal));
  return reply.type('text/event-stream; charset=utf-8').send(answer);
}
