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
/** The label of a sale that was taken up or dropped here, which the server has not been told yet. */
const ENDED = '\u0000ended';

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
    return (await this.#all()).filter(isParked);
  }

  async find(uuid: string): Promise<ParkedSale | undefined> {
    const found = await this.#database.use((db) => db.get('parked', uuid));
    return found && isParked(found) ? found : undefined;
  }

  /** Whatever this device has of it: put aside, or taken up and not told yet. */
  async here(): Promise<ReadonlySet<string>> {
    return new Set((await this.#all()).map(({ uuid }) => uuid));
  }

  /** What the server has not been told. */
  async untold(): Promise<{ readonly ended: readonly string[]; readonly waiting: readonly ParkedSale[] }> {
    const all = await this.#all();
    return {
      ended: all.filter(({ label }) => label === ENDED).map(({ uuid }) => uuid),
      waiting: all.filter((sale) => isParked(sale) && !sale.handed),
    };
  }

  /** The server has it; it may have been taken up here meanwhile. */
  async noteHanded(uuid: string): Promise<void> {
    await this.#database.use(async (db) => {
      const { store, done } = db.transaction('parked', 'readwrite');
      const sale = await store.get(uuid);
      if (sale && isParked(sale)) await store.put({ ...sale, handed: true });
      await done;
    });
  }

  /** The server knows that it was taken up or dropped here. */
  async noteEnded(uuid: string): Promise<void> {
    await this.#database.use((db) => db.delete('parked', uuid));
  }

  /** Another till has them. */
  async forget(uuids: readonly string[]): Promise<void> {
    await this.#database.use(async (db) => {
      const { store, done } = db.transaction('parked', 'readwrite');
      for (const uuid of uuids) {
        const sale = await store.get(uuid);
        if (sale && isParked(sale)) await store.delete(uuid);
      }
      await done;
    });
    this.#channel.changed('parked');
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

  /**
   * Onto the screen of this window, where it is kept for the cashier from now on; with `screen` false onto none. Of two windows that take the same, one
   * gets it. `sale`: as the server gave it, where another till put it aside.
   */
  async takeUp(
    uuid: string,
    cashier_fk: number,
    { screen, sale: given }: { readonly screen: boolean; readonly sale?: ParkedSale },
  ): Promise<ParkedSale | undefined> {
    const window = screen ? this.ofWindow : undefined;
    const taken = await this.#database.use(async (db) => {
      const { store, done } = db.transaction('parked', 'readwrite', { durability: 'strict' });
      const known = await store.get(uuid);
      const sale = known ? (isParked(known) ? known : undefined) : given;
      if (sale) {
        await store.put({ ...sale, label: ENDED, cart: { lines: [] } });
        if (window !== undefined) await store.put(keptAs(window, { ...sale, cashier_fk }));
      }
      await done;
      return sale;
    });
    if (taken) this.#channel.changed('parked');
    return taken;
  }

  /** What the window that is gone kept, onto the screen of another one. */
  async adopt(uuid: string, cashier_fk: number, window: string): Promise<ParkedSale | undefined> {
    return this.#database.use(async (db) => {
      const { store, done } = db.transaction('parked', 'readwrite', { durability: 'strict' });
      const sale = await store.get(uuid);
      if (sale) await store.delete(uuid);
      if (sale) await store.put(keptAs(window, { ...sale, cashier_fk }));
      await done;
      return sale;
    });
  }

  async #all(): Promise<readonly ParkedSale[]> {
    const all = await this.#database.use((db) => db.getAll('parked'));
    return all.toSorted((a, b) => (a.parked_at < b.parked_at ? -1 : 1));
  }
}

const isParked = ({ label }: ParkedSale): boolean => label !== KEPT && label !== ENDED;

const keptAs = (uuid: string, { parked_at, cashier_fk, cart, id }: KeptSale): ParkedSale => ({
  ...{ uuid, parked_at, cashier_fk, cart, id },
  ...{ label: KEPT, total: '0' },
});
