/** Gifts that stay with the customer: they are brought back, their worth is kept, or a supervisor leaves them. */
import { Gift } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Money } from '../../../domain/values/money.ts';
import { usePreferences } from '../../shared/language/preferences.ts';
import { formatDecimal } from '../../shared/typing/number-format.ts';
import { useItemNames } from '../parts/goods/item-names.ts';
import { MoneyText } from '../parts/money-text.tsx';
import { TillButton } from '../parts/till-button.tsx';
import type { StayingGifts } from '../selling/gift-worth.ts';
import type { Returnable, Returned } from '../selling/refund.ts';

interface GiftsProps {
  readonly lines: readonly Returnable[];
  readonly returned: Returned;
  readonly gifts: StayingGifts['gifts'];
  readonly worth: Money;
  readonly currency: number;
  readonly isLeft: boolean;
  readonly onReturn: (returned: Returned) => void;
  readonly onLeft: (isLeft: boolean) => void;
}

export function GiftsThatStay({ lines, returned, gifts, worth, currency, isLeft, onReturn, onLeft }: GiftsProps) {
  const { t } = useTranslation();
  const { language } = usePreferences();
  const nameOf = useItemNames(
    gifts.map(({ item_fk }) => item_fk),
    language,
  );
  if (gifts.length === 0) return null;
  const bringBack = () => {
    const free = lines.filter(({ isFree, line }) => isFree && gifts.some(({ line_id }) => line_id === line.line_id));
    onReturn(new Map([...returned, ...free.map(({ key, left }) => [key, left] as const)]));
  };
  return (
    <section className="flex flex-col gap-2 rounded-md bg-warning p-3 text-warning-ink" data-gifts>
      <ul>
        {gifts.map(({ line_id, item_fk, quantity }) => (
          <li key={line_id} className="flex gap-2">
            <Gift size={16} aria-hidden className="mt-0.5 shrink-0" />
            {t('selling:gift_stays', { quantity: formatDecimal(quantity, { decimals: 6 }), item: nameOf(item_fk) })}
          </li>
        ))}
      </ul>
      <p>
        {isLeft ? (
          t('selling:gift_left')
        ) : (
          <>
            {t('selling:gift_worth_kept')} <MoneyText value={worth} currency={currency} className="font-semibold" />
          </>
        )}
      </p>
      <div className="grid gap-2 sm:grid-cols-2">
        <TillButton onPress={bringBack}>{t('selling:gift_comes_back')}</TillButton>
        <TillButton look="quiet" onPress={() => onLeft(!isLeft)}>
          {t(isLeft ? 'selling:keep_gift_worth' : 'selling:leave_gift')}
        </TillButton>
      </div>
    </section>
  );
}
