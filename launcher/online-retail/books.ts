/**
 * The records that the import needs, registered once: a place to trade in, who trades, the goods, the years.
 * Every registration carries a key of its own, so that a second run finds what the first one made.
 */
import { printMoney } from '../../domain/kernel/money.ts';
import { USD } from '../../domain/kernel/rate.ts';
import { feeType, type SourceItem } from './classify.ts';
import type { ImportClient } from './client.ts';
import type { SourceLine } from './read.ts';

export interface Books {
  readonly outlet: number;
  readonly inventory: number;
  readonly till: number;
  readonly unit: number;
  /** Who the assumed purchases are from, and who is owed the fees. */
  readonly supplier: number;
  readonly expenseTypes: ReadonlyMap<string, number>;
  readonly customers: ReadonlyMap<string, number>;
  readonly items: ReadonlyMap<string, number>;
}

const NAME = 'Online Retail';

export async function openBooks(
  client: ImportClient,
  lines: readonly SourceLine[],
  items: ReadonlyMap<string, SourceItem>,
): Promise<Books> {
  await openYears(client, lines);
  const outlet = await client.create('outlets', { outlet_name: NAME }, 'outlet');
  const inventory = await client.create('inventories', { inventory_name: NAME, outlet_fk: outlet }, 'inventory');
  // The source has no payments and no opening cash: a refund may come before the takings that cover it.
  const till = await client.create(
    'cashes',
    { account_name: `${NAME} till`, cash_type: 1, currency_fk: USD, outlet_fk: outlet, allow_overdraft: true },
    'till',
  );
  const unit = await client.create('units', { unit_name: `Each (${NAME})` }, 'unit');
  const supplier = await client.create('suppliers', { consumer_name: `${NAME} (assumed purchases)` }, 'supplier');
  const expenseTypes = new Map<string, number>();
  for (const name of new Set(lines.flatMap((line) => feeType(line.code) ?? []))) {
    expenseTypes.set(name, await client.create('expense_types', { type_name: name }, `expense:${name}`));
  }
  return {
    outlet,
    inventory,
    till,
    unit,
    supplier,
    expenseTypes,
    customers: await registerCustomers(client, lines),
    items: await registerItems(client, items, unit),
  };
}

/** The calendar years of the file, save those that are open already. */
async function openYears(client: ImportClient, lines: readonly SourceLine[]): Promise<void> {
  const years = [...new Set(lines.map((line) => line.date.slice(0, 4)))].sort();
  for (const year of years) {
    const body = { year_name: year, start_date: `${year}-01-01`, end_date: `${year}-12-31` };
    await client.createUnlessTaken('financial_years', body, `year:${year}`);
  }
}

async function registerCustomers(client: ImportClient, lines: readonly SourceLine[]): Promise<Map<string, number>> {
  const countries = new Map(lines.filter((line) => line.customer).map((line) => [line.customer, line.country]));
  const ids = new Map<string, number>();
  await client.each([...countries], 'customers', async ([customer, country]) => {
    const body = { consumer_name: `Customer ${customer}`, code: `OR-${customer}`, address: country || null };
    ids.set(customer, await client.create('customers', body, `customer:${customer}`));
  });
  return ids;
}

async function registerItems(
  client: ImportClient,
  items: ReadonlyMap<string, SourceItem>,
  unit: number,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  await client.each([...items.values()], 'items', async (item) => {
    const body = {
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
    ids.set(item.code, await client.create('items', body, `item:${item.code}`));
  });
  return ids;
}
