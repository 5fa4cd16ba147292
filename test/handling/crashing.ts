/** Two processes on one log in PostgreSQL and KurrentDB, of which one crashes between the two steps of storing. */
import { expect } from 'vitest';
import { type KurrentStore, openKurrentStore } from '../../event-store/kurrentdb/store.ts';
import type { CommandStore } from '../../event-store/port.ts';
import { type KurrentDouble, startKurrentDouble } from '../doubles/kurrentdb.ts';
import { openPremises, type Premises, Shop } from '../projector/shop.ts';
import { onDatabase } from '../store-contract/postgres-server.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { NOW, over } from './interleaving.ts';

type Opening = (store: CommandStore, clock: { now: Date }) => Shop;

export class Crashing {
  readonly shop: Shop;
  readonly premises: Premises;
  readonly #database: FreshDatabase;
  readonly #server: KurrentDouble;
  readonly #stores: KurrentStore[];
  readonly #open: Opening;

  constructor(
    of: { readonly database: FreshDatabase; readonly server: KurrentDouble; readonly stores: KurrentStore[] },
    opened: { readonly shop: Shop; readonly premises: Premises },
    open: Opening,
  ) {
    this.#database = of.database;
    this.#server = of.server;
    this.#stores = of.stores;
    this.shop = opened.shop;
    this.premises = opened.premises;
    this.#open = open;
  }

  /** A step of a process whose reservations are stored, and nothing of them in KurrentDB. */
  async crashes(step: (on: Shop) => Promise<unknown>): Promise<void> {
    const crashing = (store: CommandStore): CommandStore =>
      over(store, (batch) => {
        this.#server.appendFaults.push('unavailable', 'unavailable', 'unavailable');
        return store.append(batch);
      });
    const store = await storeAt(this.#server, this.#database);
    this.#stores.push(store);
    await expect(step(this.#open(crashing(store), { now: NOW }))).rejects.toThrow();
    this.#server.appendFaults.length = 0;
  }

  /** Types of the events of a stream, without its kind. */
  async typesOf(stream: string): Promise<readonly string[]> {
    const found = await this.#stores[0]?.readStreams([{ stream, after: -1 }]);
    return (found?.get(stream) ?? []).map(({ type }) => type.slice(type.indexOf('.') + 1));
  }

  async levels() {
    return (await this.#stores[0]?.levels('', 10_000)) ?? [];
  }

  /** What was reserved and is not completed. */
  intents(): Promise<number> {
    return onDatabase(
      this.#database.url,
      async (client) => (await client.query('select command_id from claim.intent')).rows.length,
    );
  }

  async close(): Promise<void> {
    for (const store of this.#stores) await store.close();
    await this.#server.close();
    await this.#database.drop();
  }
}

/** Another process that does not recover intents by itself. */
const storeAt = (server: KurrentDouble, { url }: FreshDatabase): Promise<KurrentStore> =>
  openKurrentStore({ url: server.url, databaseUrl: url, timeoutMs: 5_000 });

export async function openCrashing(open: Opening = (store, clock) => new Shop(store, clock)): Promise<Crashing> {
  const [database, server] = await Promise.all([freshDatabase(), startKurrentDouble()]);
  const store = await storeAt(server, database);
  const shop = open(store, { now: NOW });
  const premises = await openPremises(shop, false);
  return new Crashing({ database, server, stores: [store] }, { shop, premises }, open);
}
