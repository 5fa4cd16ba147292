/**
 * The opening of a business on one page: the first open day, the trial balance of the program before, what is opened
 * beside it account by account, and what is still different. Each part has its screen; what has none (money, loans,
 * equity, results) is opened here from the differences.
 */
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { money } from '../../../domain/values/money.ts';
import { Amount } from '../../shared/controls/amount.tsx';
import { FailedState, SkeletonLines } from '../../shared/controls/states.tsx';
import { useCan } from '../../shared/session/session.ts';
import { Accounts, NotTaken } from './moving-in-accounts.tsx';
import { FirstDay } from './moving-in-day.tsx';
import { CARD, type Comparison, useComparison } from './opening-comparison.ts';

export function MovingIn() {
  const { t } = useTranslation();
  const { data, error, refetch } = useComparison();
  const body = () => {
    if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
    if (!data) return <SkeletonLines lines={8} />;
    return (
      <>
        <Outcome comparison={data} />
        <FirstDay key={data.first_day} comparison={data} />
        <Parts />
        <NotTaken rows={data.unmapped} />
        <Accounts comparison={data} />
      </>
    );
  };
  return (
    <div className="relative flex flex-col gap-4 p-4" data-moving-in>
      <h1 className="text-xl font-semibold">{t('ledger:moving.title')}</h1>
      {body()}
    </div>
  );
}

/** Whether something is still different, in one sentence. */
function Outcome({ comparison }: { comparison: Comparison }) {
  const { t } = useTranslation();
  const { rows, unmapped, opening_equity, elsewhere } = comparison;
  const different = rows.filter(({ difference }) => money(difference) !== 0n).length;
  const isDone = different === 0 && unmapped.length === 0 && money(opening_equity) === 0n && elsewhere.length === 0;
  return (
    <section className={CARD} data-moving-outcome={isDone ? 'done' : 'open'}>
      <p className="font-medium">{t(isDone ? 'ledger:moving.done' : 'ledger:moving.not_done')}</p>
      <dl className="mt-2 grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1">
        <dt className="text-ink-muted">{t('ledger:moving.different')}</dt>
        <dd>{different}</dd>
        <dt className="text-ink-muted">{t('ledger:moving.not_taken')}</dt>
        <dd>{unmapped.length}</dd>
        <dt className="text-ink-muted">{t('ledger:moving.equity')}</dt>
        <dd>
          <Amount value={opening_equity} />
        </dd>
      </dl>
    </section>
  );
}

const OPENING = '/settings/opening-balance';
/** The parts of an opening: their lists, and the import of a file for each. */
const PARTS: readonly (readonly [name: string, list: string, file: string | undefined, resource: string])[] = [
  ['old_accounts', `${OPENING}/old-accounts`, '/old-accounts/import', 'old_accounts'],
  ['invoices', `${OPENING}/opening-invoices`, '/opening-invoices/import', 'opening_items'],
  ['stock', `${OPENING}/inventory-opening-balance`, '/opening-stock/import', 'opening_balances'],
  ['assets', '/accounting/asset-purchases', '/opening-assets/import', 'asset_purchases'],
  ['accounts', `${OPENING}/accounting-opening-balance`, undefined, 'opening_balances'],
];

function Parts() {
  const { t } = useTranslation();
  const can = useCan();
  return (
    <section className={CARD}>
      <h2 className="mb-2 font-semibold">{t('ledger:moving.parts')}</h2>
      <ul className="flex flex-col gap-1">
        {PARTS.map(([name, list, file, resource]) => (
          <li key={name} className="flex flex-wrap gap-x-3">
            <Link to={list} className="text-accent hover:underline">
              {t(`ledger:moving.part.${name}`)}
            </Link>
            {file && can(`${resource}/import`) && (
              <Link to={file} className="text-accent hover:underline">
                {t('ledger:moving.from_file')}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
