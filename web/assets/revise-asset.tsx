/** Another life, worth at the end and method of an asset that is in use, from the month of a day, with the reason. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { objectsOf } from '../../domain/values/members.ts';
import { readMoney } from '../../domain/values/money.ts';
import { TransitionDialog, type TransitionDialogProps } from '../shared/document/dialogs/transition-dialogs.tsx';
import { useSessionState } from '../shared/document/model/use-session.ts';
import { AmountField } from '../shared/form/fields/amount-field.tsx';
import { DayField } from '../shared/form/fields/date-field.tsx';
import { ReasonField } from '../shared/form/fields/reason-field.tsx';
import { fieldLabel } from '../shared/language/names.ts';
import { localToday } from '../shared/typing/date-words.ts';

export function ReviseAsset({ session, name, onClose }: TransitionDialogProps) {
  const { t } = useTranslation();
  const data = session.read().server?.data ?? {};
  const { problems } = useSessionState(session);
  const now = objectsOf(data['revisions']).at(-1) ?? data;
  const [date, setDate] = useState(localToday());
  const [life, setLife] = useState(String(now['useful_life_months'] ?? ''));
  const [salvage, setSalvage] = useState(String(now['salvage_amount'] ?? ''));
  const [percent, setPercent] = useState(String(now['declining_percent'] ?? ''));
  const [reason, setReason] = useState('');
  const isSaid = /^[1-9]\d{0,3}$/.test(life) && readMoney(salvage) !== undefined && date !== '' && reason.trim() !== '';
  const terms = { useful_life_months: Number(life), salvage_amount: salvage, declining_percent: percent || null };
  const body = { date, ...terms, reason: reason.trim() };
  return (
    <TransitionDialog {...{ session, name, onClose, body }} disabled={!isSaid}>
      <div className="flex flex-col gap-3">
        <p className="text-ink-muted">{t('equity:revise_hint')}</p>
        <DayField problem={problems.get('date')} value={date} onChange={setDate} />
        <AmountField
          name="useful_life_months"
          label={fieldLabel('useful_life_months')}
          required
          decimals={0}
          problem={problems.get('useful_life_months')}
          value={life}
          onChange={setLife}
        />
        <AmountField
          name="salvage_amount"
          label={t('fields:salvage_in_own')}
          required
          problem={problems.get('salvage_amount')}
          value={salvage}
          onChange={setSalvage}
        />
        <AmountField
          name="declining_percent"
          label={fieldLabel('declining_percent')}
          decimals={4}
          problem={problems.get('declining_percent')}
          value={percent}
          onChange={setPercent}
        />
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </TransitionDialog>
  );
}
