/** Reads over HTTP what was entered: the last document, stock, and balances. */
import { balancesOf, signedBalance } from '../support/trial-balance.ts';
import type { Shop } from './shop.ts';

export type Data = Readonly<Record<string, unknown>>;

export interface Books {
  /** The last entered document, with its lines. */
  last(resource: string): Promise<Data>;
  /** Quantity and value of an item by inventory, in base units and the system currency. */
  stock(item: string): Promise<Readonly<Record<string, string>>>;
  /** Accounts without others below them by name, those of the chart by key; a credit is below zero. */
  balances(query?: string): Promise<Readonly<Record<string, string>>>;
  /** Journal lines of the last entered document, as `account: debit` or `account: -credit`. */
  entry(resource: string): Promise<readonly string[]>;
}

export function booksOf({ api }: Pick<Shop, 'api'>): Books {
  const read = async (path: string) => (await api('GET', path))['data'] as Data;
  const last: Books['last'] = async (resource) => {
    const page = await read(`${resource}?sortColumn=id&sortDir=desc&per_page=10`);
    const [row] = page['data'] as readonly Data[];
    return row ? read(`${resource}/${row['id']}`) : {};
  };
  return {
    last,
    stock: async (item) => {
      const page = await read(`stocks?search=${encodeURIComponent(item)}&per_page=100`);
      const rows = (page['data'] as readonly Data[]).filter((row) => row['item_name'] === item);
      const held = rows.filter((row) => row['inventory_name']);
      return Object.fromEntries(held.map((row) => [row['inventory_name'], `${row['quantity']} = ${row['value']}`]));
    },
    balances: async (query = '') => {
      const rows = (await read(`financial_reports/trial_balance?${query}`))['rows'];
      return balancesOf(rows);
    },
    entry: async (resource) => {
      const id = (await last(resource))['id'];
      const { entry } = id === undefined ? { entry: [] } : await read(`${resource}/${id}/effect`);
      return (entry as readonly Data[]).map(
        (line) =>
          `${line['account_name'] ?? line['account_key']}: ${signedBalance(line as { debit: string; credit: string })}`,
      );
    },
  };
}
