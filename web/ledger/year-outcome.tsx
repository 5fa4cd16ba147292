/** The result of a close: its position in the log, digests, rules, and differences to the previous close. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { money, negate, printMoney, sum } from '../../domain/values/money.ts';
import { AccountLink } from '../reports/account-link.tsx';
import { Amount } from '../shared/controls/amount.tsx';
import { PLAIN, SmallTable } from '../shared/controls/small-table.tsx';
import { RecordedAtLink } from '../shared/report/recorded-at.tsx';
import { LINK } from '../shared/report/report-links.tsx';
import { useMe } from '../shared/session/session.ts';
import { beforeAndAfter } from './before-after.tsx';
import type { ClosedBooks, Difference, KnownFinding, Outcome } from './financial-year-data.ts';

const CARD = 'rounded-lg border border-edge bg-surface-1 p-4 shadow-card';

export function ClosedBooksCard({ books, id, lastDay }: { books: ClosedBooks; id: number; lastDay: string }) {
  const { t } = useTranslation();
  const { system_currency } = useMe();
  return (
    <section className={`${CARD} flex flex-col gap-3`}>
      <dl className="grid grid-cols-[max-content_1fr] gap-x-6 gap-y-1.5">
        {books.balances && (
          <Term label={t('closing:result')}>
            <Amount
              value={negated(sumOf(books.balances.map((balance) => balance.base)))}
              decimals={system_currency.decimals}
            />{' '}
            {system_currency.symbol}
          </Term>
        )}
        <Term label={t('closing:position')}>
          <RecordedAtLink position={books.position} />
        </Term>
        <Term label={t('closing:entry')}>
          <Link to="/ledger/events" search={{ stream: `year_close-${id}` }} className={LINK}>
            {t('closing:events_of_close')}
          </Link>
        </Term>
        {Object.entries(books.digests).map(([name, digest]) => (
          <Term key={name} label={t(`closing:digests.${name}`)}>
            <Digest value={digest} />
          </Term>
        ))}
        {Object.entries(books.rules).map(([name, digest]) => (
          <Term key={name} label={t(`closing:rules.${name}`)}>
            <Digest value={digest} />
          </Term>
        ))}
      </dl>
      {books.previous && books.differences && <Differences differences={books.differences} lastDay={lastDay} />}
    </section>
  );
}

function Term({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-muted">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

/** The first letters suffice to compare digests; the tooltip has the whole. */
const DIGEST_SHOWN = 16;
const Digest = ({ value }: { value: string }) => (
  <bdi dir="ltr" className="font-mono text-xs" title={value}>
    {value.slice(0, DIGEST_SHOWN)}
  </bdi>
);

function Differences({ differences, lastDay }: { differences: readonly Difference[]; lastDay: string }) {
  const { t } = useTranslation();
  const { decimals } = useMe().system_currency;
  if (differences.length === 0) return <p>{t('closing:as_before')}</p>;
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('closing:differs_from_before')}</h3>
      <SmallTable
        look={PLAIN}
        className="w-full max-w-2xl"
        columns={[
          { head: t('closing:account'), cell: ({ account }) => <AccountLink account={account} asAt={lastDay} /> },
          ...beforeAndAfter<Difference>(t, decimals),
        ]}
        rows={differences}
        keyOf={({ account, outlet_fk, currency_fk }) => `${account} ${outlet_fk} ${currency_fk}`}
      />
    </div>
  );
}

/** The reason why a close failed. */
export function RefusedOutcome({ outcome }: { outcome: Exclude<Outcome, { outcome: 'closed' }> }) {
  const { t } = useTranslation();
  return (
    <section className={`${CARD} flex flex-col gap-2`} role="alert">
      <p className="font-semibold text-danger-ink">{t(`closing:outcomes.${outcome.outcome}`)}</p>
      {outcome.outcome === 'gate' ? (
        <ul className="list-disc ps-5">
          {outcome.checks.map(({ check }) => (
            <li key={check}>{t(`closing:checks.${check}`)}</li>
          ))}
        </ul>
      ) : (
        <ul className="flex flex-col gap-1">
          {outcome.findings.map((finding) => (
            <li key={finding}>
              <Finding text={finding} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Findings that existed before the close; they can be corrected afterwards. */
export function KnownFindings({ known }: { known: readonly KnownFinding[] }) {
  const { t } = useTranslation();
  return (
    <section className={`${CARD} flex flex-col gap-2`}>
      <p className="font-semibold">{t('closing:known')}</p>
      {known.map(({ name, findings, remedy }) => (
        <div key={name} className="flex flex-col gap-1">
          {findings.map((finding) => (
            <Finding key={finding} text={finding} />
          ))}
          <p className="text-ink-muted">{t(`closing:remedies.${remedy}`)}</p>
        </div>
      ))}
    </section>
  );
}

const Finding = ({ text }: { text: string }) => (
  <bdi dir="ltr" className="font-mono text-xs">
    {text}
  </bdi>
);

function sumOf(amounts: readonly string[]): string {
  return printMoney(sum(amounts.map((amount) => money(amount))));
}
const negated = (amount: string): string => printMoney(negate(money(amount)));
