/**
 * A stock is told to people in the units of its item (docs/decisions/0199): every answer with rows of items and quantities is
 * asked, so a new one tells it too, or says here why its quantity is no stock.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documents } from '../../domain/registry/documents.ts';
import { records } from '../../domain/registry/records.ts';
import { reports } from '../../domain/registry/reports.ts';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import { readRoutes } from '../../read-api/read-routes.ts';
import { openShop, purchaseBody, type Shop } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

/** Fields of rows that hold what is on hand. */
const STOCKS = ['quantity', 'stock', 'in_hand', 'quantity_after', 'on_hand'];

/** Rows whose quantity is not what is on hand, with the reasons. */
const NO_STOCK: Readonly<Record<string, string>> = {
  '/closing_drawers/:id/figures': 'what a drawer sold',
  '/drivers/:id': 'lines of an order that is carried',
  '/inventory_adjustments/theoretical': 'a count shows it in the unit of its line',
  '/items/list_with_expire/:id': 'a disposal takes it as the quantity of its line',
  '/items/scanned': 'how much a code says',
  '/reports/batch_buyers': 'what was bought',
  '/reports/batch_recall': 'what a document moved',
  '/reports/items_profits': 'what was sold',
  '/reports/most_active_items': 'what was sold',
  '/reports/sales': 'what was sold',
  '/shop/orders': 'lines of an order',
  '/shop/orders/:id': 'lines of an order',
};

interface RowsOf {
  readonly url: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Every object of items within an answer. */
function rowsIn(url: string, schema: unknown): RowsOf[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap((each) => rowsIn(url, each));
  const { properties } = membersOf(schema);
  const inner = Object.values(schema).flatMap((each) => rowsIn(url, each));
  const own = membersOf(properties);
  const isOfItem = 'item_fk' in own || 'item_id' in own;
  return isOfItem && STOCKS.some((name) => name in own) ? [{ url, properties: own }, ...inner] : inner;
}

/** Documents and records: what a person entered, and what it moved. Their screens tell the stock beside it themselves. */
const ENTERED = new Set([...documents, ...records].map(({ resource }) => resource));
const OF_ONE = /^(:id(\/effect)?|list)?$/;
/** Lines, and what a command would move. */
const OTHER_ROWS = ['line_id', 'estimated_cost', 'unit_factor', 'unit_cost'];

function isStock({ url, properties }: RowsOf): boolean {
  const [, resource = '', ...rest] = url.split('/');
  const isEntered = (ENTERED.has(resource) || resource === 'salesman_sales') && OF_ONE.test(rest.join('/'));
  return !isEntered && !OTHER_ROWS.some((name) => name in properties);
}

it('is asked of every answer that has it', () => {
  const rows = readRoutes().flatMap(({ url, schema }) => rowsIn(url, membersOf(schema?.response)['200']));
  const untold = rows.filter((row) => isStock(row) && !('in_units' in row.properties)).map(({ url }) => url);
  expect([...new Set(untold)].sort()).toEqual(Object.keys(NO_STOCK).sort());
});

it('is shown where it is told', () => {
  const told = new Set(
    readRoutes()
      .flatMap(({ url, schema }) => rowsIn(url, membersOf(schema?.response)['200']))
      .filter(({ properties }) => 'in_units' in properties)
      .map(({ url }) => url.slice(1)),
  );
  const declared = reports.filter(({ table }) => table?.columns.some(({ kind }) => kind === 'units'));
  const screens = readdirSync('web', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join('web', file), 'utf8'))
    .filter((text) => text.includes('in_units'));
  const unseen = [...told].filter(
    (path) =>
      !declared.some(({ permission }) => permission === path) && !screens.some((text) => text.includes(`'${path}'`)),
  );
  // The table of a proposal is a file of its own, below the page that asks.
  expect(unseen).toEqual(['purchase_orders/proposal']);
});

describe('388 tablets of boxes of thirty and strips of ten', () => {
  let office: Office;
  let shop: Shop;
  let tablets: number;
  let capsules: number;
  beforeAll(async () => {
    office = await openOffice();
    shop = await openShop(office);
    const [strip, box] = [
      await office.add('units', { unit_name: 'Strip' }),
      await office.add('units', { unit_name: 'Carton of thirty' }),
    ];
    const unit = (unit_fk: number, base_unit_qty: string) => ({
      ...{ unit_fk, base_unit_qty, is_base: base_unit_qty === '1', is_default: base_unit_qty === '30' },
      ...{ sale_price: '1000', barcodes: [] },
    });
    const add = (item_name: string, more: object) =>
      office.add('items', {
        ...{ item_name, ...more, shortage_alert: '900' },
        item_units: [unit(strip, '10'), unit(shop.unit, '1'), unit(box, '30')],
      });
    tablets = await add('Tablets', { has_batch_number: true, has_expire: true, expire_alert_days: 90 });
    capsules = await add('Capsules', {});
    const line = { unit_fk: shop.unit, quantity: '388', price: '600' };
    const lines = [
      { ...line, item_fk: tablets, batch_number: 'B1', expire_date: '2026-05-31' },
      { ...line, item_fk: capsules },
    ];
    await office.add('purchases', purchaseBody(shop, '1', { lines }));
  });
  afterAll(() => office?.close());

  it.each<readonly [path: string, query: () => string, count: number]>([
    ['stocks', () => 'shortage=1', 2],
    ['reports/inventory', () => '', 2],
    ['reports/stock_valuation', () => '', 2],
    ['reports/slow_stock', () => 'slow_days=1', 2],
    ['reports/expired_items', () => '', 1],
    ['reports/batches', () => '', 1],
    ['reports/item_transactions', () => `item_fk=${capsules}`, 1],
    ['search', () => 'q=tablets', 1],
    // The tablets have expired, by the clock of the database.
    ['purchase_orders/proposal', () => `inventory_fk=${shop.inventory}`, 1],
  ])('are 12 boxes, 2 strips and 8 tablets in %s', async (path, query, count) => {
    const { status, data } = await office.read(`${path}?${query()}`);
    expect([path, status]).toEqual([path, 200]);
    const rows = Array.isArray(data) ? objectsOf(data) : objectsOf(data['data'] ?? data['items']);
    const shown = path.endsWith('proposal') ? rows.filter(({ item_fk }) => item_fk === capsules) : rows;
    const told = shown.map(({ in_units }) =>
      objectsOf(in_units)
        .map(({ quantity, unit_name }) => `${quantity} ${unit_name}`)
        .join(' '),
    );
    expect(told).toEqual(Array.from({ length: count }, () => '12 Carton of thirty 2 Strip 8 Bag'));
  });
});
