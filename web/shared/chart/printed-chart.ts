/** A chart on paper: its drawing as the screen shows it, and the figures behind it. */
import { say } from '../language/language.ts';
import type { PrintedReport } from '../paper/printing/printed-report.ts';
import type { DigitShape } from '../typing/digits.ts';
import { formatDecimal } from '../typing/number-format.ts';
import { axisUnitOf, type ChartData, TONES } from './chart-data.ts';

type PrintedChart = Pick<PrintedReport, 'chart' | 'columns' | 'rows'>;

/** Without a drawing (it is still being loaded) the paper has the figures alone. */
export function printedChart(chart: ChartData, svg: Element | null | undefined, digits: DigitShape): PrintedChart {
  const { categories, series, decimals, unit } = chart;
  const { name } = axisUnitOf(chart);
  const figure = (value: string | null | undefined) =>
    formatDecimal(value, { digits, decimals, decimalsMin: decimals });
  return {
    chart: svg
      ? {
          svg: new XMLSerializer().serializeToString(svg),
          unit: name ? say(`chart:units.${name}`, { unit }) : unit,
          legend: series.length > 1 ? series.map(({ label, tone }) => ({ label, colour: TONES[tone] })) : [],
        }
      : undefined,
    columns: [
      { heading: '', isFigure: false, isShort: false },
      ...series.map(({ label }) => ({
        heading: label.includes(`(${unit})`) ? label : `${label} (${unit})`,
        isFigure: true,
        isShort: false,
      })),
    ],
    rows: categories.map(({ label }, index) => ({
      cells: [label, ...series.map(({ values }) => figure(values[index]))],
    })),
  };
}
