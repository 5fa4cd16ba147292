/** What is given for an amount in money of the other currency: as it is stored or typed, or what the rate gives. */
import { useTranslation } from 'react-i18next';
import { inNotes } from '../../../../domain/documents/other-money.ts';
import { money, printMoney, readMoney, smallestUnit } from '../../../../domain/values/money.ts';
import { convert, IQD, readRate } from '../../../../domain/values/rate.ts';
import { Amount } from '../../controls/amount.tsx';
import { AmountField } from '../../form/fields/amount-field.tsx';
import { fieldLabel } from '../../language/names.ts';
import { usePreferences } from '../../language/preferences.ts';
import { shapeDigits } from '../../typing/digits.ts';
import { useCurrencies } from '../model/amount-format.ts';
import { type Fields, idOf, type Line, textOf } from '../model/draft.ts';
import { useRoundingStep } from '../model/goods/rounding-step.ts';
import { moneyCurrency } from './money-fields.ts';

interface MoneyGivenProps {
  readonly header: Fields;
  readonly total: string;
  /** A stored document keeps its money. */
  readonly readOnly: boolean;
  /** The place of a cost among the costs of its document. */
  readonly cost?: number;
}

export function MoneyGiven({ header, total, readOnly, cost }: MoneyGivenProps) {
  const { t } = useTranslation();
  const { digits } = usePreferences();
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
  const label = t('document:money_given', { currency: symbol });
  const number = cost === undefined ? undefined : shapeDigits(String(cost), digits);
  return (
    <p role="status" data-money-given className="flex items-baseline justify-between gap-8 px-4 pb-3">
      <span>{number === undefined ? label : t('document:cost_cell', { column: label, number })}</span>
      <Amount value={shown} decimalsMin={decimals} className="number-cell min-w-36 font-semibold" />
    </p>
  );
}

interface CostsGivenProps extends Omit<MoneyGivenProps, 'total' | 'cost'> {
  readonly costs: readonly Line[];
}

/** The same for each cost that is paid so. */
export const CostsGiven = ({ header, costs, readOnly }: CostsGivenProps) =>
  costs.map(({ key, fields }, index) => (
    <MoneyGiven
      key={key}
      header={{ system_currency_fk: header['system_currency_fk'] ?? null, ...fields }}
      total={textOf(fields, 'amount') ?? '0'}
      {...{ readOnly }}
      cost={index + 1}
    />
  ));

interface MoneyOnFormProps extends Pick<MoneyGivenProps, 'header'> {
  /** Undefined where it is not known yet. */
  readonly total: string | undefined;
  readonly onChange: (typed: Fields) => void;
}

/** On a form: the rate of the money, the money that is typed, and what is given. */
export function MoneyOnForm({ header, total, onChange }: MoneyOnFormProps) {
  if (moneyCurrency(header) === undefined) return null;
  return (
    <div className="col-span-full flex max-w-xl flex-col gap-3">
      <div className="grid grid-cols-2 gap-3">
        {(['paid_rate', 'money_amount'] as const).map((name) => (
          <AmountField
            key={name}
            name={name}
            label={fieldLabel(name)}
            value={textOf(header, name) ?? ''}
            onChange={(typed) => onChange({ [name]: typed })}
          />
        ))}
      </div>
      {total !== undefined && <MoneyGiven {...{ header, total }} readOnly={false} />}
    </div>
  );
}

/** Undefined without a rate. */
function worthOf(header: Fields, total: string, currency: number) {
  const [amount, at] = [readMoney(total), readRate(textOf(header, 'paid_rate') ?? textOf(header, 'rate') ?? '')];
  if (amount === undefined || at === undefined || at <= 0n) return undefined;
  const own = idOf(header, 'currency_fk') ?? idOf(header, 'system_currency_fk');
  return own === undefined ? undefined : convert(amount, own, currency, at);
}
