/** Buttons of a promotion: the customer declines it, or takes it after all. */
import { Gift, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../shared/controls/button.tsx';
import { notifyHint } from '../../shared/notify/notify.ts';
import type { TillPromotion } from '../device/catalogue/catalogue-rows.ts';
import type { Cart } from '../selling/cart.ts';
import { saleStore } from '../selling/sale-store.ts';
import { blocked, TillButton } from './till-button.tsx';

const decline = (declined: Cart['declined']) => saleStore.edit((cart) => ({ ...cart, declined }));

interface DeclineProps {
  readonly promotion: TillPromotion;
  readonly declined: Cart['declined'];
  readonly disabled: boolean;
}

export function DeclineButton({ promotion: { id, title }, declined, disabled }: DeclineProps) {
  const { t } = useTranslation();
  const why = disabled ? t('selling:why.is_being_paid') : undefined;
  return (
    <IconButton
      icon={X}
      label={t('selling:decline_promotion', { promotion: title })}
      {...blocked(why)}
      onClick={why === undefined ? () => decline([...declined, id]) : () => notifyHint(why)}
      className="size-12! aria-disabled:opacity-45"
    />
  );
}

export function PromotionsAgain({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation();
  const why = disabled ? t('selling:why.is_being_paid') : undefined;
  return (
    <TillButton look="quiet" icon={Gift} why={why} onPress={() => decline([])}>
      {t('selling:promotions_again')}
    </TillButton>
  );
}
