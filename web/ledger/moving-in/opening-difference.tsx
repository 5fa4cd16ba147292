/** The question for opening balances with a difference: finish them with the difference posted to capital. */
import { useTranslation } from 'react-i18next';
import { magnitude, money, printMoney } from '../../../domain/values/money.ts';
import { Amount } from '../../shared/controls/amount.tsx';
import { AnswerDialog } from '../../shared/controls/answer-dialog.tsx';
import { Button } from '../../shared/controls/button.tsx';
import type { CompletionQuestion, CompletionQuestionProps } from '../../shared/document/screen-declaration.ts';
import { useMe } from '../../shared/session/session.ts';

function DifferenceDialog({ totals, onAnswer, onClose }: CompletionQuestionProps) {
  const { t } = useTranslation();
  const { system_currency } = useMe();
  const difference = money(totals.total);
  return (
    <AnswerDialog
      title={t('ledger:opening.difference_title')}
      action={t('ledger:opening.put_to_capital')}
      onAnswer={() => onAnswer({ difference_to: 'capital' })}
      onClose={onClose}
    >
      <p>{t(difference > 0n ? 'ledger:opening.more_debit' : 'ledger:opening.more_credit')}</p>
      <p className="my-2 text-xl font-semibold">
        <Amount value={printMoney(magnitude(difference))} /> {String(system_currency.symbol ?? '')}
      </p>
      <p className="text-ink-muted">{t('ledger:opening.difference_hint')}</p>
      <p className="text-ink-muted">{t('ledger:opening.leave_hint')}</p>
      <Button onClick={() => onAnswer({ difference_to: 'opening-equity' })}>{t('ledger:opening.leave_open')}</Button>
    </AnswerDialog>
  );
}

export const differenceQuestion: CompletionQuestion = {
  isAsked: ({ total }) => money(total) !== 0n,
  dialog: DifferenceDialog,
};
