/**
 * Hands the sales that were put aside here to the server, so that the other tills of the outlet can take them up, and takes up theirs. Each till keeps
 * its own until another one has it: without a network it goes on with them (decisions/0082).
 */
import { ApiError } from '../../shared/api/error.ts';
import type { ParkedSale } from './database-schema.ts';
import type { Parked } from './parked.ts';
import { endShared, handOver, listShared, type SharedSale, takeShared } from './parked-at-server.ts';
import { Watchable } from './watched.ts';

/** One window of the device at a time speaks with the server of what is parked. */
const LOCK = 'daftar-till-parked';

export type TakenUp =
  | { readonly outcome: 'taken'; readonly sale: ParkedSale }
  /** Another window or another till was first. */
  | { readonly outcome: 'gone' }
  /** It is another till's, which only the server knows. */
  | { readonly outcome: 'not_reached' };

export class SharedSales {
  /** Those of other tills, as the server said last. */
  readonly elsewhere = new Watchable<readonly SharedSale[]>([]);
  readonly #parked: Parked;

  constructor(parked: Parked) {
    this.#parked = parked;
  }

  /** Tells the server what was put aside and taken up here, and asks what the others have. Without a network nothing changes. */
  async exchange(): Promise<void> {
    await navigator.locks.request(LOCK, async () => {
      try {
        await this.#tell();
        await this.#ask();
      } catch (problem) {
        if (!isUnanswered(problem)) throw problem;
      }
    });
  }

  /** Onto the screen of this window; with `screen` false onto none, which is how a sale is dropped. */
  async takeUp(uuid: string, cashier: number, screen = true): Promise<TakenUp> {
    const own = await this.#parked.find(uuid);
    if (own && !own.handed) return this.#fromHere(uuid, cashier, screen);
    return navigator.locks.request(LOCK, async () => {
      try {
        const sale = await takeShared(uuid);
        const kept = await this.#parked.takeUp(uuid, cashier, { screen, sale });
        return kept ? { outcome: 'taken', sale: kept } : { outcome: 'gone' };
      } catch (problem) {
        if (!isUnanswered(problem)) throw problem;
        if (!isRefused(problem)) return own ? this.#fromHere(uuid, cashier, screen) : { outcome: 'not_reached' };
        await this.#parked.forget([uuid]);
        return { outcome: 'gone' };
      }
    });
  }

  async #fromHere(uuid: string, cashier: number, screen: boolean): Promise<TakenUp> {
    const sale = await this.#parked.takeUp(uuid, cashier, { screen });
    return sale ? { outcome: 'taken', sale } : { outcome: 'gone' };
  }

  async #tell(): Promise<void> {
    const { ended, waiting } = await this.#parked.untold();
    for (const uuid of ended) {
      await endShared(uuid);
      await this.#parked.noteEnded(uuid);
    }
    for (const sale of waiting) {
      try {
        await handOver(sale);
        await this.#parked.noteHanded(sale.uuid);
      } catch (problem) {
        // What the server cannot take stays at this till.
        if (!isRefused(problem)) throw problem;
      }
    }
  }

  async #ask(): Promise<void> {
    const handed = (await this.#parked.list()).filter((sale) => sale.handed);
    const shared = await listShared();
    const known = new Set(shared.map(({ uuid }) => uuid));
    const gone = handed.filter(({ uuid }) => !known.has(uuid));
    if (gone.length > 0) await this.#parked.forget(gone.map(({ uuid }) => uuid));
    const here = await this.#parked.here();
    this.elsewhere.set(shared.filter(({ uuid }) => !here.has(uuid)));
  }
}

const isRefused = (problem: unknown): boolean =>
  problem instanceof ApiError && [400, 404, 409, 413, 422].includes(problem.status);

/** The server refused, or gave no answer in time. */
const isUnanswered = (problem: unknown): boolean =>
  problem instanceof ApiError || (problem instanceof DOMException && /^(TimeoutError|AbortError)$/.test(problem.name));
