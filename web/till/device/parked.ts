/**
 * Sales that were put aside on this device, and those that stand on the screens of its windows, which are kept after every change. A sale goes from one
 * to the other in one transaction: whatever is killed in between, it is in one of the two and never in both.
 */
import type { TillDatabase } from './database.ts';
import type { ParkedSale } from './database-schema.ts';
import type { TabChannel } from './tab-channel.ts';
import { Watchable } from './watched.ts';

/** The label of what stands on a screen; lists of parked sales leave it out. */
const KEPT = '\u0000kept';

/** What a window keeps of the sale on its screen. */
export type KeptSale = Pick<ParkedSale, 'parked_at' | 'cashier_fk' | 'cart' | 'id'>;

export class Parked {
  readonly changes = new Watchable(0);
  /** UUID under which the sale on the screen of this window is kept; undefined before this window has its place. */
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
    return (await this.#all()).filter(({ label }) => label !== KEPT);
  }

  /** What the windows of a cashier keep, or kept when they were killed; the oldest first. */
  async keptOf(cashier: number): Promise<readonly ParkedSale[]> {
    return (await this.#all()).filter(({ label, cashier_fk }) => label === KEPT && cashier_fk === cashier);
  }

  /** The sale on a screen, as it is now; undefined when nothing is on it. It is on its way to the disk when this returns. */
  keep(window: string, sale: KeptSale | undefined): Promise<void> {
    return this.#database.use(async (db) => {
      const writing = db.transaction('parked', 'readwrite');
      const written = sale ? writing.store.put(keptAs(window, sale)) : writing.store.delete(window);
      // Without it the browser waits for this page once more, which may be killed meanwhile.
      writing.commit();
      await Promise.all([written, writing.done]);
    });
  }

  /** From the screen of this window: it keeps `rest`, or nothing. On the disk when it resolves. */
  async putAside(sale: ParkedSale, rest?: KeptSale): Promise<void> {
    const window = this.ofWindow;
    await this.#database.use(async (db) => {
      const { store, done } = db.transaction('parked', 'readwrite', { durability: 'strict' });
      await Promise.all([
        store.put(sale),
        ...(window === undefined ? [] : [rest ? store.put(keptAs(window, rest)) : store.delete(window)]),
        done,
      ]);
    });
    this.#channel.changed('parked');
  }

  /** Onto a screen, where it is kept for the cashier from now on. Of two windows that take the same, one gets it. */
  async takeUp(uuid: string, cashier_fk: number, window = this.ofWindow): Promise<ParkedSale | undefined> {
    const taken = await this.#database.use(async (db) => {
      const { store, done } = db.transaction('parked', 'readwrite', { durability: 'strict' });
      const sale = await store.get(uuid);
      if (sale) await store.delete(uuid);
      if (sale && window !== undefined) await store.put(keptAs(window, { ...sale, cashier_fk }));
      await done;
      return sale;
    });
    if (taken) this.#channel.changed('parked');
    return taken;
  }

  /** Nobody wants it any more. */
  async drop(uuid: string): Promise<void> {
    await this.#database.use((db) => db.delete('parked', uuid));
    this.#channel.changed('parked');
  }

  async #all(): Promise<readonly ParkedSale[]> {
    const all = await this.#database.use((db) => db.getAll('parked'));
    return all.toSorted((a, b) => (a.parked_at < b.parked_at ? -1 : 1));
  }
}

const keptAs = (uuid: string, { parked_at, cashier_fk, cart, id }: KeptSale): ParkedSale => ({
  ...{ uuid, parked_at, cashier_fk, cart, id },
  ...{ label: KEPT, total: '0' },
});
