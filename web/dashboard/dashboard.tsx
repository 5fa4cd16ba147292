/** Cards of the dashboard: each reads a report that the person may see, and leads to it. */
import { useTranslation } from 'react-i18next';
import { useCan } from '../shared/session/session.ts';
import { ActiveItemsCard } from './active-items-card.tsx';
import { CashCard, OwedCard, PendingOrdersCard } from './money-cards.tsx';
import { SalesCards } from './sales-cards.tsx';

export function Dashboard() {
  const { t } = useTranslation();
  const can = useCan();
  return (
    <div className="mx-auto max-w-6xl p-6">
      <h1 className="mb-4 text-xl font-semibold">{t('dashboard:title')}</h1>
      <div className="grid grid-cols-1 gap-3 md:grid-cols-2 lg:grid-cols-4">
        {can('reports/sales') && <SalesCards />}
        {can('cashes/balance_view') && <CashCard />}
        {can('reports/customers_statement') && <OwedCard party="customers" />}
        {can('reports/suppliers_statement') && <OwedCard party="suppliers" />}
        {can('online_orders/show') && <PendingOrdersCard />}
        {can('reports/most_active_items') && <ActiveItemsCard />}
      </div>
    </div>
  );
}
