/** Notices above the lines: an unknown barcode, expired goods, the refund that this receipt belongs to. */
import { CircleAlert, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../shared/typing/date-words.ts';
import { isolateLtr } from '../../shared/typing/digits.ts';
import { EMPTY_CART } from '../selling/cart.ts';
import { type Remark, type Sale, saleStore } from '../selling/sale-store.ts';
import { usePapers } from './papers.ts';
import { TillButton } from './till-button.tsx';
import { useTill } from './till-context.tsx';

/** Opens the back office's form for a new item with this barcode, for users with the permission. */
const create = (code: string) =>
  window.open(`/warehouse/items/new?${new URLSearchParams({ barcode: code })}`, '_blank', 'noopener');

/** `canGiveBack`: the exchange may end without other goods. */
export function Remarks({ sale, canGiveBack }: { sale: Sale; canGiveBack: boolean }) {
  const { t } = useTranslation();
  const { device } = useTill();
  const papers = usePapers();
  const { remark, exchange, cart } = sale;
  /** Ends an exchange for which no goods were chosen: its amount, if any, is repaid from the cash drawer. */
  const giveBack = async (refund: string) => {
    const form = await device.journal.printed(refund);
    saleStore.begin({ cart: { ...EMPTY_CART, removed: cart.removed } });
    if (form) await papers.print(form, true);
  };
  const leave = () => saleStore.set({ remark: null });
  return (
    <div aria-live="assertive">
      {exchange && (
        <p className="flex flex-wrap items-center gap-2 border-b border-edge bg-info px-3 py-2 text-info-ink">
          <Undo2 size={16} aria-hidden className="shrink-0" />
          <span className="min-w-0 flex-1">{t('selling:exchange_for', { number: isolateLtr(exchange.number) })}</span>
          {canGiveBack && (
            <TillButton onPress={() => void giveBack(exchange.uuid)}>{t('selling:give_money_back')}</TillButton>
          )}
        </p>
      )}
      {remark && (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-2 border-b border-edge bg-warning p-3 text-warning-ink"
        >
          <CircleAlert size={18} aria-hidden className="shrink-0" />
          <span className="min-w-0 flex-1">
            <RemarkText remark={remark} />
          </span>
          {remark.kind === 'unknown_barcode' && (
            <TillButton onPress={() => create(remark.code)}>{t('selling:create_item')}</TillButton>
          )}
          <TillButton onPress={leave}>{t('selling:leave_it')}</TillButton>
        </div>
      )}
    </div>
  );
}

function RemarkText({ remark }: { remark: Remark }) {
  const { t } = useTranslation();
  if (remark.kind === 'unknown_barcode') return t('selling:unknown_barcode', { code: isolateLtr(remark.code) });
  const { day, ...params } = remark.params ?? {};
  return t(remark.key, day === undefined ? params : { ...params, day: isolateLtr(formatDate(day)) });
}
