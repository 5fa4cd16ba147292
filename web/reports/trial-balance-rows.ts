/** Rows of the trial balance, and of two of them compared. */
import { money, printMoney, toMoney } from '../../domain/values/money.ts';
import type { Reads } from '../shared/api/read.ts';
import type { PartOf } from '../shared/report/shown-figures.ts';

export type TrialBalance = Reads['financial_reports/trial_balance'];
export type TrialBalanceRow = TrialBalance['rows'][number];

export const PERIOD_SIDES = ['opening_debit', 'opening_credit', 'movement_debit', 'movement_credit'] as const;

export type BalanceRow = TrialBalanceRow & {
  readonly now: TrialBalanceRow | undefined;
  /** At the other day or moment; undefined without one, or without a balance then. */
  readonly earlier: TrialBalanceRow | undefined;
  /** Now less then, debit positive. */
  readonly difference: string | undefined;
};

/** The accounts of both, in the order of the tree. */
export function compared(now: readonly TrialBalanceRow[], then: readonly TrialBalanceRow[] | undefined): BalanceRow[] {
  const before = new Map((then ?? []).map((row) => [row.account, row]));
  const current = new Map(now.map((row) => [row.account, row]));
  const gone = (then ?? []).filter((row) => !current.has(row.account));
  return inTreeOrder([...now, ...gone]).map((row) => ({
    ...row,
    now: current.get(row.account),
    earlier: before.get(row.account),
    difference: then
      ? printMoney(toMoney(balance(current.get(row.account)) - balance(before.get(row.account))))
      : undefined,
  }));
}

const balance = (row: TrialBalanceRow | undefined): bigint => (row ? money(row.debit) - money(row.credit) : 0n);

/** The row between outlets is below the tree. */
const place = ({ account, key, parent }: TrialBalanceRow): number =>
  key === 'inter-outlet' && parent === null ? Number.POSITIVE_INFINITY : account;

/** Parents before their children, siblings by number. */
function inTreeOrder(rows: readonly TrialBalanceRow[]): TrialBalanceRow[] {
  const known = new Set(rows.map((row) => row.account));
  const below = Map.groupBy(rows, (row) => (row.parent !== null && known.has(row.parent) ? row.parent : null));
  const walk = (parent: number | null): TrialBalanceRow[] =>
    (below.get(parent) ?? []).toSorted((a, b) => place(a) - place(b)).flatMap((row) => [row, ...walk(row.account)]);
  return walk(null);
}

interface InTree {
  readonly account: number;
  readonly parent: number | null;
}

/** Whether all parents of a row are expanded. */
export function unfolded<R extends InTree>(rows: readonly R[], closed: ReadonlySet<number>): (row: R) => boolean {
  const hidden = new Set<number>();
  for (const { account, parent } of rows) {
    if (parent !== null && (hidden.has(parent) || closed.has(parent))) hidden.add(account);
  }
  return ({ account }) => !hidden.has(account);
}

/** The heading of an account, if it is among the rows. */
export function partOfParent(rows: readonly InTree[]): (row: InTree) => PartOf | undefined {
  const shown = new Set(rows.map(({ account }) => account));
  return ({ parent }) => (parent !== null && shown.has(parent) ? { whole: String(parent) } : undefined);
}
