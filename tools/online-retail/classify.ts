/**
 * The meaning of each code and each invoice of an Online Retail file: goods, services or fees; sales, sale returns,
 * stock write-offs or expenses.
 */
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { type Money, money, ZERO } from '../../domain/values/money.ts';
import type { SourceLine } from './read.ts';

/** The same item appears as 85123A and 85123a, so codes are compared in capitals. */
export function itemCode(code: string): string {
  return code.toUpperCase();
}

const GOODS = /^(\d{5}[A-Z]*|DCGS.*)$/;

/** Expense types, keyed by code in capitals. */
export type Fees = ReadonlyMap<string, string>;

/** Fees that the shop paid to others, which the source writes as credit notes: each is an expense. */
export const KNOWN_FEES: Fees = new Map([
  ['AMAZONFEE', 'Marketplace fees'],
  ['BANK CHARGES', 'Bank charges'],
  ['CRUK', 'Charity commission'],
  ['S', 'Samples'],
]);

/** The known fees, extended or replaced by a file of `code,expense_type` rows. Throws for any other file. */
export async function readFees(path: string | undefined): Promise<Fees> {
  if (path === undefined) return KNOWN_FEES;
  const options = { bom: true, columns: true, skip_empty_lines: true, trim: true } as const;
  const rows: { code?: string; expense_type?: string }[] = parse(await readFile(path), options);
  const own = rows.map(({ code, expense_type }) => {
    if (!code || !expense_type) throw new Error(`${path}: each row must have a code and an expense_type`);
    return [itemCode(code), expense_type] as const;
  });
  return new Map([...KNOWN_FEES, ...own]);
}

export function isGoods(code: string): boolean {
  return GOODS.test(itemCode(code));
}

/** The expense type of a fee; undefined for any other code. */
export function feeType(fees: Fees, code: string): string | undefined {
  return fees.get(itemCode(code));
}

export type Meaning = 'sale' | 'sale_return' | 'write_off' | 'expense';

/**
 * A cancellation is a sale return, except fees, which are expenses. A negative quantity outside a cancellation, at
 * price zero, is a write-off; anything else is a sale.
 */
export function meaningOf(line: SourceLine, fees: Fees): Meaning | undefined {
  const cancellation = /^C/i.test(line.invoice);
  if (cancellation && line.quantity < 0n) return feeType(fees, line.code) ? 'expense' : 'sale_return';
  if (cancellation) return undefined;
  if (line.quantity > 0n) return 'sale';
  return line.value === 0n && isGoods(line.code) ? 'write_off' : undefined;
}

/** A sentence for each code without goods: the meaning of its lines, so that the importing person can change it. */
export function withoutGoods(lines: readonly SourceLine[], fees: Fees): string[] {
  const codes = Map.groupBy(
    lines.filter(({ code }) => !isGoods(code)),
    ({ code }) => itemCode(code),
  );
  return [...codes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, of]) => {
      const expenses = of.filter((line) => meaningOf(line, fees) === 'expense').length;
      const services = of.length - expenses;
      const parts = [
        ...(expenses > 0 ? [`${expenses} lines are expenses (${feeType(fees, code)})`] : []),
        ...(services > 0 ? [`${services} lines are a service, without stock`] : []),
      ];
      return `No goods: ${code}, ${parts.join(', ')}.`;
    });
}

export interface SourceItem {
  readonly code: string;
  readonly name: string;
  readonly type: 'goods' | 'service';
  /** Median of the positive prices; zero without any. */
  readonly median: Money;
}

/** Every code once, under its most frequent description, with the median of its prices. */
export function itemsOf(lines: readonly SourceLine[]): Map<string, SourceItem> {
  const names = new Map<string, Map<string, number>>();
  const prices = new Map<string, Money[]>();
  for (const line of lines) {
    const code = itemCode(line.code);
    const counts = names.get(code) ?? new Map<string, number>();
    names.set(code, counts);
    if (line.description && line.value !== 0n) {
      counts.set(line.description, (counts.get(line.description) ?? 0) + 1);
    }
    const price = money(line.price);
    const known = prices.get(code) ?? [];
    prices.set(code, known);
    if (price > 0n) known.push(price);
  }
  const items = new Map<string, SourceItem>();
  for (const [code, counts] of names) {
    const [name] = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0] ?? [code];
    items.set(code, {
      code,
      name,
      type: isGoods(code) ? 'goods' : 'service',
      median: medianOf(prices.get(code) ?? []),
    });
  }
  return items;
}

/** The middle price, the lower of the two when their number is even. */
function medianOf(prices: Money[]): Money {
  const sorted = prices.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? ZERO;
}
