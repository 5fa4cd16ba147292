/** The number of pending online orders, with a sound for each new one, which can be muted. */
import { Link } from '@tanstack/react-router';
import { BellOff, BellRing, ShoppingBag } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../shared/api/read.ts';
import { connectionHeaders } from '../../shared/api/token.ts';
import { watchCount } from '../../shared/api/watched-count.ts';
import { IconButton } from '../../shared/controls/button.tsx';
import { setPreferences, usePreferences } from '../../shared/language/preferences.ts';
import { useNewOrderSound } from '../../shared/notify/order-sound.ts';
import { shapeDigits } from '../../shared/typing/digits.ts';

const PATH = 'online_orders/pending_order_events';

const ask = async (): Promise<number | undefined> => {
  try {
    return (await read(PATH, { shape: { count: 'number' } })).count;
  } catch {
    // Errors are ignored here: the next action of the person shows them.
    return undefined;
  }
};

export function OrderBell() {
  const { t } = useTranslation();
  const { digits, quietOrders = false } = usePreferences();
  const [count, setCount] = useState<number>();
  useEffect(() => {
    const ended = new AbortController();
    void watchCount({ path: PATH, headers: connectionHeaders, ask }, setCount, ended.signal);
    return () => ended.abort();
  }, []);
  useNewOrderSound(count, quietOrders);
  if (!count) return null;
  const label = t('orders.waiting', { count });
  return (
    <span className="flex items-center" data-orders={count}>
      <Link
        to="/sales/online-orders"
        aria-label={label}
        title={label}
        className="inline-flex h-8 items-center gap-1 rounded-md px-2 font-semibold text-warning-ink hover:bg-surface-3"
      >
        <ShoppingBag size={16} aria-hidden />
        <span className="numeric">{shapeDigits(String(count), digits)}</span>
      </Link>
      <IconButton
        icon={quietOrders ? BellOff : BellRing}
        label={t(quietOrders ? 'orders.unmute' : 'orders.mute')}
        onClick={() => setPreferences({ quietOrders: !quietOrders })}
      />
    </span>
  );
}
