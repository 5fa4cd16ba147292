/**
 * Row scope and field scope of every route that reads, from the routes and the declarations: rows of other outlets are
 * in no list, look-up, page, report, file or search, and cost and profit are shown only to people with the permission.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { accountNumber } from '../../domain/chart/chart.ts';
import { documentResources } from '../../domain/registry/documents.ts';
import { allPermissions } from '../../domain/registry/permissions.ts';
import { records } from '../../domain/registry/records.ts';
import { concernsAllOutlets } from '../../domain/registry/whole-business.ts';
import { membersOf } from '../../domain/values/members.ts';
import { models } from '../../projector/models/all.ts';
import { SECRET } from '../api/api.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
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
/** The body of a commission on the gross profit of the first sale. */
let commission: object;
/** What an inventory of the other outlet keeps of an item. */
const KEPT_THERE = '7713377.5';
let airport: { outlet_fk: number; inventory_fk: number };

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  const outlet = await office.add('outlets', { outlet_name: 'Airport' });
  const inventory = await office.add('inventories', { inventory_name: 'Airport store', outlet_fk: outlet });
  airport = { outlet_fk: outlet, inventory_fk: inventory };
  const there = { ...airport, reference_number: 'AIRPORT-7' };
  const bought = (price: string) => ({ lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '10', price }] });
  await office.add('purchases', purchaseBody(shop, '10', bought('61337')));
  await office.add('purchases', purchaseBody(shop, '10', bought('61339')));
  const salesman_fk = await office.add('salesmen', {
    ...{ sale_man_name: 'Aram', commission_type: 'gross_profit', sale_man_commission_percentage: '10' },
  });
  const sold = { salesman_fk, lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '2', price: '100000' }] };
  await office.add('sales', saleBody(shop, '2', sold));
  await office.add('purchases', purchaseBody(shop, '20', there));
  const onAccount = { payment_type: 'on_account', account_fk: null, customer_fk: shop.customer };
  await office.add('sales', saleBody(shop, '3', { ...there, ...onAccount }));
  commission = { outlet_fk: shop.outlet, salesman_fk, to_date: '2026-03-11', date: '2026-03-11' };
  await office.add('salesman_commissions', commission);
  // An item belongs to no outlet, what an inventory keeps of it does.
  const inventory_levels = [{ inventory_fk: inventory, minimum: KEPT_THERE, maximum: null }];
  await office.add('items', itemBody(shop.unit, 'Paper', { inventory_levels }));
  await putRows(shop.outlet, shop.inventory, outlet, inventory);
  // What concerns the whole business is refused to people of one outlet: test/api/all-outlets.test.ts.
  routes = (await everyRoute(office.database.url, SECRET)).filter(
    ({ method, permission }) => method === 'GET' && !permission.split('##').every(concernsAllOutlets),
  );
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

/** A connection that may write to the read models, and their schema. */
async function openBuild(): Promise<{ client: pg.Client; build: string }> {
  const client = new pg.Client({ connectionString: office.database.url });
  await client.connect();
  const { rows } = await client.query("select nspname from pg_namespace where nspname ~ '^rm_[0-9]+$' order by 1");
  return { client, build: rows.at(-1)?.nspname as string };
}

/** Inserts a row of every kind for each outlet directly into the read models, because only reading is tested. */
async function putRows(outlet: number, inventory: number, otherOutlet: number, otherInventory: number): Promise<void> {
  await office.read('outlets');
  const { client, build } = await openBuild();
  const sides = [
    [HERE, 'bazaar', outlet, inventory],
    [THERE, 'airport', otherOutlet, otherInventory],
  ] as const;
  const times = `now(), '1', now(), '1'`;
  /** Columns that the page of a kind reads beside the common ones. */
  const own: Readonly<Record<string, object>> = {
    sale: { salesman_fk: 1 },
    payment_reminder: { customer_fk: shop.customer, documents: [] },
    asset_purchase: {
      ...{ fixed_asset_fk: 1, amount: '1200', currency_fk: 1, system_currency_fk: 1, rate: null },
      ...{ salvage_amount: '0', useful_life_months: 12 },
    },
  };
  for (const [id, name, outlet_fk, inventory_fk] of sides) {
    for (const { kind } of documentKinds()) {
      await client.query(
        `insert into ${build}.document (kind, id, status, number, date, outlet_fk, inventory_fk, gross, discount, tax,
           net, total, total_base, due, open, returned, allowed,
           costs, own_returned, own_allowed, not_due, not_coming, search, revision, position, created_at, created_by, updated_at, updated_by,
           currency_fk, payment_type, data)
         values ($1, $2, 'complete', $3, '2026-03-11', $4, $5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
           0, 0, 0, 0, 0, $3, 0, 1, ${times}, 1, 'cash', $6)`,
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
    expect(answers.filter(({ text }) => /airport|7713377/i.test(text)).map(({ address }) => address)).toEqual([]);
    expect((await office.read('items')).text).toContain(KEPT_THERE);
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
    expect(telling).toContain('salesman_commissions');
  });

  it('are not in the answer to whoever prepares a commission on gross profit without the right', async () => {
    const draftBy = async (token: string) =>
      (await office.send('POST', 'salesman_commissions', commission, { token })).body.data;
    const hidden = await draftBy(withoutCost[0] ?? '');
    expect(hidden).toMatchObject({ amount: '7732', basis: null, sources: null });
    const listed = await office.read(`salesman_commissions?filter[id]=${hidden['id']}`, withoutCost[0]);
    expect(listed.data['data']).toMatchObject([{ basis: null }]);
    expect(await draftBy(ofOneOutlet[0] ?? '')).toMatchObject({ basis: '77324', sources: [{ amount: '77324' }] });
  });

  it('are not in the refusal of an outdated change, which names what changed', async () => {
    const early = { ...commission, to_date: '2026-03-10' };
    const id = await office.add('salesman_commissions', early);
    await office.send('PATCH', `salesman_commissions/${id}`, commission);
    const refused = async (token = '') => {
      const sent = await office.send('PATCH', `salesman_commissions/${id}`, { ...early, revision: 0 }, { token });
      expect(sent.status).toBe(409);
      return JSON.stringify(sent.body.details);
    };
    const [hidden, shown] = [await refused(withoutCost[0]), await refused(ofOneOutlet[0])];
    expect([hidden, shown].map((text) => SECRETS.test(text))).toEqual([false, true]);
    for (const text of [hidden, shown]) expect(text).toContain('to_date');
  });

  it('are not in the entry of a preview, as they are not in that of the books', async () => {
    const lines = [{ purchase_line_id: 1, quantity: '2' }];
    const back = purchaseBody(shop, '2', { purchase_fk: 1, date: '2026-03-11', lines });
    const accounts = async (path: string, body: object, token = '') => {
      const sent = await office.send('POST', `${path}?dry_run=1`, body, { token });
      expect(sent.status, JSON.stringify(sent.body)).toBe(200);
      const { journal } = sent.body.data['preview'] as { journal: readonly { account_key: string }[] };
      return journal.map(({ account_key }) => account_key).sort();
    };
    expect(await accounts('purchase_returns', back, ofOneOutlet[0])).toContain('inventory');
    expect(await accounts('purchase_returns', back, withoutCost[0])).toEqual(['payable']);
    // The price of a purchase is no cost.
    expect(await accounts('purchases', purchaseBody(shop, '1'), withoutCost[0])).toEqual(['inventory', 'payable']);
  });
});

describe('the checks before a year is closed', () => {
  interface Check {
    readonly check: string;
    readonly count: number;
    readonly findings: readonly { readonly outlet_fk?: number; readonly account?: number; readonly actual?: string }[];
  }

  it('name only what is in the places of the person, count the rest, and tell values to whoever may see costs', async () => {
    const draft = { status: 'draft', payment_type: 'on_account', account_fk: null, customer_fk: shop.customer };
    await office.add('sales', saleBody(shop, '1', draft));
    await office.add('sales', saleBody(shop, '1', { ...draft, ...airport }));
    const accounts = [shop.inventory, airport.inventory_fk].map((of) => accountNumber({ key: 'inventory', of }));
    // Now the value of stock differs from the balance of both inventory accounts.
    const { client, build } = await openBuild();
    await client.query(`update ${build}.movement_day set debit = debit + 1 where account = any($1)`, [accounts]);
    await client.end();
    const years = (await office.read('financial_years/states')).data as unknown as { year_id: number }[];
    const found = async (name: string, token = '') => {
      const { data } = await office.read(`financial_years/${years[0]?.year_id}/gate`, token);
      const check = (data['checks'] as unknown as Check[]).find((one) => one.check === name);
      return { count: check?.count, findings: check?.findings ?? [] };
    };
    const outlets = ({ findings }: Pick<Check, 'findings'>) => new Set(findings.map(({ outlet_fk }) => outlet_fk));

    const drafts = await found('drafts', office.token);
    expect(outlets(drafts)).toEqual(new Set([shop.outlet, airport.outlet_fk]));
    const own = await found('drafts', ofOneOutlet[0]);
    expect([own.count, outlets(own)]).toEqual([drafts.count, new Set([shop.outlet])]);
    const here = { outlets: [shop.outlet], inventories: [shop.inventory] };
    const reader = await office.person('reader', ['financial_years/show'], here);
    expect(await found('drafts', reader)).toEqual({ count: drafts.count, findings: [] });

    const { findings } = await found('stock_value', office.token);
    expect(findings.map(({ account }) => account)).toEqual(accounts);
    const [mine] = findings;
    expect(mine?.actual).toEqual(expect.any(String));
    expect(await found('stock_value', ofOneOutlet[0])).toEqual({ count: 2, findings: [mine] });
    const blank = { account: mine?.account, expected: null, actual: null };
    expect(await found('stock_value', withoutCost[0])).toEqual({ count: 2, findings: [blank] });
  });
});

/** The models whose tables a text of SQL names. */
const modelsIn = (text: string): string[] =>
  [...text.matchAll(/\bread"?\."?([a-z_]+)/g)].flatMap(([, table]) =>
    models.filter(({ tables }) => tables.some(({ name }) => name === table)).map(({ name }) => name),
  );

describe('what a route reads', () => {
  it('is of models that it waits for: otherwise it would miss what was entered before the question', async () => {
    const asking = new AsyncLocalStorage<Set<string>>();
    const { query } = pg.Client.prototype;
    const spied = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given) {
      const asked: unknown = given[0];
      const text = typeof asked === 'string' ? asked : String(membersOf(asked)['text'] ?? '');
      for (const model of modelsIn(text)) asking.getStore()?.add(model);
      return Reflect.apply(query, this, given);
    });
    const missed: string[] = [];
    try {
      for (const route of routes.filter(({ reads }) => reads !== undefined)) {
        const asked = new Set<string>();
        await asking.run(asked, () => office.read(addressOf(route, '1')));
        const left = [...asked].filter((model) => !route.reads?.includes(model));
        if (left.length > 0) missed.push(`${route.url}: ${left.toSorted().join(', ')}`);
      }
    } finally {
      spied.mockRestore();
    }
    expect(missed).toEqual([]);
  });
});
