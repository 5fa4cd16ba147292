/**
 * Figures as a report shows them. Costs have four decimals and are shown in those of their currency; each of them rounded by
 * itself would not add up to the total below. They are shared by largest remainder instead: none is a unit away from its own.
 */
import { divideRounded, parseFixed, printFixed } from '../../../domain/kernel/fixed-point.ts';
import type { Row } from '../api/list.ts';
import type { ReportColumn } from './declaration.ts';

/** As many as a figure of the books can have. */
const SCALE = 20;

/** The rows with what their columns show. A column whose rows are not all that its total is of stays as it is: a page, a tree. */
export function roundedRows<R extends Row>(columns: readonly ReportColumn<R>[], rows: readonly R[]): readonly R[] {
  let shown = rows;
  for (const { name, text, total, decimals } of columns) {
    if (decimals === undefined || !total) continue;
    const figures = shown.map((row) => String(row[name] ?? ''));
    if (shown.some((row, index) => text(row) !== figures[index])) continue;
    const rounded = roundedFigures(figures, total, decimals);
    if (rounded) shown = shown.map((row, index) => withFigure(row, name, rounded[index] ?? ''));
  }
  return shown;
}

const withFigure = <R extends Row>(row: R, name: string, figure: string): R =>
  row[name] === figure || figure === '' ? row : { ...row, [name]: figure };

/** Undefined where the figures do not add up to the total exactly. An empty figure stays empty. */
export function roundedFigures(
  figures: readonly string[],
  total: string,
  decimals: number,
): readonly string[] | undefined {
  const exact = figures.map((figure) => parseFixed(figure === '' ? '0' : figure, SCALE));
  const whole = parseFixed(total, SCALE);
  const values = exact.flatMap((value) => (value === undefined ? [] : [value]));
  const sum = values.reduce((before, value) => before + value, 0n);
  if (values.length < figures.length || whole !== sum) return undefined;
  const unit = 10n ** BigInt(SCALE - decimals);
  const parts = values.map((value, index) => {
    const rest = ((value % unit) + unit) % unit;
    return { index, rest, units: (value - rest) / unit };
  });
  const missing = divideRounded(sum, unit) - parts.reduce((before, { units }) => before + units, 0n);
  const raised = new Set(
    parts
      .toSorted((one, other) => (one.rest === other.rest ? one.index - other.index : one.rest > other.rest ? -1 : 1))
      .slice(0, Number(missing))
      .map(({ index }) => index),
  );
  return parts.map(({ index, units }) =>
    figures[index] === '' ? '' : printFixed(raised.has(index) ? units + 1n : units, decimals),
  );
}
