/** Ways to the auditor's desk from the figures of a report. */
import { Link } from '@tanstack/react-router';
import { FileSearch } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../shared/api/list.ts';
import type { ReportSearch } from '../shared/report/address.ts';
import type { ReportColumn } from '../shared/report/declaration.ts';

const ICON =
  'no-print inline-flex size-6 items-center justify-center rounded-sm text-ink-muted hover:bg-surface-3 hover:text-ink';

/** The reference of a figure: `trial_balance;account=1310;as_at=2026-03-31`. */
export function figureReference(report: string, fields: ReportSearch): string {
  const named = Object.entries(fields).filter(([, value]) => value !== undefined);
  return [report, ...named.map(([name, value]) => `${name}=${value}`)].join(';');
}

export function ExplainLink({ figure }: { figure: string }) {
  const { t } = useTranslation();
  return (
    <Link
      to="/audit/explain"
      search={{ figure } as never}
      className={ICON}
      aria-label={t('audit:explain')}
      title={t('audit:explain')}
    >
      <FileSearch size={15} aria-hidden />
    </Link>
  );
}

export function LineLink({ position, line }: { position: string; line: number }) {
  const { t } = useTranslation();
  return (
    <Link
      to={`/audit/lines/${position}/${line}`}
      className={ICON}
      aria-label={t('audit:line.title')}
      title={t('audit:line.title')}
    >
      <FileSearch size={15} aria-hidden />
    </Link>
  );
}

/** From two trial balances to the lines between them, when they differ in what was known. */
export function WhatChangedLink({ search }: { search: ReportSearch }) {
  const { t } = useTranslation();
  const { compare_known_at, known_at, as_at, outlet_fk } = search;
  if (compare_known_at === undefined) return null;
  const asked = { from_known_at: compare_known_at, known_at, as_at, outlet_fk };
  return (
    <Link
      to="/audit/what-changed"
      search={asked as never}
      className="inline-flex h-8 items-center gap-1.5 rounded-md border border-edge-strong/55 bg-surface-1 px-3 hover:bg-surface-2"
    >
      <FileSearch size={15} aria-hidden />
      {t('audit:what_changed')}
    </Link>
  );
}

/** A narrow column that leads from the row's figure to its parts; in Excel it is the reference of the figure. */
export function explainColumn<R extends Row>(figureOf: (row: R) => string): ReportColumn<R> {
  return {
    name: 'explain',
    label: 'audit:explain_column',
    width: '64px',
    text: figureOf,
    cell: (row) => <ExplainLink figure={figureOf(row)} />,
  };
}

/** The same for a line of a ledger, which is explained by its event, its rule and its cost. */
export function lineColumn<R extends Row & { readonly position: string; readonly line_no: number }>(): ReportColumn<R> {
  return {
    name: 'explain',
    label: 'audit:explain_column',
    width: '64px',
    text: (row) => `${row.position}/${row.line_no}`,
    cell: (row) => <LineLink position={row.position} line={row.line_no} />,
  };
}
