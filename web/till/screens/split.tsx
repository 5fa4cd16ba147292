/** Splits a receipt: chosen quantities are paid separately; the rest is parked. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { quantity, readQuantity } from '../../../domain/values/quantity.ts';
import { Dialog } from '../../shared/controls/dialog.tsx';
import { usePreferences } from '../../shared/language/preferences.ts';
import { TillButton } from '../parts/till-button.tsx';
import { useTill } from '../parts/till-context.tsx';
import { TypedField } from '../parts/typed-field.tsx';
import type { Cart } from '../selling/cart.ts';
import { nameIn, type Terms } from '../selling/goods.ts';
import { splitSale } from '../selling/parking.ts';
import { saleStore } from '../selling/sale-store.ts';

export function SplitDialog({ cart, terms, onClose }: { cart: Cart; terms: Terms; onClose: () => void }) {
  const { t } = useTranslation();
  const { language } = usePreferences();
  const { device, session } = useTill();
  const [shares, setShares] = useState<ReadonlyMap<number, string>>(new Map());
  const put = (id: number, count: string) => setShares(new Map(shares).set(id, count));
  const isSome = [...shares.values()].some((count) => quantity(count) > 0n);
  const take = async () => {
    const named = [...shares].map(([line_id, count]) => ({ line_id, quantity: count }));
    await splitSale(device, session.cashier.id, saleStore, { shares: named, terms });
    onClose();
  };
  return (
    <Dialog
      open
      title={t('selling:split')}
      onClose={onClose}
      footer={
        <TillButton look="primary" why={isSome ? undefined : t('selling:split_hint')} onPress={() => void take()}>
          {t('selling:split_take')}
        </TillButton>
      }
    >
      <p className="mb-3 text-ink-muted">{t('selling:split_hint')}</p>
      <ul className="flex flex-col gap-2">
        {cart.lines.map((line) => (
          <li key={line.line_id} className="grid grid-cols-[1fr_auto_7rem] items-end gap-2">
            <bdi className="self-center">{nameIn(line.item, 'item_name', language)}</bdi>
            <TillButton onPress={() => put(line.line_id, line.quantity)}>{t('selling:all_of_it')}</TillButton>
            <TypedField
              label={t('selling:of_quantity', { quantity: line.quantity })}
              value={shares.get(line.line_id) ?? '0'}
              read={(text) => {
                const value = readQuantity(text);
                if (value === undefined || value < 0n || value > quantity(line.quantity))
                  return t('selling:not_so_much');
                put(line.line_id, text);
                return undefined;
              }}
              onEnter={() => void (isSome && take())}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
