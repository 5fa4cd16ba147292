/** The numbers of a sheet of an Excel file, compared with the answers of the API. */

import { parseFixed, printFixed } from '../../domain/values/fixed-point.ts';
import { membersOf } from '../../domain/values/members.ts';
import type { SheetCell, SheetRow } from './workbook.ts';

const SCALE = 12;
/** Excel has 15 significant digits; longer values are texts. */
const DIGITS_MAX = 15;
const fixed = (text: string): bigint | undefined => parseFixed(text, SCALE);
const plain = (value: bigint): string => printFixed(value < 0n ? -value : value, SCALE);
const isLong = (text: string): boolean => text.replace(/\D/g, '').replace(/^0+/, '').length > DIGITS_MAX;

/** All numbers of an answer, without their signs, and its balances: what a row has more in debit than in credit. */
export function numbersIn(answer: unknown, into: Set<string>): void {
  if (typeof answer === 'string' || typeof answer === 'number') {
    const value = fixed(String(answer));
    if (value !== undefined) into.add(plain(value));
  } else if (typeof answer === 'object' && answer !== null) {
    for (const member of Object.values(answer)) numbersIn(member, into);
    const { debit, credit } = membersOf(answer);
    const [more, less] = [fixed(String(debit)), fixed(String(credit))];
    if (more !== undefined && less !== undefined) into.add(plain(more - less));
  }
}

export interface Compared {
  readonly answered: ReadonlySet<string>;
  readonly hasFooter: boolean;
  /** Whether a row is part of the totals. */
  readonly isCounted: (row: SheetRow) => boolean;
}

export interface Found {
  readonly wrong: readonly string[];
  readonly figures: number;
  readonly fractions: number;
  /** Values with more digits than a number of Excel has. */
  readonly long: number;
  readonly totals: number;
}

interface Figure extends SheetCell {
  readonly at: number;
  readonly row: SheetRow;
  readonly value: bigint | undefined;
}

const isFigure = ({ isNumber, format }: SheetCell): boolean => isNumber && format.startsWith('#');

/** What is not exact in a sheet; its first row has the headings. */
export function notExact([head = [], ...body]: readonly SheetRow[], compared: Compared): Found {
  const nameOf = new Map(head.map(({ column, text }) => [column, text]));
  const numeric = new Set(
    body
      .flat()
      .filter(isFigure)
      .map(({ column }) => column),
  );
  const figures = body.flatMap((row, at) =>
    row
      .filter((cell) => isFigure(cell) || (numeric.has(cell.column) && fixed(cell.text) !== undefined))
      .map((cell): Figure => ({ ...cell, at, row, value: fixed(cell.text) })),
  );
  const last = compared.hasFooter ? body.length - 1 : body.length;
  const totals = figures.filter(({ at, column }) => at === last && !isShare(nameOf.get(column)));
  const wrong = [
    ...figures.flatMap((figure) => {
      const place = `${nameOf.get(figure.column)}, row ${figure.at + 1}: ${figure.text}`;
      return wrongWith(figure, compared.answered).map((what) => `${place} ${what}`);
    }),
    ...totals.flatMap(({ column, text, value }) => {
      const own = figures.filter((each) => each.column === column && each.at < last && compared.isCounted(each.row));
      const sum = own.reduce((all, each) => all + (each.value ?? 0n), 0n);
      return sum === value ? [] : [`${nameOf.get(column)}: the total is ${text}, the sum ${printFixed(sum, SCALE)}`];
    }),
  ];
  return {
    wrong,
    figures: figures.length,
    fractions: figures.filter(({ text }) => text.includes('.')).length,
    long: figures.filter(({ isNumber }) => !isNumber).length,
    totals: totals.length,
  };
}

/** A share has a total of its own, that of the sums. */
const isShare = (heading = ''): boolean => heading.endsWith('(%)');

function wrongWith({ text, value, isNumber, format }: Figure, answered: ReadonlySet<string>): string[] {
  const wrong: string[] = [];
  if (value === undefined || !answered.has(plain(value))) wrong.push('is in no answer');
  if (!isNumber) return isLong(text) ? wrong : [...wrong, 'is a text'];
  const decimals = text.split('.')[1]?.length ?? 0;
  const shown = /^#,##0(?:\.(0+))?$/.exec(format);
  if (!shown || (shown[1] ?? '').length < decimals) wrong.push(`is shown as ${format}`);
  return wrong;
}
