/** Columns of a report whose figures link to their parts. */
import type { Row } from '../api/list.ts';
import type { ReportColumn, Target } from '../report/declaration.ts';
import type { ReportAnswer, ReportContext } from '../report/report-context.ts';
import type { ReportDeclaration } from '../report/report-declaration.ts';
import type { ReportSearch } from '../report/report-search.ts';
import type { FigureAt } from './figure-name.ts';
import { figureTarget, lineTarget } from './links.tsx';

export function explainedColumns<A extends ReportAnswer, R extends Row>(
  declaration: Pick<ReportDeclaration<A, R>, 'columns' | 'explains' | 'endpoint' | 'ownParameters'>,
  answer: A | undefined,
  context: ReportContext,
  then?: ReportAnswer,
): readonly ReportColumn<R>[] {
  const columns = declaration.columns(answer, context);
  const { explains } = declaration;
  if (!answer || !explains) return columns;
  const target = (at: FigureAt<R>, since?: ReportSearch): Target | undefined => {
    const name = explains(at, answer, context);
    if (name === undefined) return undefined;
    if ('line' in name) return since ? undefined : lineTarget(name.line);
    return explainedIn(declaration, answer, context.search, { ...name.figure, ...since });
  };
  const isByLines = ({ name }: ReportColumn<R>) => !BY_NO_LINES.has(name);
  return columns.map((column) => {
    if (!column.numeric) return column;
    const at = (place: 'total' | 'before' | 'after') => target({ column: column.name, place });
    return {
      ...column,
      links: { total: at('total'), before: at('before'), after: at('after') },
      link: (row) => target({ column: column.name, row, place: 'row' }) ?? column.link?.(row),
      ...(then && isByLines(column)
        ? { changed: (row: R) => target({ column: column.name, row, place: 'row' }, { since: then.position }) }
        : {}),
    };
  });
}

/** The change of a quotient or a count is not a sum of lines. */
const BY_NO_LINES: ReadonlySet<string> = new Set(['average_cost', 'margin', 'documents']);

/** Parameters that only select rows are not part of a figure's reference. */
const SHOWS = ['page', 'per_page', 'order', 'details', 'show_all'];

/** References contain both times, so that a figure is the same tomorrow: "known now" becomes the answer's position. */
export function explainedIn(
  { endpoint, ownParameters = [] }: Pick<ReportDeclaration<ReportAnswer, Row>, 'endpoint' | 'ownParameters'>,
  { position }: ReportAnswer,
  search: ReportSearch,
  name: ReportSearch,
): Target {
  const requested = Object.entries(search).filter(
    ([field]) => !SHOWS.includes(field) && !ownParameters.includes(field),
  );
  const report = endpoint.slice(endpoint.lastIndexOf('/') + 1);
  return figureTarget(report, { known_at: position, ...Object.fromEntries(requested), ...name });
}
