/** Links from the figures of a report to the auditor's pages. */
import { Link } from '@tanstack/react-router';
import { FileSearch } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../api/list.ts';
import type { ReportColumn, Target } from '../report/declaration.ts';
import type { ReportSearch } from '../report/report-search.ts';
import type { FigureName } from './figure-name.ts';
import type { LineName } from './line-name.ts';
import { changedBetween } from './moments.ts';

const ICON =
  'no-print inline-flex size-6 items-center justify-center rounded-sm text-ink-muted hover:bg-surface-3 hover:text-ink';

/** The reference of a figure: `trial_balance;account=1310;of=debit;as_at=2026-03-31`. */
export function figureReference(report: string, fields: ReportSearch): string {
  const named = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return [report, ...named.map(([name, value]) => `${name}=${escaped(String(value))}`)].join(';');
}

const escaped = (text: string): string => text.replace(/[%;=]/g, encodeURIComponent);

export const figureTarget = (report: string, fields: ReportSearch): Target => ({
  to: '/audit/explain',
  search: { figure: figureReference(report, fields) },
});

export function lineTarget({
  position,
  line_no: line,
  source,
  cause_position,
  item_fk,
  inventory_fk,
  figure,
}: LineName): Target {
  const ofGoods = { cause_position, item_fk: item_fk ?? undefined, inventory_fk: inventory_fk ?? undefined };
  const search = source === 'stock' ? { source, ...ofGoods } : source === 'open' ? { source } : {};
  return { to: `/audit/lines/${position}/${line}`, search: { ...search, figure } };
}

const OF_LINE: ReadonlySet<string> = new Set(['debit', 'credit', 'received', 'paid', 'quantity', 'value']);

/** For a line of a ledger: its amounts link to the line, the balance after it is a figure. */
export function runningFigure(column: string, line: LineName, name: ReportSearch = {}): FigureName | undefined {
  if (OF_LINE.has(column)) return { line };
  if (!column.startsWith('balance')) return undefined;
  return { figure: { ...name, of: column, line: `${line.position}-${line.line_no}` } };
}

export function LineLink({ line }: { line: LineName }) {
  const { t } = useTranslation();
  const { to, search } = lineTarget(line);
  return (
    <Link
      to={to}
      search={search}
      className={ICON}
      aria-label={t('history:behind_a_line')}
      title={t('history:behind_a_line')}
    >
      <FileSearch size={15} aria-hidden />
    </Link>
  );
}

/** A link to the lines between two trial balances with different known-at times. */
export function WhatChangedLink({ search }: { search: ReportSearch }) {
  const { t } = useTranslation();
  const requested = changedBetween(search);
  if (requested === undefined) return null;
  return (
    <Link
      to="/audit/what-changed"
      search={requested}
      className="inline-flex h-8 items-center gap-1.5 rounded-md border border-edge-strong/55 bg-surface-1 px-3 hover:bg-surface-2"
    >
      <FileSearch size={15} aria-hidden />
      {t('history:what_changed')}
    </Link>
  );
}

/** A narrow column with a link from a line of a ledger to its event, rule and cost. */
export function lineColumn<R extends Row & { readonly position: string; readonly line_no: number }>(): ReportColumn<R> {
  return {
    name: 'explain',
    isInternal: true,
    label: 'history:explain_column',
    width: '64px',
    text: (row) => `${row.position}/${row.line_no}`,
    cell: (row) => <LineLink line={{ position: row.position, line_no: row.line_no }} />,
  };
}
