/**
 * Parked sales of this device, and the sales on the screens of its windows, which are stored after every change. A sale
 * moves between the two in one transaction, so that after any crash it is in exactly one of them.
 */
import type { TillDatabase } from './database.ts';
import type { ParkedSale } from './database-schema.ts';
import type { TabChannel } from './tab-channel.ts';
import { Watchable } from './watched.ts';

/** The label of a sale on a screen; lists of parked sales exclude it. */
const KEPT = '\u0000kept';
/** The label of a sale that was resumed or dropped here and not yet reported to the server. */
const ENDED = '\u0000ended';

/** The stored part of a window's current sale. */
export type KeptSale = Pick<ParkedSale, 'parked_at' | 'cashier_fk' | 'cart' | 'id'>;

export class Parked {
  readonly changes = new Watchable(0);
  /** UUID of this window's current sale in the store; undefined before this window has one. */
  ofWindow: string | undefined;
  readonly #database: TillDatabase;
  readonly #channel: TabChannel;

  constructor(database: TillDatabase, channel: TabChannel) {
    this.#database = database;
    this.#channel = channel;
    channel.when('parked', () => this.changes.set(this.changes.current() + 1));
  }

  /** Oldest first. */
  async list(): Promise<readonly ParkedSale[]> {
    return (await this.#all()).filter(isParked);
  }

  async find(uuid: string): Promise<ParkedSale | undefined> {
    const found = await this.#database.use((db) => db.get('parked', uuid));
    return found && isParked(found) ? found : undefined;
  }

  /** UUIDs of sales on this device: parked, or resumed and not yet reported. */
  async here(): Promise<ReadonlySet<string>> {
    return new Set((await this.#all()).map(({ uuid }) => uuid));
  }

  /** Sales that are not yet reported to the server. */
  async unreported(): Promise<{ readonly ended: readonly string[]; readonly waiting: readonly ParkedSale[] }> {
    const all = await this.#all();
    return {
      ended: all.filter(({ label }) => label === ENDED).map(({ uuid }) => uuid),
      waiting: all.filter((sale) => isParked(sale) && !sale.handed),
    };
  }

  /** The server has stored it; it may have been resumed here meanwhile. */
  async noteHanded(uuid: string): Promise<void> {
    await this.#database.use(async (db) => {
      const { store, done } = db.transaction('parked', 'readwrite');
      const sale = await store.get(uuid);
      if (sale && isParked(sale)) await store.put({ ...sale, handed: true });
      await done;
    });
  }

  /** Notes that the server has received the report that the sale was resumed or dropped here. */
  async noteEnded(uuid: string): Promise<void> {
    await this.#database.use((db) => db.delete('parked', uuid));
  }

  /** Removes sales that another till has taken. */
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

  /** The current sales of a cashier's windows, also of killed ones; oldest first. */
  async keptOf(cashier: number): Promise<readonly ParkedSale[]> {
    return (await this.#all()).filter(({ label, cashier_fk }) => label === KEPT && cashier_fk === cashier);
  }

  /** Stores the current sale of a window; undefined clears it. The write has started when this returns. */
  keep(window: string, sale: KeptSale | undefined): Promise<void> {
    return this.#database.use(async (db) => {
      const writing = db.transaction('parked', 'readwrite');
      const written = sale ? writing.store.put(keptAs(window, sale)) : writing.store.delete(window);
      // Without `commit` the browser waits for another turn of this page, which may be killed meanwhile.
      writing.commit();
      await Promise.all([written, writing.done]);
    });
  }

  /** The record that `keep` stores for this window; undefined before the window has one. */
  record(sale: KeptSale | undefined): ParkedSale | undefined {
    return sale && this.ofWindow !== undefined ? keptAs(this.ofWindow, sale) : undefined;
  }

  /** Parks the sale of this window, which keeps `rest`, or nothing. Stored when it resolves. */
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
   * Moves a parked sale to this window, where it is stored for the cashier; with `screen` false it is only removed. Of
   * two concurrent windows, one gets it. `sale`: the server's copy, when another till parked it.
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

  /** Moves the sale of a closed window to another one. */
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
  uuid,
  parked_at,
  cashier_fk,
  cart,
  id,
  label: KEPT,
  total: '0',
});
