/** The totals of the receipt. */
import { Gift } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Money, negate } from '../../../../domain/values/money.ts';
import type { Cart } from '../../selling/cart.ts';
import { exchanged } from '../../selling/exchange.ts';
import type { PricedCart } from '../../selling/priced-cart.ts';
import { DeclineButton, PromotionsAgain } from '../declining.tsx';
import { Figure, MoneyText } from '../money-text.tsx';

interface TotalsProps {
  readonly priced: PricedCart;
  /** The amount that an exchange repaid; null without one. */
  readonly repaid: Money | null;
  readonly currency: number;
  readonly declined: Cart['declined'];
  readonly listens: boolean;
}

export function Totals({ priced, repaid, currency, declined, listens }: TotalsProps) {
  const { t } = useTranslation();
  const { totals, invoicePromotion } = priced;
  const discounts = totals.itemDiscount + totals.invoiceDiscount;
  const difference = repaid === null ? null : exchanged(totals.total, repaid);
  return (
    <div className="flex flex-col gap-1 border-t border-edge px-3 py-2">
      {discounts > 0n && <Figure label="selling:before_discounts" value={totals.gross} currency={currency} />}
      {totals.itemDiscount > 0n && (
        <Figure label="selling:line_discounts" value={negate(totals.itemDiscount)} currency={currency} />
      )}
      {totals.invoiceDiscount > 0n && (
        <Figure label="selling:receipt_discount" value={negate(totals.invoiceDiscount)} currency={currency} />
      )}
      {invoicePromotion && (
        <span className="flex items-center gap-1 text-xs text-info-ink">
          <Gift size={12} aria-hidden />
          <bdi className="flex-1">{invoicePromotion.title}</bdi>
          <DeclineButton promotion={invoicePromotion} declined={declined} disabled={!listens} />
        </span>
      )}
      {declined.length > 0 && <PromotionsAgain disabled={!listens} />}
      {totals.tax > 0n && <Figure label="selling:tax" value={totals.tax} currency={currency} />}
      {repaid !== null && <Figure label="selling:given_back" value={negate(repaid)} currency={currency} />}
      <div className="flex items-baseline justify-between gap-4" data-total>
        <span className="text-lg font-semibold">
          {t(difference && difference.given > 0n ? 'selling:to_give' : 'selling:total')}
        </span>
        <MoneyText
          value={difference ? (difference.given > 0n ? difference.given : difference.pays) : totals.total}
          currency={currency}
          className="text-2xl font-bold"
        />
      </div>
    </div>
  );
}
