/** Advance payments on a purchase order: adding one, or reversing one. */

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listThatFits } from '../shared/api/wire.ts';
import { Amount, Day } from '../shared/controls/amount.tsx';
import { TransitionDialog, type TransitionDialogProps } from '../shared/document/dialogs/transition-dialogs.tsx';
import { useSessionState } from '../shared/document/model/use-session.ts';
import { AmountField } from '../shared/form/fields/amount-field.tsx';
import { CashField } from '../shared/form/fields/cash-field.tsx';
import { DateField } from '../shared/form/fields/date-field.tsx';
import { ReasonField } from '../shared/form/fields/reason-field.tsx';
import { fieldLabel } from '../shared/language/names.ts';
import { localToday } from '../shared/typing/date-words.ts';

interface Payment {
  readonly payment_id: number;
  readonly date: string;
  readonly amount: string;
  readonly standing: boolean;
}

const paymentsOf = (data: Readonly<Record<string, unknown>>) => listThatFits<Payment>(data['payments'], {});

export function PayDialog({ session, name, onClose }: TransitionDialogProps) {
  const { server, problems } = useSessionState(session);
  const data = server?.data ?? {};
  const [date, setDate] = useState(localToday());
  const [amount, setAmount] = useState('');
  const [account, setAccount] = useState<number | null>(null);
  const isSaid = /^\d+(\.\d+)?$/.test(amount) && account !== null && date !== '';
  const payment_id = Math.max(0, ...paymentsOf(data).map((payment) => payment.payment_id)) + 1;
  const body = { payment_id, date, amount, account_fk: account };
  const field = (name: string) => ({ name, label: fieldLabel(name), problem: problems.get(name), required: true });
  return (
    <TransitionDialog {...{ session, name, onClose, body }} disabled={!isSaid}>
      <div className="grid grid-cols-2 gap-3">
        <AmountField {...field('amount')} autoFocus value={amount} onChange={setAmount} />
        <DateField {...field('date')} value={date} onChange={setDate} />
        <CashField
          {...field('account_fk')}
          currency={data['currency_fk']}
          outlet={data['outlet_fk']}
          value={account}
          onChange={setAccount}
        />
      </div>
    </TransitionDialog>
  );
}

export function ReversePaymentDialog({ session, name, onClose }: TransitionDialogProps) {
  const { t } = useTranslation();
  const payments = paymentsOf(session.read().server?.data ?? {}).filter((payment) => payment.standing);
  const [chosen, setChosen] = useState(payments.at(-1)?.payment_id);
  const [reason, setReason] = useState('');
  const body = { payment_id: chosen, reason: reason.trim() };
  return (
    <TransitionDialog {...{ session, name, onClose, body }} disabled={chosen === undefined || body.reason === ''}>
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-xs font-medium text-ink-muted">{t('purchasing:payments')}</legend>
        {payments.map((payment) => (
          <label key={payment.payment_id} className="flex min-h-8 items-center gap-3">
            <input
              type="radio"
              name="payment"
              className="size-4 accent-accent"
              checked={chosen === payment.payment_id}
              onChange={() => setChosen(payment.payment_id)}
            />
            <Day value={payment.date} />
            <Amount value={payment.amount} />
          </label>
        ))}
      </fieldset>
      <ReasonField value={reason} onChange={setReason} autoFocus />
    </TransitionDialog>
  );
}
