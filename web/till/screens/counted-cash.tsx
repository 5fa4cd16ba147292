/** The cash of one currency of a drawer: its count, and afterwards how it differs from what is expected. */
import { useTranslation } from 'react-i18next';
import { AmountField } from '../../shared/form/fields/amount-field.tsx';
import { TextField } from '../../shared/form/fields/text-field.tsx';
import { currencyName, decimalsOf, Figure, MoneyText } from '../parts/money-text.tsx';
import { NoteFields } from '../parts/note-counts.tsx';
import { TillButton } from '../parts/till-button.tsx';
import { useTill } from '../parts/till-context.tsx';
import { amountCounted, type Counting } from '../selling/drawer/counting.ts';
import type { Counted } from '../selling/drawer/drawer-count.ts';
import { cashProblem } from '../selling/payable.ts';
import type { DrawerCash } from '../selling/payment.ts';

interface CountCashProps {
  readonly account: DrawerCash;
  readonly counting: Counting;
  readonly onChange: (counting: Counting) => void;
}

export function CountCash({ account, counting, onChange }: CountCashProps) {
  const { t } = useTranslation();
  const { currency, problemOf } = useCurrencyOf(account);
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border border-edge bg-surface-1 p-4">
      <legend className="px-1 font-semibold">{currency}</legend>
      <NoteFields
        currency={account.currency_fk}
        notes={counting.notes}
        onChange={(notes) => onChange({ ...counting, notes })}
      />
      <div className="grid gap-3 sm:grid-cols-3">
        <AmountField
          label={t('selling:other_cash')}
          value={counting.coins}
          problem={problemOf(counting.coins)}
          onChange={(coins) => onChange({ ...counting, coins })}
          suffix={currency}
        />
        <Stays {...{ account, counting, onChange }} />
        <p className="flex flex-col text-sm text-ink-muted">
          {t('selling:counted')}
          <MoneyText
            value={amountCounted(counting)}
            currency={account.currency_fk}
            className="text-2xl font-bold text-ink"
          />
        </p>
      </div>
    </fieldset>
  );
}

/** After the count: what was counted, the difference, and what stays. */
export function Difference({ account, counting, onChange, counted }: CountCashProps & { counted: Counted }) {
  const { t } = useTranslation();
  const { currency } = useCurrencyOf(account);
  const { difference } = counted;
  const said = difference === '0' ? 'selling:agrees' : difference.startsWith('-') ? 'selling:short' : 'selling:over';
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border border-edge bg-surface-1 p-4">
      <legend className="px-1 font-semibold">{currency}</legend>
      <Figure label="selling:counted" value={counted.counted} currency={account.currency_fk} />
      <p className="flex items-baseline justify-between gap-4 text-lg font-semibold" data-counted-difference>
        {t(said)}
        <MoneyText value={difference} currency={account.currency_fk} />
      </p>
      <Stays {...{ account, counting, onChange }} />
    </fieldset>
  );
}

function Stays({ account, counting, onChange }: CountCashProps) {
  const { t } = useTranslation();
  const { currency, problemOf } = useCurrencyOf(account);
  return (
    <AmountField
      label={t('selling:stays')}
      hint={t('selling:stays_hint')}
      value={counting.left}
      problem={problemOf(counting.left)}
      onChange={(left) => onChange({ ...counting, left })}
      suffix={currency}
    />
  );
}

function useCurrencyOf({ currency_fk }: DrawerCash) {
  const { t } = useTranslation();
  const till = useTill();
  const currency = currencyName(till, currency_fk);
  const problemOf = (text: string) => {
    const problem = cashProblem(text, decimalsOf(till, currency_fk));
    return problem && t(`selling:${problem}`, { currency });
  };
  return { currency, problemOf };
}

const USUAL_REASONS = ['wrong_change', 'not_entered', 'not_known'] as const;

/** Typed, or one of the usual reasons by touch. */
export function DifferenceReason({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={t('selling:difference_reason')}
        value={value}
        onChange={onChange}
        maxLength={140}
        autoFocus
        required
      />
      <div className="flex flex-wrap gap-2">
        {USUAL_REASONS.map((name) => {
          const said = t(`selling:difference_reasons.${name}`);
          return (
            <TillButton key={name} aria-pressed={value === said} onPress={() => onChange(said)}>
              {said}
            </TillButton>
          );
        })}
      </div>
    </div>
  );
}
