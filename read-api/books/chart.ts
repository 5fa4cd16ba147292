/** The chart of accounts as a tree, and names for its accounts. */
import { sql } from 'kysely';
import type { BoundAccount } from '../../domain/chart/bound-account.schema.ts';
import { accountCode } from '../../domain/chart/bound-accounts.ts';
import { boundName } from '../../domain/chart/bound-name.ts';
import { COST_KEYS } from '../../domain/chart/chart.ts';
import { shownName } from '../database/names-by-language.ts';
import type { Snapshot } from '../database/reader.ts';
import type { Reader } from '../database/reader-type.ts';
import type { AccountRow } from '../database/tables.ts';
import { notFound } from '../http/scope.ts';

export interface ChartAccount extends AccountRow {
  /** The account number as the business reads it. */
  readonly code: string;
  /** The business's own English name for the account; null when it uses the name of the key. */
  readonly bound_name: string | null;
  /** 0 for the top headings. */
  readonly level: number;
}

export interface Chart {
  /** Parents before their children, siblings by number. */
  readonly inOrder: readonly ChartAccount[];
  get(account: number): ChartAccount | undefined;
  /** The account and all accounts below it. Throws 404. */
  subtree(account: number): readonly number[];
}

/** `own`: files that other programs read have the names that do not depend on a reader. */
export async function readChart(db: Reader | Snapshot, names: 'shown' | 'own' = 'shown'): Promise<Chart> {
  const stored = await db
    .selectFrom('read.account as a')
    .leftJoin('read.record as r', (join) =>
      join.onRef('r.kind', '=', 'a.record_kind').onRef('r.id', '=', 'a.record_id'),
    )
    .selectAll('a')
    .select(shownName('r').as('record_name'))
    .orderBy('a.account')
    .execute();
  // An account of a cash box, an inventory or a type is called as its record is in the reader's language.
  const rows = stored.map(({ record_name, ...row }) =>
    names === 'own' ? row : { ...row, name: record_name ?? row.name },
  );
  const bound = await boundAccounts(db);
  const children = Map.groupBy(rows, (row) => row.parent);
  const inOrder: ChartAccount[] = [];
  const visit = (parent: number | null, level: number): void => {
    for (const row of children.get(parent) ?? []) {
      const named = { code: accountCode(row.account, bound), bound_name: boundName(row.key, bound, 'en') ?? null };
      inOrder.push({ ...row, ...named, level });
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

async function boundAccounts(db: Reader | Snapshot): Promise<readonly BoundAccount[]> {
  const { rows } = await sql<{ bound: readonly BoundAccount[] | null }>`
    select data -> 'posting_accounts' as bound from read.record where kind = 'system_setting' and id = 1`.execute(db);
  return rows[0]?.bound ?? [];
}

export const costAccounts = (chart: Chart): readonly number[] =>
  chart.inOrder.filter((account) => COST_KEYS.has(account.key)).map((account) => account.account);
