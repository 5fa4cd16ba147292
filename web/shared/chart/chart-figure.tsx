/** A chart with its legend, and its data as a table, which screen readers read and anyone can open. */
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount } from '../controls/amount.tsx';
import { LINK } from '../report/report-links.tsx';
import { axisUnitOf, type ChartData, TONES } from './chart-data.ts';

const DrawnChart = lazy(() => import('./drawn-chart.tsx'));

/** `height` of the drawing in pixels. */
export function ChartFigure({ chart, height }: { readonly chart: ChartData; readonly height: number }) {
  const { t } = useTranslation();
  const unit = axisUnitOf(chart);
  if (chart.categories.length === 0) return <p className="text-ink-muted">{t('chart:nothing')}</p>;
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="sr-only">{chart.title}</figcaption>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-muted" aria-hidden>
        <span>{unit.name ? t(`chart:units.${unit.name}`, { unit: chart.unit }) : chart.unit}</span>
        {chart.series.length > 1 &&
          chart.series.map(({ name, label, tone }) => (
            <span key={name} className="inline-flex items-center gap-1.5">
              <span className="size-2.5 rounded-xs" style={{ background: TONES[tone] }} />
              {label}
            </span>
          ))}
      </p>
      {/* Always left to right: the chart mirrors itself, and the page's direction would move the axis labels again. */}
      <div aria-hidden dir="ltr" style={{ height }}>
        <Suspense fallback={null}>
          <DrawnChart chart={chart} unitSize={unit.size} />
        </Suspense>
      </div>
      <details className="text-sm">
        <summary className="cursor-pointer text-xs text-ink-muted">{t('chart:as_table')}</summary>
        <ChartTable chart={chart} />
      </details>
    </figure>
  );
}

function ChartTable({ chart: { title, categories, series, decimals, unit } }: { readonly chart: ChartData }) {
  return (
    <div className="mt-2 max-h-80 overflow-auto">
      <table className="w-full border-collapse">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="border-b border-edge text-xs text-ink-muted">
            <td />
            {series.map(({ name, label }) => (
              <th key={name} scope="col" className="px-2 py-1 text-end font-medium">
                {label} ({unit})
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {categories.map(({ key, label, target }, index) => (
            <tr key={key} className="border-b border-edge">
              <th scope="row" className="px-2 py-1 text-start font-normal">
                {target ? (
                  <Link to={target.to} search={target.search} className={LINK}>
                    <bdi>{label}</bdi>
                  </Link>
                ) : (
                  <bdi>{label}</bdi>
                )}
              </th>
              {series.map(({ name, values }) => (
                <td key={name} className="px-2 py-1 text-end">
                  <Amount value={values[index] ?? null} decimals={decimals} decimalsMin={decimals} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
