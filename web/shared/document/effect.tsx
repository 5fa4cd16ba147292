/**
 * What a document does to the books: its journal entry, its goods, and the balances before and after. Of a
 * draft it is a dry run of completing it; afterwards it is what was posted, differences of cost included.
 */

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { membersOf } from '../../../domain/kernel/members.ts';
import { get, post } from '../api/client.ts';
import { ApiError } from '../api/error.ts';
import { Amount } from '../controls/amount.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../controls/states.tsx';
import { useCan, useMe } from '../session/session.ts';
import { COMPLETE } from './model/declaration.ts';
import { type Effect, readEffect } from './model/effect-reading.ts';
import type { DocumentSession } from './model/session.ts';
import { useSessionState } from './model/use-session.ts';

export function EffectTab({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const { server } = useSessionState(session);
  const { resource, completion = COMPLETE } = session.declaration;
  const draft = session.editable;
  const outgoing = draft ? session.outgoing() : undefined;
  // What is completed in a step of its own cannot be tried before it is saved.
  const inSteps = completion.status === undefined && !session.declaration.noDraft;
  const tried = draft && inSteps ? server : undefined;
  const blocked =
    (draft && inSteps && (tried === undefined || session.dirty)) ||
    (outgoing !== undefined &&
      (outgoing.problems.size > 0 || (outgoing.keys.lines.length === 0 && session.declaration.columns.length > 0)));
  const { data, error, refetch } = useQuery({
    queryKey: [resource, 'effect', server?.id, server?.revision, tried ? 'tried' : outgoing?.body],
    queryFn: async () => {
      const dryRun = { query: { dry_run: 1 } };
      const whole = (body: object) => (session.declaration.noDraft ? body : { ...body, status: completion.status });
      const answer = tried
        ? await post<Effect>(`${resource}/${tried.id}/${completion.transition}`, { revision: tried.revision }, dryRun)
        : outgoing
          ? await post<Effect>(resource, whole(outgoing.body), dryRun)
          : await get<Effect>(`${resource}/${server?.id}/effect`);
      return readEffect(membersOf(answer.data));
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

/** A dry run that is refused says what completing would say. */
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

const HEAD = 'border-b border-edge py-1.5 px-2 text-xs font-medium text-ink-muted';
const CELL = 'border-b border-edge py-1.5 px-2';

function Journal({ effect }: { effect: Effect }) {
  const { t } = useTranslation();
  const { system_currency } = useMe();
  const { symbol, decimals } = system_currency;
  const seesLedger = useCan()('financial_reports/account_ledger##financial_reports/trial_balance');
  if (effect.entry.length === 0) return <p className="text-ink-muted">{t('document:effect.nothing_posted')}</p>;
  return (
    <section>
      <h2 className="mb-1 font-semibold">{t('document:effect.journal')}</h2>
      <table className="w-full max-w-4xl border-collapse">
        <thead>
          <tr>
            <th scope="col" className={HEAD}>
              {t('report:columns.account')}
            </th>
            <th scope="col" className={HEAD}>
              {t('report:columns.party')}
            </th>
            <th scope="col" className={`${HEAD} text-end`}>
              {t('report:columns.debit', { currency: symbol })}
            </th>
            <th scope="col" className={`${HEAD} text-end`}>
              {t('report:columns.credit', { currency: symbol })}
            </th>
          </tr>
        </thead>
        <tbody>
          {effect.entry.map((line) => (
            <tr key={line.key} className={line.kind === 'normal' ? '' : 'text-ink-muted'}>
              <td className={CELL}>
                {line.account === undefined || !seesLedger ? (
                  <bdi>{line.accountName}</bdi>
                ) : (
                  <Link
                    to="/reports/account-ledger"
                    search={{ account: line.account }}
                    className="text-accent hover:underline"
                  >
                    <bdi>{line.accountName}</bdi>
                  </Link>
                )}
                {line.kind !== 'normal' && <span className="ms-2 text-xs">{t(`report:kinds.${line.kind}`)}</span>}
              </td>
              <td className={CELL}>
                <bdi>{line.party}</bdi>
              </td>
              <td className={`${CELL} text-end`}>
                <Amount value={line.debit} decimals={decimals} zero="" />
              </td>
              <td className={`${CELL} text-end`}>
                <Amount value={line.credit} decimals={decimals} zero="" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Goods({ effect }: { effect: Effect }) {
  const { t } = useTranslation();
  const { system_currency } = useMe();
  if (effect.stock.length === 0) return null;
  // Whoever may not know what goods cost is sent no values.
  const withValues = effect.stock.some(({ value }) => value !== '');
  return (
    <section>
      <h2 className="mb-1 font-semibold">{t('document:effect.stock')}</h2>
      <table className="w-full max-w-4xl border-collapse">
        <thead>
          <tr>
            <th scope="col" className={HEAD}>
              {t('report:columns.item')}
            </th>
            <th scope="col" className={HEAD}>
              {t('report:columns.inventory')}
            </th>
            <th scope="col" className={`${HEAD} text-end`}>
              {t('report:columns.quantity')}
            </th>
            {withValues && (
              <th scope="col" className={`${HEAD} text-end`}>
                {t('report:columns.value', { currency: system_currency.symbol })}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {effect.stock.map((line) => (
            <tr key={line.key}>
              <td className={CELL}>
                <bdi>{line.item}</bdi>
              </td>
              <td className={CELL}>
                <bdi>{line.inventory}</bdi>
              </td>
              <td className={`${CELL} text-end`}>
                <Amount value={line.quantity} />
              </td>
              {withValues && (
                <td className={`${CELL} text-end`}>
                  <Amount value={line.value} decimals={system_currency.decimals} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Balances({ effect }: { effect: Effect }) {
  const { t } = useTranslation();
  if (effect.balances.length === 0) return null;
  return (
    <section>
      <h2 className="mb-1 font-semibold">{t('document:effect.balances')}</h2>
      <table className="w-full max-w-4xl border-collapse">
        <thead>
          <tr>
            <th scope="col" className={HEAD}>
              {t('document:effect.balance')}
            </th>
            <th scope="col" className={`${HEAD} text-end`}>
              {t('document:effect.before')}
            </th>
            <th scope="col" className={`${HEAD} text-end`}>
              {t('document:effect.after')}
            </th>
          </tr>
        </thead>
        <tbody>
          {effect.balances.map((balance) => (
            <tr key={balance.key}>
              <td className={CELL}>
                <bdi>{balance.name}</bdi>
              </td>
              <td className={`${CELL} text-end`}>
                <Amount value={balance.before} />
              </td>
              <td className={`${CELL} text-end`}>
                <Amount value={balance.after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
