/** The data of a chart. Amounts remain decimal strings; only lengths and positions on the screen are numbers. */
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
  const lengths = series.map(({ values }) => values.map((value) => Math.abs(lengthOf(value))));
  const largest = isStacked
    ? Math.max(0, ...(lengths[0] ?? []).map((_, index) => lengths.reduce((sum, all) => sum + (all[index] ?? 0), 0)))
    : Math.max(0, ...lengths.flat());
  return UNITS.find(({ size }) => largest >= size * 10) ?? { size: 1 };
}

/** For drawing only: displayed figures are never JavaScript numbers. */
export const lengthOf = (value: string | null | undefined): number => Number(value ?? 0);

/** Combines two charts of different times: the figures of each category side by side. */
export function besideBefore(now: ChartData, before: ChartData, label: string): ChartData {
  const [series] = now.series;
  const [earlier] = before.series;
  if (!series || !earlier) return now;
  const places = new Map(before.categories.map(({ key }, index) => [key, index]));
  const values = now.categories.map(({ key }) => earlier.values[places.get(key) ?? -1] ?? null);
  return { ...now, series: [series, { name: 'before', label, tone: 'before', values }] };
}

/**
 * The categories with the largest first figures, in their original order; more names are not readable in a bar chart.
 */
export function largest(chart: ChartData, count: number): ChartData {
  const [first] = chart.series;
  if (!first || chart.categories.length <= count) return chart;
  const kept = chart.categories
    .map((_, index) => index)
    .toSorted((a, b) => Math.abs(lengthOf(first.values[b])) - Math.abs(lengthOf(first.values[a])))
    .slice(0, count)
    .toSorted((a, b) => a - b);
  return {
    ...chart,
    categories: kept.flatMap((index) => chart.categories[index] ?? []),
    series: chart.series.map((series) => ({ ...series, values: kept.map((index) => series.values[index] ?? null) })),
  };
}
