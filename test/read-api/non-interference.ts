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
const PEOPLE = 12;
const AVERAGE = { scope: 'inventory', method: 'moving_average' } as const;

const isStream = ({ url }: Route) => url.startsWith('jobs') || url.startsWith('docs');
/** Routes with the token of a device, which has one outlet: test/api/till-*.test.ts. */
const isOfTill = ({ url }: Route) => url.startsWith('till/');
/** Routes of customers of the application: test/read-api/shop.test.ts. */
const isOfShop = ({ permission }: Route) => permission === 'shop';

export interface Seen {
  readonly status: number;
  readonly text: string;
}

export class TwoOutlets {
  readonly #database: FreshDatabase;
  readonly #store: CommandStore;
  readonly #app: FastifyInstance;
  readonly #business: Awaited<ReturnType<typeof openBusiness>>;
  readonly #doors: Doors;
  #people: readonly string[] = [];

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
    two.#people = await holdersOf(database.url, SECRET, Array.from({ length: PEOPLE }, () => person));
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
      (route) => route.method === 'GET' && !isStream(route) && !isOfTill(route) && !isOfShop(route),
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
      return [...new Set([...ids, 1, 2])].map((id) => addressOf(route, String(id)));
    });
  }

  async answers(addresses: readonly string[]): Promise<ReadonlyMap<string, Seen>> {
    const head = String(await this.#store.head());
    const seen = new Map<string, Seen>();
    for (let from = 0; from < addresses.length; from += PEOPLE) {
      const some = addresses.slice(from, from + PEOPLE).map(async (address, index) => {
        const headers = { authorization: `Bearer ${this.#people[index]}`, 'x-wait-for-position': head };
        const answer = await this.#app.inject({ method: 'GET', url: `/api/${address}`, headers });
        seen.set(address, { status: answer.statusCode, text: answer.body });
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

export const needsAllOutlets = (permission: string): boolean => permission.split('##').every(concernsAllOutlets);
