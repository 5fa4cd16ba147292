/**
 * A stock is told to people in the units of its item (docs/decisions/0199): every answer with rows of items and quantities is
 * asked, so a new one tells it too, or says here why its quantity is no stock. Figures beside it, such as a minimum, are found
 * by their numbers in the answers of every route.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documents } from '../../domain/registry/documents.ts';
import { records } from '../../domain/registry/records.ts';
import { reports } from '../../domain/registry/reports.ts';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import { readRoutes } from '../../read-api/read-routes.ts';
import { itemBody, openShop, purchaseBody, type Shop } from '../api/shop.ts';
import { figuresInAnswers } from './figures-in-answers.ts';
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
  '/opening_balance_show/:id': 'lines of a document, as they were entered',
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

/** Every object of items, and of their batches, within an answer. */
function rowsIn(url: string, schema: unknown): RowsOf[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap((each) => rowsIn(url, each));
  const { properties } = membersOf(schema);
  const inner = Object.values(schema).flatMap((each) => rowsIn(url, each));
  const own = membersOf(properties);
  const isOfItem = ['item_fk', 'item_id', 'batch_number'].some((name) => name in own);
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

/** Files of the web with their texts. */
const WEB = readdirSync('web', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join('web', file), 'utf8') }));

it('is shown where it is told', () => {
  const told = new Set(
    readRoutes()
      .flatMap(({ url, schema }) => rowsIn(url, membersOf(schema?.response)['200']))
      .filter(({ properties }) => 'in_units' in properties)
      // The lists of a record show what its look-up and its page answer.
      .map(({ url }) => url.slice(1).replace(/\/(:id|list)$/, '')),
  );
  const declared = reports.filter(({ table }) => table?.columns.some(({ kind }) => kind === 'units'));
  const screens = WEB.map(({ text }) => text).filter((text) => /in_units|InUnits/.test(text));
  const unseen = [...told].filter(
    (path) =>
      !declared.some(({ permission }) => permission === path) &&
      // One tab shows the effect of every document.
      !screens.some((text) =>
        (path.endsWith('/:id/effect') ? ["':resource/:id/effect'"] : [`'${path}'`, `'${path}/:id'`]).some((of) =>
          text.includes(of),
        ),
      ),
  );
  // The table of a proposal is a file of its own, below the page that asks.
  expect(unseen).toEqual(['purchase_orders/proposal']);
});

it('is shown wherever a figure beside it is told', () => {
  const told = readRoutes().flatMap(({ schema }) => namesIn(membersOf(schema?.response)['200']));
  const figures = [...new Set(told)].filter((name) => name.endsWith('_in_units'));
  expect(figures.length).toBeGreaterThan(8);
  // The table of a proposal and the tab of an effect put the names of some together.
  const isShown = (name: string) => {
    const figure = `'${name.replace(/_in_units$/, '')}'`;
    return WEB.some(
      ({ text }) =>
        text.includes(name) ||
        text.includes(`toldInUnits(${figure})`) ||
        (text.includes('}_in_units') && text.includes(figure)),
    );
  };
  expect(figures.filter((name) => !isShown(name))).toEqual([]);
});

function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap(namesIn);
  return Object.entries(schema).flatMap(([name, inner]) => [
    ...(name === 'properties' ? Object.keys(membersOf(inner)) : []),
    ...namesIn(inner),
  ]);
}

/** Columns with quantities that nobody types, by file: what a document brings, in the unit of its line. */
const OF_LINES = [
  'assets/depreciations.tsx month_number',
  'purchasing/purchase-return-editor.tsx whole_bonus',
  'purchasing/purchase-return-editor.tsx whole_quantity',
  'sales/sale-return-editor.tsx whole_bonus',
  'sales/sale-return-editor.tsx whole_quantity',
  'sales/sale-transfer-returns.tsx whole_quantity',
  'stock/conversions.tsx quantity',
  // It is sorted and summed, beside the column in units.
  'stock/stocks.tsx quantity',
];

it('is in the units of its item in every column of a document or a list', () => {
  const columns = WEB.flatMap(({ file, text }) =>
    [...text.matchAll(/\{\s*field: '(\w+)',\s*kind: 'quantity'(?<rest>[^{}]*)/g)].map((found) => ({
      ...{ name: `${file} ${found[1]}`, rest: found.groups?.['rest'] ?? '' },
    })),
  );
  expect(columns.length).toBeGreaterThan(25);
  const isTyped = (rest: string) => /width:/.test(rest) && !/(fixed|computed): true/.test(rest);
  const untold = columns.filter(
    ({ rest }) => !isTyped(rest) && !/isInBase: true|toldInUnits\(|cell:|required: true|as const/.test(rest),
  );
  expect([...new Set(untold.map(({ name }) => name))].sort()).toEqual(
    [...OF_LINES, 'stock/productions.tsx quantity'].sort(),
  );
});

/** Answers whose readers have the units, or that give a figure for a calculation, with the reasons. */
const SPLIT_BY_READER: Readonly<Record<string, string>> = {
  '/inventory_adjustments/theoretical quantity': 'a count shows it in the unit of its line',
  '/items/:id/history changes.after': 'what a person entered, as it was entered',
  '/items/:id/overview inventories.quantity': 'the page of the item has its units',
  '/reports/stock_valuation inventories.quantity': 'a sum over items, which have different units',
};

describe('a figure of the stock, by its number', () => {
  let office: Office;
  let shop: Shop;
  /** The numbers of the stock, the alert, the minimum, the maximum, the stock elsewhere, and what is sold and not delivered. */
  const NUMBERS = ['388', '911', '397', '797', '368', '38'];
  beforeAll(async () => {
    office = await openOffice();
    shop = await openShop(office);
    const [strip, box] = [
      await office.add('units', { unit_name: 'Strip' }),
      await office.add('units', { unit_name: 'Carton of thirty' }),
    ];
    const unit = (unit_fk: number, base_unit_qty: string) => ({
      ...{ unit_fk, base_unit_qty, is_base: base_unit_qty === '1', is_default: base_unit_qty === '30' },
      ...{ sale_price: '1000', barcodes: base_unit_qty === '1' ? ['6291041500213'] : [] },
    });
    const other = await office.add('inventories', { inventory_name: 'Store', outlet_fk: shop.outlet });
    const body = {
      ...{ item_name: 'Rice', shortage_alert: '911' },
      inventory_levels: [{ inventory_fk: shop.inventory, minimum: '397', maximum: '797' }],
      item_units: [unit(strip, '10'), unit(shop.unit, '1'), unit(box, '30')],
    };
    const { body: shown } = await office.send('GET', `items/${shop.item}`);
    const changed = await office.send('POST', `items/${shop.item}`, {
      ...{ _method: 'PATCH', revision: membersOf(shown.data)['revision'], ...body },
    });
    expect(changed.status).toBe(200);
    for (const [inventory_fk, quantity] of [
      [shop.inventory, '300'],
      [shop.inventory, '88'],
      [other, '300'],
      [other, '68'],
    ] as const) {
      const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity, price: '600' }];
      await office.add('purchases', purchaseBody(shop, '1', { inventory_fk, lines }));
    }
    await office.add('collections', {
      ...{ collection_name: 'Sack', item_fk: shop.item, unit_fk: shop.unit },
      lines: [{ item_fk: await office.add('items', itemBody(shop.unit, 'Grain')), unit_fk: shop.unit, quantity: '1' }],
    });
  });
  afterAll(() => office?.close());

  it('is never without its units, in the answer of any route', async () => {
    // After the second document the inventory has the number that is looked for.
    const asked = { numbers: NUMBERS, ofEffect: '2', inventory: shop.inventory };
    const { told, untold } = await figuresInAnswers(office, asked);
    expect(told.length).toBeGreaterThan(15);
    expect(untold).toEqual(Object.keys(SPLIT_BY_READER).sort());
  });
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
