/** What a figure is the sum of: the accounts below it, its months, or its lines, each of which leads on. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { eventWords } from '../ledger/event-words.ts';
import { get } from '../shared/api/client.ts';
import type { Row } from '../shared/api/list.ts';
import { Amount, Day } from '../shared/controls/amount.tsx';
import { accountName } from '../shared/report/account-name.ts';
import { type ReportSearch, useReportAddress } from '../shared/report/address.ts';
import type { ReportColumn } from '../shared/report/declaration.ts';
import { fetchPages } from '../shared/report/fetch-pages.ts';
import { ReportFrame } from '../shared/report/report-frame.tsx';
import { DocumentLink, documentWords, EventLink, KindNote, LINK } from '../shared/report/report-links.tsx';
import { ReportPager } from '../shared/report/report-pager.tsx';
import { useMe } from '../shared/session/session.ts';
import { LineLink } from './links.tsx';

interface Line {
  readonly position: string;
  readonly line_no: number;
  readonly effective_date: string;
  readonly account: number | null;
  readonly account_key: string | null;
  readonly account_name: string | null;
  readonly kind: string;
  readonly document_kind: string;
  readonly document_id: number;
  readonly number: string | null;
  readonly cause_position: string;
  readonly event_type: string;
  readonly actor_name: string | null;
  readonly reason: string | null;
}
interface Part extends Row {
  readonly of: 'account' | 'month' | 'line';
  readonly amount: string;
  readonly figure: string | null;
  readonly account_key: string | null;
  readonly account_name: string | null;
  readonly month: string | null;
  readonly line: Line | null;
}
interface Explanation {
  readonly figure: string;
  readonly amount: string;
  readonly of: Part['of'];
  readonly position: string;
  readonly subject: Readonly<Record<string, string | null>>;
  readonly data: readonly Part[];
  readonly current_page: number;
  readonly last_page: number;
  readonly total: number;
}

export function ExplainScreen() {
  const { t } = useTranslation();
  const address = useReportAddress();
  const { search } = address;
  const { system_currency } = useMe();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['explain', search],
    queryFn: async ({ signal }) => (await get<Explanation>('explain', { query: search, signal })).data,
    placeholderData: keepPreviousData,
    enabled: search['figure'] !== undefined,
    meta: { quiet: true },
  });
  const inSystem = !/;measure=(foreign|quantity)/.test(String(search['figure'] ?? ''));
  const decimals = inSystem ? { decimals: system_currency.decimals } : {};
  return (
    <ReportFrame<Part>
      title={data ? `${t('audit:explain')} · ${subjectWords(data.subject)}` : t('audit:explain')}
      label="audit:explain"
      filters={[]}
      address={address}
      columns={data ? columnsOf(data, decimals) : []}
      rows={data?.data ?? []}
      rowKey={(row) => row.figure ?? `${row.line?.position}-${row.line?.line_no}-${row.line?.cause_position}`}
      loaded={data !== undefined}
      ask={search['figure'] === undefined ? t('audit:choose_figure') : undefined}
      askHint={t('audit:choose_figure_hint')}
      error={error}
      onRetry={() => void refetch()}
      dimmed={isPlaceholderData}
      allRows={() => fetchPages<Part>('explain', { figure: search['figure'] })}
      pager={<ReportPager page={data} address={address} />}
    >
      {data && <Facts explanation={data} decimals={decimals.decimals} />}
    </ReportFrame>
  );
}

function subjectWords({
  account_key,
  account_name,
  party_name,
  item_name,
  inventory_name,
}: Explanation['subject']): string {
  const account = account_key ? accountName(account_key, account_name) : null;
  return [account, party_name, item_name, inventory_name]
    .filter((name) => name !== null && name !== undefined)
    .join(' · ');
}

/** The figure, and how it is asked for. */
function Facts({ explanation, decimals }: { explanation: Explanation; decimals: number | undefined }) {
  const { t } = useTranslation();
  const look = decimals === undefined ? {} : { decimals, decimalsMin: decimals };
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 px-4 pb-3">
      <div>
        <dt className="text-xs font-medium text-ink-muted">{t('audit:figure')}</dt>
        <dd className="text-lg font-semibold">
          <Amount value={explanation.amount} {...look} />
        </dd>
      </div>
      <div>
        <dt className="text-xs font-medium text-ink-muted">{t('audit:reference')}</dt>
        <dd className="numeric break-all">{explanation.figure}</dd>
      </div>
      <div>
        <dt className="text-xs font-medium text-ink-muted">{t('audit:known_at_position')}</dt>
        <dd>
          <EventLink position={explanation.position} />
        </dd>
      </div>
    </dl>
  );
}

function columnsOf({ of, amount }: Explanation, look: { decimals?: number }): ReportColumn<Part>[] {
  const total: ReportColumn<Part> = {
    name: 'amount',
    label: 'audit:amount',
    numeric: true,
    width: '160px',
    text: (row) => row.amount,
    total: amount,
    ...look,
  };
  return of === 'line' ? [...LINE_COLUMNS, total, LINE_LINK] : [{ ...PART_COLUMN, label: `audit:of.${of}` }, total];
}

const PART_COLUMN: ReportColumn<Part> = {
  name: 'part',
  label: 'audit:of.account',
  text: (row) => row.month ?? accountName(row.account_key, row.account_name),
  cell: (row) => (
    <Link to="/audit/explain" search={{ figure: row.figure } as ReportSearch as never} className={LINK}>
      {row.month ? <Day value={row.month} /> : <bdi>{accountName(row.account_key, row.account_name)}</bdi>}
    </Link>
  ),
};

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
  { name: 'what', label: 'report:columns.what', text: ofLine((line) => eventWords(line.event_type)) },
  { name: 'person', label: 'report:columns.person', text: ofLine((line) => line.actor_name ?? '') },
  { name: 'reason', label: 'report:columns.reason', text: ofLine((line) => line.reason ?? '') },
  {
    name: 'event',
    label: 'report:columns.event',
    numeric: true,
    width: '80px',
    text: ofLine((line) => line.position),
    cell: ({ line }) => line && <EventLink position={line.position} />,
  },
];

/** A line of the stock ledger has no line of the journal of its own. */
const LINE_LINK: ReportColumn<Part> = {
  name: 'explain',
  label: 'audit:explain_column',
  width: '64px',
  text: ofLine((line) => (line.account === null ? '' : `${line.position}/${line.line_no}`)),
  cell: ({ line }) => line && line.account !== null && <LineLink position={line.position} line={line.line_no} />,
};
