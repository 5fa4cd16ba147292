/**
 * The records that the import needs: an outlet with its accounts, shared by all files, and the customers, suppliers and
 * items of the file. Each new record has its own idempotency key, so that a second run finds the records of the first;
 * an existing record with a code of the file is used unchanged.
 */
import type pg from 'pg';
import { printMoney } from '../../domain/values/money.ts';
import { USD } from '../../domain/values/rate.ts';
import { type Fees, feeType, type SourceItem } from './classify.ts';
import type { ImportClient } from './client.ts';
import { idsByCode, itemsByCode } from './entered-before.ts';
import type { SourceLine } from './read.ts';

export interface Place {
  readonly outlet: number;
  readonly inventory: number;
  readonly till: number;
  readonly unit: number;
  /** The supplier of the assumed purchases and of the fees. */
  readonly supplier: number;
}

/** Records that are registered one by one: the ids, and the reasons of refused ones. */
export interface Registered {
  readonly ids: ReadonlyMap<string, number>;
  readonly refused: ReadonlyMap<string, string>;
}

export interface Books extends Place {
  readonly expenseTypes: ReadonlyMap<string, number>;
  /** Keyed by number. */
  readonly customers: Registered;
  /** Keyed by code. */
  readonly items: Registered;
}

const NAME = 'Online Retail';

export async function openPlace(client: ImportClient, lines: readonly SourceLine[]): Promise<Place> {
  await openYears(client, lines);
  const outlet = await client.share('outlets', { outlet_name: NAME }, 'outlet');
  const inventory = await client.share('inventories', { inventory_name: NAME, outlet_fk: outlet }, 'inventory');
  // The source has no payments and no opening cash: a refund may precede the takings that cover it.
  const till = await client.share(
    'cashes',
    { account_name: `${NAME} till`, cash_type: 1, currency_fk: USD, outlet_fk: outlet, allow_overdraft: true },
    'till',
  );
  const unit = await client.share('units', { unit_name: `Each (${NAME})` }, 'unit');
  const supplier = await client.share('suppliers', { consumer_name: `${NAME} (assumed purchases)` }, 'supplier');
  return { outlet, inventory, till, unit, supplier };
}

/** The calendar years of the file, except years that are open already. */
async function openYears(client: ImportClient, lines: readonly SourceLine[]): Promise<void> {
  const years = [...new Set(lines.map((line) => line.date.slice(0, 4)))].sort();
  for (const year of years) {
    const body = { year_name: year, start_date: `${year}-01-01`, end_date: `${year}-12-31` };
    await client.shareUnlessTaken('financial_years', body, `year:${year}`);
  }
}

/** Countries by number of the customer; the last one in the file. */
export const customersOf = (lines: readonly SourceLine[]): ReadonlyMap<string, string> =>
  new Map(lines.filter((line) => line.customer).map((line) => [line.customer, line.country]));

interface Trade {
  readonly lines: readonly SourceLine[];
  readonly items: ReadonlyMap<string, SourceItem>;
  readonly customers: ReadonlyMap<string, string>;
  readonly fees: Fees;
}

export async function openBooks(client: ImportClient, pool: pg.Pool, place: Place, trade: Trade): Promise<Books> {
  const { lines, fees } = trade;
  const types = await idsByCode(pool, 'expense_type');
  for (const name of new Set(lines.flatMap((line) => feeType(fees, line.code) ?? []))) {
    if (!types.has(name)) types.set(name, await client.share('expense_types', { type_name: name }, `expense:${name}`));
  }
  return {
    ...place,
    expenseTypes: types,
    customers: await registerCustomers(client, pool, trade.customers),
    items: await registerItems(client, pool, trade.items, place.unit),
  };
}

async function registerCustomers(
  client: ImportClient,
  pool: pg.Pool,
  countries: ReadonlyMap<string, string>,
): Promise<Registered> {
  const there = await idsByCode(pool, 'customer');
  const [ids, refused] = [new Map<string, number>(), new Map<string, string>()];
  await client.each([...countries], 'customers', async ([customer, country]) => {
    const code = `OR-${customer}`;
    const known = there.get(code);
    if (known !== undefined) {
      ids.set(customer, known);
      return 'there_before';
    }
    const body = { consumer_name: `Customer ${customer}`, code, address: country || null };
    const reason = await client.unlessRefused(async () => {
      ids.set(customer, await client.create('customers', body, `customer:${customer}`));
    });
    if (reason === undefined) return 'entered';
    refused.set(customer, reason);
    return 'refused';
  });
  return { ids, refused };
}

async function registerItems(
  client: ImportClient,
  pool: pg.Pool,
  items: ReadonlyMap<string, SourceItem>,
  unit: number,
): Promise<Registered> {
  const there = await itemsByCode(pool);
  const [ids, refused] = [new Map<string, number>(), new Map<string, string>()];
  await client.each([...items.values()], 'items', async (item) => {
    const known = there.get(item.code);
    if (known?.units.includes(unit)) {
      ids.set(item.code, known.id);
      return 'there_before';
    }
    const reason = await client.unlessRefused(async () => {
      ids.set(item.code, await client.create('items', itemBody(item, unit), `item:${item.code}`));
    });
    if (reason === undefined) return 'entered';
    refused.set(item.code, reason);
    return 'refused';
  });
  return { ids, refused };
}

function itemBody(item: SourceItem, unit: number) {
  return {
    item_name: item.name.slice(0, 140),
    item_code: item.code,
    item_type: item.type,
    price_currency_fk: USD,
    item_units: [
      {
        unit_fk: unit,
        base_unit_qty: '1',
        is_base: true,
        is_default: true,
        sale_price: printMoney(item.median),
        barcodes: [],
      },
    ],
  };
}
