/** Above the lines of a payroll that is being prepared: what persons owe, so that it is kept from their pay. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SEES_EVERY_ACCOUNT } from '../../domain/people/ledger-permission.ts';
import { read } from '../shared/api/read.ts';
import { Amount } from '../shared/controls/amount.tsx';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { useCan, useMe } from '../shared/session/session.ts';

export function OwedByStaff({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const can = useCan();
  const { system_currency } = useMe();
  const { data = [] } = useQuery({
    queryKey: ['payrolls', 'owed'],
    queryFn: () => read('payrolls/owed'),
    enabled: session.editable && can(SEES_EVERY_ACCOUNT),
    meta: { quiet: true },
  });
  const owing = data.filter(({ owed }) => !owed.startsWith('-'));
  if (!session.editable || owing.length === 0) return null;
  return (
    <dl
      data-owed-by-staff
      className="flex flex-wrap gap-x-6 gap-y-1 rounded-lg border border-edge bg-surface-1 px-3 py-2 shadow-card"
    >
      <dt className="font-medium">{t('equity:owed_by_staff')}</dt>
      {owing.map(({ user_fk, user_name, owed }) => (
        <dd key={user_fk}>
          <bdi>{user_name ?? `#${user_fk}`}</bdi>{' '}
          <Amount value={owed} decimals={system_currency.decimals} decimalsMin={system_currency.decimals} />{' '}
          {system_currency.symbol}
        </dd>
      ))}
    </dl>
  );
}
