/**
 * Updates of the till: files are loaded in the background, and activated by a person, in all windows at once and while
 * none of them is selling. Pending entries are in the database, which the new version reads.
 */
import { Watchable } from './watched.ts';

const WORKER = '/pos-worker.js';
const SCOPE = '/pos';
/** Lock: shared by every window that is selling, exclusive for the window that activates the new version. */
const SELLING = 'daftar-till-selling';
const LOOK_MS = 3_600_000;

/** The build's file name of this page's script; null for an unbuilt page. */
export function pageVersion(): string | null {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return /-([\w-]{8})\.js$/.exec(script?.src ?? '')?.[1] ?? null;
}

export class Updates {
  readonly state = new Watchable<{ readonly ready: boolean }>({ ready: false });
  #registration: ServiceWorkerRegistration | undefined;
  #sold: (() => void) | undefined;
  /** Another window activated a newer version while this one was selling. */
  #reloadsWhenSold = false;

  /** Lets the till start offline. Without it (an insecure address) the till still works. */
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
    // If the server is not reached, the next check tries again.
    const check = () => void registration.update().catch(() => undefined);
    const timer = setInterval(check, LOOK_MS);
    signal.addEventListener('abort', () => clearInterval(timer));
    globalThis.addEventListener('online', check, { signal });
  }

  /** True while the cart has content or a payment runs: no window may activate a new version then. */
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

  /** Reloads all windows with the new version. */
  async apply(): Promise<'applied' | 'busy'> {
    return navigator.locks.request(SELLING, { ifAvailable: true }, async (lock) => {
      if (lock === null) return 'busy';
      this.#registration?.waiting?.postMessage({ type: 'SKIP_WAITING' });
      return 'applied';
    });
  }

  /** At once, or after the current sale. */
  reload(): void {
    if (this.#sold) this.#reloadsWhenSold = true;
    else globalThis.location.reload();
  }
}
