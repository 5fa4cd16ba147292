/** Amounts of a till with their currency, and currency names. */
import { useTranslation } from 'react-i18next';
import { type Money, printMoney } from '../../../domain/values/money.ts';
import { Amount } from '../../shared/controls/amount.tsx';
import { type TillPlace, useTill } from './till-context.tsx';

/** Symbol or name of a currency from the catalogue. */
export function currencyName({ device }: Pick<TillPlace, 'device'>, currency: number): string {
  const found = device.catalogue.tables().currencies.find(({ id }) => id === currency);
  return String(found?.['symbol'] ?? found?.['currency_name'] ?? '');
}

export function decimalsOf({ device }: Pick<TillPlace, 'device'>, currency: number): number {
  const decimals = device.catalogue.tables().currencies.find(({ id }) => id === currency)?.['decimals'];
  return typeof decimals === 'number' ? decimals : 0;
}

export interface MoneyTextProps {
  readonly value: Money | string;
  readonly currency: number;
  readonly className?: string;
}

export function MoneyText({ value, currency, className }: MoneyTextProps) {
  const till = useTill();
  const decimals = decimalsOf(till, currency);
  return (
    <span className={`whitespace-nowrap ${className ?? ''}`}>
      <Amount
        value={typeof value === 'string' ? value : printMoney(value)}
        decimals={decimals}
        decimalsMin={decimals}
      />{' '}
      <span className="text-[max(0.5em,10px)] font-normal text-ink-muted">{currencyName(till, currency)}</span>
    </span>
  );
}

/** A label with an amount at the end of the row. */
export function Figure({ label, ...amount }: MoneyTextProps & { readonly label: string }) {
  const { t } = useTranslation();
  return (
    <div className="flex items-baseline justify-between gap-4">
      <span className="text-ink-muted">{t(label)}</span>
      <MoneyText {...amount} />
    </div>
  );
}
