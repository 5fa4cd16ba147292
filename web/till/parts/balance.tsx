/** A customer's balance, credit limit, and overdue amount. */
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { money } from '../../../domain/values/money.ts';
import type { TillCustomer } from '../device/catalogue/catalogue-rows.ts';
import type { Terms } from '../selling/goods.ts';
import { MoneyText } from './money-text.tsx';
import { useTill } from './till-context.tsx';

export function Balance({ customer, terms }: { customer: TillCustomer; terms: Terms }) {
  const { t } = useTranslation();
  const { device } = useTill();
  const { balance, overdue, allowed_debit_amount: limit } = device.catalogue.standing(customer);
  const isOverdue = money(overdue ?? '0') > 0n;
  if (balance === null && !limit) return null;
  return (
    <span className="flex flex-wrap gap-x-3 text-xs text-ink-muted">
      {balance !== null && (
        <span>
          {t('selling:owes')} <MoneyText value={balance} currency={terms.currency_fk} />
        </span>
      )}
      {limit && (
        <span>
          {t('selling:limit')} <MoneyText value={limit} currency={terms.currency_fk} />
        </span>
      )}
      {isOverdue && (
        <span className="inline-flex items-center gap-1 font-semibold text-danger-ink">
          <TriangleAlert size={12} aria-hidden />
          {t('selling:overdue')} <MoneyText value={overdue ?? '0'} currency={terms.currency_fk} />
        </span>
      )}
    </span>
  );
}
