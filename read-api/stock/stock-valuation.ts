/**
 * `GET reports/stock_valuation`: the value of the goods on hand, by item in each inventory, as at a day, as known at a
 * moment; for each inventory also the balance of its ledger account, which is the same amount.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { money, printMoney, toMoney } from '../../domain/values/money.ts';
import { printQuantity, quantity, toQuantity } from '../../domain/values/quantity.ts';
import { forbidden } from '../../identity/guard.ts';
import type { Person } from '../../identity/person.ts';
import { accountBalances } from '../books/account-balances.ts';
import { readKnownAt, shownPosition } from '../books/known-at.ts';
import { shownName } from '../database/names-by-language.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { IdText, Paging, Query, TwoTimes } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
import { rowScope, seesCost } from '../http/scope.ts';
import { inOrder } from '../lists/fields.ts';
import { withUnits } from '../lists/in-units.ts';
import type { Condition } from '../lists/list-source.ts';
import { Figures } from '../reports/figures.ts';
import { reportRoute } from '../reports/report-route.ts';
import { inTimes, paged, RunningSchema, readPaging } from '../reports/running.ts';
import { levelsOf, placeConditions, StockRow, stockRow } from './inventory.ts';

const InventoryValue = Type.Object({
  inventory_fk: Type.Integer(),
  inventory_name: Type.Union([Type.String(), Type.Null()]),
  account: Type.Integer(),
  quantity: Type.String(),
  value: Type.String(),
  /** The balance of its account. */
  ledger: Type.String(),
  difference: Type.String(),
});
type InventoryValue = Static<typeof InventoryValue>;
const StockValuation = RunningSchema(StockRow, {
  inventories: Type.Array(InventoryValue),
  totals: Type.Object({
    quantity: Type.String(),
    value: Type.String(),
    ledger: Type.String(),
    difference: Type.String(),
  }),
});

export const stockValuationRoute = declareRead({
  ...reportRoute('reports/stock_valuation'),
  reads: ['books', 'events', 'records'],
  query: Query({ ...TwoTimes, inventory_fk: Type.Optional(IdText()), ...Paging }),
  answer: StockValuation,
  operationId: 'stockValuation',
  summary: 'Value of the goods on hand, and of the inventory accounts',
  handle: ({ reader, person, query }) => inSnapshot(reader, (snapshot) => stockValuation(snapshot, person, query)),
});

interface Found {
  readonly item_fk: number;
  readonly item_name: string | null;
  readonly item_code: string | null;
  readonly inventory_fk: number;
  readonly inventory_name: string | null;
  readonly quantity: string;
  readonly value: string;
}

export async function stockValuation(snapshot: Snapshot, person: Person, query: Readonly<Record<string, string>>) {
  if (!seesCost(person)) throw forbidden('items/show_cost');
  const known = await readKnownAt(snapshot, query['known_at']);
  const place = placeConditions(person, query);
  const levels = levelsOf(inTimes(undefined, query['as_at'], known), place, false);
  const { rows } = await sql<Found>`
    select s.item_fk, ${shownName('i')} as item_name, i.data ->> 'item_code' as item_code, s.inventory_fk,
      ${shownName('p')} as inventory_name,
      s.quantity, s.value
    from (${levels}) s
    left join read.record i on i.kind = 'item' and i.id = s.item_fk
    left join read.record p on p.kind = 'inventory' and p.id = s.inventory_fk
    order by s.inventory_fk, ${inOrder(shownName('i'))}, s.item_fk`.execute(snapshot);
  const accounts = await inventoryAccounts(snapshot, person, query['inventory_fk']);
  const ledger = new Figures(
    await accountBalances(snapshot, {
      asAt: query['as_at'],
      known,
      where: [sql`account = any(${accounts.map(({ account }) => account)}::int[])`],
    }),
  );
  const inventories = accounts
    .map((account) => valueOfInventory(account, rows, ledger))
    .filter((value) => value.value !== '0' || value.ledger !== '0' || value.quantity !== '0');
  const page = readPaging(query);
  const total = (field: 'value' | 'ledger' | 'difference') =>
    printMoney(toMoney(inventories.reduce((sum, inventory) => sum + money(inventory[field]), 0n)));
  return {
    ...paged(page, rows.length),
    data: await withUnits(
      snapshot,
      rows.slice(page.offset, page.offset + page.perPage).map((row) => stockRow(row, true)),
      (row) => row,
    ),
    params: query,
    position: await shownPosition(snapshot, known),
    inventories,
    totals: {
      quantity: quantityOf(rows),
      value: total('value'),
      ledger: total('ledger'),
      difference: total('difference'),
    },
  };
}

interface InventoryAccount {
  readonly account: number;
  readonly inventory_fk: number;
  readonly inventory_name: string | null;
}

export async function inventoryAccounts(snapshot: Snapshot, person: Person, inventory: string | undefined) {
  const scope: Condition[] =
    inventory === undefined
      ? rowScope(person, { inventory: sql`a.record_id` })
      : [sql<boolean>`a.record_id = ${Number(inventory)}`];
  const { rows } = await sql<InventoryAccount>`
    select a.account, a.record_id as inventory_fk, coalesce(${shownName('r')}, a.name) as inventory_name
    from read.account a left join read.record r on r.kind = a.record_kind and r.id = a.record_id
    where ${sql.join([sql`a.record_kind = 'inventory'`, ...scope], sql` and `)} order by a.account`.execute(snapshot);
  return rows;
}

function valueOfInventory(of: InventoryAccount, rows: readonly Found[], ledger: Figures): InventoryValue {
  const own = rows.filter((row) => row.inventory_fk === of.inventory_fk);
  const value = own.reduce((sum, row) => sum + money(row.value), 0n);
  const balance = ledger.of([of.account]);
  return {
    ...of,
    quantity: quantityOf(own),
    value: printMoney(toMoney(value)),
    ledger: printMoney(toMoney(balance)),
    difference: printMoney(toMoney(value - balance)),
  };
}

const quantityOf = (rows: readonly Found[]): string =>
  printQuantity(toQuantity(rows.reduce((sum, row) => sum + quantity(row.quantity), 0n)));
