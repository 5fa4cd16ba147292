/** The state of this device's browser storage: whether it is persistent, and its free space. */
import { Watchable } from './watched.ts';

/** Below this a person is warned, while receipts still fit. */
const FREE_BYTES_MIN = 50_000_000;

export interface StorageState {
  /** The browser does not clear the storage itself; null until requested. */
  readonly persisted: boolean | null;
  readonly usage: number | null;
  readonly quota: number | null;
  readonly full: boolean;
  /** The storage was cleared: the chain of entries continued from the server's state. */
  readonly lost: boolean;
}

export class DeviceStorage {
  readonly state = new Watchable<StorageState>({
    persisted: null,
    usage: null,
    quota: null,
    full: false,
    lost: false,
  });

  /** Reads the current state. */
  async look(): Promise<void> {
    const [persisted, { usage = null, quota = null }] = await Promise.all([
      navigator.storage.persisted(),
      navigator.storage.estimate(),
    ]);
    const full = usage !== null && quota !== null && quota - usage < FREE_BYTES_MIN;
    this.state.set({ ...this.state.current(), persisted, usage, quota, full });
  }

  /** Requests persistent storage; some browsers ask the person, so it must be called from a click. */
  async persist(): Promise<boolean> {
    const persisted = await navigator.storage.persist();
    await this.look();
    return persisted;
  }

  noteLost(): void {
    this.state.set({ ...this.state.current(), lost: true });
  }
}
