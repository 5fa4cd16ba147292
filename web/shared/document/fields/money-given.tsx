/** What is given for the total in money of the other currency: as it is stored or typed, or what the rate gives. */
import { useTranslation } from 'react-i18next';
import { inNotes } from '../../../../domain/documents/other-money.ts';
import { money, printMoney, readMoney, smallestUnit } from '../../../../domain/values/money.ts';
import { convert, IQD, readRate } from '../../../../domain/values/rate.ts';
import { Amount } from '../../controls/amount.tsx';
import { useCurrencies } from '../model/amount-format.ts';
import { type Fields, idOf, textOf } from '../model/draft.ts';
import { useRoundingStep } from '../model/goods/rounding-step.ts';
import { moneyCurrency } from './money-fields.ts';

interface MoneyGivenProps {
  readonly header: Fields;
  readonly total: string;
  /** A stored document keeps its money. */
  readonly readOnly: boolean;
}

export function MoneyGiven({ header, total, readOnly }: MoneyGivenProps) {
  const { t } = useTranslation();
  const currencyOf = useCurrencies();
  const step = useRoundingStep(header);
  const currency = moneyCurrency(header);
  if (currency === undefined) return null;
  const { decimals, symbol } = currencyOf(currency);
  const unit = smallestUnit(decimals);
  const note = currency === IQD && step !== null ? money(step) : unit;
  const given =
    (readOnly ? textOf(header, 'paid_amount') : textOf(header, 'money_amount')) ?? worthOf(header, total, currency);
  if (given === undefined) return null;
  const shown = typeof given === 'string' ? given : printMoney(inNotes(given, note, unit));
  return (
    <p role="status" data-money-given className="flex items-baseline justify-between gap-8 px-4 pb-3">
      <span>{t('document:money_given', { currency: symbol })}</span>
      <Amount value={shown} decimalsMin={decimals} className="number-cell min-w-36 font-semibold" />
    </p>
  );
}

/** Undefined without a rate. */
function worthOf(header: Fields, total: string, currency: number) {
  const [amount, at] = [readMoney(total), readRate(textOf(header, 'paid_rate') ?? textOf(header, 'rate') ?? '')];
  if (amount === undefined || at === undefined || at <= 0n) return undefined;
  const own = idOf(header, 'currency_fk') ?? idOf(header, 'system_currency_fk');
  return own === undefined ? undefined : convert(amount, own, currency, at);
}
