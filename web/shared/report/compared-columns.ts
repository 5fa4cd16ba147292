/** Columns of a report compared with another moment: after each compared one, the earlier figure and the difference. */
import type { Row } from '../api/list.ts';
import { say } from '../language/language.ts';
import { type Compared, differenceOf } from './compared-rows.ts';
import type { ReportColumn } from './declaration.ts';
import { headingOf } from './report-table.tsx';

export type ComparedRow<R extends Row> = Compared<R> & Row;

/** `then` are the same columns for the other moment, whose links lead to its lines. */
export function comparedColumns<R extends Row>(
  now: readonly ReportColumn<R>[],
  then: readonly ReportColumn<R>[] | undefined,
): ReportColumn<ComparedRow<R>>[] {
  const others = new Map((then ?? []).map((column) => [column.name, column]));
  return now.flatMap((column) => {
    const own = wrapped(column, column.numeric ? (compared) => compared.now : (compared) => compared.row);
    if (!then || !column.compare) return [own];
    const other = others.get(column.name) ?? column;
    const name = headingOf(column);
    const { cell: _cell, link: _link, total: _total, links: _links, ...plain } = own;
    const { changed } = column;
    const difference: ReportColumn<ComparedRow<R>> = {
      ...plain,
      name: `difference_${column.name}`,
      heading: say('report:difference', { name }),
      blankZero: true,
      text: (row) => differenceOf(row.now && column.text(row.now), row.earlier && other.text(row.earlier)),
      ...(column.total ? { total: differenceOf(column.total, other.total ?? undefined) } : {}),
      ...(changed ? { link: (row) => row.now && changed(row.now) } : {}),
    };
    const earlier = {
      ...wrapped(other, (compared) => compared.earlier),
      name: `then_${column.name}`,
      heading: say('report:then', { name }),
    };
    return [own, earlier, difference];
  });
}

function wrapped<R extends Row>(
  { text, cell, link, changed: _changed, ...column }: ReportColumn<R>,
  pick: (compared: Compared<R>) => R | undefined,
): ReportColumn<ComparedRow<R>> {
  const of = <Result>(show: (row: R) => Result, nothing: Result) => {
    return (compared: ComparedRow<R>) => {
      const row = pick(compared);
      return row === undefined ? nothing : show(row);
    };
  };
  return {
    ...column,
    text: of(text, ''),
    ...(cell ? { cell: of(cell, null) } : {}),
    ...(link ? { link: of(link, undefined) } : {}),
  };
}
