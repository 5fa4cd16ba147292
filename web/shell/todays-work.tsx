/** On the home page: own drafts, what waits for the person, and what is due today. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Reads, read } from '../shared/api/read.ts';
import { Amount, Moment } from '../shared/controls/amount.tsx';
import { DOCUMENT_PAGES } from '../shared/navigation/document-pages.ts';
import { DocumentLink } from '../shared/report/report-links.tsx';
import { useMe } from '../shared/session/session.ts';

type Draft = Reads['work/today']['drafts'][number];

const FRESH_MS = 60_000;

export function TodaysWork() {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['work', 'today'],
    queryFn: ({ signal }) => read('work/today', { signal, shape: { drafts: 'list', waiting: 'list', due: 'list' } }),
    refetchInterval: FRESH_MS,
    staleTime: 0,
    meta: { quiet: true },
  });
  if (!data) return null;
  const { drafts, draft_count, waiting, due, today } = data;
  if (drafts.length + waiting.length + due.length === 0) return null;
  return (
    <section aria-label={t('home.work.label')} data-work className="mb-6 grid gap-3 md:grid-cols-2 lg:grid-cols-3">
      {drafts.length > 0 && (
        <Card title={t('home.work.drafts', { count: draft_count })}>
          {drafts.map((draft) => (
            <OfDraft key={`${draft.document_kind}-${draft.document_id}`} draft={draft} />
          ))}
        </Card>
      )}
      {waiting.length > 0 && (
        <Card title={t('home.work.waiting')}>
          {waiting.map(({ document_kind, status, count }) => (
            <Counted
              key={`${document_kind} ${status}`}
              kind={document_kind}
              filters={{ 'filter[status]': status }}
              words={t(`home.work.${status}`)}
              count={count}
            />
          ))}
        </Card>
      )}
      {due.length > 0 && (
        <Card title={t('home.work.due')}>
          {due.flatMap(({ document_kind, due_today, overdue }) => [
            <Counted
              key={`${document_kind} today`}
              kind={document_kind}
              filters={{ ...UNPAID, 'filter[due_date]': `${today},${today}` }}
              words={t('home.work.due_today')}
              count={due_today}
            />,
            <Counted
              key={`${document_kind} overdue`}
              kind={document_kind}
              filters={{ ...UNPAID, 'filter[due_date]': `,${dayBefore(today)}` }}
              words={t('home.work.overdue')}
              count={overdue}
            />,
          ])}
        </Card>
      )}
    </section>
  );
}

const UNPAID = { 'filter[payment_status]': 'unpaid,partially_paid' };

function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}

function Card({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="rounded-lg border border-edge bg-surface-1 p-3 shadow-card">
      <h2 className="mb-1 font-semibold">{title}</h2>
      <ul className="divide-y divide-edge">{children}</ul>
    </div>
  );
}

function OfDraft({ draft }: { readonly draft: Draft }) {
  const { currencies, system_currency } = useMe();
  const { document_kind, document_id, party_name, total, currency_fk, updated_at } = draft;
  const currency = currencies.find(({ currency_id }) => currency_id === currency_fk) ?? system_currency;
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 py-1">
      <span className="min-w-0 flex-1">
        <DocumentLink kind={document_kind} id={document_id} number={null} />{' '}
        <bdi className="text-ink-muted">{party_name}</bdi>
      </span>
      <span className="whitespace-nowrap">
        <Amount value={total} decimals={currency.decimals} decimalsMin={currency.decimals} />{' '}
        <span className="text-xs text-ink-muted">{currency.symbol}</span>
      </span>
      <span className="text-xs text-ink-muted">
        <Moment value={updated_at} />
      </span>
    </li>
  );
}

interface CountedProps {
  readonly kind: string;
  readonly filters: Readonly<Record<string, string>>;
  readonly words: string;
  readonly count: number;
}

/** `Sales · due today  3`, with the list of them. */
function Counted({ kind, filters, words, count }: CountedProps) {
  const { t } = useTranslation();
  const page = DOCUMENT_PAGES.get(kind);
  if (!page || count === 0) return null;
  return (
    <li className="py-1">
      <Link to={page.path} search={filters} className="flex min-h-6 items-baseline gap-2 hover:text-accent">
        <span className="flex-1">
          {t(`documents:${kind}.many`)} <span className="text-ink-muted">· {words}</span>
        </span>
        <strong>
          <Amount value={String(count)} />
        </strong>
      </Link>
    </li>
  );
}
