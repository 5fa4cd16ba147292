/** The table of a report or a list: on a sheet with its headings on every page, on a roll as blocks below each other. */
import { type Markup, markup } from './markup.ts';
import type { PrintedColumn, PrintedReport, PrintedRow } from './printing/printed-report.ts';

type Table = Pick<PrintedReport, 'columns' | 'rows' | 'totals'>;

const classOf = (column: PrintedColumn | undefined): string =>
  column?.isFigure
    ? 'paper-figure'
    : column?.isShort
      ? 'paper-word paper-whole'
      : column?.isName
        ? 'paper-word paper-own'
        : 'paper-word';

/** Longer ones would make their column wider than the sheet. */
const UNBROKEN_MAX = 16;

/** The number of a document, and a span of days, are not broken at their hyphens. */
const words = (text: string): Markup =>
  markup`${text
    .split(/(\s+)/)
    .map((word) =>
      word.length <= UNBROKEN_MAX && /\d/.test(word) && /\S[-–]\S/.test(word)
        ? markup`<span class="paper-unbroken">${word}</span>`
        : word,
    )}`;

export function sheetTable({ columns, rows, totals }: Table): Markup {
  const cell = (text: string, index: number, level = 0) => {
    const indent = index === 0 && level > 0 ? ` paper-level-${Math.min(level, 4)}` : '';
    return markup`<td class="${classOf(columns[index])}${indent}"><bdi>${words(text)}</bdi></td>`;
  };
  return markup`<table class="paper-lines"><thead><tr>${columns.map(
    (column) => markup`<th class="${classOf(column)}">${words(column.heading)}</th>`,
  )}</tr></thead><tbody>${rows.map(
    ({ cells, isStrong, level }) =>
      markup`<tr class="${isStrong ? 'paper-strong' : ''}">${cells.map((text, index) => cell(text, index, level))}</tr>`,
  )}${totals ? markup`<tr class="paper-strong paper-totals">${totals.map((text, index) => cell(text, index))}</tr>` : ''}</tbody></table>`;
}

/** On a roll a row is its words in one line, and below them each of its figures with its heading. */
export function rollTable({ columns, rows, totals }: Table): Markup {
  const block = ({ cells, isStrong }: PrintedRow) => {
    const said = columns.flatMap((column, index) => (!column.isFigure && cells[index] ? [cells[index]] : []));
    const figures = columns.flatMap(({ isFigure, heading }, index) =>
      isFigure && cells[index] ? [{ heading, text: cells[index] }] : [],
    );
    const strong = isStrong ? ' class="paper-strong"' : '';
    return markup`<tr${{ html: strong }}><td colspan="2">${said.map((text, index) => markup`${index > 0 ? ' · ' : ''}<bdi>${text}</bdi>`)}</td></tr>
      ${figures.map(({ heading, text }) => markup`<tr${{ html: strong }}><td class="paper-small">${heading}</td><td class="paper-figure"><bdi>${text}</bdi></td></tr>`)}`;
  };
  const all = totals ? [...rows, { cells: totals, isStrong: true }] : rows;
  return markup`<table class="paper-roll-lines paper-roll-report"><tbody>${all.map(block)}</tbody></table>`;
}
