/** Buttons of a promotion: the customer declines it, or takes it after all. */
import { Gift, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../shared/controls/button.tsx';
import type { TillPromotion } from '../device/catalogue-rows.ts';
import type { Cart } from '../selling/cart.ts';
import { saleStore } from '../selling/sale-store.ts';
import { TillButton } from './till-button.tsx';

const decline = (declined: Cart['declined']) => saleStore.edit((cart) => ({ ...cart, declined }));

interface DeclineProps {
  readonly promotion: TillPromotion;
  readonly declined: Cart['declined'];
  readonly disabled: boolean;
}

export function DeclineButton({ promotion: { id, title }, declined, disabled }: DeclineProps) {
  const { t } = useTranslation();
  return (
    <IconButton
      icon={X}
      label={t('selling:decline_promotion', { promotion: title })}
      disabled={disabled}
      onClick={() => decline([...declined, id])}
      className="size-12!"
    />
  );
}

export function PromotionsAgain({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation();
  return (
    <TillButton look="quiet" icon={Gift} disabled={disabled} onPress={() => decline([])}>
      {t('selling:promotions_again')}
    </TillButton>
  );
}
