/**
 * A newer version of the till: its files are fetched in the background and wait until a person takes them, in all windows at once and while nothing
 * is sold in any of them. What waits to be sent is in the database, which the new version reads.
 */
import { Watchable } from './watched.ts';

const WORKER = '/pos-worker.js';
const SCOPE = '/pos';
/** Held by every window that sells, and alone by the one that takes the new version. */
const SELLING = 'daftar-till-selling';
const LOOK_MS = 3_600_000;

/** The name that the build gave to what this page runs; null of a page that was not built. */
export function pageVersion(): string | null {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return /-([\w-]{8})\.js$/.exec(script?.src ?? '')?.[1] ?? null;
}

export class Updates {
  readonly state = new Watchable<{ readonly ready: boolean }>({ ready: false });
  #registration: ServiceWorkerRegistration | undefined;
  #sold: (() => void) | undefined;
  /** Another window has brought a newer version while this one was selling. */
  #reloadsWhenSold = false;

  /** Makes the till start without a network. Without it (an address that the browser does not trust) the till still works. */
  async register(signal: AbortSignal): Promise<void> {
    if (!('serviceWorker' in navigator)) return;
    const { serviceWorker } = navigator;
    const hadWorker = serviceWorker.controller !== null;
    serviceWorker.addEventListener('controllerchange', () => hadWorker && this.reload(), { signal });
    const registration = await serviceWorker.register(WORKER, { scope: SCOPE, updateViaCache: 'none' });
    this.#registration = registration;
    const look = () => this.state.set({ ready: registration.waiting !== null && serviceWorker.controller !== null });
    look();
    registration.addEventListener('updatefound', () => {
      registration.installing?.addEventListener('statechange', look, { signal });
    });
    // A server that is not reached has no newer version; it is asked again.
    const check = () => void registration.update().catch(() => undefined);
    const timer = setInterval(check, LOOK_MS);
    signal.addEventListener('abort', () => clearInterval(timer));
    globalThis.addEventListener('online', check, { signal });
  }

  /** True while something is in the cart or being paid: until it is false again, no window takes a new version. */
  busy(isBusy: boolean): void {
    if (!isBusy) {
      this.#sold?.();
      this.#sold = undefined;
      if (this.#reloadsWhenSold) this.reload();
      return;
    }
    if (this.#sold) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#sold = resolve;
    void navigator.locks.request(SELLING, { mode: 'shared' }, () => promise);
  }

  /** All windows load again, with the new version. */
  async apply(): Promise<'applied' | 'busy'> {
    return navigator.locks.request(SELLING, { ifAvailable: true }, async (lock) => {
      if (lock === null) return 'busy';
      this.#registration?.waiting?.postMessage({ type: 'SKIP_WAITING' });
      return 'applied';
    });
  }

  /** At once, or when what is in the cart has been sold. */
  reload(): void {
    if (this.#sold) this.#reloadsWhenSold = true;
    else globalThis.location.reload();
  }
}
