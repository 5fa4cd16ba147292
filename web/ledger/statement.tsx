/** What a customer owes or a supplier is owed, line by line, with a running balance in each currency. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { get } from '../shared/api/client.ts';
import type { Row } from '../shared/api/list.ts';
import { Amount, Day } from '../shared/controls/amount.tsx';
import { useReportAddress } from '../shared/report/address.ts';
import { AS_AT, FROM, KNOWN_AT, type ReportColumn } from '../shared/report/declaration.ts';
import { fetchPages } from '../shared/report/fetch-pages.ts';
import { ReportFrame } from '../shared/report/report-frame.tsx';
import { DocumentLink, documentWords, EventLink, KindNote } from '../shared/report/report-links.tsx';
import { ReportPager } from '../shared/report/report-pager.tsx';
import { withoutPage } from './account-ledger.tsx';

interface StatementRow extends Row {
  readonly position: string;
  readonly line_no: number;
  readonly effective_date: string;
  readonly document_kind: string;
  readonly document_id: number;
  readonly number: string | null;
  readonly text: string | null;
  readonly kind: string;
  readonly cause_position: string;
  readonly currency_name: string | null;
  readonly debit: string;
  readonly credit: string;
  readonly balance: string;
}

interface Balance {
  readonly currency_fk: number;
  readonly currency_name: string | null;
  readonly amount: string;
}

interface Statement {
  readonly data: readonly StatementRow[];
  readonly current_page: number;
  readonly last_page: number;
  readonly total: number;
  readonly position: string;
  readonly consumer_name: string | null;
  readonly opening: readonly Balance[];
  readonly closing: readonly Balance[];
}

function statementOf(parties: 'customers' | 'suppliers') {
  const endpoint = `reports/${parties}_statement`;
  const title = `ledger:${parties}_statement`;
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each side, at module level.
  return function StatementReport() {
    const { t } = useTranslation();
    const address = useReportAddress();
    const { search } = address;
    const chosen = search['consumer_id'] !== undefined;
    const { data, error, refetch, isPlaceholderData } = useQuery({
      queryKey: ['reports', endpoint, search],
      queryFn: async ({ signal }) => (await get<Statement>(endpoint, { query: search, signal })).data,
      placeholderData: keepPreviousData,
      enabled: chosen,
      meta: { quiet: true },
    });
    const shown = chosen ? data : undefined;
    const name = shown?.consumer_name ? ` · ${shown.consumer_name}` : '';
    return (
      <ReportFrame<StatementRow>
        title={t(title) + name}
        label={title}
        filters={[
          {
            name: 'consumer_id',
            kind: 'lookup',
            resource: parties,
            label: `report:filters.${parties}`,
            required: true,
          },
          { name: 'currency_fk', kind: 'lookup', resource: 'currencies', label: 'report:filters.currency' },
          FROM,
          AS_AT,
          KNOWN_AT,
        ]}
        address={address}
        columns={COLUMNS}
        rows={shown?.data ?? []}
        rowKey={(row) => `${row.position}-${row.line_no}`}
        loaded={shown !== undefined}
        ask={chosen ? undefined : t('ledger:choose_party')}
        error={error}
        onRetry={() => void refetch()}
        position={shown?.position}
        dimmed={isPlaceholderData}
        allRows={() => fetchPages<StatementRow>(endpoint, withoutPage(search))}
        pager={<ReportPager page={shown} address={address} />}
      >
        {shown && <Balances statement={shown} />}
      </ReportFrame>
    );
  };
}

/** One line a currency: they do not add up. */
function Balances({ statement }: { statement: Statement }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap gap-3 px-4 pb-3">
      {(['opening', 'closing'] as const).map((moment) => (
        <dl key={moment} className="min-w-44 rounded-lg border border-edge bg-surface-1 px-4 py-2 shadow-card">
          <dt className="text-xs font-medium text-ink-muted">{t(`report:${moment}`)}</dt>
          {statement[moment].length === 0 && <dd className="numeric">0</dd>}
          {statement[moment].map((balance) => (
            <dd key={balance.currency_fk} className="text-lg font-semibold">
              <Amount value={balance.amount} />{' '}
              <bdi className="text-xs font-normal text-ink-muted">{balance.currency_name}</bdi>
            </dd>
          ))}
        </dl>
      ))}
    </div>
  );
}

/** Lines of a statement are in currencies of their own. */
const PLAIN = {
  debit: 'report:columns.debit_plain',
  credit: 'report:columns.credit_plain',
  balance: 'report:columns.balance_plain',
} as const;

const amount = (name: 'debit' | 'credit' | 'balance', blankZero: boolean): ReportColumn<StatementRow> => ({
  name,
  label: PLAIN[name],
  numeric: true,
  blankZero,
  text: (row) => row[name],
});

const COLUMNS: readonly ReportColumn<StatementRow>[] = [
  {
    name: 'date',
    label: 'report:columns.date',
    sheet: 'date',
    width: '100px',
    text: (row) => row.effective_date,
    cell: (row) => <Day value={row.effective_date} />,
  },
  {
    name: 'document',
    label: 'report:columns.document',
    text: (row) => documentWords({ kind: row.document_kind, id: row.document_id, number: row.number }),
    cell: (row) => (
      <>
        <DocumentLink kind={row.document_kind} id={row.document_id} number={row.number} />
        <KindNote kind={row.kind} cause={row.cause_position} position={row.position} />
      </>
    ),
  },
  { name: 'text', label: 'report:columns.text', text: (row) => row.text ?? '' },
  { name: 'currency', label: 'report:columns.currency', width: '110px', text: (row) => row.currency_name ?? '' },
  amount('debit', true),
  amount('credit', true),
  amount('balance', false),
  {
    name: 'event',
    label: 'report:columns.event',
    numeric: true,
    width: '80px',
    text: (row) => row.position,
    cell: (row) => <EventLink position={row.position} />,
  },
];

export const CustomerStatement = statementOf('customers');
export const SupplierStatement = statementOf('suppliers');
