/** What a chart shows. Amounts stay decimal strings; only lengths and places on the screen are numbers. */
import type { Target } from '../report/declaration.ts';

/** Tokens of the theme. */
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
  /** As it is read. */
  readonly label: string;
  readonly tone: ChartTone;
  /** Decimal strings, one for each category; null where there is none. */
  readonly values: readonly (string | null)[];
}

export interface ChartCategory {
  readonly key: string;
  readonly label: string;
  /** Where its figures come from. */
  readonly target?: Target | undefined;
}

export interface ChartData {
  /** What it is of, as it is read. */
  readonly title: string;
  /** Days and months stand beside each other; names stand below each other. */
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
  /** `chart:units.<name>`; undefined for ones. */
  readonly name?: (typeof UNITS)[number]['name'];
  readonly size: number;
}

/** Ticks of an axis have at most four digits before the point. */
export function axisUnitOf({ series, isStacked }: Pick<ChartData, 'series' | 'isStacked'>): AxisUnit {
  const lengths = series.map(({ values }) => values.map((value) => Math.abs(lengthOf(value))));
  const largest = isStacked
    ? Math.max(0, ...(lengths[0] ?? []).map((_, index) => lengths.reduce((sum, all) => sum + (all[index] ?? 0), 0)))
    : Math.max(0, ...lengths.flat());
  return UNITS.find(({ size }) => largest >= size * 10) ?? { size: 1 };
}

/** For drawing alone: no figure that is read was ever a JavaScript number. */
export const lengthOf = (value: string | null | undefined): number => Number(value ?? 0);

/** The second chart is the first at another moment: its figures stand beside those of the same category. */
export function besideBefore(now: ChartData, before: ChartData, label: string): ChartData {
  const [series] = now.series;
  const [earlier] = before.series;
  if (!series || !earlier) return now;
  const places = new Map(before.categories.map(({ key }, index) => [key, index]));
  const values = now.categories.map(({ key }) => earlier.values[places.get(key) ?? -1] ?? null);
  return { ...now, series: [series, { name: 'before', label, tone: 'before', values }] };
}

/** The largest by their first figure, in their own order: more names than these nobody reads beside their bars. */
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
