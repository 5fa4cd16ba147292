/** Free goods that are not on the counter: a cashier adds them, or the customer does without. */
import { Gift } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../../shared/language/preferences.ts';
import { formatDecimal } from '../../../shared/typing/number-format.ts';
import { type Cart, withItem } from '../../selling/cart.ts';
import type { ProposedGoods } from '../../selling/gifts.ts';
import { nameIn } from '../../selling/goods.ts';
import { saleStore } from '../../selling/sale-store.ts';
import { DeclineButton } from '../declining.tsx';
import { TillButton } from '../till-button.tsx';
import { useTill } from '../till-context.tsx';

interface ProposedProps {
  readonly goods: ProposedGoods;
  readonly declined: Cart['declined'];
  readonly listens: boolean;
}

export function ProposedLine({ goods, declined, listens }: ProposedProps) {
  const { t } = useTranslation();
  const { language } = usePreferences();
  const { device } = useTill();
  const { item, item_fk, unit_fk, promotion, quantity: count } = goods;
  const unit = device.catalogue.tables().units.find(({ id }) => id === unit_fk);
  const add = async () => {
    const [found] = await device.catalogue.items([item_fk]);
    if (found) saleStore.edit((cart) => withItem(cart, found, { unit: unit_fk, count }));
  };
  const words = {
    quantity: formatDecimal(count, { decimals: 6 }),
    unit: unit ? nameIn(unit, 'unit_name', language) : '',
    item: nameIn(item, 'item_name', language),
  };
  return (
    <li className="flex items-center gap-2 bg-info p-2 ps-3 text-sm text-info-ink" data-proposed={item_fk}>
      <Gift size={16} aria-hidden className="shrink-0" />
      <span className="min-w-0 flex-1">
        {t('selling:more_is_free', words)} <bdi className="text-xs">{promotion.title}</bdi>
      </span>
      <TillButton why={listens ? undefined : t('selling:why.is_being_paid')} onPress={() => void add()}>
        {t('selling:add_gift')}
      </TillButton>
      <DeclineButton promotion={promotion} declined={declined} disabled={!listens} />
    </li>
  );
}
