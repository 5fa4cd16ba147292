/** Pattern 4: title, filters in the address, print and Excel, and the times of the figures. */

import { FileSpreadsheet, Printer } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../api/list.ts';
import { ArchivedYearBanner, type Days } from '../calendar/archived-year.tsx';
import { Day, Moment } from '../controls/amount.tsx';
import { Button } from '../controls/button.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../controls/states.tsx';
import { say } from '../language/language.ts';
import { notifyProblem, notifySuccess } from '../notify/notify.ts';
import { ManyPages, type PageLimit, usePageLimit } from '../paper/many-pages.tsx';
import { useMe } from '../session/session.ts';
import { useShortcut } from '../shortcuts/shortcuts.ts';
import type { ReportAddress } from './address.ts';
import { AS_AT, type ReportColumn, type ReportFilter } from './declaration.ts';
import { isPosition } from './known-moment.ts';
import type { ReportOnPaper } from './print-report.ts';
import { RecordedAt } from './recorded-at.tsx';
import { type DrawnReport, ReportChart } from './report-chart.tsx';
import { ReportFilters } from './report-filters.tsx';
import { headingOf, ReportTable, type ReportTableProps } from './report-table.tsx';

export interface ReportFrameProps<R extends Row> extends ReportTableProps<R> {
  readonly title: string;
  /** For paper: the parts of the title, the indentation of rows, and the content below the table. */
  readonly paper?: Pick<ReportOnPaper<R>, 'title' | 'subject' | 'levelOf' | 'sums' | 'party'>;
  readonly filters: readonly ReportFilter[];
  readonly address: ReportAddress;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly loaded: boolean;
  /** When the figures were read, in milliseconds since 1970: without a known-at moment they are as known then. */
  readonly readAt?: number | undefined;
  /** Text while a required parameter is missing. */
  readonly ask?: string | undefined;
  readonly askHint?: string | undefined;
  /** Loads all rows, when the table shows one page. */
  readonly allRows?: () => Promise<readonly R[]>;
  readonly children?: ReactNode;
  /** Further buttons. */
  readonly actions?: ReactNode;
  readonly pager?: ReactNode;
  /** The chart that replaces the table. */
  readonly drawn?: DrawnReport | undefined;
}

/** The period of the report, or its as-at day. */
function daysOf({ search }: ReportAddress): Days {
  const day = (name: string) => (typeof search[name] === 'string' ? String(search[name]) : undefined);
  const [from, to] = [day('from'), day('to') ?? day('as_at')];
  return { from: from ?? to, to: to ?? from };
}

export function ReportFrame<R extends Row>(props: ReportFrameProps<R>) {
  const { title, filters, address, error, onRetry, loaded, dimmed, ask, rows, children, actions, pager } = props;
  const { t } = useTranslation();
  const limit = usePageLimit();
  const me = useMe();
  const shown = useRef<HTMLDivElement>(null);
  // Figures of former parameters are neither printed nor exported.
  const isReady = loaded && !dimmed;
  const print = () => {
    if (isReady) void printReport(props, limit, me.user_name, shown.current);
  };
  useShortcut('table_print', print);
  const body = () => {
    if (ask) return <EmptyState title={ask} {...(props.askHint ? { text: props.askHint } : {})} />;
    if (error) return <FailedState problem={error} onRetry={onRetry} />;
    if (!loaded) return <SkeletonLines lines={10} />;
    if (rows.length === 0 && !props.before)
      return <EmptyState title={t('report:nothing')} text={t('report:nothing_hint')} />;
    if (props.drawn) return <ReportChart {...props.drawn} />;
    return <ReportTable {...props} />;
  };
  return (
    <div className="flex h-full flex-col max-md:h-auto print:block print:h-auto">
      <div className="flex flex-wrap items-center gap-2 px-4 pt-4 pb-3">
        <h1 className="me-2 text-xl font-semibold">{title}</h1>
        <AsOf {...props} />
        <span className="flex-1" />
        <span className="no-print flex flex-wrap gap-2">
          {actions}
          <Button icon={Printer} disabled={!isReady} onClick={print}>
            {t('report:print')}
          </Button>
          <Button icon={FileSpreadsheet} disabled={!isReady} onClick={() => void download(props)}>
            {t('report:excel')}
          </Button>
        </span>
      </div>
      <ReportFilters filters={filters} address={address} />
      <ArchivedYearBanner {...daysOf(address)} />
      {children}
      <div
        ref={shown}
        className="mx-4 mb-4 flex min-h-0 flex-1 max-md:mx-2 max-md:max-h-[75vh] max-md:flex-none flex-col overflow-hidden rounded-lg border border-edge bg-surface-1 shadow-card print:block print:overflow-visible print:border-0 print:shadow-none"
      >
        {body()}
        {pager}
      </div>
      <ManyPages limit={limit} />
    </div>
  );
}

/** With the rows of all pages, all expanded. */
function asWhole<R extends Row>({ isVisible: _folded, ...props }: ReportFrameProps<R>): ReportFrameProps<R> {
  return { ...props, isPage: false };
}

/** On paper are all rows, not only the page that is shown. A chart is printed as it is drawn, with its figures. */
async function printReport<R extends Row>(
  props: ReportFrameProps<R>,
  limit: PageLimit,
  person: string,
  shown: Element | null,
): Promise<void> {
  const { allRows, address, title, paper = { title }, drawn } = props;
  try {
    const [rows, { reportLaidOut }, { printLaidOut }] = await Promise.all([
      allRows ? allRows() : props.rows,
      import('./print-report.ts'),
      import('../paper/printing/print-paper.ts'),
    ]);
    const whole = allRows ? asWhole(props) : props;
    const drawing = drawn && { chart: drawn.chart, svg: shown?.querySelector('figure svg') };
    const laidOut = await reportLaidOut({ ...whole, ...paper, rows, search: address.search, drawing }, person);
    limit.ask(laidOut.pages, () => printLaidOut(laidOut));
  } catch (problem) {
    notifyProblem(problem);
  }
}

/** Both times of the figures in words, also on paper. */
function AsOf<R extends Row>({ address, filters, readAt, loaded }: ReportFrameProps<R>) {
  const { t } = useTranslation();
  const { from, as_at, known_at } = address.search;
  if (!loaded || !filters.includes(AS_AT)) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-ink-muted">
      {from && (
        <span>
          {t('report:filters.from')} <Day value={String(from)} />
        </span>
      )}
      <span>
        {as_at ? (
          <>
            {t('report:as_at')} <Day value={String(as_at)} />
          </>
        ) : (
          !from && t('report:all_days')
        )}
      </span>
      {known_at === undefined ? (
        readAt !== undefined && <KnownAt known={new Date(readAt).toISOString()} />
      ) : (
        <KnownAt known={String(known_at)} />
      )}
    </p>
  );
}

function KnownAt({ known }: { known: string }) {
  const { t } = useTranslation();
  return (
    <span>
      {t('report:known_at')} {isPosition(known) ? <RecordedAt position={known} /> : <Moment value={known} />}
    </span>
  );
}

async function download<R extends Row>(props: ReportFrameProps<R>): Promise<void> {
  const { title, allRows, before, after } = props;
  const columns = props.columns.filter(({ isOnScreenOnly }) => !isOnScreenOnly);
  try {
    const [rows, { downloadExcel }] = await Promise.all([
      allRows ? allRows() : props.rows,
      import('../table/excel/excel.ts'),
    ]);
    // Exact, for whoever goes on calculating: only the screen and the paper round.
    const line = (values: Readonly<Record<string, string>>) =>
      columns.map(({ name }, index) => (index === 0 ? (values['label'] ?? '') : (values[name] ?? '')));
    const totals = columns.some(({ total }) => total) ? columns.map(({ total }) => total ?? '') : undefined;
    await downloadExcel({
      name: title,
      columns: columns.map((column) => ({ heading: headingOf(column), kind: kindOf(column) })),
      rows: [
        ...(before ? [line(before)] : []),
        ...rows.map((row) => columns.map((column) => column.text(row))),
        ...(after ? [line(after)] : []),
      ],
      ...(totals ? { footer: totals } : {}),
    });
    notifySuccess(say('table:export_complete'));
  } catch (problem) {
    notifyProblem(problem);
  }
}

function kindOf<R extends Row>(column: ReportColumn<R>): 'text' | 'number' | 'date' {
  if (column.sheet === 'moment') return 'text';
  return column.sheet ?? (column.numeric ? 'number' : 'text');
}
