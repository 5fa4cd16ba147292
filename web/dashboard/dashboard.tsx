/**
 * The dashboard's cards: each reads a report that the person may see, and links to it. Period and outlet are in the
 * address.
 */
import { useTranslation } from 'react-i18next';
import { useReportAddress } from '../shared/report/address.ts';
import { choice, OUTLET } from '../shared/report/declaration.ts';
import { ReportFilters } from '../shared/report/report-filters.tsx';
import { useCan } from '../shared/session/session.ts';
import { localToday } from '../shared/typing/date-words.ts';
import { ActiveItemsCard } from './active-items-card.tsx';
import { CashCard, OwedCard, PendingOrdersCard } from './money-cards.tsx';
import { PERIODS, periodOf } from './period.ts';
import { SalesCards } from './sales-cards.tsx';
import { ExpiringCard, ShortagesCard, StockValueCard, UnsoldCard } from './stock-cards.tsx';

const FILTERS = [choice('period_shown', ...PERIODS), OUTLET];

export function Dashboard() {
  const { t } = useTranslation();
  const can = useCan();
  const address = useReportAddress();
  const period = periodOf(address.search, localToday());
  const orders = can('online_orders/show') && <PendingOrdersCard />;
  const seesCost = can('items/show_cost');
  return (
    <div className="mx-auto max-w-6xl p-6 max-md:p-2">
      <h1 className="mb-3 px-4 text-xl font-semibold max-md:px-2">{t('dashboard:title')}</h1>
      <ReportFilters filters={FILTERS} address={address} />
      <div className="grid grid-cols-1 gap-3 px-4 max-md:px-2 md:grid-cols-2 lg:grid-cols-4">
        {can('reports/sales') ? <SalesCards period={period}>{orders}</SalesCards> : orders}
        {can('cashes/balance_view') && <CashCard outlet={period.outlet} />}
        {can('reports/customers_statement') && <OwedCard party="customers" outlet={period.outlet} />}
        {can('reports/suppliers_statement') && <OwedCard party="suppliers" outlet={period.outlet} />}
        {seesCost && can('reports/stock_valuation') && can('reports/sales') && <StockValueCard period={period} />}
        {can('stocks/index') && <ShortagesCard />}
        {can('reports/expired_items') && <ExpiringCard />}
        {can('reports/slow_stock') && <UnsoldCard />}
        {can('reports/most_active_items') && <ActiveItemsCard period={period} />}
      </div>
    </div>
  );
}
