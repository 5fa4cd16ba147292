/** On the home page: goods that are short, out of stock, expired, or expire soon, each with its list. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AlertTriangle, CalendarClock, CalendarX, type LucideIcon, PackageX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Reads, read } from '../shared/api/read.ts';
import { useCan } from '../shared/session/session.ts';

const FRESH_MS = 5 * 60_000;
const MAY_SEE = 'stocks/index##reports/expired_items';

type AlertName = keyof Reads['stocks/alerts'];
/** Null where the person may not open the list. */
interface Alert {
  readonly name: AlertName;
  readonly icon: LucideIcon;
  readonly to: string;
  readonly search: Readonly<Record<string, string | boolean>>;
  readonly look: string;
}

const [WARNING, DANGER] = ['bg-warning text-warning-ink', 'bg-danger text-danger-ink'];
const [STOCKS, EXPIRED] = ['/warehouse/warehouse', '/reports/expired-items'];
const ALERTS: readonly Alert[] = [
  { name: 'out_of_stock', icon: PackageX, to: STOCKS, search: { out_of_stock: true }, look: DANGER },
  { name: 'shortages', icon: AlertTriangle, to: STOCKS, search: { shortage: true }, look: WARNING },
  { name: 'expired', icon: CalendarX, to: EXPIRED, search: { show: 'expired' }, look: DANGER },
  { name: 'expires_soon', icon: CalendarClock, to: EXPIRED, search: { show: 'expires_soon' }, look: WARNING },
];

export function GoodsAlerts() {
  return useCan()(MAY_SEE) ? <Counted /> : null;
}

function Counted() {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['stocks', 'alerts'],
    queryFn: ({ signal }) => read('stocks/alerts', { signal, shape: {} }),
    refetchInterval: FRESH_MS,
    meta: { quiet: true },
  });
  const shown = ALERTS.filter(({ name }) => Boolean(data?.[name]));
  if (!data || shown.length === 0) return null;
  return (
    <nav aria-label={t('home.alerts.label')} className="flex flex-wrap gap-2">
      {shown.map(({ name, icon: Icon, to, search, look }) => (
        <Link
          key={name}
          to={to}
          search={search}
          className={`inline-flex min-h-8 items-center gap-2 rounded-md px-3 hover:underline ${look}`}
        >
          <Icon size={16} aria-hidden />
          {t(`home.alerts.${name}`, { number: data[name] })}
        </Link>
      ))}
    </nav>
  );
}
