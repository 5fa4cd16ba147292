/** The checks before a year's close: each with its result, and a link to its problems. */
import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { AccountLink } from '../reports/account-link.tsx';
import { Amount, Day } from '../shared/controls/amount.tsx';
import { CheckField } from '../shared/form/fields/select-field.tsx';
import { DocumentLink, LINK } from '../shared/report/report-links.tsx';
import { useMe } from '../shared/session/session.ts';
import type { Check, Finding } from './financial-year-data.ts';

interface ChecksProps {
  readonly checks: readonly Check[];
  readonly lastDay: string;
  readonly acknowledged: ReadonlySet<string>;
  readonly onAcknowledge: (check: string, yes: boolean) => void;
}

export function YearChecks({ checks, ...rest }: ChecksProps) {
  return (
    <ul className="divide-y divide-edge rounded-lg border border-edge bg-surface-1 shadow-card">
      {checks.map((check) => (
        <CheckRow key={check.check} check={check} {...rest} />
      ))}
    </ul>
  );
}

function CheckRow({ check, lastDay, acknowledged, onAcknowledge }: Omit<ChecksProps, 'checks'> & { check: Check }) {
  const { t } = useTranslation();
  const Icon = check.holds ? CircleCheck : CircleAlert;
  const tone = check.holds ? 'text-success-ink' : check.may_be_acknowledged ? 'text-warning-ink' : 'text-danger-ink';
  return (
    <li className="flex gap-3 px-4 py-3" data-check={check.check} data-holds={check.holds}>
      <Icon size={18} aria-hidden className={`mt-0.5 shrink-0 ${tone}`} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="font-medium">{t(`closing:checks.${check.check}`)}</p>
        <p className="text-ink-muted">
          {check.holds ? t('closing:holds') : t('closing:stands_in_the_way', { number: check.count })}
        </p>
        {check.findings.length > 0 && (
          <ul className="flex flex-col gap-0.5">
            {check.findings.map((finding) => (
              <li key={JSON.stringify(finding)} className="flex flex-wrap gap-x-3">
                <FindingWords check={check.check} finding={finding} lastDay={lastDay} />
              </li>
            ))}
          </ul>
        )}
        {check.may_be_acknowledged && (
          <CheckField
            name={`acknowledge_${check.check}`}
            label={t('closing:acknowledge')}
            value={acknowledged.has(check.check)}
            onChange={(yes) => onAcknowledge(check.check, yes)}
          />
        )}
      </div>
    </li>
  );
}

function FindingWords({ check, finding, lastDay }: { check: string; finding: Finding; lastDay: string }) {
  const { t } = useTranslation();
  if (check === 'previous_year') {
    return (
      <Link to="/settings/financial-year" search={{ year: finding.id }} className={LINK}>
        {finding.name}
      </Link>
    );
  }
  if (check === 'revaluation' && finding.kind && finding.id) {
    return (
      <>
        <DocumentLink kind={finding.kind} id={finding.id} number={finding.number ?? null} />
        <span>{t('closing:revaluation_outdated')}</span>
      </>
    );
  }
  if (check === 'revaluation') {
    const search = { date: finding.date, outlet_fk: finding.outlet_fk };
    return (
      <Link to="/accounting/revaluations/new" search={search} className={LINK}>
        {t('closing:revalue', { outlet: finding.name ?? '' })}
      </Link>
    );
  }
  if (check === 'depreciation' && finding.kind && finding.id) {
    return (
      <>
        <DocumentLink kind={finding.kind} id={finding.id} number={finding.number ?? null} />
        <bdi>{finding.name}</bdi>
        <Link to="/accounting/depreciations/due" search={{ date: lastDay }} className={LINK}>
          {t('closing:months_due', { count: Number(finding.quantity) })}
        </Link>
      </>
    );
  }
  if (check === 'negative_stock') {
    return (
      <>
        <Link to={`/warehouse/items/${finding.id}`} className={LINK}>
          {finding.name}
        </Link>
        <Amount value={finding.quantity} />
      </>
    );
  }
  if (finding.account !== undefined) return <AccountFinding {...finding} account={finding.account} lastDay={lastDay} />;
  if (!finding.kind || !finding.id) return <span>{t('closing:in_transit')}</span>;
  return (
    <>
      <DocumentLink kind={finding.kind} id={finding.id} number={finding.number ?? null} />
      <Day value={finding.date} />
    </>
  );
}

/** The amounts are absent for whoever may not see the balance. */
function AccountFinding({
  account,
  expected,
  actual,
  lastDay,
}: Pick<Finding, 'expected' | 'actual'> & { account: number; lastDay: string }) {
  const { t } = useTranslation();
  const { decimals } = useMe().system_currency;
  return (
    <>
      <AccountLink account={account} asAt={lastDay} />
      {expected && (
        <span>
          {t('closing:in_ledger')} <Amount value={expected} decimals={decimals} />
        </span>
      )}
      {actual && (
        <span>
          {t('closing:in_detail')} <Amount value={actual} decimals={decimals} />
        </span>
      )}
    </>
  );
}
