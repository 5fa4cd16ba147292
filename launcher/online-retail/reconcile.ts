/**
 * Compares what is in the books with what is in the file, month by month: lines, invoices, cancellations,
 * quantity and value. What was rejected is counted apart, so that file = books + rejected.
 */
import { type Money, printMoney } from '../../domain/kernel/money.ts';
import { printQuantity, type Quantity } from '../../domain/kernel/quantity.ts';
import type { RejectedRow, SourceLine } from './read.ts';

export interface MonthTotals {
  readonly month: string;
  lines: number;
  invoices: number;
  cancellations: number;
  quantity: Quantity;
  value: Money;
}

export function sourceTotals(lines: readonly SourceLine[], rejected: readonly RejectedRow[]): MonthTotals[] {
  const left = new Set(rejected.map((row) => row.row));
  const months = new Map<string, MonthTotals & { seen: Set<string> }>();
  for (const line of lines) {
    if (left.has(line.row)) continue;
    const month = line.date.slice(0, 7);
    const totals = months.get(month) ?? { ...emptyMonth(month), seen: new Set<string>() };
    months.set(month, totals);
    totals.lines += 1;
    totals.quantity = (totals.quantity + line.quantity) as Quantity;
    totals.value = (totals.value + line.value) as Money;
    if (totals.seen.has(line.invoice)) continue;
    totals.seen.add(line.invoice);
    totals.invoices += 1;
    if (/^C/i.test(line.invoice)) totals.cancellations += 1;
  }
  return [...months.values()].map(({ seen: _, ...totals }) => totals).sort((a, b) => (a.month < b.month ? -1 : 1));
}

export function emptyMonth(month: string): MonthTotals {
  return { month, lines: 0, invoices: 0, cancellations: 0, quantity: 0n as Quantity, value: 0n as Money };
}

export interface Comparison {
  readonly month: string;
  readonly what: string;
  readonly file: string;
  readonly books: string;
  readonly equal: boolean;
}

export function compareTotals(file: readonly MonthTotals[], books: readonly MonthTotals[]): Comparison[] {
  const months = [...new Set([...file, ...books].map((totals) => totals.month))].sort();
  return months.flatMap((month) => {
    const [a, b] = [file, books].map(
      (side) => side.find((monthTotals) => monthTotals.month === month) ?? emptyMonth(month),
    );
    return a && b ? compareMonth(a, b) : [];
  });
}

function compareMonth(file: MonthTotals, books: MonthTotals): Comparison[] {
  const row = (what: string, a: string, b: string) => ({ month: file.month, what, file: a, books: b, equal: a === b });
  return [
    row('lines', String(file.lines), String(books.lines)),
    row('invoices', String(file.invoices), String(books.invoices)),
    row('cancellations', String(file.cancellations), String(books.cancellations)),
    row('quantity', printQuantity(file.quantity), printQuantity(books.quantity)),
    row('value', printMoney(file.value), printMoney(books.value)),
  ];
}

export function grandTotal(months: readonly MonthTotals[]): MonthTotals {
  return months.reduce(
    (sum, month) => ({
      month: 'total',
      lines: sum.lines + month.lines,
      invoices: sum.invoices + month.invoices,
      cancellations: sum.cancellations + month.cancellations,
      quantity: (sum.quantity + month.quantity) as Quantity,
      value: (sum.value + month.value) as Money,
    }),
    emptyMonth('total'),
  );
}
