/** What the browser promises about the storage of this device: whether it may be emptied, and how much is left of it. */
import { Watchable } from './watched.ts';

/** Below that a person is told, while receipts still fit in. */
const FREE_BYTES_MIN = 50_000_000;

export interface StorageState {
  /** The browser does not empty it by itself; null until it was asked. */
  readonly persisted: boolean | null;
  readonly usage: number | null;
  readonly quota: number | null;
  readonly full: boolean;
  /** It had been emptied: the chain of entries went on from what the server knows. */
  readonly lost: boolean;
}

export class DeviceStorage {
  readonly state = new Watchable<StorageState>({
    ...{ persisted: null, usage: null, quota: null, full: false, lost: false },
  });

  /** Reads what the browser says now. */
  async look(): Promise<void> {
    const [persisted, { usage = null, quota = null }] = await Promise.all([
      navigator.storage.persisted(),
      navigator.storage.estimate(),
    ]);
    const full = usage !== null && quota !== null && quota - usage < FREE_BYTES_MIN;
    this.state.set({ ...this.state.current(), persisted, usage, quota, full });
  }

  /** Asks the browser not to empty it; some of them ask the person, so it is called from a click. */
  async persist(): Promise<boolean> {
    const persisted = await navigator.storage.persist();
    await this.look();
    return persisted;
  }

  noteLost(): void {
    this.state.set({ ...this.state.current(), lost: true });
  }
}
