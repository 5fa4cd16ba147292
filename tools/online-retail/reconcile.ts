/**
 * Compares the books with the file, month by month: lines, invoices, cancellations, quantity and value. Every row of
 * the file is either in the books or refused: file = books + refused.
 */
import { type Money, printMoney, sum, toMoney, ZERO } from '../../domain/values/money.ts';
import { printQuantity, type Quantity, toQuantity } from '../../domain/values/quantity.ts';
import type { RejectedRow, SourceLine } from './read.ts';

export interface MonthTotals {
  readonly month: string;
  lines: number;
  invoices: number;
  cancellations: number;
  quantity: Quantity;
  value: Money;
}

/** The key for rows that could not be read and so have no month. */
const UNREAD = 'unread';

/** Totals of all rows of the file by month; unreadable rows form one total of the amounts that they show. */
export function fileTotals(lines: readonly SourceLine[], unread: readonly RejectedRow[]): MonthTotals[] {
  return [...monthTotals(lines), ...unreadTotals(unread)];
}

/** Totals of the refused rows; an invoice is refused when none of its rows is in the books. */
export function refusedTotals(lines: readonly SourceLine[], refused: readonly RejectedRow[]): MonthTotals[] {
  const rows = new Set(refused.map(({ row }) => row));
  const readable = new Set(lines.map(({ row }) => row));
  const taken = new Set(lines.filter(({ row }) => !rows.has(row)).map(({ invoice }) => invoice));
  return [
    ...monthTotals(
      lines.filter(({ row }) => rows.has(row)),
      taken,
    ),
    ...unreadTotals(refused.filter(({ row }) => !readable.has(row))),
  ];
}

function unreadTotals(unread: readonly RejectedRow[]): MonthTotals[] {
  if (unread.length === 0) return [];
  return [{ ...emptyMonth(UNREAD), lines: unread.length, value: sum(unread.map(({ amount }) => amount)) }];
}

/** Invoices in `counted` are not counted again. */
function monthTotals(lines: readonly SourceLine[], counted: ReadonlySet<string> = new Set()): MonthTotals[] {
  const months = new Map<string, MonthTotals & { seen: Set<string> }>();
  for (const line of lines) {
    const month = line.date.slice(0, 7);
    const totals = months.get(month) ?? { ...emptyMonth(month), seen: new Set<string>() };
    months.set(month, totals);
    totals.lines += 1;
    totals.quantity = toQuantity(totals.quantity + line.quantity);
    totals.value = toMoney(totals.value + line.value);
    if (counted.has(line.invoice) || totals.seen.has(line.invoice)) continue;
    totals.seen.add(line.invoice);
    totals.invoices += 1;
    if (/^C/i.test(line.invoice)) totals.cancellations += 1;
  }
  return [...months.values()].map(({ seen: _, ...totals }) => totals).sort((a, b) => (a.month < b.month ? -1 : 1));
}

function emptyMonth(month: string): MonthTotals {
  return { month, lines: 0, invoices: 0, cancellations: 0, quantity: toQuantity(0n), value: ZERO };
}

export interface Comparison {
  readonly month: string;
  readonly what: string;
  readonly file: string;
  readonly refused: string;
  readonly books: string;
  /** file = books + refused */
  readonly equal: boolean;
}

export interface Sides {
  readonly file: readonly MonthTotals[];
  readonly refused: readonly MonthTotals[];
  readonly books: readonly MonthTotals[];
}

/** By month, then the total. */
export function compareTotals({ file, refused, books }: Sides): Comparison[] {
  const months = [...new Set([...file, ...refused, ...books].map((totals) => totals.month))].sort();
  const of = (side: readonly MonthTotals[], month: string) =>
    side.find((totals) => totals.month === month) ?? emptyMonth(month);
  return [
    ...months.flatMap((month) => compareMonth(of(file, month), of(refused, month), of(books, month))),
    ...compareMonth(grandTotal(file), grandTotal(refused), grandTotal(books)),
  ];
}

function compareMonth(file: MonthTotals, refused: MonthTotals, books: MonthTotals): Comparison[] {
  const sides = [file, refused, books] as const;
  const row = (what: string, printed: readonly string[], equal: boolean): Comparison => {
    const [all = '', left = '', taken = ''] = printed;
    return { month: file.month, what, file: all, refused: left, books: taken, equal };
  };
  const count = (what: 'lines' | 'invoices' | 'cancellations') =>
    row(
      what,
      sides.map((side) => String(side[what])),
      file[what] === refused[what] + books[what],
    );
  return [
    count('lines'),
    count('invoices'),
    count('cancellations'),
    row(
      'quantity',
      sides.map(({ quantity }) => printQuantity(quantity)),
      file.quantity === refused.quantity + books.quantity,
    ),
    row(
      'value',
      sides.map(({ value }) => printMoney(value)),
      file.value === refused.value + books.value,
    ),
  ];
}

function grandTotal(months: readonly MonthTotals[]): MonthTotals {
  return months.reduce(
    (all, month) => ({
      month: 'total',
      lines: all.lines + month.lines,
      invoices: all.invoices + month.invoices,
      cancellations: all.cancellations + month.cancellations,
      quantity: toQuantity(all.quantity + month.quantity),
      value: toMoney(all.value + month.value),
    }),
    emptyMonth('total'),
  );
}
