/** The table of a report: sticky headings and totals, numbers aligned at the end. */

import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../api/list.ts';
import { Amount } from '../controls/amount.tsx';
import { Name } from '../controls/name.tsx';
import { WideTable } from '../controls/wide-table.tsx';
import { say } from '../language/language.ts';
import { Followed } from './columns.tsx';
import type { ReportColumn } from './declaration.ts';
import { type PartOf, type RoundingLine, roundingLines, shownFigure, shownTotal } from './shown-figures.ts';
import type { ReportSort } from './sorted-rows.ts';

export interface ReportTableProps<R extends Row> {
  readonly label: string;
  readonly columns: readonly ReportColumn<R>[];
  readonly rows: readonly R[];
  readonly rowKey: (row: R) => string;
  /** Headings of groups are semibold. */
  readonly strong?: (row: R) => boolean;
  /** Rows before the first and after the last: opening and closing figures. */
  readonly before?: Readonly<Record<string, string>> | undefined;
  readonly after?: Readonly<Record<string, string>> | undefined;
  readonly dimmed?: boolean;
  /** In a tree: the whole that a row is part of. */
  readonly partOf?: (row: R) => PartOf | undefined;
  /** Rows that are not folded; hidden rows still count in their wholes. */
  readonly isVisible?: (row: R) => boolean;
  /** The rows are one page of several. */
  readonly isPage?: boolean;
  readonly sort?: ReportSort | undefined;
  /** The heading of a column was pressed; without it the rows have an order of their own. */
  readonly onSort?: (column: string) => void;
}

const CELL = 'h-(--row-height) border-b border-edge px-(--cell-px)';
/** Cells of the first column remain in view while wide tables scroll. */
const FIRST =
  'first:bg-inherit group-data-pinned/wide:first:sticky group-data-pinned/wide:first:start-0 group-data-pinned/wide:first:z-10';

export function ReportTable<R extends Row>(props: ReportTableProps<R>) {
  const { label, columns, rows, rowKey, strong, before, after, dimmed, isVisible, sort, onSort } = props;
  const SortArrow = sort?.dir === 'asc' ? ArrowUp : ArrowDown;
  const { t } = useTranslation();
  const lines = roundingLines(props);
  const hasTotals = columns.some((column) => column.total !== undefined && column.total !== null);
  return (
    <WideTable label={t(label)} className="data-[fit=normal]:[--cell-px:12px]">
      <table className="w-full border-separate border-spacing-0" aria-busy={dimmed}>
        <thead className="sticky top-0 z-20">
          <tr className="bg-surface-2">
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                aria-sort={sort?.column === column.name ? (sort.dir === 'asc' ? 'ascending' : 'descending') : undefined}
                style={column.width ? { width: column.width } : undefined}
                className={`h-9 border-b border-edge px-(--cell-px) text-xs font-medium text-ink-muted group-data-[fit=normal]/wide:whitespace-nowrap ${placed(column)} ${column.numeric ? 'number-head' : ''}`}
              >
                {onSort ? (
                  <button
                    type="button"
                    onClick={() => onSort(column.name)}
                    className={`inline-flex min-h-6 items-center gap-1 hover:text-ink ${sort?.column === column.name ? 'font-semibold text-ink' : ''} ${column.numeric ? 'text-right ltr:flex-row-reverse' : 'text-start'}`}
                  >
                    {headingOf(column)}
                    {sort?.column === column.name && <SortArrow size={12} aria-hidden className="no-print" />}
                  </button>
                ) : (
                  <span>{headingOf(column)}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={dimmed ? 'opacity-55' : ''}>
          {before && <FigureRow columns={columns} figures={before} place="before" />}
          {withRounding(rows, lines, isVisible).map(({ row, line }) =>
            line !== undefined ? (
              <FigureRow
                key={`rounding ${line.below}`}
                columns={columns}
                figures={{ label: t('report:rounding_shown'), ...line.figures }}
                place="rounding"
              />
            ) : (
              <tr
                key={rowKey(row)}
                className={`bg-surface-1 hover:bg-surface-2 ${strong?.(row) ? 'font-semibold' : ''}`}
              >
                {columns.map((column) => (
                  <td
                    key={column.name}
                    className={`${CELL} ${placed(column)} ${column.numeric ? 'number-cell' : ''} ${wrapping(column)}`}
                  >
                    <span>
                      <Cell column={column} row={row} value={shownFigure(column, row)} />
                    </span>
                  </td>
                ))}
              </tr>
            ),
          )}
          {after && <FigureRow columns={columns} figures={after} place="after" />}
        </tbody>
        {hasTotals && (
          <tfoot className="sticky bottom-0 z-20 font-semibold">
            <tr className="bg-surface-2">
              {columns.map((column, index) => (
                <td
                  key={column.name}
                  className={`h-9 border-t-2 border-edge px-(--cell-px) ${placed(column)} ${column.numeric ? 'number-cell whitespace-nowrap' : ''}`}
                >
                  {column.total ? (
                    <Followed target={column.links?.total}>
                      <Figure column={{ ...column, blankZero: false }} value={shownTotal(column) ?? ''} />
                    </Followed>
                  ) : index === 0 ? (
                    <span className="whitespace-nowrap">{t('report:total')}</span>
                  ) : null}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </WideTable>
  );
}

type Entry<R> =
  | { readonly row: R; readonly line: undefined }
  | { readonly row: undefined; readonly line: RoundingLine };

/** The visible rows, and between them what the shown figures of a part are less than their total. */
function withRounding<R extends Row>(
  rows: readonly R[],
  lines: readonly RoundingLine[],
  isVisible: (row: R) => boolean = () => true,
): readonly Entry<R>[] {
  const seen = lines.filter(({ with: index }) => rows.slice(index, index + 1).some(isVisible));
  const at = (index: number) => seen.filter(({ below }) => below === index).map((line) => ({ row: undefined, line }));
  return [
    ...rows.flatMap((row, index) => [...at(index), ...(isVisible(row) ? [{ row, line: undefined }] : [])]),
    ...at(rows.length),
  ];
}

const placed = <R extends Row>({ isMinor }: ReportColumn<R>): string => (isMinor ? `${FIRST} max-md:hidden` : FIRST);

/** Figures and days are one line; documents and moments are until the table is wider than its place. */
function wrapping<R extends Row>({ numeric, sheet, width }: ReportColumn<R>): string {
  if (numeric || sheet === 'date') return 'whitespace-nowrap';
  return width ? 'not-group-data-[fit=tight]/wide:whitespace-nowrap' : 'min-w-24';
}

export function headingOf<R extends Row>(column: ReportColumn<R>): string {
  return column.heading ?? say(column.label, { currency: column.currency ?? '' });
}

/** A column's own cell, if it has one; a figure with a target is a link, unless it is blank. */
function Cell<R extends Row>({ column, row, value }: { column: ReportColumn<R>; row: R; value: string }) {
  const target = column.link?.(row);
  if (!target) return column.cell ? column.cell(row) : <Figure column={column} value={value} />;
  const exact = column.text(row);
  if (exact === '' || (column.blankZero && exact === '0')) return null;
  return (
    <Followed target={target}>
      <Figure column={{ ...column, blankZero: false }} value={value} />
    </Followed>
  );
}

function Figure<R extends Row>({ column, value }: { column: ReportColumn<R>; value: string }) {
  if (!column.numeric) return <Name of={value} />;
  const decimals = column.decimals === undefined ? {} : { decimals: column.decimals, decimalsMin: column.decimals };
  return <Amount value={value} {...decimals} {...(column.blankZero ? { zero: '' } : {})} />;
}

/** Opening and closing rows: text in the first column, figures in their columns. */
function FigureRow<R extends Row>({
  columns,
  figures,
  place,
}: {
  columns: readonly ReportColumn<R>[];
  figures: Readonly<Record<string, string>>;
  place: 'before' | 'after' | 'rounding';
}) {
  return (
    <tr className={place === 'rounding' ? 'bg-surface-1 text-ink-muted' : 'bg-surface-2 font-medium'}>
      {columns.map((column, index) => (
        <td
          key={column.name}
          className={`${CELL} ${placed(column)} whitespace-nowrap ${column.numeric ? 'number-cell' : ''}`}
        >
          {index === 0 ? (
            <span>{figures['label']}</span>
          ) : (
            figures[column.name] !== undefined && (
              <Followed target={place === 'rounding' ? undefined : column.links?.[place]}>
                <Figure column={column} value={figures[column.name] ?? ''} />
              </Followed>
            )
          )}
        </td>
      ))}
    </tr>
  );
}
