/** Sales that were put aside on this device. */
import type { TillDatabase } from './database.ts';
import type { ParkedSale } from './database-schema.ts';
import type { TabChannel } from './tab-channel.ts';
import { Watchable } from './watched.ts';

export class Parked {
  readonly changes = new Watchable(0);
  /** UUID under which the sale on the screen of this window is kept. */
  ofWindow: string | undefined;
  readonly #database: TillDatabase;
  readonly #channel: TabChannel;

  constructor(database: TillDatabase, channel: TabChannel) {
    this.#database = database;
    this.#channel = channel;
    channel.when('parked', () => this.changes.set(this.changes.current() + 1));
  }

  /** The oldest first. */
  async list(): Promise<readonly ParkedSale[]> {
    const all = await this.#database.use((db) => db.getAll('parked'));
    return all.toSorted((a, b) => (a.parked_at < b.parked_at ? -1 : 1));
  }

  async put(sale: ParkedSale): Promise<void> {
    await this.#database.use((db) => db.put('parked', sale));
    this.#channel.changed('parked');
  }

  /** Of two windows that take the same, one gets it. */
  async take(uuid: string): Promise<ParkedSale | undefined> {
    const taken = await this.#database.use(async (db) => {
      const { store, done } = db.transaction('parked', 'readwrite');
      const sale = await store.get(uuid);
      if (sale) await store.delete(uuid);
      await done;
      return sale;
    });
    if (taken) this.#channel.changed('parked');
    return taken;
  }
}
