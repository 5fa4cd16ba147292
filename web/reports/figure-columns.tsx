/** Columns of a statement: its rows as a tree of sections, and an amount for each month or outlet and in total. */

import type { Explains } from '../shared/explain/figure-name.ts';
import { monthWords } from '../shared/language/names.ts';
import { carried } from '../shared/report/address.ts';
import { amountColumn, Followed } from '../shared/report/columns.tsx';
import type { ReportColumn, Target } from '../shared/report/declaration.ts';
import type { ReportSearch } from '../shared/report/report-search.ts';
import type { Currency } from '../shared/session/session.ts';
import { percentOf } from '../shared/typing/percent.ts';
import { type FigureColumn, type FigureRow, rowName } from './statement-rows.ts';

/** An account links to its ledger with the report's parameters. */
export const nameColumn = (linkOf: (row: FigureRow) => Target | undefined): ReportColumn<FigureRow> => ({
  name: 'account',
  label: 'report:columns.account',
  text: rowName,
  cell: (row) => (
    <span style={{ paddingInlineStart: `${row.level * 20}px` }}>
      <Followed target={linkOf(row)}>
        <bdi>{rowName(row)}</bdi>
      </Followed>
    </span>
  ),
});

export const isStrong = (row: FigureRow): boolean => row.kind !== 'account';

const AMOUNT = 'amount_';

export function figureColumns(columns: readonly FigureColumn[], currency: Currency): ReportColumn<FigureRow>[] {
  return columns.map((column, index) =>
    amountColumn<FigureRow>(`${AMOUNT}${column.part}`, currency, {
      label: 'report:columns.amount',
      ...(column.part === '' ? { compare: true } : { heading: column.name ?? monthWords(column.part) }),
      text: (row) => row.amounts[index] ?? '',
    }),
  );
}

/** After each amount its percentage of the same column of the row `whole`. */
export function withShares(
  columns: readonly ReportColumn<FigureRow>[],
  whole: FigureRow | undefined,
): ReportColumn<FigureRow>[] {
  return columns.flatMap((column, index) => [
    column,
    {
      name: `share_${column.name}`,
      label: 'report:columns.share',
      numeric: true,
      decimals: 1,
      standsAlone: true,
      width: '90px',
      text: ({ amounts }) => (amounts[index] ? percentOf(amounts[index], whole?.amounts[index] ?? '0') : ''),
    },
  ]);
}

/** A reference takes its row's name, and the days and outlet of its column. */
export const explainsRows: Explains<{ readonly columns: readonly FigureColumn[] }, FigureRow> = (
  { column: name, row },
  { columns },
) => {
  const column = columns.find(({ part }) => `${AMOUNT}${part}` === name);
  if (!row || !column) return undefined;
  const { from, as_at, outlet_fk } = column;
  return { figure: { row: row.row, ...given({ from, as_at, outlet_fk }) } };
};

const given = (fields: Readonly<Record<string, string | number | null>>): ReportSearch =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));

/** The account's ledger with the report's parameters. */
export function ledgerOf(row: FigureRow, search: ReportSearch, more: ReportSearch = {}): Target | undefined {
  if (row.account === null) return undefined;
  const requested = carried(search, ['from', 'as_at', 'known_at', 'outlet_fk']);
  return { to: '/reports/account-ledger', search: { account: row.account, ...requested, ...more } };
}
