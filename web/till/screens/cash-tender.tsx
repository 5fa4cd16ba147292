/** Cash in one currency of the drawer: likely amounts, and a field for any other. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Money, money, printMoney, smallestUnit } from '../../../domain/values/money.ts';
import { readAmount } from '../../shared/typing/amount-expression.ts';
import { formatDecimal } from '../../shared/typing/number-format.ts';
import { useDigitsInto } from '../parts/digits-into.ts';
import { currencyName, decimalsOf, MoneyText } from '../parts/money-text.tsx';
import { TillButton } from '../parts/till-button.tsx';
import { useTill, useTillSettings } from '../parts/till-context.tsx';
import { TypedField } from '../parts/typed-field.tsx';
import type { Terms } from '../selling/goods.ts';
import { isPayable } from '../selling/payable.ts';
import { type DrawerCash, dueIn, quickAmounts, type Tender } from '../selling/payment.ts';

interface CashTenderProps {
  readonly account: DrawerCash;
  readonly terms: Terms;
  readonly due: Money;
  readonly onTake: (tender: Omit<Tender, 'key'>) => void;
}

export function CashTender({ account, terms, due, onTake }: CashTenderProps) {
  const { t } = useTranslation();
  const till = useTill();
  const { quick_amounts } = useTillSettings();
  const isOwn = account.currency_fk === terms.currency_fk;
  const decimals = decimalsOf(till, account.currency_fk);
  const here = dueIn(due, account, terms, smallestUnit(decimals));
  const [typed, setTyped] = useState('');
  const other = useRef<HTMLInputElement>(null);
  const none = useRef<HTMLInputElement>(null);
  useDigitsInto(isOwn ? other : none, { inDialog: false });
  const take = (amount: string) => {
    onTake({ method: 'cash', amount, currency_fk: account.currency_fk, cash: account, reference: null });
    setTyped('');
  };
  const currency = currencyName(till, account.currency_fk);
  return (
    <section aria-label={t('selling:cash_in', { currency })} className="flex flex-col gap-2">
      <h2 className="flex flex-wrap items-baseline justify-between gap-2 text-sm text-ink-muted">
        {t('selling:cash_in', { currency })}
        {account.rate !== null && (
          <span>
            <MoneyText value={here} currency={account.currency_fk} className="font-semibold text-ink" /> ·{' '}
            {t('selling:at_rate', { rate: formatDecimal(account.rate) })}
          </span>
        )}
      </h2>
      <div className="grid grid-cols-3 gap-2 md:grid-cols-4">
        {quickAmounts(here, account.currency_fk, isOwn ? quick_amounts : []).map((amount, index) => (
          <TillButton
            key={amount}
            {...(isOwn && index === 0 ? { shortcut: 'till_exact' as const } : {})}
            onPress={() => take(amount)}
            className="text-lg!"
          >
            <span className="numeric">{formatDecimal(amount)}</span>
          </TillButton>
        ))}
        <div className="col-span-2">
          <TypedField
            label={t('selling:other_amount')}
            value={typed}
            inputRef={other}
            large={isOwn}
            read={(text) => {
              if (text.trim() === '') return undefined;
              const reading = readAmount(text, 4);
              if (!reading.ok || money(reading.value) <= 0n) return t('selling:not_an_amount');
              if (!isPayable(money(reading.value), decimals)) return t('selling:not_payable', { currency });
              take(printMoney(money(reading.value)));
              return undefined;
            }}
          />
        </div>
      </div>
    </section>
  );
}
