/** A payment by the payment app: its amount, and the app's reference number. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readMoney } from '../../../domain/values/money.ts';
import { Dialog } from '../../shared/controls/dialog.tsx';
import { AnswersOnEnter } from '../../shared/form/answers-on-enter.tsx';
import { AmountField } from '../../shared/form/fields/amount-field.tsx';
import { TextField } from '../../shared/form/fields/text-field.tsx';
import { toLatinDigits } from '../../shared/typing/digits.ts';
import { currencyName, decimalsOf } from '../parts/money-text.tsx';
import { TillButton } from '../parts/till-button.tsx';
import { useTill, useTillSettings } from '../parts/till-context.tsx';
import { cashProblem } from '../selling/payable.ts';

interface ReferenceDialogProps {
  /** The amount due, as decimal text. */
  readonly amount: string;
  readonly onTake: (amount: string, reference: string) => void;
  readonly onClose: () => void;
}

export function ReferenceDialog({ amount: due, onTake, onClose }: ReferenceDialogProps) {
  const { t } = useTranslation();
  const [amount, setAmount] = useState(due);
  const [reference, setReference] = useState('');
  const till = useTill();
  const { currency_fk } = useTillSettings();
  const wrong = (readMoney(amount) ?? 0n) > 0n ? cashProblem(amount, decimalsOf(till, currency_fk)) : 'not_an_amount';
  const missing = wrong !== undefined ? 'amount_missing' : reference.trim() === '' ? 'reference_missing' : undefined;
  const take = () => {
    if (missing === undefined) onTake(amount, toLatinDigits(reference.trim()));
  };
  return (
    <Dialog
      open
      title={t('selling:method.app')}
      onClose={onClose}
      footer={
        <TillButton look="primary" why={missing && t(`selling:why.${missing}`)} onPress={take}>
          {t('selling:take')}
        </TillButton>
      }
    >
      <AnswersOnEnter onAnswer={take}>
        <AmountField
          label={t('selling:amount')}
          value={amount}
          onChange={setAmount}
          problem={wrong && t(`selling:${wrong}`, { currency: currencyName(till, currency_fk) })}
        />
        <TextField
          label={t('selling:reference')}
          hint={t('selling:reference_hint')}
          value={reference}
          onChange={setReference}
          maxLength={140}
          required
          autoFocus
          ltr
        />
      </AnswersOnEnter>
    </Dialog>
  );
}
