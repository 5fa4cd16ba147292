/**
 * Goods that are sent back with their credit awaited: sending them, the supplier's answer, and what the answer was
 * (docs/decisions/0207).
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { totalsOf } from '../../domain/documents/document-amounts.ts';
import { membersOf } from '../../domain/values/members.ts';
import { printMoney, readMoney } from '../../domain/values/money.ts';
import { Amount, Day } from '../shared/controls/amount.tsx';
import { Button } from '../shared/controls/button.tsx';
import { TransitionDialog, type TransitionDialogProps } from '../shared/document/dialogs/transition-dialogs.tsx';
import { useEditing } from '../shared/document/model/editing-store.ts';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { useSessionState } from '../shared/document/model/use-session.ts';
import { DRAFTED_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import type { ScreenTransition } from '../shared/document/screen-declaration.ts';
import { AmountField } from '../shared/form/fields/amount-field.tsx';
import { DateField } from '../shared/form/fields/date-field.tsx';
import { SelectField } from '../shared/form/fields/select-field.tsx';
import { TextField } from '../shared/form/fields/text-field.tsx';
import { fieldLabel } from '../shared/language/names.ts';
import { notifySuccess } from '../shared/notify/notify.ts';
import { useCan } from '../shared/session/session.ts';
import { localToday } from '../shared/typing/date-words.ts';

export const RETURN_TRANSITIONS: readonly ScreenTransition[] = [
  { name: 'credit', permission: 'complete', dialog: CreditDialog },
  { name: 'take_back_credit', permission: 'return_to_draft', reasoned: true },
  ...DRAFTED_TRANSITIONS,
];

/** Sends the goods before the supplier agreed to credit them. */
export function SendAwaiting({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const can = useCan();
  const { busy } = useSessionState(session);
  const { draft } = useEditing(session.store);
  if (!session.editable || !can('purchase_returns/complete')) return null;
  if (draft.header['payment_type'] !== 'on_account') return null;
  const send = async () => {
    if (!(await session.complete({ credit_awaited: true }))) return;
    notifySuccess(t('document:completed', { number: session.read().server?.number ?? '' }));
  };
  return (
    <Button busy={busy} onClick={() => void send()}>
      {t('purchasing:awaited.send')}
    </Button>
  );
}

const ANSWERS = ['credited', 'refused', 'came_back'] as const;

export function CreditDialog({ session, name, onClose }: TransitionDialogProps) {
  const { t } = useTranslation();
  const { server, problems } = useSessionState(session);
  const total = server ? printMoney(totalsOf(server.data).total) : '0';
  const [answer, setAnswer] = useState<string>('credited');
  const [date, setDate] = useState(localToday());
  const [amount, setAmount] = useState(total);
  const [reference, setReference] = useState('');
  const [reason, setReason] = useState('');
  const isCredited = answer === 'credited';
  const credited = isCredited ? readMoney(amount) : readMoney('0');
  const isLess = credited !== undefined && credited < (readMoney(total) ?? 0n);
  const body = {
    date,
    amount: isCredited ? amount : '0',
    goods_came_back: answer === 'came_back',
    credit_reference: reference.trim() || null,
    credit_reason: reason.trim() || null,
  };
  const isSaid = credited !== undefined && date !== '' && (!isLess || body.credit_reason !== null);
  const field = (of: string) => ({ name: of, label: fieldLabel(of), problem: problems.get(of) });
  return (
    <TransitionDialog {...{ session, name, onClose, body }} disabled={!isSaid}>
      <div className="grid grid-cols-2 gap-3">
        <div className="col-span-2">
          <SelectField
            label={t('purchasing:awaited.answer')}
            value={answer}
            onChange={setAnswer}
            options={ANSWERS.map((value) => ({ value, label: t(`purchasing:awaited.answers.${value}`) }))}
          />
        </div>
        <DateField {...field('date')} required value={date} onChange={setDate} />
        {isCredited && <AmountField {...field('amount')} required autoFocus value={amount} onChange={setAmount} />}
        <TextField {...field('credit_reference')} value={reference} onChange={setReference} maxLength={140} />
        <TextField {...field('credit_reason')} required={isLess} value={reason} onChange={setReason} maxLength={140} />
      </div>
    </TransitionDialog>
  );
}

/** Below the total: what the supplier answered. */
export function CreditFigures({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const { server } = useSessionState(session);
  const { date, amount, goods_came_back, credit_reference, credit_reason } = membersOf(server?.data['credit']);
  if (typeof date !== 'string' || typeof amount !== 'string') return null;
  const said = [credit_reference, credit_reason].filter((text) => typeof text === 'string').join(' · ');
  return (
    <div className="flex min-w-72 flex-col gap-1 px-4 pb-2" data-credit>
      <div className="flex items-baseline justify-between gap-8">
        <span className="font-semibold">
          {goods_came_back === true ? t('purchasing:awaited.answers.came_back') : t('purchasing:awaited.credited')}{' '}
          <Day value={date} />
        </span>
        <span className="number-cell min-w-36">
          <Amount value={amount} />
        </span>
      </div>
      {said !== '' && <span className="text-ink-muted">{said}</span>}
    </div>
  );
}
