/**
 * What goods cost, what people are paid and what is personal are in no answer to a person without the right to them. The
 * fields are found in the API document: one with such a name fails the test until it is said here who sees it.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COST_FIELDS } from '../../domain/people/cost-fields.ts';
import { allPermissions } from '../../domain/people/permissions.ts';
import { records } from '../../domain/records.ts';
import { SECRET } from '../api/api.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { documented } from '../support/documented.ts';
import { addressOf, everyRoute, type Route } from '../support/every-route.ts';
import { holdersOf } from '../support/holders.ts';
import { type Office, openOffice } from './office.ts';

/** Exports are limited by person and minute, so several people with the same rights take turns. */
const PEOPLE = 13;

let office: Office;
let shop: Shop;
let routes: readonly Route[];
/** People with all permissions, but only those to look these records up. */
let people: readonly string[];

/** The values that only a person with the right may see; none of them is entered anywhere else. */
const SECRETS = {
  salesmen: ['771337', '771338', '7.71', 'on trial until autumn'],
  payrolls: ['771347', '771331', '771349'],
  users: ['1987-11-23', '0750 771 3001', 'Ronaki quarter 7713', 'AB-', 'shilan.7713@example.com', 'code7713'],
  customers: ['azad.7713@example.com', '066 771 3002', 'pays late 7713'],
  suppliers: ['mill.7713@example.com', '066 771 3003', 'dear 7713'],
  online_customers: ['order.7713@example.com', 'rings twice 7713'],
  stockholders: ['0750 771 3004', '77.13', 'silent 7713'],
  cashes: ['IQ98NBIQ77130001', 'key in the safe 7713'],
} as const;
type Kept = keyof typeof SECRETS;
const KEPT = Object.keys(SECRETS) as Kept[];
const ids = new Map<Kept, number>();

const kindOf = (resource: string): string => records.find((record) => record.resource === resource)?.kind ?? 'payroll';
const isRight = (permission: string): boolean =>
  KEPT.some((resource) =>
    resource === 'payrolls'
      ? permission.startsWith('payrolls/')
      : ['index', 'show', 'update', 'history'].some((action) => permission === `${resource}/${action}`),
  ) || KEPT.some((resource) => permission === `model_loges/${kindOf(resource)}_log`);

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  const enter = async (resource: Kept, body: object, more: object) => {
    const id = await office.add(resource, body);
    // As a change too, which histories and refusals of outdated changes tell.
    const changed = await office.send('PATCH', `${resource}/${id}`, more);
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    ids.set(resource, id);
    return id;
  };
  const [salary, changed, percent, ...salesmanNote] = SECRETS.salesmen;
  const salesman_fk = await enter(
    'salesmen',
    { sale_man_name: 'Aram', base_salary: salary },
    {
      ...{ base_salary: changed, note: salesmanNote[0] },
      ...{ commission_type: 'revenue', sale_man_commission_percentage: percent },
    },
  );
  const [user_dob, phone, address, blood_group, email, user_code] = SECRETS.users;
  const user_fk = await enter(
    'users',
    { user_name: 'Shilan', email, user_code, outlets: [shop.outlet], inventories: [shop.inventory] },
    { user_dob, phone, address, blood_group },
  );
  const reached = ([email, office_phone, note]: readonly string[]) => ({ email, office_phone, note });
  await enter('customers', { consumer_name: 'Bahar', mobile: '0750 111 2233' }, reached(SECRETS.customers));
  await enter('suppliers', { consumer_name: 'Far mill' }, reached(SECRETS.suppliers));
  const [orderEmail, orderNote] = SECRETS.online_customers;
  const online = { consumer_name: 'Chra', mobile: '0750 111 2244' };
  await enter('online_customers', online, { email: orderEmail, note: orderNote });
  const [mobile, share_percentage, note] = SECRETS.stockholders;
  await enter('stockholders', { stockholder_name: 'Dara' }, { mobile, share_percentage, note });
  const [bank_account_number, cashNote] = SECRETS.cashes;
  const bank = { account_name: 'Bank', cash_type: 2, currency_fk: 1, outlet_fk: shop.outlet };
  await enter('cashes', bank, { bank_account_number, note: cashNote });
  const [approved, draft, after] = SECRETS.payrolls;
  const days = { outlet_fk: shop.outlet, from_date: '2026-03-01', to_date: '2026-03-11', date: '2026-03-11' };
  const payroll = (base_salary: string) => ({ ...days, lines: [{ user_fk, base_salary, deduction: '46' }] });
  const paid = await office.add('payrolls', payroll(approved));
  await office.send('POST', `payrolls/${paid}/approve`, {});
  await enter('payrolls', payroll(draft), payroll(after));
  await office.add('purchases', purchaseBody(shop, '10'));
  await office.add('sales', saleBody(shop, '1', { salesman_fk, customer_fk: ids.get('customers') }));
  routes = await everyRoute(office.database.url, SECRET);
  const permissions = allPermissions().filter((permission) => !isRight(permission));
  const here = { outlets: [1, shop.outlet], inventories: [1, shop.inventory] };
  people = await holdersOf(
    office.database.url,
    SECRET,
    Array.from({ length: PEOPLE }, () => ({ permissions, ...here })),
  );
});
afterAll(() => office.close());

const said = (text: string): readonly string[] =>
  KEPT.flatMap((resource) => SECRETS[resource].filter((secret) => text.includes(secret)));

const isStream = ({ url }: Route) => url.startsWith('jobs') || url.startsWith('docs');

describe('what only the right shows', () => {
  it('is in no answer to whoever may only look the records up, and not in logs, papers, files and searches', async () => {
    await office.read('outlets');
    const database = new pg.Client({ connectionString: office.database.url });
    await database.connect();
    const { rows } = await database.query<{ position: string }>(
      `select position from log.event where stream = any($1)`,
      [KEPT.map((resource) => `${kindOf(resource)}-${ids.get(resource)}`)],
    );
    await database.end();
    const reading = routes.filter((route) => route.method === 'GET' && !isStream(route));
    const addresses = [
      ...reading.flatMap((route) => {
        const own = ids.get(route.url.split('/')[0] as Kept);
        const asked = route.url.includes(':') ? [...new Set([own, 1, 2])].filter((id) => id !== undefined) : [1];
        return asked.map((id) => addressOf(route, String(id)));
      }),
      ...rows.map(({ position }) => `events/${position}`),
      ...['search?q=7713', 'search?q=Aram', 'events?per_page=200', 'users/list?search=Shilan', 'customers/list?search=Bahar'],
    ];
    const found: string[] = [];
    for (let from = 0; from < addresses.length; from += PEOPLE) {
      await Promise.all(
        addresses.slice(from, from + PEOPLE).map(async (address, index) => {
          const { status, text } = await office.read(address, people[index]);
          if (status >= 500) found.push(`${address} ${status}`);
          if (said(text).length > 0) found.push(`${address}: ${said(text).join(', ')}`);
        }),
      );
    }
    expect(found).toEqual([]);
  });

  it('is there for whoever may see it', async () => {
    for (const resource of KEPT) {
      const { text } = await office.read(`${resource}/${ids.get(resource)}`);
      const last = SECRETS[resource].at(-1) ?? '';
      expect([resource, text.includes(last)]).toEqual([resource, true]);
    }
  });

  it('is in no answer of a command, in no preview and in no refusal of an outdated change', async () => {
    const found: string[] = [];
    let asked = 0;
    for (const { url, method } of routes.filter(({ side, method }) => side === 'command' && method !== 'GET')) {
      const own = ids.get(url.split('/')[0] as Kept);
      if (own === undefined || !url.includes(':id')) continue;
      for (const body of [{}, { revision: 0 }]) {
        const address = `${url.replace(/:[a-z_]+/g, String(own))}?dry_run=1`;
        const sent = await office.send(method, address, body, { token: people[asked % PEOPLE] ?? '' });
        asked += 1;
        const text = JSON.stringify(sent.body);
        if (said(text).length > 0) found.push(`${method} ${url} ${sent.status}: ${said(text).join(', ')}`);
      }
    }
    expect(asked).toBeGreaterThan(30);
    expect(found).toEqual([]);
    const gone = await office.send('DELETE', `salesmen/${ids.get('salesmen')}`, {}, { token: people[0] ?? '' });
    expect([gone.status, said(JSON.stringify(gone.body))]).toEqual([200, []]);
  });
});

/** Names of fields with costs, profit, pay or personal data. */
const NAMED =
  /cost|profit|margin|salary|commission_percentage|quota_\d|^basis$|^sources$|^balances$|^differences$|goods_base|^valued?$|dob$|gender|marital|blood|phone|mobile|email|address|bank_account/;
/** Fields with such a name that hold none: choices, references, and what the person enters. */
const NO_SUCH: ReadonlySet<string> = new Set('cost_method cost_id cost_type mobile_section_id mobile_section_fk'.split(' '));

describe('every field of an answer with such a name', () => {
  it('is hidden without the right, or it is said why not', async () => {
    const { document } = await documented(office.database.url);
    const found = new Set<string>();
    const walk = (value: unknown, path: string): void => {
      if (Array.isArray(value)) for (const each of value) walk(each, path);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
      const { properties = {}, ...others } = value as { readonly properties?: object };
      for (const [name, inner] of Object.entries(properties)) {
        if (NAMED.test(name) && !NO_SUCH.has(name)) found.add(`${path}.${name}`);
        walk(inner, path);
      }
      for (const [name, inner] of Object.entries(others)) {
        if (name === 'schema' || /^(items|anyOf|allOf|oneOf|content|application\/json)$/.test(name)) walk(inner, path);
      }
    };
    for (const [name, schema] of Object.entries(document.components['schemas'] ?? {})) walk(schema, name);
    for (const operations of Object.values(document.paths)) {
      for (const { operationId, responses } of Object.values(operations)) {
        for (const response of Object.values(responses)) walk(response, operationId);
      }
    }
    console.log([...found].join('\n'), Object.keys(COST_FIELDS));
  });
});
