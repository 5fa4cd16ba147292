/** Columns of a statement: its rows as a tree of sections, and an amount for each month or outlet and for all of them. */

import type { ReportSearch } from '../shared/report/address.ts';
import { amountColumn, type Target } from '../shared/report/columns.tsx';
import type { ReportColumn } from '../shared/report/declaration.ts';
import type { Currency } from '../shared/session/session.ts';
import { type FigureColumn, type FigureRow, rowName } from './statement-rows.ts';

export const nameColumn: ReportColumn<FigureRow> = {
  name: 'account',
  label: 'report:columns.account',
  text: rowName,
  cell: (row) => (
    <span style={{ paddingInlineStart: `${row.level * 20}px` }}>
      <bdi>{rowName(row)}</bdi>
    </span>
  ),
};

export const isStrong = (row: FigureRow): boolean => row.kind !== 'account';

/** Each leads to the ledger of its account, in the days and the outlet of its column. */
export function figureColumns(
  columns: readonly FigureColumn[],
  currency: Currency,
  linkOf: (row: FigureRow, column: FigureColumn) => Target | undefined,
): ReportColumn<FigureRow>[] {
  return columns.map((column, index) =>
    amountColumn<FigureRow>(`amount_${column.part}`, currency, {
      label: 'report:columns.amount',
      ...(column.part === '' ? { compare: true } : { heading: column.name ?? column.part }),
      text: (row) => row.amounts[index] ?? '',
      link: (row) => linkOf(row, column),
    }),
  );
}

/** The account's ledger, asked as the column is. */
export function ledgerOf(row: FigureRow, column: FigureColumn, search: ReportSearch, more: ReportSearch = {}) {
  if (row.account === null) return undefined;
  const { from, as_at, outlet_fk } = column;
  const days = { ...(from ? { from } : {}), ...(as_at ? { as_at } : {}), ...(outlet_fk ? { outlet_fk } : {}) };
  const known = search['known_at'] === undefined ? {} : { known_at: search['known_at'] };
  return { to: '/reports/account-ledger', search: { account: row.account, ...days, ...known, ...more } };
}
