/**
 * The origin of a line of the journal, of the stock ledger or of the open items: person and time, the document, the
 * posting rule, the rate, and the cost.
 */

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Reads, read } from '../shared/api/read.ts';
import { Amount, Day, Moment } from '../shared/controls/amount.tsx';
import { FailedState, SkeletonLines } from '../shared/controls/states.tsx';
import { eventWords } from '../shared/history/event-words.ts';
import { reasonWords } from '../shared/history/reason-words.ts';
import { accountName } from '../shared/report/account-name.ts';
import { useReportAddress } from '../shared/report/address.ts';
import { DocumentLink, EventLink, KindNote, LINK, TrueDateNote } from '../shared/report/report-links.tsx';
import { usePathPart } from '../shared/session/address-parts.ts';
import { useMe } from '../shared/session/session.ts';
import { CostBehind } from './cost-derivation.tsx';
import { FACTS, Fact } from './facts.tsx';
import { RuleLines } from './rule-lines.tsx';

type ExplainedLine = Reads['explain/line'];
type EventOfLine = ExplainedLine['event'];

export function LinePage() {
  const { t } = useTranslation();
  const position = usePathPart('position') ?? '';
  const line = usePathPart('line') ?? '';
  const { search } = useReportAddress();
  const query = { ...search, position, line_no: line };
  const { data, error, refetch } = useQuery({
    queryKey: ['explain', 'line', query],
    queryFn: ({ signal }) => read('explain/line', { query, signal }),
    meta: { quiet: true },
  });
  if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines lines={8} />;
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-4 p-4">
      <h1 className="text-xl font-semibold">{t('history:behind_a_line')}</h1>
      <LineFacts line={data} />
      <EventFacts title={t('audit:line.event')} event={data.event} />
      {data.cause.position !== data.event.position && <EventFacts title={t('audit:line.cause')} event={data.cause} />}
      {data.rule && (
        <Section title={t('audit:line.rule')}>
          <RuleLines rule={data.rule} />
        </Section>
      )}
      {data.cost && (
        <Section title={t('audit:cost.title')}>
          <CostBehind cost={data.cost} />
        </Section>
      )}
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-lg border border-edge bg-surface-1 p-4 shadow-card">
      <h2 className="mb-2 font-semibold">{title}</h2>
      {children}
    </section>
  );
}

function LineFacts({ line }: { line: ExplainedLine }) {
  const { t } = useTranslation();
  const { symbol, decimals } = useMe().system_currency;
  return (
    <Section title={t('audit:line.line')}>
      <dl className={FACTS}>
        {line.account !== null && (
          <Fact label={t('report:columns.account')}>
            <Link to="/reports/account-ledger" search={{ account: line.account }} className={LINK}>
              <bdi>{accountName(line.account_key, line.account_name)}</bdi>
            </Link>
            <span className="inline-block whitespace-nowrap">
              <KindNote kind={line.kind} cause={line.position} position={line.position} />
            </span>
          </Fact>
        )}
        {line.item_name && (
          <Fact label={t('report:columns.item')}>
            <bdi>{line.item_name}</bdi>
          </Fact>
        )}
        {line.inventory_name && (
          <Fact label={t('report:columns.inventory')}>
            <bdi>{line.inventory_name}</bdi>
          </Fact>
        )}
        {line.quantity && (
          <Fact label={t('report:columns.quantity')}>
            <Amount value={line.quantity} />
          </Fact>
        )}
        {line.base && (
          <Fact label={t('audit:line.amount', { currency: symbol })}>
            <Amount value={line.base} decimals={decimals} decimalsMin={decimals} />
          </Fact>
        )}
        <Fact label={t('report:columns.date')}>
          <Day value={line.effective_date} />
          <TrueDateNote date={line.true_date} />
        </Fact>
        <Fact label={t('report:columns.document')}>
          <DocumentLink kind={line.document_kind} id={line.document_id} number={documentNumber(line)} />
        </Fact>
        {line.party_name && (
          <Fact label={t('report:columns.party')}>
            <bdi>{line.party_name}</bdi>
          </Fact>
        )}
        {line.foreign_amount && (line.rate || line.base === null) && (
          <Fact label={t('audit:line.foreign')}>
            <Amount value={line.foreign_amount} /> <bdi className="text-ink-muted">{line.currency_name}</bdi>
          </Fact>
        )}
        {line.rate && (
          <Fact label={t('audit:line.rate')}>
            <Amount value={line.rate} />
          </Fact>
        )}
      </dl>
    </Section>
  );
}

/** The document of the event, or of the posting that the line corrects. */
function documentNumber({ document_kind, document_id, event, cause }: ExplainedLine): string | null {
  const own = [event, cause].find(
    (eventOfLine) => eventOfLine.kind === document_kind && eventOfLine.entity_id === document_id,
  );
  return own?.number ?? null;
}

function EventFacts({ title, event }: { title: string; event: EventOfLine }) {
  const { t } = useTranslation();
  return (
    <Section title={title}>
      <dl className={FACTS}>
        <Fact label={t('report:columns.what')}>
          <EventLink position={event.position}>{eventWords(event.type)}</EventLink>
        </Fact>
        <Fact label={t('report:columns.document')}>
          <DocumentLink kind={event.kind} id={event.entity_id ?? 0} number={event.number} />
        </Fact>
        <Fact label={t('report:columns.person')}>
          <bdi>{event.actor_name ?? '—'}</bdi>
        </Fact>
        <Fact label={t('report:columns.recorded')}>
          <Moment value={event.recorded_at} />
        </Fact>
        <Fact label={t('report:columns.outlet')}>
          <bdi>{event.outlet_name ?? '—'}</bdi>
        </Fact>
        <Fact label={t('report:columns.device')}>
          <bdi>{event.device ?? '—'}</bdi>
        </Fact>
        {event.reason && (
          <Fact label={t('report:columns.reason')}>
            <bdi>{reasonWords(event.reason)}</bdi>
          </Fact>
        )}
      </dl>
    </Section>
  );
}
