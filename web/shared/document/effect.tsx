/**
 * The effect of a document on the books: its journal entry, stock movements, and balances before and after. For a draft
 * it is a dry run of its completion; afterwards it is the posting, including cost differences.
 */

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { membersOf } from '../../../domain/values/members.ts';
import { command } from '../api/command.ts';
import { ApiError } from '../api/error.ts';
import { read } from '../api/read.ts';
import { Amount, Day } from '../controls/amount.tsx';
import { Button } from '../controls/button.tsx';
import { InUnits } from '../controls/in-units.tsx';
import { type SmallColumn, SmallTable } from '../controls/small-table.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../controls/states.tsx';
import { useCan, useMe } from '../session/session.ts';
import type { ServerDocument } from './model/body.ts';
import { COMPLETE } from './model/declaration.ts';
import type { Value } from './model/draft.ts';
import { type Balance, type Effect, type EffectEntryLine, previewedItems, readEffect } from './model/effect-reading.ts';
import { loadItem } from './model/goods/items.ts';
import type { DocumentSession } from './model/session.ts';
import { sendStep } from './model/session-state.ts';
import { useSessionState } from './model/use-session.ts';
import { fieldValue } from './value-of.ts';

export function EffectTab({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const { server } = useSessionState(session);
  const { resource, completion = COMPLETE } = session.declaration;
  const draft = session.editable;
  const outgoing = draft ? session.outgoing() : undefined;
  // A document that is completed in a separate step cannot be previewed before it is saved.
  const inSteps = completion.status === undefined && !session.declaration.noDraft;
  const tried = draft && inSteps ? server : undefined;
  const blocked =
    (draft && inSteps && (tried === undefined || session.dirty)) ||
    (outgoing !== undefined &&
      (outgoing.problems.size > 0 || (outgoing.keys.lines.length === 0 && session.declaration.columns.length > 0)));
  const { data, error, refetch } = useQuery({
    queryKey: [resource, 'effect', server?.id, server?.revision, tried ? 'tried' : outgoing?.body],
    queryFn: async () => {
      const whole = (body: object) => (session.declaration.noDraft ? body : { ...body, status: completion.status });
      const answer = tried
        ? await tryStep(session, tried, completion.transition, {})
        : outgoing
          ? (await command(':resource', { params: { resource }, body: whole(outgoing.body), ...DRY_RUN })).data
          : await read(':resource/:id/effect', { params: { resource, id: Number(server?.id) } });
      return readWithUnits(answer, session.store.state.draft.header['date']);
    },
    enabled: !blocked,
    retry: false,
    meta: { quiet: true },
  });
  if (blocked) return <EmptyState title={t('document:effect.not_yet')} text={t('document:effect.not_yet_text')} />;
  if (error instanceof ApiError && (error.status === 422 || error.code === 'protected'))
    return <Refused error={error} />;
  if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines lines={6} />;
  return (
    <div className="flex flex-col gap-6 overflow-auto p-4">
      {draft && <p className="text-ink-muted">{t('document:effect.dry_run')}</p>}
      <Journal effect={data} />
      <Goods effect={data} />
      <Balances effect={data} />
    </div>
  );
}

interface StepEffectProps {
  readonly session: DocumentSession;
  readonly name: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What a step of a completed document would do to the books, when somebody asks for it. */
export function StepEffect({ session, name, body }: StepEffectProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { server } = useSessionState(session);
  const { resource } = session.declaration;
  const { data, error } = useQuery({
    queryKey: [resource, 'effect', server?.id, server?.revision, name, body],
    queryFn: async () => {
      const { date = session.store.state.draft.header['date'] } = body;
      return readWithUnits(server && (await tryStep(session, server, name, body)), fieldValue(date));
    },
    enabled: isOpen,
    retry: false,
    meta: { quiet: true },
  });
  if (!isOpen) return <Button onClick={() => setOpen(true)}>{t('document:effect.show')}</Button>;
  if (error instanceof ApiError) return <Refused error={error} />;
  if (!data) return <SkeletonLines lines={4} />;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-muted">{t('document:effect.dry_run_step')}</p>
      <Journal effect={data} />
      <Goods effect={data} />
      <Balances effect={data} />
    </div>
  );
}

const DRY_RUN = { query: { dry_run: 1 } } as const;

async function tryStep({ declaration }: DocumentSession, server: ServerDocument, transition: string, body: object) {
  return (await sendStep(declaration.resource, server, transition, body, DRY_RUN.query)).data;
}

/** The items of a dry run are loaded for their units; without them the quantities are in base units. */
async function readWithUnits(data: unknown, day: Value | undefined): Promise<Effect> {
  const told = membersOf(data);
  // Without the item a quantity is shown as it is.
  await Promise.all(previewedItems(told).map((item) => loadItem(item, day).catch(() => undefined)));
  return readEffect(told, day);
}

/** A refused dry run shows the errors of a completion. */
function Refused({ error }: { error: ApiError }) {
  const { t } = useTranslation();
  const sentences = Object.values(error.errors).flat();
  return (
    <EmptyState title={t('document:effect.refused')}>
      <ul className="list-disc ps-5 text-start text-danger-ink">
        {(sentences.length > 0 ? sentences : [error.message]).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </EmptyState>
  );
}

function Journal({ effect }: { effect: Effect }) {
  const { t } = useTranslation();
  const { symbol, decimals } = useMe().system_currency;
  if (effect.entry.length === 0) return <p className="text-ink-muted">{t('document:effect.nothing_posted')}</p>;
  const amountOf = (side: 'debit' | 'credit'): SmallColumn<EffectEntryLine> => ({
    head: t(`report:columns.${side}`, { currency: symbol }),
    number: true,
    cell: (line) => <Amount value={line[side]} decimals={decimals} zero="" />,
  });
  // Most documents post on one day, which is their own.
  const days = new Set(effect.entry.map(({ date }) => date));
  const day: SmallColumn<EffectEntryLine> = {
    head: t('report:columns.date'),
    cell: ({ date }) => <Day value={date} />,
  };
  return (
    <EffectTable
      title={t('document:effect.journal')}
      rows={effect.entry}
      rowClass={({ kind }) => (kind === 'normal' ? '' : 'text-ink-muted')}
      columns={[
        ...(days.size > 1 ? [day] : []),
        { head: t('report:columns.account'), cell: (line) => <PostedAccount line={line} /> },
        { head: t('report:columns.party'), cell: ({ party }) => <bdi>{party}</bdi> },
        amountOf('debit'),
        amountOf('credit'),
      ]}
    />
  );
}

/** A link for users who may see the account's ledger. */
function PostedAccount({ line }: { line: EffectEntryLine }) {
  const { t } = useTranslation();
  const seesLedger = useCan()('financial_reports/account_ledger##financial_reports/trial_balance');
  const name = <bdi>{line.accountName}</bdi>;
  return (
    <>
      {line.account === undefined || !seesLedger ? (
        name
      ) : (
        <Link to="/reports/account-ledger" search={{ account: line.account }} className="text-accent hover:underline">
          {name}
        </Link>
      )}
      {line.kind !== 'normal' && <span className="ms-2 text-xs">{t(`report:kinds.${line.kind}`)}</span>}
    </>
  );
}

function Goods({ effect }: { effect: Effect }) {
  const { t } = useTranslation();
  const { symbol, decimals } = useMe().system_currency;
  const value: SmallColumn<Effect['stock'][number]> = {
    head: t('report:columns.value', { currency: symbol }),
    number: true,
    cell: (line) => <Amount value={line.value} decimals={decimals} />,
  };
  // Users without the cost permission receive no values.
  const values = effect.stock.some((line) => line.value !== '') ? [value] : [];
  return (
    <EffectTable
      title={t('document:effect.stock')}
      rows={effect.stock}
      columns={[
        { head: t('report:columns.item'), cell: ({ item }) => <bdi>{item}</bdi> },
        { head: t('report:columns.inventory'), cell: ({ inventory }) => <bdi>{inventory}</bdi> },
        { head: t('report:columns.quantity'), number: true, cell: ({ quantity }) => <InUnits parts={quantity} /> },
        ...values,
      ]}
    />
  );
}

function Balances({ effect }: { effect: Effect }) {
  const { t } = useTranslation();
  return (
    <EffectTable
      title={t('document:effect.balances')}
      rows={effect.balances}
      columns={[
        { head: t('document:effect.balance'), cell: ({ name }) => <bdi>{name}</bdi> },
        { head: t('document:effect.before'), number: true, cell: ({ before }) => <ShownBalance of={before} /> },
        { head: t('document:effect.after'), number: true, cell: ({ after }) => <ShownBalance of={after} /> },
      ]}
    />
  );
}

const ShownBalance = ({ of }: { readonly of: Balance }) =>
  typeof of === 'string' ? <Amount value={of} /> : <InUnits parts={of} />;

interface EffectTableProps<R> {
  readonly title: string;
  readonly rows: readonly R[];
  readonly columns: readonly SmallColumn<R>[];
  readonly rowClass?: (row: R) => string;
}

function EffectTable<R extends { readonly key: string | number }>({ title, rows, ...table }: EffectTableProps<R>) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2 className="mb-1 font-semibold">{title}</h2>
      <SmallTable {...table} rows={rows} keyOf={({ key }) => key} className="w-full max-w-4xl" />
    </section>
  );
}
