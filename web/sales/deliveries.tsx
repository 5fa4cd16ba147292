/** The tab of a sale: its deliveries with their days and drivers, above its payments. */
import { useTranslation } from 'react-i18next';
import { objectsOf } from '../../domain/values/members.ts';
import { Day } from '../shared/controls/amount.tsx';
import { SmallTable } from '../shared/controls/small-table.tsx';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { useSessionState } from '../shared/document/model/use-session.ts';
import { fieldLabel } from '../shared/language/names.ts';
import { SettlementsTab } from '../shared/party/settlements.tsx';

export function SaleTab({ session }: { readonly session: DocumentSession }) {
  const { t } = useTranslation();
  const { server } = useSessionState(session);
  const deliveries = objectsOf(server?.data['deliveries']);
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  return (
    <>
      {deliveries.length > 0 && (
        <section className="flex max-w-3xl flex-col gap-2 px-4 pt-4">
          <h2 className="font-semibold">{t('sales:deliveries')}</h2>
          <SmallTable
            columns={[
              { head: fieldLabel('date'), cell: ({ date }) => <Day value={textOf(date)} /> },
              { head: fieldLabel('time'), cell: ({ time }) => <bdi>{textOf(time)}</bdi> },
              { head: fieldLabel('driver_fk'), cell: ({ driver_name }) => <bdi>{textOf(driver_name)}</bdi> },
            ]}
            rows={deliveries}
            keyOf={(_, index) => index}
          />
        </section>
      )}
      <SettlementsTab session={session} />
    </>
  );
}
