/** After payment: the change in the largest text; the next scan starts the next receipt. */
import { CircleCheck, Plus, Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isolateLtr } from '../../shared/typing/digits.ts';
import { MoneyText } from '../parts/money-text.tsx';
import { usePapers } from '../parts/papers.ts';
import { TillButton } from '../parts/till-button.tsx';
import { useTill } from '../parts/till-context.tsx';
import type { Terms } from '../selling/goods.ts';
import { type Paid, saleStore } from '../selling/sale-store.ts';

export function PaidScreen({ paid, terms }: { paid: Paid; terms: Terms }) {
  const { t } = useTranslation();
  const { device } = useTill();
  const papers = usePapers();
  const print = async () => {
    const form = await device.journal.printed(paid.uuid);
    if (form) await papers.print(form);
  };
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-6 p-6" role="status">
      <p className="flex items-center gap-2 text-xl font-semibold text-success-ink">
        <CircleCheck size={28} aria-hidden />
        {t('selling:paid', { number: isolateLtr(paid.number) })}
      </p>
      <div className="flex flex-col items-center" data-change>
        <span className="text-xl text-ink-muted">{t('selling:change')}</span>
        <MoneyText value={paid.change} currency={terms.currency_fk} className="text-8xl font-bold max-md:text-6xl" />
      </div>
      <p className="text-lg text-ink-muted">
        {t('selling:total')} <MoneyText value={paid.total} currency={terms.currency_fk} />
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <TillButton icon={Printer} shortcut="till_print" onPress={() => void print()}>
          {t('selling:print')}
        </TillButton>
        <TillButton
          look="primary"
          icon={Plus}
          shortcut="till_pay"
          onPress={() => saleStore.begin()}
          className="px-6 text-lg!"
        >
          {t('selling:next_receipt')}
        </TillButton>
      </div>
    </div>
  );
}
