/**
 * A simple table of all rows, from a declaration of its columns. `shared/table` has lists with pages, filters and
 * menus.
 */
import type { ReactNode } from 'react';

export interface SmallColumn<R> {
  /** Heading. */
  readonly head: string;
  readonly cell: (row: R) => ReactNode;
  /** Numbers are aligned at their units. */
  readonly number?: boolean;
  /** Left out in a narrow window or `@container`, where the other columns decide. */
  readonly isWideOnly?: boolean;
  /** Additional classes of the heading, for its width. */
  readonly className?: string;
}

interface SmallTableProps<R> {
  readonly columns: readonly SmallColumn<R>[];
  readonly rows: readonly R[];
  readonly keyOf: (row: R, index: number) => string | number;
  /** Classes of its headings, rows and cells. */
  readonly look?: Look;
  readonly className?: string;
  readonly rowClass?: (row: R) => string;
}

type Look = Readonly<Record<'head' | 'row' | 'cell', string>>;

/** A line below each row, and small headings. */
const RULED: Look = {
  head: 'border-b border-edge px-2 py-1.5 text-xs font-medium text-ink-muted',
  row: '',
  cell: 'border-b border-edge px-2 py-1.5',
};

/** A line above each row, and plain headings. */
export const PLAIN: Look = {
  head: 'py-1 text-start font-normal text-ink-muted',
  row: 'border-t border-edge',
  cell: 'py-1',
};

const shownIn = ({ isWideOnly }: { readonly isWideOnly?: boolean }): string =>
  isWideOnly ? 'max-md:hidden @max-xl:hidden' : '';

export function SmallTable<R>({ columns, rows, keyOf, ...props }: SmallTableProps<R>) {
  const { look = RULED, className = 'w-full', rowClass } = props;
  return (
    <table className={`border-collapse ${className}`}>
      <thead>
        <tr>
          {columns.map(({ head, className: further = '', ...column }) => (
            <th
              key={head}
              scope="col"
              className={`${look.head} ${column.number ? 'number-head' : ''} ${shownIn(column)} ${further}`}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={keyOf(row, index)} className={`${look.row} ${rowClass?.(row) ?? ''}`}>
            {columns.map(({ head, cell, ...column }) => (
              <td key={head} className={`${look.cell} ${column.number ? 'number-cell' : ''} ${shownIn(column)}`}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
