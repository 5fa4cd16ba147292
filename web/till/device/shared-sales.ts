/**
 * Shares parked sales with the outlet's other tills through the server, and resumes theirs. Each till keeps its own
 * until another has taken it: while offline it works with those (decisions/0082).
 */
import { ApiError } from '../../shared/api/error.ts';
import type { DeviceClock } from './clock.ts';
import type { ParkedSale } from './database-schema.ts';
import type { Parked } from './parked.ts';
import { endShared, handOver, listShared, type SharedSale, takeShared } from './parked-at-server.ts';
import { Watchable } from './watched.ts';

/** Lock: one window of the device at a time exchanges parked sales. */
const LOCK = 'daftar-till-parked';
/** Until this age the server has a sale that it received, taken or not; it removes it a day later. */
const AT_SERVER_MS = 29 * 86_400_000;

export type TakenUp =
  | { readonly outcome: 'taken'; readonly sale: ParkedSale }
  /** Another window or till took it first. */
  | { readonly outcome: 'gone' }
  /** It belongs to another till, and the server is not reached. */
  | { readonly outcome: 'not_reached' };

export class SharedSales {
  /** Sales parked at other tills, as last reported by the server. */
  readonly elsewhere = new Watchable<readonly SharedSale[]>([]);
  readonly #parked: Parked;
  readonly #clock: DeviceClock;

  constructor(parked: Parked, clock: DeviceClock) {
    this.#parked = parked;
    this.#clock = clock;
  }

  /** Reports parked and resumed sales to the server, and loads those of other tills. Changes nothing while offline. */
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

  /** Resumes a sale in this window; `screen` false drops it instead. */
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
        const isLost = own && isUnknown(problem) && this.#isExpectedAtServer(own);
        if (isLost || !isRefused(problem))
          return own ? this.#fromHere(uuid, cashier, screen) : { outcome: 'not_reached' };
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
    const { ended, waiting } = await this.#parked.unreported();
    for (const uuid of ended) {
      await endShared(uuid);
      await this.#parked.noteEnded(uuid);
    }
    for (const sale of waiting) {
      // A sale that the server refuses stays at this till.
      if (await isHandedOver(sale)) await this.#parked.noteHanded(sale.uuid);
    }
  }

  async #ask(): Promise<void> {
    const handed = (await this.#parked.list()).filter((sale) => sale.handed);
    const listed = await listShared();
    // The server lost the sale by a restore from a backup, or another till has taken it: then this changes nothing.
    const missing = unlisted(handed, listed);
    const again = missing.filter((sale) => this.#isExpectedAtServer(sale));
    const refused = new Set<string>();
    for (const sale of again) if (!(await isHandedOver(sale))) refused.add(sale.uuid);
    const shared = again.length > 0 ? await listShared() : listed;
    // A sale that was lost since the first list is handed over with the next exchange.
    const gone = unlisted(missing, shared).filter(({ uuid }) => !refused.has(uuid));
    if (gone.length > 0) await this.#parked.forget(gone.map(({ uuid }) => uuid));
    const here = await this.#parked.here();
    this.elsewhere.set(shared.filter(({ uuid }) => !here.has(uuid)));
  }

  #isExpectedAtServer({ parked_at }: ParkedSale): boolean {
    return this.#clock.now().getTime() - Date.parse(parked_at) < AT_SERVER_MS;
  }
}

function unlisted(sales: readonly ParkedSale[], shared: readonly SharedSale[]): readonly ParkedSale[] {
  const known = new Set(shared.map(({ uuid }) => uuid));
  return sales.filter(({ uuid }) => !known.has(uuid));
}

/** Returns false when the server refuses the sale. */
async function isHandedOver(sale: ParkedSale): Promise<boolean> {
  try {
    await handOver(sale);
    return true;
  } catch (problem) {
    if (!isRefused(problem)) throw problem;
    return false;
  }
}

const isUnknown = (problem: unknown): boolean => problem instanceof ApiError && problem.status === 404;

const isRefused = (problem: unknown): boolean =>
  problem instanceof ApiError && [400, 404, 409, 413, 422].includes(problem.status);

/** The server refused, or did not answer in time. */
const isUnanswered = (problem: unknown): boolean =>
  problem instanceof ApiError || (problem instanceof DOMException && /^(TimeoutError|AbortError)$/.test(problem.name));
