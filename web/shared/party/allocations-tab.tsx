/**
 * The allocations of a payment. While it is entered: the open documents, the oldest proposed first, with editable
 * amounts. Afterwards: its allocations, which can be reversed, and the unallocated amount, which can be allocated.
 */
import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Money, printMoney, smallestUnit, toMoney, ZERO } from '../../../domain/values/money.ts';
import { IQD, printRate, USD } from '../../../domain/values/rate.ts';
import { read } from '../api/read.ts';
import { Amount, Day } from '../controls/amount.tsx';
import { Button } from '../controls/button.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../controls/states.tsx';
import { useCurrencies, useDocumentCurrency } from '../document/model/amount-format.ts';
import { type Fields, idOf, textOf } from '../document/model/draft.ts';
import { useEditing } from '../document/model/editing-store.ts';
import type { DocumentSession } from '../document/model/session.ts';
import { useSessionState } from '../document/model/use-session.ts';
import { AmountField } from '../form/fields/amount-field.tsx';
import { DocumentLink } from '../report/report-links.tsx';
import { useCan } from '../session/session.ts';
import { localToday } from '../typing/date-words.ts';
import {
  asValue,
  byDocument,
  chosenOf,
  filledAmount,
  isSettled,
  type MadeAllocation,
  madeAllocations,
  type OpenDocument,
  type OtherMoney,
  openRest,
  proposal,
  type Settled,
  signedAmount,
  takenBy,
  withAmount,
} from './allocation.ts';
import { InCurrency, OpenDocumentsTable } from './open-documents-table.tsx';
import { isWithoutMoney, rateOfDebts, useOtherMoney } from './rate-of-debts.ts';

/** The resource of the parties for `customer_fk`, and the party's open documents. */
export function useOpenDocuments(header: Fields, revision: unknown) {
  const party = idOf(header, 'customer_fk') ?? idOf(header, 'supplier_fk');
  const resource = idOf(header, 'customer_fk') === undefined ? 'suppliers' : 'customers';
  const currency = idOf(header, 'currency_fk');
  // Allocations of the replaced payment are open again for this one.
  const without = header['replaces_standing'] === true ? idOf(header, 'replaces_fk') : undefined;
  return useQuery({
    queryKey: [resource, 'open_documents', party, revision, without],
    queryFn: ({ signal }) =>
      read(`${resource}/:id/open_documents`, { params: { id: String(party) }, query: { without }, signal }),
    enabled: party !== undefined && currency !== undefined,
    staleTime: 0,
    meta: { quiet: true },
  });
}

/** Those that the payment can settle: in its own currency, and in the other one at a rate. */
export const settleable = (all: readonly OpenDocument[], header: Fields, other: OtherMoney | undefined) =>
  byDocument(all).filter(({ currency_fk }) => {
    if (currency_fk === idOf(header, 'currency_fk')) return true;
    return other !== undefined && (currency_fk === IQD || currency_fk === USD);
  });

/** The smallest amount of the payment's currency. */
const useUnit = (header: Fields): Money => smallestUnit(useDocumentCurrency(header).decimals);

export function AllocationsTab({ session }: { session: DocumentSession }) {
  const { server } = useSessionState(session);
  if (server) return <OfComplete session={session} />;
  return <ChosenDocuments session={session} />;
}

/** The open documents of the party that a new document settles. */
export function ChosenDocuments({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const { header } = useEditing(session.store).draft;
  const { problems } = useSessionState(session);
  const unit = useUnit(header);
  const other = useOtherMoney(header);
  const { data: found, isLoading, error, refetch } = useOpenDocuments(header, undefined);
  if (isLoading) return <SkeletonLines lines={4} />;
  if (error && !found) return <FailedState problem={error} onRetry={() => void refetch()} />;
  if (!found) return <EmptyState title={t('parties:settle.choose_party')} />;
  const open = settleable(found, header, other);
  if (open.length === 0) return <EmptyState title={t('parties:settle.nothing_open')} />;
  const amount = signedAmount(header);
  const day = textOf(header, 'date') ?? localToday();
  const proposed = proposal(amount, open, { day, unit, other });
  const settled = { chosen: chosenOf(header), oldest: proposed, none: [] }[String(header['allocate'])] ?? [];
  const change = (next: Settled) => {
    const all = withAmount(settled, next);
    session.store.edit({
      do: 'set',
      at: { field: 'allocations' },
      value: asValue(all),
      also: { allocate: 'chosen', ...filledAmount(header, takenBy(all, open, other)) },
    });
  };
  return (
    <div className="flex flex-col gap-3 p-4">
      {!isWithoutMoney(header) && open.some(({ currency_fk }) => currency_fk !== other?.currency) && (
        <RateOfDebts session={session} />
      )}
      <OpenDocumentsTable {...{ open, settled, other, unit }} onChange={change} />
      {problems.get('allocations') && <p className="text-danger-ink">{problems.get('allocations')}</p>}
      <Left amount={amount} taken={takenBy(settled, open, other)} />
    </div>
  );
}

/** The rate for debts in the other currency; a payment in a foreign currency has one of its own. */
function RateOfDebts({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const { header } = useEditing(session.store).draft;
  const { problems } = useSessionState(session);
  const direction = idOf(header, 'customer_fk') === undefined ? 'out' : 'in';
  if (textOf(header, 'rate')) return null;
  return (
    <div className="max-w-60" data-settle="rate">
      <AmountField
        label={t('fields:settle_rate')}
        value={rateOfDebts(header, direction) ?? ''}
        problem={problems.get('settle_rate')}
        onChange={(typed) => session.store.edit({ do: 'set', at: { field: 'settle_rate' }, value: typed })}
      />
    </div>
  );
}

/** Both have the sign of amounts due; shown as the payment's unallocated amount. */
export function Left({ amount, taken }: { amount: Money; taken: Money }) {
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
  const currencies = useCurrencies();
  const own = Number(server?.data['currency_fk']);
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
        {made.allocations.map(({ document, document_number: number, date, amount, currency_fk, used }) => {
          const [, kind = '', id = '0'] = /^(.*)-(\d+)$/.exec(document) ?? [];
          return (
            <li
              key={`${document} ${date} ${currency_fk}`}
              className="grid grid-cols-[1fr_auto_140px_140px] gap-x-4 border-b border-edge py-1.5 max-md:flex max-md:flex-wrap max-md:justify-between"
            >
              <DocumentLink kind={kind} id={Number(id)} number={number ?? null} />
              <Day value={date} />
              <span className="text-end">
                <InCurrency
                  value={amount}
                  {...(currency_fk === undefined ? { ...currencies(own), symbol: '' } : currencies(currency_fk))}
                />
              </span>
              <span className="text-end">{used !== undefined && <InCurrency value={used} {...currencies(own)} />}</span>
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
  const other = useOtherMoney(header);
  const open = settleable(found ?? [], header, other).filter((openDocument) => openDocument.document !== own);
  const unit = useUnit(header);
  const settled = chosen ?? proposal(left, open, { day: localToday(), unit, other });
  const allocations = settled.filter(isSettled);
  const send = async () => {
    const next =
      Math.max(0, ...madeAllocations(server?.data ?? {}).map((madeAllocation) => madeAllocation.allocation_id)) + 1;
    const rate = allocations.some(({ currency_fk }) => currency_fk !== undefined) && other;
    const more = rate ? { settle_rate: printRate(rate.rate) } : {};
    if (await session.transition('allocate', { allocation_id: next, allocations, ...more })) setChosen(undefined);
  };
  if (error && !found) return <FailedState problem={error} onRetry={() => void refetch()} />;
  if (!found) return <SkeletonLines lines={3} />;
  if (open.length === 0) return <Left amount={left} taken={ZERO} />;
  const may = server?.possible.includes('allocate') && can(`${session.declaration.resource}/update`);
  return (
    <section className="flex max-w-3xl flex-col gap-3">
      <h2 className="font-semibold">{t('parties:settle.open')}</h2>
      <OpenDocumentsTable
        {...{ open, settled, other, unit }}
        {...(may ? { onChange: (next: Settled) => setChosen(withAmount(settled, next)) } : {})}
      />
      <Left amount={left} taken={takenBy(settled, open, other)} />
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
