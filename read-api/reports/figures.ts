/** Statements of accounts: rows of sections, accounts and totals; a column for each month or outlet, and their sum. */
import { type Static, Type } from 'typebox';
import { money, printMoney, toMoney } from '../../domain/values/money.ts';
import { type AccountBalance, type Part, shift } from '../books/account-balances.ts';
import type { Chart, ChartAccount } from '../books/chart.ts';
import type { Snapshot } from '../database/reader.ts';
import { fetchNames } from '../lists/names.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);

/** `from`, `as_at` and `outlet_fk` are the parameters of the column's figures. */
export const FigureColumn = Type.Object({
  /** Month (`2026-03`) or outlet; empty for the sum of all. */
  part: Type.String(),
  name: Text(),
  from: Text(),
  as_at: Text(),
  outlet_fk: Type.Union([Type.Integer(), Type.Null()]),
});
export const FigureRow = Type.Object({
  /** Unique in the answer. */
  row: Type.String(),
  kind: Type.Enum(['section', 'account', 'total']),
  /** Name of the section or total, or key of the account. */
  name: Type.String(),
  account: Type.Union([Type.Integer(), Type.Null()]),
  account_name: Text(),
  level: Type.Integer(),
  /** The row whose total includes this row, added or subtracted; null for none. */
  whole: Text(),
  is_less: Type.Boolean(),
  /** One amount for each column. */
  amounts: Type.Array(Type.String()),
});
export type FigureColumn = Static<typeof FigureColumn>;
export type FigureRow = Static<typeof FigureRow>;

export const ALL = '';

export interface PeriodQuery {
  readonly from?: string | undefined;
  readonly as_at?: string | undefined;
  readonly outlet_fk?: string | undefined;
}

/** Sums of balances, debit positive, by account and column. */
export class Figures {
  readonly #sums = new Map<number, Map<string, bigint>>();
  readonly parts: readonly string[];

  constructor(balances: readonly Pick<AccountBalance, 'account' | 'part' | 'base'>[]) {
    const parts = new Set<string>();
    for (const { account, part, base } of balances) {
      const amount = money(base);
      this.#add(account, ALL, amount);
      if (part === ALL || amount === 0n) continue;
      this.#add(account, part, amount);
      parts.add(part);
    }
    this.parts = [...parts];
  }

  #add(account: number, part: string, amount: bigint): void {
    const own = this.#sums.get(account) ?? new Map<string, bigint>();
    this.#sums.set(account, own);
    own.set(part, (own.get(part) ?? 0n) + amount);
  }

  has(account: number): boolean {
    return this.#sums.has(account);
  }

  of(accounts: readonly number[], part: string = ALL): bigint {
    return accounts.reduce((sum, account) => sum + (this.#sums.get(account)?.get(part) ?? 0n), 0n);
  }
}

export async function columnsOf(
  snapshot: Snapshot,
  by: Part | undefined,
  parts: readonly string[],
  { from, as_at: asAt, outlet_fk: outlet }: PeriodQuery,
): Promise<FigureColumn[]> {
  const all: FigureColumn = {
    part: ALL,
    name: null,
    from: from ?? null,
    as_at: asAt ?? null,
    outlet_fk: outlet === undefined ? null : Number(outlet),
  };
  if (by === 'month') {
    const months = parts.toSorted().map((part) => {
      const [first, last] = [`${part}-01`, shift(`${shift(`${part}-01`, 31).slice(0, 7)}-01`, -1)];
      return {
        ...all,
        part,
        from: from !== undefined && from > first ? from : first,
        as_at: asAt !== undefined && asAt < last ? asAt : last,
      };
    });
    return [...months, all];
  }
  if (by === undefined) return [all];
  const nameOf = await fetchNames(
    snapshot,
    parts.map((part) => `outlet-${part}`),
  );
  const outlets = parts.toSorted((a, b) => Number(a) - Number(b));
  return [...outlets.map((part) => ({ ...all, part, name: nameOf('outlet', part), outlet_fk: Number(part) })), all];
}

/** A figure that belongs to no account; omitted when zero. */
export interface OtherLine {
  readonly name: string;
  readonly amounts: readonly bigint[];
}

interface AddedRow {
  readonly level?: number;
  /** The row that includes it. */
  readonly whole?: string | null;
  readonly amounts: readonly bigint[];
  readonly account?: ChartAccount;
}

/** Builds the rows of a statement, section by section. */
export class StatementRows {
  readonly rows: FigureRow[] = [];
  readonly #chart: Chart;
  readonly #columns: readonly FigureColumn[];

  constructor(chart: Chart, columns: readonly FigureColumn[]) {
    this.#chart = chart;
    this.#columns = columns;
  }

  /**
   * Adds a heading, its accounts that have a figure, the accounts above them, and lines without an account; returns the
   * sum for each column. Debit is positive in `figures`; `sign` is -1 where credit is.
   */
  section(
    name: string,
    accounts: readonly ChartAccount[],
    figures: Figures,
    sign: 1n | -1n,
    others: readonly OtherLine[] = [],
  ): bigint[] {
    const members = new Set(accounts.map((account) => account.account));
    const total = `total.total_${name}`;
    this.#add('section', name, { amounts: [] });
    for (const account of accounts) {
      const all = this.#chart.subtree(account.account).filter((candidate) => members.has(candidate));
      const amounts = this.#amounts(figures, all, sign);
      const below = account.parent !== null && members.has(account.parent) ? account.parent : undefined;
      const whole = below === undefined ? total : String(below);
      if (amounts.some((amount) => amount !== 0n))
        this.#add('account', account.key, { level: below === undefined ? 1 : 2, whole, amounts, account });
    }
    for (const { name: line, amounts } of others) {
      if (amounts.some((amount) => amount !== 0n)) this.#add('account', line, { level: 1, whole: total, amounts });
    }
    const sums = others.reduce(
      (total, other) => plus(total, other.amounts),
      this.#amounts(figures, [...members], sign),
    );
    this.#add('total', `total_${name}`, { amounts: sums });
    return sums;
  }

  /** The same; adds no row when the section is empty. */
  sectionIfAny(...section: Parameters<StatementRows['section']>): bigint[] {
    const before = this.rows.length;
    const sums = this.section(...section);
    const headAndTotal = 2;
    if (this.rows.length === before + headAndTotal) this.rows.length = before;
    return sums;
  }

  /** Adds a total: the sum of earlier totals `plus` less the totals `less`, by name. A missing total counts as zero. */
  total(name: string, amounts: readonly bigint[], plus: readonly string[] = [], less: readonly string[] = []): void {
    for (const row of this.rows) {
      if (row.kind !== 'total' || ![...plus, ...less].includes(row.name)) continue;
      row.whole = `total.${name}`;
      row.is_less = less.includes(row.name);
    }
    this.#add('total', name, { amounts });
  }

  #amounts(figures: Figures, accounts: readonly number[], sign: bigint): bigint[] {
    return this.#columns.map(({ part }) => sign * figures.of(accounts, part));
  }

  #add(kind: FigureRow['kind'], name: string, { level = 0, whole = null, amounts, account }: AddedRow): void {
    this.rows.push({
      row: account ? String(account.account) : `${kind}.${name}`,
      kind,
      name,
      account: account?.account ?? null,
      account_name: account?.name ?? null,
      level,
      whole,
      is_less: false,
      amounts: amounts.map((amount) => printMoney(toMoney(amount))),
    });
  }
}

/** Column by column. */
export const plus = (a: readonly bigint[], b: readonly bigint[]): bigint[] =>
  a.map((value, at) => value + (b[at] ?? 0n));
export const minus = (a: readonly bigint[], b: readonly bigint[]): bigint[] =>
  a.map((value, at) => value - (b[at] ?? 0n));
