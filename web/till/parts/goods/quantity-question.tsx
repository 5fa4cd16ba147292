/** The question about a quantity that is larger than usual, or a code. Enter, also of a scanner that reads on, says no. */
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../../shared/language/preferences.ts';
import { isolateLtr } from '../../../shared/typing/digits.ts';
import { formatDecimal } from '../../../shared/typing/number-format.ts';
import { useWatched } from '../../device/use-watched.ts';
import { nameIn } from '../../selling/goods.ts';
import { saleStore } from '../../selling/sale-store.ts';
import { SureDialog } from '../sure-dialog.tsx';
import { useTill } from '../till-context.tsx';

export function QuantityQuestion() {
  const { t } = useTranslation();
  const { language } = usePreferences();
  const { device } = useTill();
  const { asked } = useWatched(saleStore);
  if (!asked) return null;
  const unit = device.catalogue.tables().units.find(({ id }) => id === asked.unit_fk);
  const count = isolateLtr(formatDecimal(asked.quantity, { decimals: 6 }));
  const named = {
    quantity: count,
    unit: nameIn(unit ?? {}, 'unit_name', language),
    item: nameIn(asked.item, 'item_name', language),
  };
  const coded = asked.coded && nameIn(asked.coded, 'item_name', language);
  return (
    <SureDialog
      title={t('selling:quantity_asked', named)}
      text={coded === null ? t('selling:quantity_is_large') : t('selling:quantity_is_code', { quantity: count, coded })}
      look="primary"
      icon={Check}
      refusal={t('selling:quantity_no')}
      action={t('selling:quantity_yes', { quantity: count })}
      onConfirm={() => saleStore.edit(asked.change)}
      onClose={() => saleStore.set({ asked: null })}
    />
  );
}
