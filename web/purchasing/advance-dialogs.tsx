/** Payments in advance on a purchase order: one more, or one taken back. */

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listThatFits } from '../shared/api/wire.ts';
import { Amount, Day } from '../shared/controls/amount.tsx';
import { Button } from '../shared/controls/button.tsx';
import { Dialog } from '../shared/controls/dialog.tsx';
import type { TransitionDialogProps } from '../shared/document/dialogs/transition-dialogs.tsx';
import { useSessionState } from '../shared/document/model/use-session.ts';
import { AmountField } from '../shared/form/amount-field.tsx';
import { DateField } from '../shared/form/date-field.tsx';
import { LookupField } from '../shared/form/lookup-field.tsx';
import { TextField } from '../shared/form/text-field.tsx';
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
  const { t } = useTranslation();
  const { server, problems } = useSessionState(session);
  const data = server?.data ?? {};
  const [busy, setBusy] = useState(false);
  const [date, setDate] = useState(localToday());
  const [amount, setAmount] = useState('');
  const [account, setAccount] = useState<number | null>(null);
  const send = async () => {
    setBusy(true);
    const payment_id = Math.max(0, ...paymentsOf(data).map((payment) => payment.payment_id)) + 1;
    const done = await session.transition(name, { payment_id, date, amount, account_fk: account });
    setBusy(false);
    if (done) onClose();
  };
  const ready = /^\d+(\.\d+)?$/.test(amount) && account !== null && date !== '';
  const footer = (
    <>
      <Button onClick={onClose}>{t('actions.cancel')}</Button>
      <Button look="primary" busy={busy} disabled={!ready} onClick={() => void send()}>
        {t('document:transitions.pay')}
      </Button>
    </>
  );
  return (
    <Dialog open title={t('document:transitions.pay')} onClose={onClose} footer={footer}>
      <div className="grid grid-cols-2 gap-3">
        <AmountField
          name="amount"
          label={fieldLabel('amount')}
          problem={problems.get('amount')}
          required
          autoFocus
          value={amount}
          onChange={setAmount}
        />
        <DateField
          name="date"
          label={fieldLabel('date')}
          problem={problems.get('date')}
          required
          value={date}
          onChange={setDate}
        />
        <LookupField
          name="account_fk"
          label={fieldLabel('account_fk')}
          problem={problems.get('account_fk')}
          required
          resource="cashes"
          value={account}
          extra={{ 'filter[currency_fk]': String(data['currency_fk'] ?? '') }}
          onChange={setAccount}
        />
      </div>
    </Dialog>
  );
}

export function ReversePaymentDialog({ session, name, onClose }: TransitionDialogProps) {
  const { t } = useTranslation();
  const payments = paymentsOf(session.read().server?.data ?? {}).filter((payment) => payment.standing);
  const [chosen, setChosen] = useState(payments.at(-1)?.payment_id);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    const done = await session.transition(name, { payment_id: chosen, reason: reason.trim() });
    setBusy(false);
    if (done) onClose();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{t('actions.cancel')}</Button>
      <Button
        look="primary"
        busy={busy}
        disabled={chosen === undefined || reason.trim() === ''}
        onClick={() => void send()}
      >
        {t('document:transitions.reverse_payment')}
      </Button>
    </>
  );
  return (
    <Dialog open title={t('document:transitions.reverse_payment')} onClose={onClose} footer={footer}>
      <fieldset className="mb-3 flex flex-col gap-1">
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
      <TextField
        label={t('document:reason')}
        hint={t('document:reason_hint')}
        value={reason}
        onChange={setReason}
        maxLength={140}
        required
      />
    </Dialog>
  );
}
