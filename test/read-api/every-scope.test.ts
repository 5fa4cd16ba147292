/**
 * Row scope and field scope of every route that reads, from the routes and the declarations: rows of other outlets are
 * in no list, look-up, page, report, file or search, and cost and profit are shown only to people with the permission.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentResources } from '../../domain/documents.ts';
import { allPermissions } from '../../domain/people/permissions.ts';
import { records } from '../../domain/records.ts';
import { SECRET } from '../api/api.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { addressOf, everyRoute, type Route } from '../support/every-route.ts';
import { holdersOf } from '../support/holders.ts';
import { type Office, openOffice } from './office.ts';

/** Ids of the rows that are inserted into the read models, one for each outlet. */
const [HERE, THERE] = [900_001, 900_002];
/** Exports are limited by person and minute, so several people with the same rights take turns. */
const PEOPLE = 13;

let office: Office;
let shop: Shop;
let routes: readonly Route[];
/** A person with all permissions for one outlet, and one with all permissions except cost. */
let ofOneOutlet: readonly string[];
let withoutCost: readonly string[];

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  const outlet = await office.add('outlets', { outlet_name: 'Airport' });
  const inventory = await office.add('inventories', { inventory_name: 'Airport store', outlet_fk: outlet });
  const there = { outlet_fk: outlet, inventory_fk: inventory, reference_number: 'AIRPORT-7' };
  const bought = (price: string) => ({ lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '10', price }] });
  await office.add('purchases', purchaseBody(shop, '10', bought('61337')));
  await office.add('purchases', purchaseBody(shop, '10', bought('61339')));
  const sold = { lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '2', price: '100000' }] };
  await office.add('sales', saleBody(shop, '2', sold));
  await office.add('purchases', purchaseBody(shop, '20', there));
  const onAccount = { payment_type: 'on_account', account_fk: null, customer_fk: shop.customer };
  await office.add('sales', saleBody(shop, '3', { ...there, ...onAccount }));
  await putRows(shop.outlet, shop.inventory, outlet, inventory);
  routes = (await everyRoute(office.database.url, SECRET)).filter(({ method }) => method === 'GET');
  const all = allPermissions();
  const here = { outlets: [shop.outlet], inventories: [shop.inventory] };
  const tokens = await holdersOf(office.database.url, SECRET, [
    ...Array.from({ length: PEOPLE }, () => ({ permissions: all, ...here })),
    ...Array.from({ length: PEOPLE }, () => ({
      permissions: all.filter((name) => name !== 'items/show_cost'),
      ...here,
    })),
  ]);
  ofOneOutlet = tokens.slice(0, PEOPLE);
  withoutCost = tokens.slice(PEOPLE);
});
afterAll(() => office.close());

/** Inserts a row of every kind for each outlet directly into the read models, because only reading is tested. */
async function putRows(outlet: number, inventory: number, otherOutlet: number, otherInventory: number): Promise<void> {
  await office.read('outlets');
  const client = new pg.Client({ connectionString: office.database.url });
  await client.connect();
  const { rows } = await client.query("select nspname from pg_namespace where nspname ~ '^rm_[0-9]+$' order by 1");
  const build = rows.at(-1)?.nspname as string;
  const sides = [
    [HERE, 'bazaar', outlet, inventory],
    [THERE, 'airport', otherOutlet, otherInventory],
  ] as const;
  const times = `now(), '1', now(), '1'`;
  /** Columns that the page of a kind reads beside the common ones. */
  const own: Readonly<Record<string, object>> = {
    sale: { salesman_fk: 1 },
    payment_reminder: { customer_fk: shop.customer, documents: [] },
  };
  for (const [id, name, outlet_fk, inventory_fk] of sides) {
    for (const { kind } of documentKinds()) {
      await client.query(
        `insert into ${build}.document (kind, id, status, number, date, outlet_fk, inventory_fk, gross, discount, tax,
           net, total, total_base, open, search, revision, position, created_at, created_by, updated_at, updated_by,
           currency_fk, payment_type, data)
         values ($1, $2, 'complete', $3, '2026-03-11', $4, $5, 0, 0, 0, 0, 0, 0, 0, $3, 0, 1, ${times}, 1, 'cash', $6)`,
        [kind, id, name, outlet_fk, inventory_fk, own[kind] ?? {}],
      );
    }
    for (const { kind, scope, nameField } of scopedRecords()) {
      await client.query(
        `insert into ${build}.record (kind, id, active, name, name_ar, name_ckb, outlet_fk, inventory_fk, search, revision, position,
           created_at, created_by, updated_at, updated_by, data)
         values ($1, $2, true, $3, $3, $3, $4, $5, $3, 0, 1, ${times}, jsonb_build_object($6::text, $3::text))`,
        [
          kind,
          id,
          name,
          scope?.by === 'outlet' ? outlet_fk : null,
          scope?.by === 'inventory' ? inventory_fk : null,
          nameField,
        ],
      );
    }
  }
  await client.end();
}

const documentKinds = () => [
  ...new Map(documentResources.map((documentResource) => [documentResource.kind, documentResource])).values(),
];
const scopedRecords = () => records.filter(({ scope }) => scope !== undefined);
/** Resources with an outlet. */
const scoped = () => new Set([...documentResources, ...scopedRecords()].map(({ resource }) => resource));

interface Seen {
  readonly address: string;
  readonly status: number;
  readonly text: string;
}

async function seen(addresses: readonly string[], people: readonly string[]): Promise<readonly Seen[]> {
  const answers: Seen[] = [];
  for (let from = 0; from < addresses.length; from += people.length) {
    const some = addresses.slice(from, from + people.length);
    answers.push(
      ...(await Promise.all(
        some.map(async (address, index) => {
          const { status, text } = await office.read(address, people[index]);
          return { address, status, text };
        }),
      )),
    );
  }
  return answers;
}

const isStream = ({ url }: Route) => url.startsWith('jobs') || url.startsWith('docs');
/** Routes with the token of a device, which has one outlet: test/api/till-*.test.ts. */
const isOfTill = ({ url }: Route) => url.startsWith('till/');
/** Routes of customers of the application: test/read-api/shop.test.ts. */
const isOfShop = ({ permission }: Route) => permission === 'shop';
/** Names of the places to which anyone may send goods: test/read-api/transfers.test.ts. */
const isReceiving = ({ url }: Route) => url.endsWith('/receiving');
const isOne = ({ url }: Route) => url.includes(':id');
const resourceOf = (address: string) => address.split('/')[0] ?? '';

describe('what belongs to another outlet', () => {
  it('is in no list, look-up, report, file or search', async () => {
    const whole = routes.filter(
      (route) =>
        !(isStream(route) || isOfTill(route) || isOfShop(route) || isReceiving(route)) && !route.url.includes(':'),
    );
    const addresses = whole.flatMap((route) => {
      const address = addressOf(route).replace('q=rice', 'q=airport');
      const isList = JSON.stringify(route.querystring ?? {}).includes('is_paginated');
      return isList ? [address, `${address}?is_paginated=0`] : [address];
    });
    const answers = await seen([...addresses, 'exports/hledger'], ofOneOutlet);
    expect(
      answers
        .filter(({ status }) => status >= 400 && status !== 404)
        .map(({ address, status }) => `${address} ${status}`),
    ).toEqual([]);
    expect(answers.filter(({ text }) => /airport/i.test(text)).map(({ address }) => address)).toEqual([]);
    const lists = addresses.filter((address) => scoped().has(address.replace('/list', '')));
    const bySuperUser = await seen(lists, [office.token]);
    expect(bySuperUser.filter(({ text }) => !/airport/i.test(text)).map(({ address }) => address)).toEqual([]);
  });

  it('is not found by its number, and neither is its history nor its effect', async () => {
    const ones = routes.filter((route) => isOne(route) && scoped().has(resourceOf(route.url)));
    expect(ones.length).toBeGreaterThan(100);
    const there = await seen(
      ones.map((route) => addressOf(route, String(THERE))),
      ofOneOutlet,
    );
    expect(there.filter(({ status }) => status !== 404).map(({ address, status }) => `${address} ${status}`)).toEqual(
      [],
    );
    const here = await seen(
      ones.map((route) => addressOf(route, String(HERE))),
      ofOneOutlet,
    );
    expect(here.filter(({ status }) => status === 404).map(({ address }) => address)).toEqual([]);
  });
});

describe('cost and profit', () => {
  /** The average of both purchases, the cost of the sale, the remaining value, the profit: none of them was entered. */
  const SECRETS = /\b(61338|122676|1104084|77324|38662)\b/;
  const asked = () => {
    const whole = routes.filter((route) => !isStream(route));
    const addresses = whole.flatMap((route) =>
      route.url.includes(':') ? [1, 2].map((id) => addressOf(route, String(id))) : [addressOf(route)],
    );
    const positions = Array.from({ length: 40 }, (_, index) => `events/${index + 1}`);
    const lines = positions.flatMap((_, index) => [
      `explain/line?position=${index + 1}&line_no=1`,
      `explain/line?position=${index + 1}&line_no=3`,
    ]);
    return [...addresses, ...positions, ...lines];
  };

  it('are in no answer to whoever may not see them', async () => {
    const answers = await seen(asked(), withoutCost);
    expect(answers.filter(({ status }) => status >= 500).map(({ address, status }) => `${address} ${status}`)).toEqual(
      [],
    );
    expect(answers.filter(({ text }) => SECRETS.test(text)).map(({ address }) => address)).toEqual([]);
  });

  it('are there for those who may', async () => {
    const answers = await seen(asked(), ofOneOutlet);
    const telling = answers.filter(({ text }) => SECRETS.test(text)).map(({ address }) => resourceOf(address));
    expect(new Set(telling).size).toBeGreaterThan(5);
  });
});
