/**
 * What each code and each invoice of an Online Retail file means in Daftar: goods, services or fees; sales,
 * sale returns, stock write-offs or expenses.
 */
import { type Money, money } from '../../domain/kernel/money.ts';
import type { SourceLine } from './read.ts';

/** The same item appears as 85123A and 85123a: codes are folded by case. */
export function itemCode(code: string): string {
  return code.toUpperCase();
}

const GOODS = /^(\d{5}[A-Z]*|DCGS.*)$/;
/** Marketplace and bank fees, which the source writes as credit notes: an expense each. */
const FEES: Readonly<Record<string, string>> = {
  AMAZONFEE: 'Marketplace fees',
  'BANK CHARGES': 'Bank charges',
};

export function isGoods(code: string): boolean {
  return GOODS.test(itemCode(code));
}

/** The expense type of a fee, or undefined for everything else. */
export function feeType(code: string): string | undefined {
  return FEES[itemCode(code)];
}

export type Meaning = 'sale' | 'sale_return' | 'write_off' | 'expense';

/**
 * A cancellation is a sale return, save fees, which are expenses. A negative quantity outside a cancellation,
 * at price zero, is a write-off; anything else is a sale.
 */
export function meaningOf(line: SourceLine): Meaning | undefined {
  const cancellation = /^C/i.test(line.invoice);
  if (cancellation && line.quantity < 0n) return feeType(line.code) ? 'expense' : 'sale_return';
  if (cancellation) return undefined;
  if (line.quantity > 0n) return 'sale';
  return line.value === 0n && isGoods(line.code) ? 'write_off' : undefined;
}

export interface SourceItem {
  readonly code: string;
  readonly name: string;
  readonly type: 'goods' | 'service';
  /** Median of the prices above zero; zero when there is none. */
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
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? (0n as Money);
}
