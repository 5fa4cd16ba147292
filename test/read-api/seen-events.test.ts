/**
 * The event log contains only the events that the reader may see: tested with events of every kind, including every
 * declaration.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentResources } from '../../domain/registry/documents.ts';
import { records } from '../../domain/registry/records.ts';
import { SECRET } from '../api/api.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { holdersOf } from '../support/holders.ts';
import { until } from '../support/waiting.ts';
import { type Answer, type Office, openOffice } from './office.ts';

type Row = Readonly<Record<string, unknown>>;

const LOG = 'model_loges/events_log';
const resources = [...records, ...documentResources].map(({ resource }) => resource);
/** Beside `items/show_cost`: a document with an entered cost. */
const ADJUSTING = [LOG, 'inventory_direct_adjustments/show', 'inventory_direct_adjustments/history'];
const COST = '61343';

let office: Office;
let shop: Shop;
let log: readonly { readonly position: string; readonly kind: string; readonly entity_id: number }[];
let ofSalesman: number;
let nothing: string;
let showing: ReadonlyMap<string, string>;
let ofSystem: string;
let elsewhere: string;
let adjusting: string;
let seeingCost: string;
let adjustment: number;

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  await office.add('purchases', purchaseBody(shop, '10'));
  await office.add('sales', saleBody(shop, '2'));
  const salesman_fk = await office.add('salesmen', { sale_man_name: 'Karwan' });
  ofSalesman = await office.add('salesman_sales', saleBody(shop, '1', { salesman_fk }));
  const place = { outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-03-11', reason: 'found' };
  const line = { item_fk: shop.item, unit_fk: shop.unit, quantity: '1', unit_cost: COST };
  adjustment = await office.add('inventory_direct_adjustments', { ...place, lines: [line] });
  const given = { outlets: [1, shop.outlet], inventories: [1, shop.inventory] };
  const tokens = await holdersOf(office.database.url, SECRET, [
    { permissions: [LOG], ...given },
    { permissions: [LOG, 'system_settings/show'], ...given },
    { permissions: [LOG, ...resources.map((resource) => `${resource}/show`)] },
    { permissions: ADJUSTING, ...given },
    { permissions: [...ADJUSTING, 'items/show_cost'], ...given },
    ...resources.map((resource) => ({ permissions: [LOG, `${resource}/show`], ...given })),
  ]);
  [nothing, ofSystem, elsewhere, adjusting, seeingCost] = tokens as [string, string, string, string, string];
  showing = new Map(resources.map((resource, index) => [resource, tokens[index + 5] as string]));
  log = await everyKindInLog();
});
afterAll(() => office.close());

/**
 * Inserts an event of each kind, and of the system, directly into the model of events, because only reading is tested.
 */
async function everyKindInLog(): Promise<typeof log> {
  const client = new pg.Client({ connectionString: office.database.url });
  await client.connect();
  // `holdersOf` returns no position, so the end of the log is read.
  const endOf = async (table: string) =>
    (await client.query(`select max(position) as last from ${table}`)).rows[0].last;
  const end = await endOf('log.event');
  await until(async () => (await endOf('read.event')) === end, { what: 'every stored event in the model' });
  const { rows } = await client.query("select nspname from pg_namespace where nspname ~ '^rm_[0-9]+$' order by 1");
  const build = rows.at(-1)?.nspname as string;
  const kinds = [...new Set([...records, ...documentResources].map(({ kind }) => kind)), 'set_aside'];
  for (const [index, kind] of kinds.entries()) {
    await client.query(
      `insert into ${build}.event (position, recorded_at, recorded_date, type, v, stream, kind, entity_id, revision, actor,
         command_id, data) values ($1, now(), now()::date, $2 || '.entered', 1, $2 || '-900001', $2, 900001, 0, '1', 'c', '{}')`,
      [1_000_000 + index, kind],
    );
  }
  const all = await client.query('select position, kind, entity_id from read.event order by position desc');
  await client.end();
  return all.rows;
}

const rowsOf = (answer: Answer): readonly Row[] => (answer.data as unknown as { data: Row[] }).data;

/** All events of the log's pages. */
async function everyEvent(token: string): Promise<readonly Row[]> {
  const first = await office.read('events?per_page=50', token);
  const found = [...rowsOf(first)];
  for (let page = 2; page <= Number(first.data['last_page']); page += 1) {
    found.push(...rowsOf(await office.read(`events?per_page=50&page=${page}`, token)));
  }
  expect(found).toHaveLength(Number(first.data['total']));
  return found;
}

const positionsOf = (events: readonly { readonly position?: unknown }[]) =>
  events.map(({ position }) => String(position));

describe('the log', () => {
  it('holds events of every kind', () => {
    const kinds = new Set(log.map(({ kind }) => kind));
    expect([...records, ...documentResources].filter(({ kind }) => !kinds.has(kind))).toEqual([]);
  });

  it('shows nothing to whoever may read it and show nothing, in no page and by no position', async () => {
    expect(await everyEvent(nothing)).toEqual([]);
    const asked = await Promise.all(log.map(({ position }) => office.read(`events/${position}`, nothing)));
    expect(asked.filter(({ status }) => status !== 404)).toEqual([]);
    for (const filter of ['kind=purchase', 'type=purchase.completed', 'user_fk=1', 'stream=purchase-1']) {
      expect([filter, (await office.read(`events?${filter}`, nothing)).data['total']]).toEqual([filter, 0]);
    }
  });

  it.each([...records, ...documentResources])(
    'shows the events of $kind to whoever may show $resource, and no others',
    async (value) => {
      const token = showing.get(value.resource) as string;
      const isPart = 'discriminator' in value && value.discriminator !== undefined;
      const own = log.filter(({ kind, entity_id }) => kind === value.kind && (!isPart || entity_id === ofSalesman));
      expect(own.length).toBeGreaterThan(0);
      const wanted =
        value.resource === 'system_settings' ? [...own, ...log.filter(({ kind }) => kind === 'set_aside')] : own;
      const shown = await everyEvent(token);
      expect(positionsOf(shown).sort()).toEqual(positionsOf(wanted).sort());
      const [other] = log.filter(({ kind }) => kind !== value.kind && kind !== 'set_aside');
      expect((await office.read(`events/${other?.position}`, token)).status).toBe(404);
      expect((await office.read(`events/${own[0]?.position}`, token)).status).toBe(200);
    },
  );

  it('shows what was decided about the models themselves to whoever may show the settings', async () => {
    const kinds = new Set((await everyEvent(ofSystem)).map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(['set_aside', 'system_setting']);
  });

  it('says of which kinds it may be asked, and what happens to them', async () => {
    const asked = async (token: string) => {
      const { data } = await office.read('events/kinds', token);
      return data as unknown as readonly { readonly kind: string; readonly types: readonly string[] }[];
    };
    expect(await asked(nothing)).toEqual([]);
    const ofSales = await asked(showing.get('sales') as string);
    expect(ofSales.map(({ kind }) => kind)).toEqual(['sale']);
    expect(ofSales[0]?.types).toEqual(expect.arrayContaining(['sale.completed', 'sale.rate_corrected']));
    expect((await asked(ofSystem)).map(({ kind }) => kind).sort()).toEqual(['set_aside', 'system_setting']);
    const all = new Set((await asked(office.token)).map(({ kind }) => kind));
    expect(log.filter(({ kind }) => !all.has(kind))).toEqual([]);
  });

  it('is asked by what happened, of one kind or of all', async () => {
    const types = async (filter: string) =>
      new Set(rowsOf(await office.read(`events?per_page=200&${filter}`)).map(({ type }) => type));
    const completed = ['direct_adjustment.completed', 'purchase.completed', 'sale.completed'];
    expect(await types('type=completed,approved')).toEqual(new Set(completed));
    expect(await types('type=completed&kind=sale')).toEqual(new Set(['sale.completed']));
    expect(await types('type=sale.completed')).toEqual(new Set(['sale.completed']));
    expect(await types('type=nothing')).toEqual(new Set());
  });

  it('shows nothing of an outlet that was not given', async () => {
    const shown = await everyEvent(elsewhere);
    expect(shown.filter(({ kind, entity_id }) => kind === 'sale' && entity_id !== 900_001)).toEqual([]);
    expect(shown.filter(({ kind, entity_id }) => kind === 'purchase' && entity_id !== 900_001)).toEqual([]);
  });

  it('shows all of it to the super user', async () => {
    expect(positionsOf(await everyEvent(office.token))).toEqual(positionsOf(log));
  });
});

describe('an event in full', () => {
  it('has lines of documents only that the person may show', async () => {
    // The cost of found goods changes the cost of later sales.
    const sale = log.find(({ kind, entity_id }) => kind === 'sale' && entity_id === ofSalesman);
    const inFull = await office.read(`events/${sale?.position}`, showing.get('salesman_sales') as string);
    const documents = (inFull.data['entry'] as unknown as Row[]).map(({ document }) => document);
    expect([...new Set(documents)]).toEqual([`sale-${ofSalesman}`]);
  });

  it('says what goods cost only to those who may see it, and so does the history', async () => {
    const event = log.find(({ kind, entity_id }) => kind === 'direct_adjustment' && entity_id === adjustment);
    for (const path of [`events/${event?.position}`, `inventory_direct_adjustments/${adjustment}/history`]) {
      const [without, having] = [await office.read(path, adjusting), await office.read(path, seeingCost)];
      expect([path, without.status, without.text.includes(COST)]).toEqual([path, 200, false]);
      expect([path, having.status, having.text.includes(COST)]).toEqual([path, 200, true]);
    }
  });
});
