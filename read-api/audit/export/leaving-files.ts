/**
 * What is open, on hand, in the lists of prices and in the accounts of a business, in the columns of the imports that open
 * another one: open documents with the days on which their parts are due, goods by batch with their exact value, fixed
 * assets, and the trial balance.
 */
import { sql } from 'kysely';
import { type AssetPurchase, lifeOf, salvageOf, termsNow } from '../../../domain/assets/asset-purchase.ts';
import { SYSTEM_ACCOUNTS } from '../../../domain/chart/chart.ts';
import { allocate } from '../../../domain/values/fixed-point.ts';
import { objectsOf } from '../../../domain/values/members.ts';
import { add, magnitude, money, printMoney, subtract, sum, toMoney, ZERO } from '../../../domain/values/money.ts';
import { printQuantity, quantity, toQuantity } from '../../../domain/values/quantity.ts';
import type { Person } from '../../../identity/person.ts';
import { readChart } from '../../books/chart.ts';
import { systemCurrency } from '../../books/known-at.ts';
import type { Snapshot } from '../../database/reader.ts';
import { besideAssets } from '../../lists/asset-figures.ts';
import { openItems } from '../../reports/ageing.ts';
import { batchLevels } from '../../stock/batch-levels.ts';
import type { Called } from './called-records.ts';
import { accountTitle } from './words.ts';

/** Cells by column, and what a reader compares: `debt, IQD`, 1,250. */
export interface LeavingRows {
  readonly name: string;
  readonly columns: readonly string[];
  /** Of columns that are made from records. */
  readonly headings?: ReadonlyMap<string, string>;
  readonly rows: readonly Readonly<Record<string, string>>[];
  readonly totals: readonly (readonly [of: string, total: string])[];
}

const sumOf = <Row>(rows: readonly Row[], amount: (row: Row) => string): string =>
  printMoney(sum(rows.map((row) => money(amount(row)))));

/** Each part of a document that is due on a day of its own is a row; a further one has a number behind that of the document. */
export async function openDocumentRows(snapshot: Snapshot, person: Person, called: Called): Promise<LeavingRows> {
  const asked = { person, outlet: undefined, asAt: undefined, known: undefined, party: undefined };
  const open = [
    ...(await openItems(snapshot, { kind: 'customer', ...asked })),
    ...(await openItems(snapshot, { kind: 'supplier', ...asked })),
  ];
  const rates = await ratesOf(snapshot);
  const seen = new Map<string, number>();
  const ofParties = open.map((row): Record<string, string> => {
    const isAdvance = row.amount.startsWith('-');
    const key = `${row.party} ${row.currency_fk} ${row.document} ${isAdvance}`;
    const part = (seen.get(key) ?? 0) + 1;
    seen.set(key, part);
    const number = row.number ?? row.document;
    const rate = rates.get(row.document);
    return {
      [row.party.startsWith('supplier-') ? 'supplier' : 'customer']: called.get(row.party) ?? row.party,
      document_number: part === 1 ? number : `${number} (${part})`,
      document_date: row.date,
      ...(isAdvance ? {} : { due_date: row.due_date < row.date ? row.date : row.due_date }),
      open_amount: printMoney(magnitude(money(row.amount))),
      opened_as: isAdvance ? 'advance' : 'debt',
      currency: called.get(`currency-${row.currency_fk}`) ?? '',
      ...(rate ? { rate } : {}),
    };
  });
  const rows = [...ofParties, ...(await staffRows(snapshot, called))];
  const kinds = Map.groupBy(rows, ({ supplier, person: user, opened_as, currency }) =>
    [supplier ? 'supplier' : user ? 'person' : 'customer', opened_as, currency].join(', '),
  );
  return {
    name: 'opening_items',
    columns: ['customer', 'supplier', 'person', 'document_number', 'document_date'].concat([
      'due_date',
      'open_amount',
      'opened_as',
      'currency',
      'rate',
    ]),
    rows,
    totals: [...kinds].map(([kind, own]) => [kind, sumOf(own, (row) => row['open_amount'] ?? '0')]),
  };
}

async function ratesOf(snapshot: Snapshot): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ document: string; rate: string }>`
    select kind || '-' || id as document, trim_scale(rate)::text as rate from read.document
    where rate is not null`.execute(snapshot);
  return new Map(rows.map(({ document, rate }) => [document, rate]));
}

/** What staff owe is one sum for each person. */
async function staffRows(snapshot: Snapshot, called: Called): Promise<readonly Record<string, string>[]> {
  const system = await systemCurrency(snapshot);
  const { rows } = await sql<{ party: string; amount: string; day: string }>`
    select party, trim_scale(sum(debit - credit))::text as amount, max(effective_date)::text as day
    from read.party_day where account = ${SYSTEM_ACCOUNTS['staff-receivable'].code}
    group by party having sum(debit - credit) > 0 order by party`.execute(snapshot);
  return rows.map(({ party, amount, day }) => ({
    person: called.get(party) ?? party,
    document_number: party,
    document_date: day,
    open_amount: amount,
    opened_as: 'debt',
    currency: called.get(`currency-${system}`) ?? '',
  }));
}

interface Held {
  readonly item_fk: number;
  readonly inventory_fk: number;
  readonly unit_fk: number | null;
  readonly quantity: string;
  readonly value: string;
}
interface HeldBatch {
  readonly item_fk: number;
  readonly inventory_fk: number;
  readonly batch_number: string | null;
  readonly expire_date: string | null;
  readonly quantity: string;
}

/** Goods of each inventory in base units. The batches of an item share its value, which is one sum in the books. */
export async function stockRows(snapshot: Snapshot, called: Called): Promise<readonly LeavingRows[]> {
  const { rows: held } = await sql<Held>`
    select s.item_fk, s.inventory_fk, trim_scale(s.quantity)::text as quantity, trim_scale(s.value)::text as value,
      (jsonb_path_query_first(i.data, '$.item_units[*] ? (@.is_base == true)') ->> 'unit_fk')::int as unit_fk
    from read.stock_level s left join read.record i on i.kind = 'item' and i.id = s.item_fk
    where s.quantity <> 0 or s.value <> 0 order by s.inventory_fk, s.item_fk`.execute(snapshot);
  const { rows: batches } = await sql<HeldBatch>`
    select item_fk, inventory_fk, batch_number, expire_date, trim_scale(quantity)::text as quantity
    from (${batchLevels({ times: [], goods: [] })}) b where quantity > 0
    order by expire_date nulls last, batch_number nulls last`.execute(snapshot);
  const keyOf = (row: { readonly item_fk: number; readonly inventory_fk: number }) =>
    `${row.inventory_fk} ${row.item_fk}`;
  const batchesOf = Map.groupBy(batches, keyOf);
  return [...Map.groupBy(held, ({ inventory_fk }) => inventory_fk)].map(([inventory, own]) => {
    const name = called.get(`inventory-${inventory}`) ?? String(inventory);
    const [there, sold] = [true, false].map((isThere) => own.filter((row) => quantity(row.quantity) > 0n === isThere));
    return {
      name: `opening_stock-${inventory}`,
      columns: ['item', 'unit', 'unit_quantity', 'line_value', 'batch_number', 'expire_date'],
      rows: (there ?? []).flatMap((row) => rowsOfGoods(row, batchesOf.get(keyOf(row)) ?? [], called)),
      totals: [
        ...totalsOf(name, there ?? []),
        // Goods that were sold before they came are on no file that opens a business.
        ...totalsOf(`${name}, below nothing`, sold ?? []),
      ],
    };
  });
}

const totalsOf = (name: string, rows: readonly Held[]): LeavingRows['totals'] =>
  rows.length === 0
    ? []
    : [
        [`${name}, quantity`, quantitiesOf(rows)],
        [`${name}, value`, sumOf(rows, ({ value }) => value)],
      ];

const quantitiesOf = (rows: readonly Held[]): string =>
  printQuantity(toQuantity(rows.reduce((total, row) => total + quantity(row.quantity), 0n)));

function rowsOfGoods(held: Held, batches: readonly HeldBatch[], called: Called): Record<string, string>[] {
  const goods = {
    item: called.get(`item-${held.item_fk}`) ?? '',
    unit: called.get(`unit-${held.unit_fk}`) ?? '',
  };
  const inBatches = batches.reduce((total, batch) => total + quantity(batch.quantity), 0n);
  // Batches that were counted beside their stock do not add up to it: then the goods are one row.
  if (batches.length === 0 || inBatches !== quantity(held.quantity)) {
    return [{ ...goods, unit_quantity: held.quantity, line_value: held.value }];
  }
  const values = allocate(
    money(held.value),
    batches.map((batch) => quantity(batch.quantity)),
  );
  return batches.map((batch, index) => ({
    ...goods,
    unit_quantity: batch.quantity,
    line_value: printMoney(toMoney(values[index] ?? 0n)),
    ...(batch.batch_number === null ? {} : { batch_number: batch.batch_number }),
    ...(batch.expire_date === null ? {} : { expire_date: batch.expire_date }),
  }));
}

interface Owned {
  readonly id: number;
  readonly name: string;
  readonly date: string;
  readonly purchase: AssetPurchase;
  readonly months: number;
}

/** Assets that are in use, with the months that are left of them. */
export async function assetRows(snapshot: Snapshot, person: Person): Promise<LeavingRows> {
  const { rows: bought } = await sql<Owned>`
    select r.id, r.name, d.date::text as date, d.data as purchase,
      (select count(*)::int from read.document p, jsonb_array_elements(p.data -> 'lines') l
        where p.kind = 'depreciation' and p.status = 'complete' and (l ->> 'asset_purchase_fk')::int = d.id) as months
    from read.document d join read.record r on r.kind = 'fixed_asset' and r.id = (d.data ->> 'fixed_asset_fk')::int
    where d.kind = 'asset_purchase' and d.status = 'complete' order by r.id`.execute(snapshot);
  const figures = await besideAssets(
    snapshot,
    bought.map(({ id }) => ({ id })),
    person,
  );
  const rows = bought.flatMap((asset, index): Record<string, string>[] => {
    const { asset_state, cost, book_value } = figures[index] ?? {};
    if (asset_state !== 'in_use') return [];
    const worth = money(String(cost));
    const now = termsNow(asset.purchase);
    return [
      {
        asset: asset.name,
        bought_on: asset.date,
        asset_cost: printMoney(worth),
        depreciated: printMoney(subtract(worth, money(String(book_value)))),
        months_left: String(Math.max(1, lifeOf(asset.purchase) - asset.months)),
        salvage: printMoney(salvageOf(now)),
        declining_percent: now.declining_percent ?? '',
      },
    ];
  });
  return {
    name: 'opening_assets',
    columns: ['asset', 'bought_on', 'asset_cost', 'depreciated', 'months_left', 'salvage', 'declining_percent'],
    rows,
    totals: (['asset_cost', 'depreciated'] as const).map((column) => [
      column,
      sumOf(rows, (row) => row[column] ?? '0'),
    ]),
  };
}

interface PricedUnit {
  readonly id: number;
  readonly prices: unknown;
}

/** The prices of each list that differ from those of the units. */
export async function priceRows(snapshot: Snapshot, called: Called): Promise<readonly LeavingRows[]> {
  const { rows } = await sql<PricedUnit>`
    select id, data -> 'item_prices' as prices from read.record
    where kind = 'item' and active and jsonb_array_length(coalesce(nullif(data -> 'item_prices', 'null'), '[]')) > 0
    order by id`.execute(snapshot);
  const prices = rows.flatMap(({ id, prices: listed }) =>
    objectsOf(listed).map(({ pricing_profile_fk, unit_fk, sale_price }) => ({
      list: Number(pricing_profile_fk),
      item: called.get(`item-${id}`) ?? '',
      unit: called.get(`unit-${unit_fk}`) ?? '',
      new_price: String(sale_price),
    })),
  );
  return [...Map.groupBy(prices, ({ list }) => list)].map(([list, own]) => ({
    name: `item_prices-${list}`,
    columns: ['item', 'unit', 'new_price'],
    rows: own.map(({ list: _, ...cells }) => cells),
    totals: [[called.get(`pricing_profile-${list}`) ?? String(list), sumOf(own, (row) => row.new_price)]],
  }));
}

/** Accounts above this number belong to records, whose numbers are others in another business. */
const OWN_ACCOUNTS_ABOVE = 100_000_000;

/** The trial balance, as the import of an old trial balance reads it. */
export async function accountRows(snapshot: Snapshot): Promise<LeavingRows> {
  const chart = await readChart(snapshot, 'own');
  const { rows: balances } = await sql<{ account: number; base: string }>`
    select account, trim_scale(sum(debit - credit))::text as base
    from read.movement_day group by account having sum(debit - credit) <> 0 order by account`.execute(snapshot);
  const rows = balances.map(({ account, base }): Record<string, string> => {
    const known = chart.get(account);
    const side = base.startsWith('-') ? 'credit' : 'debit';
    return {
      account_number: known?.code ?? String(account),
      account_name: known ? accountTitle(known) : String(account),
      [side]: printMoney(magnitude(money(base))),
      ...(account < OWN_ACCOUNTS_ABOVE ? { chart_account: String(account) } : {}),
    };
  });
  const side = (column: string) => printMoney(rows.reduce((total, row) => add(total, money(row[column] ?? '0')), ZERO));
  return {
    name: 'old_accounts',
    columns: ['account_number', 'account_name', 'debit', 'credit', 'chart_account'],
    rows,
    totals: [
      ['debit', side('debit')],
      ['credit', side('credit')],
    ],
  };
}
