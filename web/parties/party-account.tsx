/** The account of a customer or supplier: what is due and how late, the terms, and the last documents. */
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PAGE, type Row } from '../shared/api/list.ts';
import { type Reads, read, readPage } from '../shared/api/read.ts';
import type { StoredRecord } from '../shared/api/record.ts';
import { Amount, Day } from '../shared/controls/amount.tsx';
import { type SmallColumn, SmallTable } from '../shared/controls/small-table.tsx';
import { SkeletonLines } from '../shared/controls/states.tsx';
import { fieldLabel, optionLabel } from '../shared/language/names.ts';
import { DocumentLink, LINK } from '../shared/report/report-links.tsx';
import { useCan, useMe } from '../shared/session/session.ts';

type Kind = 'customer' | 'supplier';

/** The kinds of documents with a party, and their resources. */
const DOCUMENTS: Readonly<Record<Kind, readonly (readonly [kind: string, resource: string])[]>> = {
  customer: [
    ['sale', 'sales'],
    ['sale_return', 'sale_returns'],
    ['customer_transaction', 'customer_transactions'],
    ['quotation', 'quotations'],
    ['warranty_claim', 'warranty_claims'],
  ],
  supplier: [
    ['purchase', 'purchases'],
    ['purchase_return', 'purchase_returns'],
    ['supplier_transaction', 'supplier_transactions'],
    ['purchase_order', 'purchase_orders'],
  ],
};
/** The smallest page of a list. */
const OF_EACH = 10;
const SHOWN_MAX = 10;

export function CustomerAccount({ record }: { readonly record: StoredRecord }) {
  return <Account kind="customer" record={record} />;
}

export function SupplierAccount({ record }: { readonly record: StoredRecord }) {
  return <Account kind="supplier" record={record} />;
}

function Account({ kind, record }: { readonly kind: Kind; readonly record: StoredRecord }) {
  const id = Number(record['consumer_id']);
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-4 p-4">
      <Due kind={kind} id={id} />
      <Terms kind={kind} id={id} />
      <LastDocuments kind={kind} id={id} />
    </div>
  );
}

const BUCKETS = ['not_due', 'days_0_30', 'days_31_60', 'days_61_90', 'over_90', 'credit'] as const;

type AgeingRow = Reads['reports/customers_ageing']['data'][number];

function Due({ kind, id }: { readonly kind: Kind; readonly id: number }) {
  const { t } = useTranslation();
  const may = useCan()(`reports/${kind}s_statement`);
  const { data, isError } = useQuery({
    queryKey: [`${kind}s`, 'due', id],
    queryFn: async () => {
      const { data } = await read(`reports/${kind}s_ageing`, { query: { consumer_id: id }, shape: { data: 'list' } });
      return data;
    },
    enabled: may,
    staleTime: 0,
    retry: false,
    meta: { quiet: true },
  });
  if (!may || isError) return null;
  if (!data) return <Waiting title={t('parties:account.due')} />;
  // On a telephone the columns without an amount would push the balance out of the window.
  const buckets = BUCKETS.filter((bucket) => data.some((row) => row[bucket] !== '0'));
  const columns: readonly SmallColumn<AgeingRow>[] = [
    { head: t('report:columns.currency'), cell: ({ currency_name }) => <bdi>{currency_name}</bdi> },
    ...buckets.map((bucket) => ({
      head: t(`report:columns.${bucket === 'credit' ? 'credit_left' : bucket}`),
      number: true,
      cell: (row: AgeingRow) => row[bucket] !== '0' && <Money value={row[bucket]} currency={row.currency_fk} />,
    })),
    {
      head: t('report:columns.balance_plain'),
      number: true,
      cell: ({ balance, currency_fk }) => (
        <strong>
          <Money value={balance} currency={currency_fk} />
        </strong>
      ),
    },
  ];
  return (
    <Part title={t('parties:account.due')}>
      {data.length === 0 ? (
        <p className="text-ink-muted">{t('parties:nothing_owed')}</p>
      ) : (
        <SmallTable columns={columns} rows={data} keyOf={({ currency_fk }) => currency_fk} />
      )}
      <Link to={`/reports/${kind}-statements`} search={{ consumer_id: id }} className={LINK}>
        {t('parties:statement')}
      </Link>
    </Part>
  );
}

interface MoneyProps {
  readonly value: string;
  readonly currency: number | null;
  /** With the symbol, among amounts in other currencies. */
  readonly isNamed?: boolean;
}

function Money({ value, currency, isNamed = false }: MoneyProps) {
  const { currencies, system_currency } = useMe();
  const of = currencies.find(({ currency_id }) => currency_id === currency) ?? system_currency;
  return (
    <span className="whitespace-nowrap">
      <Amount value={value} decimals={of.decimals} decimalsMin={of.decimals} />
      {isNamed && <span className="ms-1 text-xs text-ink-muted">{of.symbol}</span>}
    </span>
  );
}

interface Agreed {
  readonly payment_terms_days: number;
  readonly allowed_debit_amount?: string | null;
  readonly free_amount?: string | null;
  readonly overdue_days?: number | null;
}

function Terms({ kind, id }: { readonly kind: Kind; readonly id: number }) {
  const { t } = useTranslation();
  const { system_currency } = useMe();
  const { data, isError } = useQuery({
    queryKey: [`${kind}s`, 'terms', id],
    queryFn: (): Promise<Agreed> =>
      read(`${kind}s/:id/terms`, { params: { id }, shape: { payment_terms_days: 'number' } }),
    staleTime: 0,
    retry: false,
    meta: { quiet: true },
  });
  if (isError) return null;
  if (!data) return <Waiting title={t('parties:sections.terms')} />;
  const { payment_terms_days, allowed_debit_amount, free_amount, overdue_days } = data;
  const inSystem = (value: string) => (
    <>
      <Amount value={value} decimals={system_currency.decimals} />{' '}
      <span className="text-xs text-ink-muted">{system_currency.symbol}</span>
    </>
  );
  return (
    <Part title={t('parties:sections.terms')}>
      <dl className="flex flex-wrap gap-x-8 gap-y-1">
        <Fact label={t('parties:account.due_after')}>
          {payment_terms_days === 0
            ? t('parties:account.at_once')
            : t('parties:account.within', { count: payment_terms_days })}
        </Fact>
        {typeof overdue_days === 'number' && (
          <Fact label={t('parties:account.refused_after')}>{t('parties:account.unpaid', { count: overdue_days })}</Fact>
        )}
        {allowed_debit_amount && <Fact label={t('sales:terms.limit')}>{inSystem(allowed_debit_amount)}</Fact>}
        {free_amount && <Fact label={t('sales:terms.free')}>{inSystem(free_amount)}</Fact>}
      </dl>
    </Part>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-2">
      <dt className="text-ink-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface LastDocument {
  readonly kind: string;
  readonly id: number;
  readonly number: string | null;
  readonly date: string | null;
  readonly status: string;
  readonly total: string;
  readonly currency_fk: number | null;
}

const lastDocument = (kind: string, row: Row): LastDocument => ({
  kind,
  id: Number(row['id']),
  number: textIn(row, 'number') ?? null,
  date: textIn(row, 'date') ?? null,
  status: textIn(row, 'status') ?? '',
  total: textIn(row, 'total') ?? '0',
  currency_fk: typeof row['currency_fk'] === 'number' ? row['currency_fk'] : null,
});

const textIn = (row: Row, field: string): string | undefined =>
  typeof row[field] === 'string' ? row[field] : undefined;

function LastDocuments({ kind, id }: { readonly kind: Kind; readonly id: number }) {
  const { t } = useTranslation();
  const can = useCan();
  const seen = DOCUMENTS[kind].filter(([, resource]) => can(`${resource}/index`));
  const lists = useQueries({
    queries: seen.map(([of, resource]) => ({
      queryKey: [resource, 'last', kind, id],
      queryFn: async () => {
        const filter = { [`filter[${kind}_fk]`]: id, sortColumn: 'date', sortDir: 'desc', per_page: OF_EACH };
        const { data } = await readPage(resource, { query: filter, shape: PAGE });
        return data.map((row) => lastDocument(of, row));
      },
      staleTime: 0,
      retry: false,
      meta: { quiet: true },
    })),
  });
  if (seen.length === 0) return null;
  if (lists.some(({ isLoading }) => isLoading)) return <Waiting title={t('parties:account.last')} />;
  const documents = lists
    .flatMap(({ data = [] }) => data)
    .toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? '') || b.id - a.id)
    .slice(0, SHOWN_MAX);
  const columns: readonly SmallColumn<LastDocument>[] = [
    { head: t('report:columns.document'), cell: (document) => <DocumentLink {...document} /> },
    { head: t('report:columns.date'), cell: ({ date }) => <Day value={date} /> },
    { head: fieldLabel('status'), isWideOnly: true, cell: ({ status }) => optionLabel('status', status) },
    {
      head: fieldLabel('total'),
      number: true,
      cell: ({ total, currency_fk }) => <Money value={total} currency={currency_fk} isNamed />,
    },
  ];
  return (
    <Part title={t('parties:account.last')}>
      {documents.length === 0 ? (
        <p className="text-ink-muted">{t('parties:account.none')}</p>
      ) : (
        <SmallTable columns={columns} rows={documents} keyOf={({ kind: of, id: number }) => `${of}-${number}`} />
      )}
    </Part>
  );
}

function Waiting({ title }: { readonly title: string }) {
  return (
    <Part title={title}>
      <SkeletonLines lines={2} />
    </Part>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="flex flex-col items-start gap-2 overflow-x-auto rounded-lg border border-edge bg-surface-1 p-3">
      <h2 className="font-semibold">{title}</h2>
      {children}
    </section>
  );
}
