/** The data of a chart. Amounts remain decimal strings; only lengths and positions on the screen are numbers. */
import { parseFixed, printFixed } from '../../../domain/values/fixed-point.ts';
import type { Target } from '../report/declaration.ts';

/** Colour tokens of the theme. */
export const TONES = {
  accent: 'var(--color-accent)',
  before: 'var(--color-edge-strong)',
  good: 'var(--color-success-ink)',
  late: 'var(--color-warning-ink)',
  bad: 'var(--color-danger-solid)',
} as const;
export type ChartTone = keyof typeof TONES;

export interface ChartSeries {
  readonly name: string;
  /** Formatted text. */
  readonly label: string;
  readonly tone: ChartTone;
  /** Decimal strings, one for each category; null for none. */
  readonly values: readonly (string | null)[];
}

export interface ChartCategory {
  readonly key: string;
  readonly label: string;
  /** Link to the source of its figures. */
  readonly target?: Target | undefined;
}

export interface ChartData {
  /** The chart's title. */
  readonly title: string;
  /** Times are placed side by side, names one below the other. */
  readonly of: 'time' | 'names';
  readonly isStacked?: true;
  readonly categories: readonly ChartCategory[];
  readonly series: readonly ChartSeries[];
  /** Symbol of the currency. */
  readonly unit: string;
  readonly decimals: number;
}

const UNITS = [
  { name: 'billions', size: 1e9 },
  { name: 'millions', size: 1e6 },
  { name: 'thousands', size: 1e3 },
] as const;

export interface AxisUnit {
  /** `chart:units.<name>`; undefined for a unit of one. */
  readonly name?: (typeof UNITS)[number]['name'];
  readonly size: number;
}

/** Axis labels have at most four digits before the decimal point. */
export function axisUnitOf({ series, isStacked }: Pick<ChartData, 'series' | 'isStacked'>): AxisUnit {
  const bars = isStacked ? stackLengths(series) : series.flatMap(({ values }) => values.map(barLength));
  const largest = Math.max(0, ...bars);
  return UNITS.find(({ size }) => largest >= size * 10) ?? { size: 1 };
}

/** For drawing only: displayed figures are never JavaScript numbers. */
export const lengthOf = (value: string | null | undefined): number => Number(value ?? 0);

const barLength = (value: string | null | undefined): number => Math.abs(lengthOf(value));

/** The length of each category's bar when its series are stacked. */
const stackLengths = (series: readonly ChartSeries[]): number[] =>
  (series[0]?.values ?? []).map((_, index) => series.reduce((sum, { values }) => sum + barLength(values[index]), 0));

interface MomentLabels {
  /** The sum of a stack. */
  readonly total: string;
  /** The figures of the other time. */
  readonly other: string;
}

/** Combines two charts of different times: the figure of each category, or the sum of its stack, side by side. */
export function besideBefore(now: ChartData, before: ChartData, labels: MomentLabels): ChartData {
  const { isStacked: _isStacked, ...plain } = now;
  const series = comparedSeries(now, labels.total);
  const earlier = comparedSeries(before, labels.total);
  if (!series || !earlier) return now;
  const places = new Map(before.categories.map(({ key }, index) => [key, index]));
  const values = now.categories.map(({ key }) => earlier.values[places.get(key) ?? -1] ?? null);
  return { ...plain, series: [series, { name: 'before', label: labels.other, tone: 'before', values }] };
}

/** The first series, or the sum of all stacked ones. */
function comparedSeries({ series, isStacked }: ChartData, label: string): ChartSeries | undefined {
  const [first] = series;
  if (!first || !isStacked) return first;
  const values = first.values.map((_, index) => sumOf(series.map((part) => part.values[index] ?? null)));
  return { name: 'total', label, tone: 'accent', values };
}

/** The largest number of decimals of a figure. */
const SCALE = 20;

/** Null when there is no figure. */
function sumOf(values: readonly (string | null)[]): string | null {
  const figures = values.flatMap((value) => (value === null ? [] : (parseFixed(value, SCALE) ?? [])));
  if (figures.length === 0) return null;
  return printFixed(
    figures.reduce((sum, figure) => sum + figure, 0n),
    SCALE,
  );
}

/**
 * The categories with the longest bars (of bars side by side, the first), in their original order; more names are not
 * readable in a bar chart.
 */
export function largest(chart: ChartData, count: number): ChartData {
  const { series, isStacked } = chart;
  const lengths = stackLengths(isStacked ? series : series.slice(0, 1));
  if (lengths.length === 0 || chart.categories.length <= count) return chart;
  const kept = chart.categories
    .map((_, index) => index)
    .toSorted((a, b) => (lengths[b] ?? 0) - (lengths[a] ?? 0))
    .slice(0, count)
    .toSorted((a, b) => a - b);
  return {
    ...chart,
    categories: kept.flatMap((index) => chart.categories[index] ?? []),
    series: chart.series.map((series) => ({ ...series, values: kept.map((index) => series.values[index] ?? null) })),
  };
}
