/** Notices above the lines: an unknown barcode, expired goods, the refund that this receipt belongs to. */
import { CircleAlert, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../shared/typing/date-words.ts';
import { isolateLtr } from '../../shared/typing/digits.ts';
import { type Remark, type Sale, saleStore } from '../selling/sale-store.ts';
import { TillButton } from './till-button.tsx';

/** Opens the back office's form for a new item with this barcode, for users with the permission. */
const create = (code: string) =>
  window.open(`/warehouse/items/new?${new URLSearchParams({ barcode: code })}`, '_blank', 'noopener');

export function Remarks({ sale }: { sale: Sale }) {
  const { t } = useTranslation();
  const { remark, exchange } = sale;
  const leave = () => saleStore.set({ remark: null });
  return (
    <div aria-live="assertive">
      {exchange && (
        <p className="flex items-center gap-2 border-b border-edge bg-info px-3 py-2 text-info-ink">
          <Undo2 size={16} aria-hidden className="shrink-0" />
          {t('selling:exchange_for', { number: isolateLtr(exchange.number) })}
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
