/**
 * The lines of a paper on a roll: what a line is of, below it the quantity with its unit, the price and the discount
 * with the amount at the end, and every other figure with its name, as a report on a roll has them.
 */
import type { PaperLine } from '../../../domain/paper/paper.schema.ts';
import type { PaperColumn } from '../../../domain/paper/paper.ts';
import { type Markup, markup } from './markup.ts';
import { goodsOfLine } from './paper-goods.ts';
import { BLANK, isNumber, valueCell } from './paper-values.ts';
import type { Printing } from './printing/printing.ts';

/** The figures that need no names, in the order in which they are calculated. */
const FACTORS = ['quantity', 'price', 'discount'];

/** Texts that are not understood without their names. */
const NAMED: readonly string[] = ['serials', 'warranty_until'];

interface Places {
  readonly names: readonly PaperColumn[];
  readonly unit: PaperColumn | undefined;
  readonly factors: readonly PaperColumn[];
  /** What the factors come to. */
  readonly amount: PaperColumn | undefined;
  /** Printed with their names. */
  readonly others: readonly PaperColumn[];
}

function placesOf(columns: readonly PaperColumn[]): Places {
  const of = (name: string) => columns.find(({ field }) => field === name);
  const factors = FACTORS.flatMap((name) => (name === 'discount' && !of('price') ? [] : (of(name) ?? [])));
  const figures = columns.filter((column) => isNumber(column.kind) && !factors.includes(column));
  const amount = factors.length > 0 ? figures.findLast(({ kind }) => kind === 'amount') : undefined;
  return {
    names: columns.filter(
      ({ field, kind }) => !isNumber(kind) && field !== 'unit_fk' && field !== BLANK && !NAMED.includes(field),
    ),
    unit: of('unit_fk'),
    factors,
    amount,
    others: columns.filter(
      (column) =>
        column.field === BLANK || NAMED.includes(column.field) || (figures.includes(column) && column !== amount),
    ),
  };
}

export function rollLines(printing: Printing, columns: readonly PaperColumn[]): Markup {
  const places = placesOf(columns);
  const { lines } = printing.document;
  return markup`<table class="paper-roll-lines"><tbody>${lines.map(
    (line, index) => markup`${rowsOf(printing, places, line)}${goodsOfLine(printing, index, 1)}`,
  )}</tbody></table>`;
}

function rowsOf(printing: Printing, { names, unit, factors, amount, others }: Places, line: PaperLine): Markup {
  const cellOf = ({ field, kind }: PaperColumn) => valueCell(field, kind, line[field], printing);
  const isThere = ({ html }: Markup) => html !== '';
  const isCounted = factors.some((column) => column.field === 'quantity' && isThere(cellOf(column)));
  // Without a quantity the unit stands behind the item.
  const said = (unit && !isCounted ? [...names, unit] : names).map(cellOf).filter(isThere);
  const sum = factors.flatMap((column) => {
    const cell = cellOf(column);
    const ofUnit = column.field === 'quantity' && unit ? cellOf(unit) : undefined;
    const shown = ofUnit && isThere(ofUnit) ? markup`${cell} ${ofUnit}` : cell;
    return isThere(cell) ? [{ shown, sign: column.field === 'discount' ? '−' : '×' }] : [];
  });
  const comesTo = amount ? cellOf(amount) : markup``;
  return markup`${said.length > 0 ? markup`<tr><td colspan="2">${said.map((cell, index) => markup`${index > 0 ? ' · ' : ''}<span>${cell}</span>`)}</td></tr>` : ''}
    ${sum.length > 0 || isThere(comesTo) ? markup`<tr><td class="paper-small">${sum.map(({ shown, sign }, index) => (index === 0 ? shown : markup` ${sign} ${shown}`))}</td><td class="paper-figure">${comesTo}</td></tr>` : ''}
    ${others.map((column) => namedRow(printing, column, cellOf(column)))}`;
}

/** Empty for a figure without a value; the blank to write in has none. */
function namedRow({ bothInLine }: Printing, { field }: PaperColumn, cell: Markup): Markup {
  const isBlank = field === BLANK;
  if (cell.html === '' && !isBlank) return cell;
  return markup`<tr><td class="paper-small">${bothInLine(`label:${field}`)}</td><td class="${isBlank ? 'paper-blank' : 'paper-figure'}">${cell}</td></tr>`;
}
