/** A payment by the payment app: its amount, and the app's reference number. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readMoney } from '../../../domain/kernel/money.ts';
import { Dialog } from '../../shared/controls/dialog.tsx';
import { AmountField } from '../../shared/form/amount-field.tsx';
import { AnswersOnEnter } from '../../shared/form/answers-on-enter.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import { toLatinDigits } from '../../shared/typing/digits.ts';
import { TillButton } from '../parts/till-button.tsx';

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
  const isPayable = (readMoney(amount) ?? 0n) > 0n;
  const isReady = isPayable && reference.trim() !== '';
  const take = () => {
    if (isReady) onTake(amount, toLatinDigits(reference.trim()));
  };
  return (
    <Dialog
      open
      title={t('selling:method.app')}
      onClose={onClose}
      footer={
        <TillButton look="primary" disabled={!isReady} onPress={take}>
          {t('selling:take')}
        </TillButton>
      }
    >
      <AnswersOnEnter onAnswer={take}>
        <AmountField
          label={t('selling:amount')}
          value={amount}
          onChange={setAmount}
          problem={isPayable ? undefined : t('selling:not_an_amount')}
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
