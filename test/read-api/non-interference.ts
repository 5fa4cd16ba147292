/**
 * Two outlets through every kind of document, and the answers of every route that reads to people with all permissions
 * of the first one, before and after all of it happened in the second one.
 */
import Fastify, { type FastifyInstance } from 'fastify';
import { commandApi } from '../../command-api/main.ts';
import { documentResources } from '../../domain/documents.ts';
import { allPermissions } from '../../domain/people/permissions.ts';
import { concernsAllOutlets } from '../../domain/people/whole-business.ts';
import { records } from '../../domain/records.ts';
import type { CommandStore } from '../../event-store/port.ts';
import { openPostgresStore } from '../../event-store/postgres/store.ts';
import { readApi, readRoutes } from '../../read-api/main.ts';
import { SECRET, TODAY } from '../api/api.ts';
import { YEARS } from '../oracle/books-play.ts';
import { openBusiness } from '../oracle/business.ts';
import { type Doors, openDoors, throughEveryDoor } from '../oracle/every-door.ts';
import { type FreshDatabase, freshDatabase, rolesAt } from '../support/database.ts';
import { addressOf, everyRoute, type Route } from '../support/every-route.ts';
import { holdersOf } from '../support/holders.ts';
import { startProjector } from './office.ts';

/** Exports are limited by person and minute, so several people with the same rights take turns. */
const PEOPLE = 55;
const AT_ONCE = 10;
/** At least as many events happen in the second outlet. */
const COMING = 60;
const AVERAGE = { scope: 'inventory', method: 'moving_average' } as const;

const isStream = ({ url }: Route) => url.startsWith('jobs') || url.startsWith('docs');
/** Routes with the token of a device, which has one outlet: test/api/till-*.test.ts. */
const isOfTill = ({ url }: Route) => url.startsWith('till/');
/** Routes of customers of the application: test/read-api/shop.test.ts. */
const isOfShop = ({ permission }: Route) => permission === 'shop';
/** Refused to people of one outlet: test/api/all-outlets.test.ts. */
const needsAll = ({ permission }: Route) => permission.split('##').every(concernsAllOutlets);

/** Every answer says up to which event it is known; a refusal has the number of its request. */
const withoutPosition = (text: string): string =>
  text
    .replaceAll(/"position":"\d+"/g, '')
    .replace(/as known at position \d+/, '')
    .replace(/"request_id":"[^"]*"/, '');

export interface Seen {
  readonly status: number;
  readonly text: string;
}

interface Named {
  readonly address: RegExp;
  readonly fields: RegExp;
  readonly why: string;
}

/** What an answer tells of other outlets on purpose. */
export const NAMED: readonly Named[] = [
  {
    address: /^financial_years\/\d+\/gate$/,
    fields: /"(?:count":\d+|holds":(?:true|false)|actual":(?:null|"[^"]*"),"account":3100,"expected":(?:null|"0"))/g,
    why: 'a year of all outlets is not closed while there is a draft in any of them, or opening equity in all together: others are counted, and a sum with theirs is not told',
  },
  {
    address: /^customers\/\d+\/terms$/,
    fields: /"(balance_elsewhere|free_amount|amount)":"[^"]*"/g,
    why: 'the credit of a customer is that of the whole business: sums by which a sale on account is refused',
  },
  {
    address: /^fixed_assets(\?|$)/,
    fields: /"asset_state":"[a-z_]+"/g,
    why: 'an asset is bought once in the business: whether it is still there, not what it cost elsewhere',
  },
  {
    address: /^payrolls\/owed$/,
    fields: /"owed":"[^"]*"/g,
    why: 'what a person owes is kept back from any pay of theirs, whichever outlet lent it',
  },
];

/** Contains what the questions of this test leave in it. */
export const OWN_TRACES = /^(system_log|auth\/sessions)/;

/** The addresses whose answers differ, apart from what is named. */
export function differing(
  before: ReadonlyMap<string, Seen>,
  after: ReadonlyMap<string, Seen>,
  named = NAMED,
): string[] {
  const told = (address: string, seen: Seen | undefined): string => {
    const fields = named.filter((one) => one.address.test(address));
    return `${seen?.status} ${fields.reduce((text, one) => text.replaceAll(one.fields, ''), seen?.text ?? '')}`;
  };
  return [...before.keys()].filter(
    (address) => told(address, before.get(address)) !== told(address, after.get(address)),
  );
}

export class TwoOutlets {
  readonly #database: FreshDatabase;
  readonly #store: CommandStore;
  readonly #app: FastifyInstance;
  readonly #business: Awaited<ReturnType<typeof openBusiness>>;
  readonly #doors: Doors;
  #people: readonly string[] = [];
  /** A person with all permissions of all outlets. */
  #everywhere = '';

  private constructor(
    database: FreshDatabase,
    store: CommandStore,
    app: FastifyInstance,
    business: Awaited<ReturnType<typeof openBusiness>>,
    doors: Doors,
  ) {
    this.#database = database;
    this.#store = store;
    this.#app = app;
    this.#business = business;
    this.#doors = doors;
  }

  /** With all documents of the first outlet. */
  static async open(): Promise<TwoOutlets> {
    const database = await freshDatabase();
    const store = await openPostgresStore({ url: database.url });
    const business = await openBusiness(true, YEARS, AVERAGE, { given: store });
    business.shop.afterCommand = () => business.books.catchUp();
    const doors = await openDoors(business);
    const { command, read, projector: projectorDatabaseUrl } = rolesAt(database.url);
    const app = Fastify();
    app.addHook('onClose', await startProjector(database.url));
    const both = { secrets: { jwtSecret: SECRET }, dataDir: '' };
    const options = { databaseUrl: command, projectorDatabaseUrl, clock: () => TODAY, readRoutes, ...both };
    await app.register(commandApi(options), { prefix: '/api' });
    await app.register(readApi({ databaseUrl: read, ...both }), { prefix: '/api' });
    await app.ready();
    const two = new TwoOutlets(database, store, app, business, doors);
    await two.#through(0, 2);
    const { premises } = business;
    const outlets = premises.outlets.slice(0, 1);
    const inventories = [premises.inventories[0], premises.inventories[2]].filter((id) => id !== undefined);
    const person = { permissions: allPermissions(), outlets, inventories };
    const all = { permissions: allPermissions(), outlets: [...business.places.outlets], inventories: [1, 2, 3, 4] };
    const holders = [all, ...Array.from({ length: PEOPLE }, () => person)];
    const [everywhere = '', ...people] = await holdersOf(database.url, SECRET, holders);
    two.#everywhere = everywhere;
    two.#people = people;
    return two;
  }

  /** All documents of the second outlet, which sends goods to the third one. */
  happenElsewhere(): Promise<void> {
    return this.#through(1, 2);
  }

  async #through(at: number, to: number): Promise<void> {
    const refused = await throughEveryDoor(this.#business, this.#doors, at, to);
    if (refused.length > 0) throw new Error(`refused: ${refused.join(', ')}`);
  }

  /** The address of every route that reads, with the documents and records that there are. */
  async addresses(): Promise<readonly string[]> {
    const routes = await everyRoute(this.#database.url, SECRET);
    const asked = routes.filter(
      (route) => route.method === 'GET' && !isStream(route) && !isOfTill(route) && !isOfShop(route) && !needsAll(route),
    );
    const { entered } = this.#business.shop;
    const kinds = new Map([...documentResources, ...records].map(({ resource, kind }) => [resource, kind]));
    return asked.flatMap((route) => {
      if (!route.url.includes(':')) {
        const address = addressOf(route);
        const isList = JSON.stringify(route.querystring ?? {}).includes('is_paginated');
        return isList ? [address, `${address}?is_paginated=0`] : [address];
      }
      const kind = kinds.get(route.url.split('/')[0] ?? '');
      const ids = entered.filter((document) => document.kind === kind).map(({ id }) => id);
      // Those that come are not there before, and are not found after it.
      const next = Math.max(0, ...ids);
      const coming = kind ? ids.map((_, index) => next + index + 1) : [];
      return [...new Set([...ids, 1, 2, ...coming])].map((id) => addressOf(route, String(id)));
    });
  }

  /** The addresses of events and of their lines, those that come included. */
  async eventAddresses(): Promise<readonly string[]> {
    const head = Number(await this.#store.head());
    return Array.from({ length: head + COMING }, (_, index) => index + 1).flatMap((position) => [
      `events/${position}`,
      `explain/line?position=${position}&line_no=1`,
    ]);
  }

  /** The lists of documents, of a person of all outlets. */
  async lists(): Promise<ReadonlyMap<string, string>> {
    const seen = await this.#seen(new Set(documentResources.map(({ resource }) => resource)), () => this.#everywhere);
    return new Map([...seen].map(([resource, { text }]) => [resource, text]));
  }

  /** What people of the first outlet are answered; each address is asked by the same person every time. */
  answers(addresses: readonly string[]): Promise<ReadonlyMap<string, Seen>> {
    return this.#seen(new Set(addresses), (index) => this.#people[index % PEOPLE] ?? '');
  }

  async #seen(addresses: ReadonlySet<string>, tokenOf: (index: number) => string): Promise<ReadonlyMap<string, Seen>> {
    const head = String(await this.#store.head());
    const seen = new Map<string, Seen>();
    const asked = [...addresses].entries().toArray();
    for (let from = 0; from < asked.length; from += AT_ONCE) {
      const some = asked.slice(from, from + AT_ONCE).map(async ([index, address]) => {
        const headers = { authorization: `Bearer ${tokenOf(index)}`, 'x-wait-for-position': head };
        const { statusCode, body } = await this.#app.inject({ method: 'GET', url: `/api/${address}`, headers });
        seen.set(address, { status: statusCode, text: withoutPosition(body) });
      });
      await Promise.all(some);
    }
    return seen;
  }

  async close(): Promise<void> {
    await this.#app.close();
    await this.#store.close();
    await this.#database.drop();
  }
}
