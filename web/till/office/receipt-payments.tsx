/** The payments of a receipt: tendered amounts by currency, and the change. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { objectsOf } from '../../../domain/values/members.ts';
import { read } from '../../shared/api/read.ts';
import { Amount } from '../../shared/controls/amount.tsx';
import { EmptyState } from '../../shared/controls/states.tsx';
import { useCurrencies } from '../../shared/document/model/amount-format.ts';
import type { DocumentSession } from '../../shared/document/model/session.ts';
import { useSessionState } from '../../shared/document/model/use-session.ts';
import { DocumentLink } from '../../shared/report/report-links.tsx';
import { useCan, useMe } from '../../shared/session/session.ts';
import { Replacements, TillEntries } from './till-entries.tsx';

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** With the number of the drawer, for users who may see drawers. */
export function DrawerLink({ id }: { id: number }) {
  const isSeen = useCan()('closing_drawers/show');
  const { data: number = null } = useQuery({
    queryKey: ['closing_drawers', 'number', id],
    queryFn: async ({ signal }) => (await read('closing_drawers/:id', { params: { id }, signal })).number ?? null,
    enabled: isSeen,
    meta: { quiet: true },
  });
  return (
    <p>
      <DocumentLink kind="drawer" id={id} number={number} />
    </p>
  );
}

export function ReceiptPayments({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const { system_currency } = useMe();
  const currencies = useCurrencies();
  const { server } = useSessionState(session);
  const payments = objectsOf(server?.data['payments']);
  if (payments.length === 0) return <EmptyState title={t('till:payments')} text={t('till:nothing_paid')} />;
  const change = textIn(server?.data['change_amount']);
  const drawer = server?.data['drawer_fk'];
  return (
    <div className="flex max-w-xl flex-col gap-4 p-4">
      <table className="w-full">
        <caption className="sr-only">{t('till:payments')}</caption>
        <tbody>
          {payments.map((payment, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: payments of a receipt do not move.
            <tr key={index} className="border-b border-edge">
              <th scope="row" className="py-2 text-start font-normal">
                {t(`till:method_${payment['is_exchanged'] === true ? 'exchange' : String(payment['method'])}`)}
              </th>
              <td className="py-2 text-end">
                <Amount value={textIn(payment['amount'])} {...currencies(Number(payment['currency_fk']))} />
              </td>
            </tr>
          ))}
          {change !== null && (
            <tr>
              <th scope="row" className="py-2 text-start font-medium">
                {t('till:change')}
              </th>
              <td className="py-2 text-end font-medium">
                <Amount value={change} {...system_currency} />
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {typeof drawer === 'number' && <DrawerLink id={drawer} />}
      <Replacements session={session} />
      <TillEntries session={session} />
    </div>
  );
}
