/**
 * A report from its declaration: filters in the address, both times, comparison, pages, print and Excel with all rows.
 * The declaration has its columns and the path of its rows.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../api/list.ts';
import { type PlainPath, type Reads, readReport } from '../api/read.ts';
import { explainedColumns } from '../explain/explained-columns.tsx';
import { useMe } from '../session/session.ts';
import { useReportAddress } from './address.ts';
import { type ComparedRow, comparedColumns } from './compared-columns.ts';
import { ComparedFigures, NotThen } from './compared-figures.tsx';
import { comparedRows } from './compared-rows.ts';
import { useComparing } from './comparing.tsx';
import type { ReportColumn, ReportFilter } from './declaration.ts';
import { fetchWhole } from './fetch-pages.ts';
import { drawnReport, isChart, SHOW } from './report-chart.tsx';
import type { ReportAnswer, ReportContext } from './report-context.ts';
import type { ReportDeclaration } from './report-declaration.ts';
import { ReportFrame } from './report-frame.tsx';
import { ReportPager } from './report-pager.tsx';
import type { ReportSearch } from './report-search.ts';
import { nextSort, readSort, SORT, sortedRows } from './sorted-rows.ts';

interface PagedAnswer<R> extends ReportAnswer {
  readonly data: readonly R[];
  readonly per_page: number;
  readonly current_page: number;
  readonly last_page: number;
  readonly total: number;
}

/** The screen with its filters, whose parameters the validator of its route must know. */
export type ReportComponent = ComponentType & { readonly filters: readonly ReportFilter[] };

/** The path determines the answer. */
export const reportScreen = <Path extends ReportPath, R extends Row>(
  declaration: ReportDeclaration<Reads[Path] & ReportAnswer, R> & { readonly endpoint: Path },
): ReportComponent => screenOf(declaration);

/** The paths of reports: their answers have a position. */
export type ReportPath = { [Path in PlainPath]: Reads[Path] extends ReportAnswer ? Path : never }[PlainPath];

/** The screen of a report whose path is known only at run time. */
export function screenOf<A extends ReportAnswer, R extends Row>(declaration: ReportDeclaration<A, R>): ReportComponent {
  const { title, ask, paged, figures } = declaration;
  const filters = [...declaration.filters, ...(declaration.chart ? [SHOW] : [])];
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each declaration, at module level.
  function ReportScreen() {
    const { t } = useTranslation();
    const address = useReportAddress();
    const comparing = useComparing(address);
    const currency = useMe().system_currency;
    const chosen = ask === undefined || address.search[ask.parameter] !== undefined;
    // Comparisons, charts and another order need all rows.
    const showsChart = declaration.chart !== undefined && isChart(comparing.now);
    const sort = readSort(address.search[SORT]);
    const isSorted = sort !== undefined && mayBeSorted(declaration);
    const whole =
      paged === true && figures === undefined && (comparing.earlier !== undefined || showsChart || isSorted);
    const now = useAnswer(declaration, comparing.now, whole, chosen);
    const then = useAnswer(declaration, comparing.earlier, whole, chosen && comparing.earlier !== undefined);
    const answer = chosen ? now.data : undefined;
    const other = comparing.earlier ? then.data : undefined;
    const context = { search: comparing.now, currency };
    const otherContext = { search: comparing.earlier ?? {}, currency };
    const rows = comparedRows(
      answer ? declaration.rows(answer, context) : [],
      other && !figures ? declaration.rows(other, otherContext) : undefined,
      declaration.rowKey,
    ) as ComparedRow<R>[];
    const columns = comparedColumns(
      explainedColumns(declaration, answer, context, isSameDay(comparing) ? other : undefined),
      other && !figures ? explainedColumns(declaration, other, otherContext) : undefined,
    );
    // A tree, and lines with their running balances, have an order of their own.
    const isFlat = mayBeSorted(declaration) && rows.every(({ row }) => declaration.partOf?.(row) === undefined);
    const subject = answer && declaration.subject?.(answer);
    const chart = showsChart ? answer && declaration.chart?.(answer, context) : undefined;
    const chartThen = chart && other && declaration.chart?.(other, otherContext);
    return (
      <ReportFrame<ComparedRow<R>>
        title={subject ? `${t(title)} · ${subject}` : t(title)}
        paper={{
          title: t(title),
          subject,
          levelOf: ({ row }) => Number(row['level'] ?? 0),
          sums: answer && (declaration.sums ?? figures)?.(answer, context),
          party: answer && declaration.party?.(answer),
        }}
        label={title}
        filters={[...filters, ...comparing.filters]}
        address={address}
        columns={figures && other ? [...columns, notThen(other, otherContext.search)] : columns}
        rows={isFlat ? sortedRows(rows, columns, sort) : rows}
        {...(isFlat ? { sort, onSort: (name: string) => address.change({ [SORT]: nextSort(sort, name) }) } : {})}
        rowKey={({ row }) => declaration.rowKey(row)}
        strong={({ row }) => declaration.strong?.(row) ?? false}
        {...(declaration.partOf ? { partOf: ({ row }: ComparedRow<R>) => declaration.partOf?.(row) } : {})}
        {...(paged && !whole ? { isPage: (pageOf(answer)?.last_page ?? 1) > 1 } : {})}
        before={answer && declaration.before?.(answer, context)}
        after={answer && declaration.after?.(answer)}
        loaded={answer !== undefined && (comparing.earlier === undefined || other !== undefined)}
        {...(chosen ? {} : { ask: t(ask?.text ?? ''), askHint: ask?.hint && t(ask.hint) })}
        error={now.error ?? (comparing.earlier ? then.error : null)}
        onRetry={() => void Promise.all([now.refetch(), then.refetch()])}
        readAt={answer && now.dataUpdatedAt}
        dimmed={now.isPlaceholderData || (comparing.earlier !== undefined && then.isPlaceholderData)}
        actions={comparing.button}
        drawn={chart && drawnReport(chart, chartThen)}
        {...(paged && !whole && answer ? { allRows: () => everyRow(declaration, answer, context) } : {})}
        pager={paged && !whole ? <ReportPager page={pageOf(answer)} address={address} /> : null}
      >
        {answer && declaration.above?.(answer, context)}
        {answer && other && figures && (
          <ComparedFigures now={figures(answer, context)} then={figures(other, otherContext)} />
        )}
      </ReportFrame>
    );
  }
  return Object.assign(ReportScreen, { filters });
}

const mayBeSorted = ({ before, after, isInOrder, figures }: Ordered): boolean =>
  !before && !after && !isInOrder && !figures;

type Ordered = Readonly<Partial<Record<'before' | 'after' | 'isInOrder' | 'figures', unknown>>>;

/** Only the known-at moment differs: the lines recorded in between are the difference. */
const isSameDay = ({ now, earlier }: { readonly now: ReportSearch; readonly earlier?: ReportSearch | undefined }) =>
  earlier !== undefined && now['as_at'] === earlier['as_at'];

function useAnswer<A extends ReportAnswer, R extends Row>(
  declaration: ReportDeclaration<A, R>,
  search: ReportSearch | undefined,
  whole: boolean,
  enabled: boolean,
) {
  const { endpoint } = declaration;
  const query = requested(search ?? {}, declaration);
  return useQuery({
    queryKey: ['report', endpoint, query, whole],
    queryFn: async ({ signal }): Promise<A> =>
      asAnswer(
        await (whole ? fetchWhole(endpoint, withoutPage(query), signal) : readReport(endpoint, { query, signal })),
      ),
    placeholderData: keepPreviousData,
    enabled,
    meta: { quiet: true },
  });
}

type Own = Pick<ReportDeclaration<never, never>, 'ownParameters'> & { readonly chart?: unknown };

function requested(search: ReportSearch, { ownParameters = [], chart }: Own): ReportSearch {
  const own = chart ? [SHOW.name, ...ownParameters] : ownParameters;
  return Object.fromEntries(Object.entries(search).filter(([name]) => name !== SORT && !own.includes(name)));
}

export function withoutPage({ page: _page, per_page: _perPage, ...rest }: ReportSearch): ReportSearch {
  return rest;
}

/** The rows of all pages as known at the shown answer, whose totals and balances are printed with them. */
export async function everyRow<A extends ReportAnswer, R extends Row>(
  declaration: ReportDeclaration<A, R>,
  { position }: ReportAnswer,
  context: ReportContext,
): Promise<readonly ComparedRow<R>[]> {
  const query = { ...withoutPage(requested(context.search, declaration)), known_at: position };
  const answer = asAnswer<A>(await fetchWhole(declaration.endpoint, query));
  return comparedRows(declaration.rows(answer, context), undefined, declaration.rowKey) as ComparedRow<R>[];
}

/** Only paged reports are requested page by page. */
const asAnswer = <A extends ReportAnswer>(whole: object): A => whole as A;
const pageOf = (answer: ReportAnswer | undefined) => answer as PagedAnswer<unknown> | undefined;

/** Marks lines that the other answer lacks: recorded later, or effective after its day. */
function notThen<R extends Row>({ position }: ReportAnswer, { as_at }: ReportSearch): ReportColumn<ComparedRow<R>> {
  const isNew = ({ row }: ComparedRow<R>) =>
    (row['position'] !== undefined && BigInt(String(row['position'])) > BigInt(position)) ||
    (as_at !== undefined && String(row['effective_date'] ?? '') > String(as_at));
  return {
    name: 'not_then',
    label: 'report:not_then_head',
    width: '90px',
    text: (row) => (isNew(row) ? '+' : ''),
    cell: (row) => (isNew(row) ? <NotThen /> : null),
  };
}
