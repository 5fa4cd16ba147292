/** The parts of a figure as rows: subject, amount, and link. */
import { Link } from '@tanstack/react-router';
import type { Reads } from '../shared/api/read.ts';
import { Day } from '../shared/controls/amount.tsx';
import { LineLink, lineTarget } from '../shared/explain/links.tsx';
import { eventWords } from '../shared/history/event-words.ts';
import { reasonWords } from '../shared/history/reason-words.ts';
import { say } from '../shared/language/language.ts';
import { monthWords } from '../shared/language/names.ts';
import { accountName } from '../shared/report/account-name.ts';
import type { ReportColumn, Target } from '../shared/report/declaration.ts';
import { DocumentLink, documentWords, EventLink, KindNote, LINK } from '../shared/report/report-links.tsx';
import type { Currency } from '../shared/session/session.ts';
import { figureWords, readReference } from './figure-words.ts';

export type Explanation = Reads['explain'];
export type Part = Explanation['data'][number];
export type Subject = Explanation['subject'];
type Line = NonNullable<Part['line']>;

export function columnsOf({ of, amount, unit, made, figure }: Explanation, currency: Currency): ReportColumn<Part>[] {
  const leading: ReportColumn<Part> = {
    name: 'amount',
    label: unit === 'base' ? 'report:columns.amount' : 'audit:amount',
    currency: currency.symbol,
    numeric: true,
    width: '160px',
    text: (row) => row.amount,
    link: (row) => targetOf(row, figure),
    ...(made === 'quotient' ? {} : { total: amount }),
    ...(unit === 'base' && made === 'sum' ? { decimals: currency.decimals } : {}),
  };
  return of === 'line' ? [...LINE_COLUMNS, leading, lineLinkIn(figure)] : [nameColumn(of, currency), leading];
}

const targetOf = ({ figure, line }: Part, whole: string): Target | undefined => {
  if (line) return lineTarget({ ...line, figure: whole });
  return figure === null ? undefined : { to: '/audit/explain', search: { figure } };
};

const nameColumn = (of: Part['of'], currency: Currency): ReportColumn<Part> => ({
  name: 'part',
  label: `audit:of.${of}`,
  text: (row) => partWords(row, currency),
  cell: (row) => (
    <Link to="/audit/explain" search={{ figure: row.figure }} className={LINK}>
      <bdi>{partWords(row, currency)}</bdi>
    </Link>
  ),
});

function partWords({ of, name, figure, sign }: Part, { symbol }: Currency): string {
  if (of === 'account') return accountName(name?.account_key, name?.name);
  if (of === 'document') {
    return documentWords({ kind: name?.document_kind ?? '', id: name?.document_id ?? 0, number: name?.number ?? null });
  }
  if (of === 'month' && name?.name) return monthWords(name.name);
  if (of !== 'figure') return name?.name ?? say('audit:of_none');
  const words = figureWords(readReference(figure ?? ''), symbol);
  return sign === -1 ? say('audit:less', { name: words }) : words;
}

const words = (line: Line) => ({ kind: line.document_kind, id: line.document_id, number: line.number });
const ofLine = (text: (line: Line) => string) => (row: Part) => (row.line ? text(row.line) : '');

const LINE_COLUMNS: readonly ReportColumn<Part>[] = [
  {
    name: 'date',
    label: 'report:columns.date',
    sheet: 'date',
    width: '100px',
    text: ofLine((line) => line.effective_date),
    cell: (row) => <Day value={row.line?.effective_date} />,
  },
  {
    name: 'document',
    label: 'report:columns.document',
    text: ofLine((line) => documentWords(words(line))),
    cell: ({ line }) =>
      line && (
        <>
          <DocumentLink {...words(line)} />
          <KindNote kind={line.kind} cause={line.cause_position} position={line.position} />
        </>
      ),
  },
  {
    name: 'what',
    label: 'report:columns.what',
    text: ofLine((line) => eventWords(line.event_type)),
    cell: ({ line }) => line && <EventLink position={line.position}>{eventWords(line.event_type)}</EventLink>,
  },
  { name: 'person', label: 'report:columns.person', text: ofLine((line) => line.actor_name ?? '') },
  { name: 'reason', label: 'report:columns.reason', text: ofLine((line) => reasonWords(line.reason)) },
];

const lineLinkIn = (figure: string): ReportColumn<Part> => ({
  name: 'explain',
  label: 'history:explain_column',
  width: '64px',
  text: ofLine((line) => `${line.position}/${line.line_no}`),
  cell: ({ line }) => line && <LineLink line={{ ...line, figure }} />,
});
