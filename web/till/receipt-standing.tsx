/** What became of a receipt, on its first page: paid, unpaid and returned amount, cashier, till and drawer. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { money } from '../../domain/kernel/money.ts';
import { Amount } from '../shared/controls/amount.tsx';
import { StatusChip } from '../shared/controls/status-chip.tsx';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { useSessionState } from '../shared/document/model/use-session.ts';
import { fieldLabel } from '../shared/language/names.ts';
import { useMe } from '../shared/session/session.ts';
import { useTillEntries } from './drawer-figures.ts';
import { DrawerLink } from './receipt-payments.tsx';

const AMOUNTS = ['paid', 'unpaid', 'returned_amount'] as const;

export function ReceiptStanding({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const { system_currency } = useMe();
  const { server } = useSessionState(session);
  const [first] = useTillEntries(session)?.entries ?? [];
  const { data = {} } = server ?? {};
  const drawer = data['drawer_fk'];
  const amounts = AMOUNTS.flatMap((field) => {
    const value = data[field];
    return typeof value === 'string' && (field === 'paid' || money(value) !== 0n) ? [{ field, value }] : [];
  });
  const isInPart = server?.status === 'complete' && amounts.some(({ field }) => field === 'returned_amount');
  return (
    <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1 px-4 py-2" data-standing>
      {isInPart && <StatusChip tone="danger" label={t('till:refunded_in_part')} />}
      {amounts.map(({ field, value }) => (
        <Fact key={field} label={fieldLabel(field)}>
          <Amount value={value} {...system_currency} />
        </Fact>
      ))}
      {first && (
        <>
          <Fact label={t('till:cashier')}>
            <bdi>{first.user_name}</bdi>
          </Fact>
          <Fact label={fieldLabel('till_fk')}>
            <bdi>{first.till_name}</bdi>
          </Fact>
        </>
      )}
      {typeof drawer === 'number' && <DrawerLink id={drawer} />}
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className="flex items-baseline gap-2">
      <span className="text-ink-muted">{label}</span>
      <span className="font-medium">{children}</span>
    </span>
  );
}
