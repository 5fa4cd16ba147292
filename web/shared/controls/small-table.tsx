/** A table whose rows are all shown, from what its columns say. Lists with pages, filters and menus are in `shared/table`. */
import type { ReactNode } from 'react';

export interface SmallColumn<R> {
  /** Words above it. */
  readonly head: string;
  readonly cell: (row: R) => ReactNode;
  /** Its numbers stand with their units under each other. */
  readonly number?: boolean;
  /** Further classes of its head: its width. */
  readonly className?: string;
}

interface SmallTableProps<R> {
  readonly columns: readonly SmallColumn<R>[];
  readonly rows: readonly R[];
  readonly keyOf: (row: R, index: number) => string | number;
  /** Classes of its heads, rows and cells. */
  readonly look?: Look;
  readonly className?: string;
  readonly rowClass?: (row: R) => string;
}

type Look = Readonly<Record<'head' | 'row' | 'cell', string>>;

/** A line below each row, and small words above the columns. */
const RULED: Look = {
  head: 'border-b border-edge px-2 py-1.5 text-xs font-medium text-ink-muted',
  row: '',
  cell: 'border-b border-edge px-2 py-1.5',
};

/** A line above each row, and plain words above the columns. */
export const PLAIN: Look = {
  head: 'py-1 text-start font-normal text-ink-muted',
  row: 'border-t border-edge',
  cell: 'py-1',
};

export function SmallTable<R>({ columns, rows, keyOf, ...props }: SmallTableProps<R>) {
  const { look = RULED, className = 'w-full', rowClass } = props;
  return (
    <table className={`border-collapse ${className}`}>
      <thead>
        <tr>
          {columns.map(({ head, number, className: further = '' }) => (
            <th key={head} scope="col" className={`${look.head} ${number ? 'number-head' : ''} ${further}`}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={keyOf(row, index)} className={`${look.row} ${rowClass?.(row) ?? ''}`}>
            {columns.map(({ head, number, cell }) => (
              <td key={head} className={`${look.cell} ${number ? 'number-cell' : ''}`}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
