/** One event in full: person, time, device and reason; its data; and its effect on the books. */

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type Reads, read } from '../shared/api/read.ts';
import { Amount, Day, Moment } from '../shared/controls/amount.tsx';
import { useNarrow } from '../shared/controls/narrow.ts';
import { type SmallColumn, SmallTable } from '../shared/controls/small-table.tsx';
import { FailedState, SkeletonLines } from '../shared/controls/states.tsx';
import { booksAround } from '../shared/explain/moments.ts';
import { Changes } from '../shared/history/changes.tsx';
import { eventWords } from '../shared/history/event-words.ts';
import { reasonWords } from '../shared/history/reason-words.ts';
import { accountName } from '../shared/report/account-name.ts';
import { DocumentLink, KindNote, LINK } from '../shared/report/report-links.tsx';
import { usePathPart } from '../shared/session/address-parts.ts';
import { useMe } from '../shared/session/session.ts';

type EventInFull = Reads['events/:position'];
type EntryLine = EventInFull['entry'][number];

export function EventPage() {
  const { t } = useTranslation();
  const position = usePathPart('position') ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: ['events', 'one', position],
    queryFn: ({ signal }) => read('events/:position', { params: { position }, signal }),
    meta: { quiet: true },
  });
  if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines lines={8} />;
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-4 p-4">
      <h1 className="text-xl font-semibold">{eventWords(data.type)}</h1>
      <Facts event={data} />
      {data.entry.length > 0 && <Entry lines={data.entry} />}
      <section className="flex flex-col gap-2 rounded-lg border border-edge bg-surface-1 p-4 shadow-card">
        <h2 className="font-semibold">{t('ledger:event.says')}</h2>
        <Changes changes={data.changes} />
      </section>
    </div>
  );
}

const TRIAL_BALANCE = '/reports/financial-reports/trial-balance';
const WHAT_CHANGED = '/audit/what-changed';

function Facts({ event }: { event: EventInFull }) {
  const { t } = useTranslation();
  const around = booksAround(event.position);
  const facts = [
    ['of', <DocumentLink key="of" kind={event.kind} id={event.entity_id ?? 0} number={event.name} />],
    ['person', <bdi key="person">{event.actor_name ?? t('history:system')}</bdi>],
    ['recorded', <Moment key="recorded" value={event.recorded_at} />],
    ['outlet', <bdi key="outlet">{event.outlet_name ?? '—'}</bdi>],
    ['device', <bdi key="device">{event.device ?? '—'}</bdi>],
    ['reason', <bdi key="reason">{reasonWords(event.reason) || '—'}</bdi>],
  ] as const;
  return (
    <section className="rounded-lg border border-edge bg-surface-1 p-4 shadow-card">
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(220px,1fr))] gap-x-6 gap-y-3">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs font-medium text-ink-muted">{t(`ledger:event.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {around && (
        <p className="mt-4 border-t border-edge pt-3">
          <Link to={TRIAL_BALANCE} search={around.compared} className={LINK}>
            {t('ledger:event.books_before')}
          </Link>
          <span className="mx-2 text-ink-muted">·</span>
          <Link to={WHAT_CHANGED} search={around.changed} className={LINK}>
            {t('history:what_changed')}
          </Link>
        </p>
      )}
    </section>
  );
}

function Entry({ lines }: { lines: readonly EntryLine[] }) {
  const { t } = useTranslation();
  const { symbol, decimals } = useMe().system_currency;
  // On a telephone the party is below its account.
  const isNarrow = useNarrow();
  const amountOf = (side: 'debit' | 'credit'): SmallColumn<EntryLine> => ({
    head: t(`report:columns.${side}`, { currency: symbol }),
    number: true,
    cell: (line) => <Amount value={line[side]} decimals={decimals} decimalsMin={decimals} zero="" />,
  });
  const party: SmallColumn<EntryLine> = {
    head: t('report:columns.party'),
    cell: (line) => <bdi>{line.party_name ?? ''}</bdi>,
  };
  return (
    <section className="overflow-x-auto rounded-lg border border-edge bg-surface-1 p-4 shadow-card max-md:p-2">
      <h2 className="mb-2 font-semibold">{t('ledger:event.entry')}</h2>
      <SmallTable
        rows={lines}
        // Lines of an event never change, and have no id.
        keyOf={(_line, index) => index}
        columns={[
          { head: t('report:columns.date'), cell: (line) => <Day value={line.effective_date} /> },
          {
            head: t('report:columns.account'),
            cell: (line) => (
              <>
                <PostedAccount line={line} />
                {isNarrow && <bdi className="block text-ink-muted">{line.party_name ?? ''}</bdi>}
              </>
            ),
          },
          ...(!isNarrow && lines.some(({ party_name }) => party_name) ? [party] : []),
          amountOf('debit'),
          amountOf('credit'),
        ]}
      />
    </section>
  );
}

function PostedAccount({ line }: { line: EntryLine }) {
  return (
    <>
      <Link to="/reports/account-ledger" search={{ account: line.account, known_at: line.position }} className={LINK}>
        <bdi>{accountName(line.account_key, line.account_name)}</bdi>
      </Link>
      <KindNote kind={line.kind} cause={line.cause_position} position={line.position} />
    </>
  );
}
