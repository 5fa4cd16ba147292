/** Two versions of the projector run at the same time, as in a rolling update: one table never has rows of both. */
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openMemoryStore } from '../../event-store/memory/store.ts';
import type { CommandStore } from '../../event-store/port.ts';
import type { Definition } from '../../projector/builds/definition.ts';
import { runProjector } from '../../projector/projector.ts';
import { rebuild } from '../../projector/rebuild/rebuild.ts';
import { over } from '../handling/interleaving.ts';
import { type FreshDatabase, freshDatabase, rolesAt } from '../support/database.ts';
import { openPremises, Shop } from './shop.ts';

const EARLIER: Definition = { digest: 'the tables of March', version: 1001 };
const LATER: Definition = { digest: 'the tables of April', version: 1002 };

let database: FreshDatabase;
let client: pg.Client;
let store: CommandStore;
let shop: Shop;
let running: Program[];

beforeEach(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  store = openMemoryStore();
  shop = new Shop(store, { now: new Date('2026-03-10T09:00:00Z') });
  running = [];
  await openPremises(shop, true);
});
afterEach(async () => {
  await Promise.all(running.map((program) => program.end()));
  await client.end();
  await store.close();
  await database.drop();
});

/**
 * A projector with a version of the definition. Counts how often it stood aside, and the events that its subscription
 * delivered.
 */
class Program {
  readonly definition: Definition;
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;
  aside = 0;
  followed = 0;

  constructor(definition: Definition) {
    this.definition = definition;
    const counted: CommandStore = new Proxy(
      over(store, (batch) => store.append(batch)),
      {
        get: (target, name) => (name === 'subscribe' ? this.#subscribe.bind(this) : Reflect.get(target, name)),
      },
    );
    this.#ended = runProjector({
      store: counted,
      databaseUrl: rolesAt(database.url).projector,
      signal: this.#stop.signal,
      definition,
      onStandAside: () => {
        this.aside += 1;
      },
    });
    running.push(this);
  }

  async *#subscribe(options: Parameters<CommandStore['subscribe']>[0]): ReturnType<CommandStore['subscribe']> {
    for await (const events of store.subscribe(options)) {
      this.followed += events.length;
      yield events;
    }
  }

  async end(): Promise<void> {
    this.#stop.abort();
    await this.#ended;
  }
}

/** The definition of the tables that readers query, if all of their models are at the head of the log. */
async function readersHave(): Promise<string | undefined> {
  const { rows } = await client.query<{ definition: string; behind: boolean }>(
    `select b.definition, bool_or(c.position < $1) as behind from projection.build b
     join projection.checkpoint c on c.schema = b.schema where b.status = 'current' group by 1`,
    [await store.head()],
  );
  return rows[0]?.behind === false ? rows[0].definition : undefined;
}
const add = (brand_name: string) => shop.register('brand', { brand_name });

it('the later program takes the tables over, and the earlier one stops writing', async () => {
  const earlier = new Program(EARLIER);
  await expect.poll(readersHave).toBe(EARLIER.digest);
  const later = new Program(LATER);
  await expect.poll(readersHave).toBe(LATER.digest);
  await expect.poll(() => earlier.aside).toBe(1);
  const { followed } = earlier;
  await add('Nike');
  await expect.poll(readersHave).toBe(LATER.digest);
  expect(later.followed).toBeGreaterThan(0);
  expect(earlier.followed).toBe(followed);
});

it('an earlier program that is restarted does not change the tables of the later one', async () => {
  const later = new Program(LATER);
  await expect.poll(readersHave).toBe(LATER.digest);
  const { rows: before } = await client.query('select schema from projection.build');
  const earlier = new Program(EARLIER);
  await expect.poll(() => earlier.aside).toBe(1);
  await add('Nike');
  await expect.poll(readersHave).toBe(LATER.digest);
  expect((await client.query('select schema from projection.build')).rows).toEqual(before);
  expect(later.aside).toBe(0);
});

it('an earlier program continues when a person restores its tables, and the later one does not change them', async () => {
  const later = new Program(LATER);
  await expect.poll(readersHave).toBe(LATER.digest);
  const earlier = new Program(EARLIER);
  await expect.poll(() => earlier.aside).toBe(1);
  await later.end();
  const { signal } = new AbortController();
  await rebuild({ store, databaseUrl: database.url, signal, sameRules: false, definition: EARLIER });
  await add('Nike');
  await expect.poll(readersHave).toBe(EARLIER.digest);
  expect(earlier.followed).toBeGreaterThan(0);
});

it('programs of one version with different tables do not rebuild alternately', async () => {
  const one = new Program(EARLIER);
  await expect.poll(readersHave).toBe(EARLIER.digest);
  const other = new Program({ ...EARLIER, digest: 'other tables of March' });
  await expect.poll(readersHave).toBe('other tables of March');
  await expect.poll(() => one.aside).toBe(1);
  await add('Nike');
  await expect.poll(readersHave).toBe('other tables of March');
  expect(other.aside).toBe(0);
});
