/** The chart of accounts as a tree, and names for its accounts. */
import type { Reader, Snapshot } from '../database/reader.ts';
import type { AccountRow } from '../database/tables.ts';
import { notFound } from '../http/scope.ts';

export interface ChartAccount extends AccountRow {
  /** 0 for the headings at the top. */
  readonly level: number;
}

export interface Chart {
  /** Parents before their children, siblings by number. */
  readonly inOrder: readonly ChartAccount[];
  get(account: number): ChartAccount | undefined;
  /** The account and everything below it; throws 404. */
  subtree(account: number): readonly number[];
}

export async function readChart(db: Reader | Snapshot): Promise<Chart> {
  const rows = await db.selectFrom('read.account').selectAll().orderBy('account').execute();
  const children = Map.groupBy(rows, (row) => row.parent);
  const inOrder: ChartAccount[] = [];
  const visit = (parent: number | null, level: number): void => {
    for (const row of children.get(parent) ?? []) {
      inOrder.push({ ...row, level });
      visit(row.account, level + 1);
    }
  };
  visit(null, 0);
  const byNumber = new Map(inOrder.map((row) => [row.account, row]));
  const subtree = (account: number): number[] => [
    account,
    ...(children.get(account) ?? []).flatMap((child) => subtree(child.account)),
  ];
  return {
    inOrder,
    get: (account) => byNumber.get(account),
    subtree: (account) => {
      if (!byNumber.has(account)) throw notFound();
      return subtree(account);
    },
  };
}

/** Accounts that show what goods cost: their single lines only with `items/show_cost`. */
export const COST_KEYS: ReadonlySet<string> = new Set([
  'inventory',
  'in-transit',
  'in-production',
  'cost-of-goods-sold',
  'purchase-variance',
  'promotion-cost',
  'shrinkage',
  'disposal-loss-stolen',
  'disposal-loss-destruct',
  'disposal-loss-expired',
  'disposal-loss-damaged',
]);

export const costAccounts = (chart: Chart): readonly number[] =>
  chart.inOrder.filter((account) => COST_KEYS.has(account.key)).map((account) => account.account);
