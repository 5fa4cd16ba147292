/** The chart of a report instead of its table; with a comparison it has both moments. */
import { useTranslation } from 'react-i18next';
import { besideBefore, type ChartData, largest } from '../chart/chart-data.ts';
import { ChartFigure } from '../chart/chart-figure.tsx';
import { say } from '../language/language.ts';
import { choice, type ReportFilter } from './declaration.ts';
import type { ReportSearch } from './report-search.ts';

/** Selects table or chart; not sent to the server. */
export const SHOW: ReportFilter = choice('show', 'table', 'chart');
export const isChart = (search: ReportSearch): boolean => search['show'] === 'chart';

const NAMES_MAX = 25;
/** Pixels. */
const [HEIGHT_OF_TIME, HEIGHT_OF_NAME, HEIGHT_OF_AXIS] = [340, 30, 40];

/** The drawn chart: both moments of a comparison, and only the largest of many names. */
export interface DrawnReport {
  readonly chart: ChartData;
  /** Some names are left out. */
  readonly isShortened: boolean;
}

export function drawnReport(now: ChartData, then: ChartData | undefined): DrawnReport {
  const both = then ? besideBefore(now, then, { total: say('report:total'), other: say('chart:then') }) : now;
  const chart = both.of === 'names' ? largest(both, NAMES_MAX) : both;
  return { chart, isShortened: chart.categories.length < both.categories.length };
}

export function ReportChart({ chart, isShortened }: DrawnReport) {
  const { t } = useTranslation();
  const height = chart.of === 'time' ? HEIGHT_OF_TIME : chart.categories.length * HEIGHT_OF_NAME + HEIGHT_OF_AXIS;
  return (
    <div className="min-h-0 flex-1 overflow-auto p-4">
      <ChartFigure chart={chart} height={height} />
      {isShortened && <p className="mt-2 text-xs text-ink-muted">{t('chart:largest', { number: NAMES_MAX })}</p>}
    </div>
  );
}
