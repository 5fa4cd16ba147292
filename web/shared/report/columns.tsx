/** Common columns of reports: days, documents, events and amounts in the system currency. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Row } from '../api/list.ts';
import { Day } from '../controls/amount.tsx';
import { InUnits } from '../controls/in-units.tsx';
import { Name } from '../controls/name.tsx';
import { say } from '../language/language.ts';
import type { Currency } from '../session/session.ts';
import { formatDate, formatMoment } from '../typing/date-words.ts';
import { type UnitPart, unitText } from '../typing/unit-text.ts';
import type { ReportColumn, Target } from './declaration.ts';
import { DocumentLink, documentWords, KindNote, LINK, RecordedLink, TrueDateNote } from './report-links.tsx';

/** A change by a document, and the event that recorded it. */
export interface Recorded extends Row {
  readonly position: string;
  readonly effective_date: string;
  readonly recorded_at: string;
  readonly document_kind: string;
  readonly document_id: number;
  readonly number: string | null;
  readonly kind: string;
  readonly cause_position: string;
  /** For a prior-period adjustment: the day in a closed year that it concerns. */
  readonly true_date?: string | null;
}
/** A line of a ledger. */
export interface Line extends Recorded {
  readonly line_no: number;
  readonly text: string | null;
}

export const lineKey = (line: Pick<Line, 'position' | 'line_no'>): string => `${line.position}-${line.line_no}`;

export const dateColumn = <R extends Recorded>(): ReportColumn<R> => ({
  name: 'date',
  label: 'report:columns.date',
  sheet: 'date',
  width: '100px',
  text: (row) => row.effective_date,
  cell: (row) => <Day value={row.effective_date} />,
});

export const documentColumn = <R extends Recorded>(): ReportColumn<R> => ({
  name: 'document',
  width: '170px',
  label: 'report:columns.document',
  text: (row) => {
    const words = documentWords({ kind: row.document_kind, id: row.document_id, number: row.number });
    return row.true_date ? `${words} (${say('report:true_date', { date: formatDate(row.true_date) })})` : words;
  },
  cell: (row) => (
    <>
      <DocumentLink kind={row.document_kind} id={row.document_id} number={row.number} />
      <KindNote kind={row.kind} cause={row.cause_position} position={row.position} />
      <TrueDateNote date={row.true_date} />
    </>
  ),
});

export const textColumn = <R extends Line>(): ReportColumn<R> => ({
  name: 'text',
  label: 'report:columns.text',
  text: (row) => row.text ?? '',
});

/** When the line was recorded, with a link to its event. */
export const eventColumns = <R extends Recorded>(): readonly ReportColumn<R>[] => [
  {
    name: 'recorded',
    isInternal: true,
    isMinor: true,
    label: 'report:columns.recorded',
    width: '140px',
    sheet: 'moment',
    text: (row) => formatMoment(row.recorded_at),
    cell: (row) => <RecordedLink position={row.position} at={row.recorded_at} />,
  },
];

type Rest<R extends Row> = Partial<Omit<ReportColumn<R>, 'cell'>>;
/** An amount in the system currency, in the field of this name. */
export function amountColumn<R extends Row>(
  name: string,
  { symbol, decimals }: Currency,
  rest: Rest<R> = {},
): ReportColumn<R> {
  return {
    name,
    label: `report:columns.${name}`,
    currency: symbol,
    numeric: true,
    decimals,
    text: (row) => String(row[name] ?? ''),
    ...rest,
  };
}

/** A quantity, a count, or an amount whose currency is in another column. */
export function figureColumn<R extends Row>(name: string, rest: Rest<R> = {}): ReportColumn<R> {
  return {
    name,
    label: `report:columns.${name}`,
    numeric: true,
    text: (row) => String(row[name] ?? ''),
    ...rest,
  };
}

/** A stock in the units of its item, beside the number that is sorted and summed. */
export const inUnitsColumn = <R extends Row>(
  partsOf: (row: R) => readonly UnitPart[],
  name = 'in_units',
): ReportColumn<R> => ({
  name,
  label: `report:columns.${name}`,
  width: '150px',
  text: (row) => unitText(partsOf(row), { digits: 'latin' }),
  cell: (row) => <InUnits parts={partsOf(row)} />,
});

/** The sum of a column. */
export const summed = (answer: Summed | undefined, name: string): Pick<ReportColumn, 'total'> => ({
  total: answer?.totals[name],
});
export interface Summed {
  readonly totals: Readonly<Record<string, string | null>>;
}

export function Followed({ target, children }: { target: Target | undefined; children: ReactNode }) {
  if (!target) return children;
  return (
    <Link to={target.to} search={target.search} className={LINK}>
      {children}
    </Link>
  );
}

/** The name of an account, an item or a party, with a link to its lines. */
export const named = <R extends Row>(
  column: Pick<ReportColumn<R>, 'name' | 'label' | 'text' | 'width'>,
  link: (row: R) => Target | undefined,
): ReportColumn<R> => ({
  ...column,
  cell: (row) => (
    <Followed target={link(row)}>
      <Name of={column.text(row)} />
    </Followed>
  ),
});
