/**
 * Two outlets through every kind of document, and the answers of every route that reads to people with all permissions
 * of the first one, before and after all of it happened in the second one.
 */
import Fastify, { type FastifyInstance } from 'fastify';
import { commandApi } from '../../command-api/server.ts';
import { documentResources } from '../../domain/registry/documents.ts';
import { allPermissions } from '../../domain/registry/permissions.ts';
import { records } from '../../domain/registry/records.ts';
import { concernsAllOutlets } from '../../domain/registry/whole-business.ts';
import { membersOf } from '../../domain/values/members.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import type { CommandStore } from '../../event-store/port.ts';
import { openPostgresStore } from '../../event-store/postgres/store.ts';
import { readApi } from '../../read-api/main.ts';
import { readRoutes } from '../../read-api/read-routes.ts';
import { SECRET, TODAY } from '../api/api.ts';
import { YEARS } from '../oracle/books-play.ts';
import { openBusiness } from '../oracle/business.ts';
import { type Doors, openDoors, throughEveryDoor } from '../oracle/every-door.ts';
import { type Door, OtherOutlets } from '../oracle/other-outlets.ts';
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
export const OWN_TRACES = /^(system_log|auth\/sessions|online_activity)/;

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

interface BulkDoor {
  readonly resource: string;
  readonly kind: string;
  readonly action: string;
}

interface BulkElsewhere {
  readonly status: number;
  readonly ready: number | null;
  /** The number of rows of which a name or number is told. */
  readonly told: number;
  readonly isWhole: boolean;
}

/** Refused as a whole where it needs all outlets; otherwise each row is left out, and its name is not told. */
export const isKeptOut = (done: BulkElsewhere): boolean =>
  done.status === 403 || (done.status === 200 && done.ready === 0 && done.told === 0 && done.isWhole);

/** Which fields of commands are tried with what is elsewhere, and how. */
interface Watch {
  asks: (name: string) => boolean;
  door: Door;
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
  /** One with all permissions of each outlet. */
  readonly #local = new Map<number, string>();
  #watched: { readonly others: OtherOutlets; readonly watch: Watch } | undefined;

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

  /** With all documents of the first outlet; where `isWhole`, openings are corrected and every step is taken too. */
  static async open(isWhole?: true): Promise<TwoOutlets> {
    const database = await freshDatabase();
    const store = await openPostgresStore({ url: database.url });
    const watch: Watch = { asks: () => false, door: () => Promise.reject(new Error('nobody watches the doors yet')) };
    const others = new OtherOutlets(
      store,
      (name) => watch.asks(name),
      (...given) => watch.door(...given),
    );
    const business = await openBusiness(true, YEARS, AVERAGE, { given: store, begin: (shop) => others.watch(shop) });
    business.shop.afterCommand = () => business.books.catchUp();
    const doors = {
      ...(await openDoors(business)),
      ...(isWhole ? { isCorrecting: isWhole, takesEveryStep: isWhole } : {}),
    };
    const { command, read, projector: projectorDatabaseUrl } = rolesAt(database.url);
    const app = Fastify();
    app.addHook('onClose', await startProjector(database.url));
    const both = { secrets: { jwtSecret: SECRET }, dataDir: '' };
    const options = { databaseUrl: command, projectorDatabaseUrl, clock: () => TODAY, readRoutes, ...both };
    await app.register(commandApi(options), { prefix: '/api' });
    await app.register(readApi({ databaseUrl: read, ...both }), { prefix: '/api' });
    await app.ready();
    const two = new TwoOutlets(database, store, app, business, doors);
    two.#watched = { others, watch };
    await two.#through(0, 2);
    const { premises } = business;
    const outlets = premises.outlets.slice(0, 1);
    const inventories = [premises.inventories[0], premises.inventories[2]].filter((id) => id !== undefined);
    const person = { permissions: allPermissions(), outlets, inventories };
    const all = { permissions: allPermissions(), outlets: [...business.places.outlets], inventories: [1, 2, 3, 4] };
    const holders = [all, ...Array.from({ length: PEOPLE }, () => person)];
    const local = business.places.outlets.map((outlet, place) => ({
      permissions: allPermissions(),
      outlets: [outlet],
      inventories: place === 0 ? inventories : [business.places.inventories[place] ?? 0],
    }));
    const tokens = await holdersOf(database.url, SECRET, [all, ...local, ...holders.slice(1)]);
    const [everywhere = '', ...people] = tokens;
    two.#everywhere = everywhere;
    for (const [place, outlet] of business.places.outlets.entries()) two.#local.set(outlet, people[place] ?? '');
    two.#people = people.slice(local.length);
    return two;
  }

  /** Watches the commands of the business from now on: each is tried as requests that name what is elsewhere. */
  watchDoors(asks: (name: string) => boolean): OtherOutlets {
    if (!this.#watched) throw new Error('the business is not open');
    this.#watched.watch.asks = asks;
    this.#watched.watch.door = (request, step, outlet) => this.#asked(request, step, outlet);
    return this.#watched.others;
  }

  /** All documents of an outlet, which sends goods to another one; those that cannot happen twice are left out. */
  async happenAgain(at: number, to: number): Promise<void> {
    await throughEveryDoor(this.#business, this.#doors, at, to);
  }

  /** Records of the second outlet, of each kind that has none there yet. */
  async registerElsewhere(): Promise<void> {
    const { shop, premises } = this.#business;
    const outlet_fk = premises.outlets[1];
    await shop.register('till', { till_name: 'Till there', outlet_fk });
    await shop.register('user', { user_name: 'There', email: 'there@example.com', status: 'inactive', outlet_fk });
    const days = { start_date: '2026-01-01', end_date: '2026-12-31' };
    const least = { minimum_amount: '10', applies: 'once', items: [] };
    const reward = { reward_type: 'get_discount', reward_percentage: '5' };
    await shop.register('promotion', { title: 'There', status: 'active', outlet_fk, ...days, ...least, ...reward });
  }

  /** Every action on many of every resource, with what is in its kind. */
  async bulkActions(): Promise<readonly BulkDoor[]> {
    const kinds = new Map([...documentResources, ...records].map((declared) => [declared.resource, declared]));
    const routes = await everyRoute(this.#database.url, SECRET);
    return routes.flatMap(({ method, url, body }) => {
      const resource = /^(\w+)\/bulk$/.exec(url)?.[1] ?? '';
      if (method !== 'POST' || resource === '') return [];
      const { kind } = kinds.get(resource) ?? {};
      const actions = membersOf(membersOf(membersOf(body)['properties'])['action'])['enum'];
      if (!kind || !Array.isArray(actions)) throw new Error(`the actions of ${url} are not known`);
      return actions.map((action) => ({ resource, kind, action: String(action) }));
    });
  }

  /**
   * What an action on the rows of other outlets would do to them for a person of the first one: undefined when there is
   * no such row.
   */
  async bulkElsewhere({ resource, kind, action }: BulkDoor): Promise<BulkElsewhere | undefined> {
    const [outlet = 0] = this.#business.premises.outlets;
    const ids = (await this.#watched?.others.elsewhere(kind, outlet)) ?? [];
    if (ids.length === 0) return undefined;
    const streams = ids.map((id) => `${kind}-${id}`);
    const states = await this.#business.shop.handler.states.read(streams);
    const revisions = streams.map((stream) => Number(states.get(stream)?.revision));
    const answer = await this.#app.inject({
      method: 'POST',
      url: `/api/${resource}/bulk?dry_run=1`,
      headers: { authorization: `Bearer ${this.#local.get(outlet)}` },
      payload: { action, ids, revisions },
    });
    const { ready = null, left = [] } = answer.json().data ?? {};
    const titles = (left as readonly { title: string | null }[]).filter(({ title }) => title !== null);
    return { status: answer.statusCode, ready, told: titles.length, isWhole: left.length === ids.length };
  }

  /** The request of a command by a person of the outlet, as a dry run. */
  async #asked(
    { declaration, id, body }: Parameters<Door>[0],
    step: string,
    outlet: number,
  ): Promise<Awaited<ReturnType<Door>>> {
    const { resource, kind } = declaration;
    const stream = `${kind}-${id}`;
    const loaded = id === undefined ? undefined : (await this.#business.shop.handler.states.read([stream])).get(stream);
    const revision = loaded && Number(loaded.revision);
    const [method, path] =
      step === 'enter'
        ? (['POST', resource] as const)
        : step === 'change'
          ? (['PATCH', `${resource}/${id}`] as const)
          : (['POST', `${resource}/${id}/${step}`] as const);
    const answer = await this.#app.inject({
      method,
      url: `/api/${path}?dry_run=1`,
      headers: { authorization: `Bearer ${this.#local.get(outlet)}` },
      payload: { ...membersOf(body), confirmed: true, ...(revision === undefined ? {} : { revision }) },
    });
    const { code = '', errors = {}, data } = answer.json();
    if (answer.statusCode >= 500) throw new Error(`${method} ${path}: ${answer.body}`);
    if (answer.statusCode < 300) return { answer: { preview: { events: [{ data }] } } as never };
    const issues = Object.keys(errors).map((field) => ({ field, message: 'refused' }) as never);
    return { refusal: new Refusal(code, issues) };
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
