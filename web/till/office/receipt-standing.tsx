/**
 * What became of a receipt, on its first page: paid, unpaid and returned amount, what came back, whether a manager looks at
 * it, cashier, till and drawer.
 */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { money } from '../../../domain/values/money.ts';
import { useRecordName } from '../../shared/api/lookup.ts';
import { Amount } from '../../shared/controls/amount.tsx';
import { Name } from '../../shared/controls/name.tsx';
import { StatusChip } from '../../shared/controls/status-chip.tsx';
import type { DocumentSession } from '../../shared/document/model/session.ts';
import { useSessionState } from '../../shared/document/model/use-session.ts';
import { fieldLabel } from '../../shared/language/names.ts';
import { useMe } from '../../shared/session/session.ts';
import { useTillEntries } from './drawer-figures.ts';
import { useGoodsOf } from './lines-of-receipt.tsx';
import { type CameBack, linesBack, returnedAmount } from './receipt-left.ts';
import { DrawerLink } from './receipt-payments.tsx';

const AMOUNTS = ['paid', 'unpaid'] as const;

export function ReceiptStanding({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const { system_currency } = useMe();
  const { server } = useSessionState(session);
  const { entries = [] } = useTillEntries(session) ?? {};
  const [first] = entries;
  const waits = entries.some(({ rules, reviewed_by_name }) => rules.length > 0 && reviewed_by_name === null);
  const { data = {} } = server ?? {};
  const drawer = data['drawer_fk'];
  const returned = returnedAmount(data);
  const amounts = [
    ...AMOUNTS.flatMap((field) => {
      const value = data[field];
      return typeof value === 'string' && (field === 'paid' || money(value) !== 0n) ? [{ field, value }] : [];
    }),
    ...(returned === '0' ? [] : [{ field: 'returned_amount', value: returned }]),
  ];
  const isInPart = server?.status === 'complete' && returned !== '0';
  const back = linesBack(data);
  return (
    <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1 px-4 py-2" data-standing>
      {isInPart && <StatusChip tone="danger" label={t('till:refunded_in_part')} />}
      {waits && <StatusChip tone="warning" label={t('till:waits_for_review')} />}
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
      {back.length > 0 && (
        <ul className="flex basis-full flex-wrap gap-x-6 gap-y-1" data-came-back>
          {back.map((line) => (
            <GoodsBack key={line.line_id} line={line} />
          ))}
        </ul>
      )}
    </div>
  );
}

function GoodsBack({ line: { fields, quantity, batches } }: { line: CameBack }) {
  const { t } = useTranslation();
  const { count, told } = useGoodsOf(fields);
  return (
    <li className="flex flex-wrap items-baseline gap-x-2">
      <span className="text-ink-muted">{t('till:came_back')}</span>
      <bdi>{count(quantity)}</bdi>
      <ItemName item={fields['item_fk']} />
      {told(batches)}
    </li>
  );
}

function ItemName({ item }: { item: unknown }) {
  const id = typeof item === 'number' ? item : null;
  return <Name of={useRecordName('items', id, undefined) ?? ''} />;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className="flex items-baseline gap-2">
      <span className="text-ink-muted">{label}</span>
      <span className="font-medium">{children}</span>
    </span>
  );
}
