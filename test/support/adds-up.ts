/** What the printed rows below the lines of an English paper come to: nothing is left where the paper adds up. */
import { add, type Money, money, negate, printMoney, subtract, ZERO } from '../../domain/values/money.ts';
import { convert, rate } from '../../domain/values/rate.ts';

interface LeftOver {
  /** What the parts above the total come to, less the total. */
  readonly lines: number;
  /** The total with its rounding, less what was paid without the change. */
  readonly below: number;
}

export function addsUp(html: string): LeftOver {
  const rows = [...html.matchAll(/<tr[^>]*><th>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    row
      .replace(/<[^>]*>/g, ' ')
      .replace(/[\u2066-\u2069]/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  const amountOf = (row: string): Money => money((/(-?[\d,.]+)$/.exec(row)?.[1] ?? '0').replaceAll(',', ''));
  const worthOf = (row: string): Money => {
    const at = /US dollar × ([\d,.]+) /.exec(row)?.[1]?.replaceAll(',', '');
    return at === undefined ? amountOf(row) : convert(amountOf(row), 2, 1, rate(at));
  };
  const totalAt = rows.findIndex((row) => row.startsWith('Total'));
  const total = amountOf(rows[totalAt] ?? '');
  const above = rows.slice(0, totalAt);
  const parts = above.reduce((sum, row) => add(sum, amountOf(row)), ZERO);
  const paid = rows.slice(totalAt + 1).reduce((sum, row) => {
    if (row.startsWith('Rounding')) return add(sum, negate(amountOf(row)));
    return add(sum, row.startsWith('Change') ? negate(amountOf(row)) : worthOf(row));
  }, ZERO);
  const left = (amount: Money): number => Number(printMoney(amount));
  return { lines: above.length === 0 ? 0 : left(subtract(parts, total)), below: left(subtract(paid, total)) };
}
