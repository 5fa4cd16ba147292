/** A link to the till, a separate page, for users who may sell there. */
import { ShoppingBasket } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isSwitchedOff } from '../../../domain/organisation/features.ts';
import { useCan, useMe } from '../../shared/session/session.ts';

const ADDRESS = '/pos';
const SELLS = 'pos_sales/store';

function useMaySell(): boolean {
  const isOff = isSwitchedOff(useMe().system_settings, 'pos_sales');
  return useCan()(SELLS) && !isOff;
}

/** In the menu. */
export function TillLink({ className }: { className: string }) {
  const { t } = useTranslation();
  if (!useMaySell()) return null;
  return (
    <li>
      <a href={ADDRESS} className={className}>
        {t('till:open_till')}
      </a>
    </li>
  );
}

/** Among the tiles of the home page. */
export function TillTile() {
  const { t } = useTranslation();
  if (!useMaySell()) return null;
  return (
    <li>
      <a
        href={ADDRESS}
        className="flex h-full flex-col gap-3 rounded-lg border border-edge bg-surface-1 p-4 shadow-card transition-colors hover:border-accent"
      >
        <span className="inline-flex size-9 items-center justify-center rounded-md bg-accent-soft text-accent-strong">
          <ShoppingBasket size={18} aria-hidden />
        </span>
        <span>
          <span className="block text-base font-semibold">{t('till:open_till')}</span>
          <span className="text-xs text-ink-muted">{t('till:open_till_hint')}</span>
        </span>
      </a>
    </li>
  );
}
