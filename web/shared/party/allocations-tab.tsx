/**
 * The allocations of a payment. While it is entered: the open documents, the oldest proposed first, with editable
 * amounts. Afterwards: its allocations, which can be reversed, and the unallocated amount, which can be allocated.
 */
import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Money, printMoney, smallestUnit, toMoney, ZERO } from '../../../domain/kernel/money.ts';
import { get } from '../api/client.ts';
import { Amount, Day } from '../controls/amount.tsx';
import { Button } from '../controls/button.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../controls/states.tsx';
import { useDocumentCurrency } from '../document/model/amount-format.ts';
import { type Fields, idOf, textOf } from '../document/model/draft.ts';
import { useEditing } from '../document/model/editing-store.ts';
import type { DocumentSession } from '../document/model/session.ts';
import { useSessionState } from '../document/model/use-session.ts';
import { DocumentLink } from '../report/report-links.tsx';
import { useCan } from '../session/session.ts';
import { localToday } from '../typing/date-words.ts';
import {
  asValue,
  chosenOf,
  isSettled,
  type MadeAllocation,
  madeAllocations,
  type OpenDocument,
  openRest,
  proposal,
  type Settled,
  signedAmount,
  takenBy,
  withAmount,
} from './allocation.ts';
import { OpenDocumentsTable } from './open-documents-table.tsx';

/** The resource of the parties for `customer_fk`, and the party's open documents. */
function useOpenDocuments(header: Fields, revision: unknown) {
  const party = idOf(header, 'customer_fk') ?? idOf(header, 'supplier_fk');
  const resource = idOf(header, 'customer_fk') === undefined ? 'suppliers' : 'customers';
  const currency = idOf(header, 'currency_fk');
  // Allocations of the replaced payment are open again for this one.
  const without = header['replaces_standing'] === true ? idOf(header, 'replaces_fk') : undefined;
  return useQuery({
    queryKey: [resource, 'open_documents', party, currency, revision, without],
    queryFn: async ({ signal }) => {
      const query = { currency_fk: currency, without };
      return (await get<readonly OpenDocument[]>(`${resource}/${party}/open_documents`, { query, signal })).data;
    },
    enabled: party !== undefined && currency !== undefined,
    staleTime: 0,
    meta: { quiet: true },
  });
}

/** The smallest amount of the payment's currency. */
const useUnit = (header: Fields): Money => smallestUnit(useDocumentCurrency(header).decimals);

export function AllocationsTab({ session }: { session: DocumentSession }) {
  const { server } = useSessionState(session);
  if (server) return <OfComplete session={session} />;
  return <OfNew session={session} />;
}

function OfNew({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const { header } = useEditing(session.store).draft;
  const { problems } = useSessionState(session);
  const unit = useUnit(header);
  const { data: open, isLoading, error, refetch } = useOpenDocuments(header, undefined);
  if (isLoading) return <SkeletonLines lines={4} />;
  if (error && !open) return <FailedState problem={error} onRetry={() => void refetch()} />;
  if (!open) return <EmptyState title={t('parties:settle.choose_party')} />;
  if (open.length === 0) return <EmptyState title={t('parties:settle.nothing_open')} />;
  const amount = signedAmount(header);
  const day = textOf(header, 'date') ?? localToday();
  const proposed = proposal(amount, open, { day, unit });
  const settled = { chosen: chosenOf(header), oldest: proposed, none: [] }[String(header['allocate'])] ?? [];
  const change = (document: string, typed: string) =>
    session.store.edit({
      do: 'set',
      at: { field: 'allocations' },
      value: asValue(withAmount(settled, document, typed)),
      also: { allocate: 'chosen' },
    });
  return (
    <div className="flex flex-col gap-3 p-4">
      <OpenDocumentsTable {...{ open, settled }} onChange={change} />
      {problems.get('allocations') && <p className="text-danger-ink">{problems.get('allocations')}</p>}
      <Left amount={amount} taken={takenBy(settled, open)} />
    </div>
  );
}

/** Both have the sign of amounts due; shown as the payment's unallocated amount. */
function Left({ amount, taken }: { amount: Money; taken: Money }) {
  const { t } = useTranslation();
  const sign = amount < 0n ? -1n : 1n;
  return (
    <dl className="flex gap-6" aria-live="polite">
      {(['settled', 'left'] as const).map((name) => (
        <div key={name} className="flex items-baseline gap-2">
          <dt className="text-ink-muted">{t(`parties:settle.${name}`)}</dt>
          <dd className="font-semibold" data-settle={name}>
            <Amount value={printMoney(toMoney(sign * (name === 'settled' ? taken : amount - taken)))} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function OfComplete({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const { server } = useSessionState(session);
  const data = server?.data ?? {};
  const standing = madeAllocations(data).filter(
    (madeAllocation) => madeAllocation.standing && madeAllocation.allocations.length > 0,
  );
  const left = openRest(data);
  return (
    <div className="flex flex-col gap-5 p-4">
      {standing.length === 0 && <p className="text-ink-muted">{t('parties:settle.nothing_settled')}</p>}
      {standing.map((madeAllocation) => (
        <Standing key={madeAllocation.allocation_id} session={session} made={madeAllocation} />
      ))}
      {server?.status === 'complete' && left !== 0n && <Allocate session={session} left={left} />}
    </div>
  );
}

/** The allocations of one command, and a button that reverses them. */
function Standing({ session, made }: { session: DocumentSession; made: MadeAllocation }) {
  const { t } = useTranslation();
  const can = useCan();
  const { server, busy } = useSessionState(session);
  const mayTakeBack =
    server?.possible.includes('unallocate') &&
    server.data['transaction_type'] !== 'discount' &&
    can(`${session.declaration.resource}/update`);
  return (
    <section className="max-w-3xl">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-semibold">
          {t('parties:settle.settled_on')} <Day value={made.date} />
        </h2>
        {mayTakeBack && (
          <Button
            icon={Undo2}
            busy={busy}
            onClick={() => void session.transition('unallocate', { allocation_id: made.allocation_id })}
          >
            {t('parties:settle.take_back')}
          </Button>
        )}
      </div>
      <ul className="mt-1">
        {made.allocations.map(({ document, document_number: number, date, amount }) => {
          const [, kind = '', id = '0'] = /^(.*)-(\d+)$/.exec(document) ?? [];
          return (
            <li key={document} className="grid grid-cols-[1fr_auto_140px] gap-4 border-b border-edge py-1.5">
              <DocumentLink kind={kind} id={Number(id)} number={number ?? null} />
              <Day value={date} />
              <span className="text-end">
                <Amount value={amount} />
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Allocate({ session, left }: { session: DocumentSession; left: Money }) {
  const { t } = useTranslation();
  const can = useCan();
  const { server, busy } = useSessionState(session);
  const { header } = useEditing(session.store).draft;
  const { data: found, error, refetch } = useOpenDocuments(header, server?.revision);
  const [chosen, setChosen] = useState<readonly Settled[]>();
  const own = `${session.declaration.resource.replace(/s$/, '')}-${server?.id}`;
  const open = (found ?? []).filter((openDocument) => openDocument.document !== own);
  const unit = useUnit(header);
  const settled = chosen ?? proposal(left, open, { day: localToday(), unit });
  const allocations = settled.filter(isSettled);
  const send = async () => {
    const next =
      Math.max(0, ...madeAllocations(server?.data ?? {}).map((madeAllocation) => madeAllocation.allocation_id)) + 1;
    if (await session.transition('allocate', { allocation_id: next, allocations })) setChosen(undefined);
  };
  if (error && !found) return <FailedState problem={error} onRetry={() => void refetch()} />;
  if (!found) return <SkeletonLines lines={3} />;
  if (open.length === 0) return <Left amount={left} taken={ZERO} />;
  const may = server?.possible.includes('allocate') && can(`${session.declaration.resource}/update`);
  return (
    <section className="flex max-w-3xl flex-col gap-3">
      <h2 className="font-semibold">{t('parties:settle.open')}</h2>
      <OpenDocumentsTable
        {...{ open, settled }}
        {...(may ? { onChange: (document, amount) => setChosen(withAmount(settled, document, amount)) } : {})}
      />
      <Left amount={left} taken={takenBy(settled, open)} />
      {may && (
        <Button
          look="primary"
          busy={busy}
          disabled={allocations.length === 0}
          className="self-start"
          onClick={() => void send()}
        >
          {t('parties:settle.allocate')}
        </Button>
      )}
    </section>
  );
}
