/** Corrects the pay of one person in an approved or paid payroll, and says what is then left to pay or owed. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readMoney } from '../../domain/values/money.ts';
import { Amount } from '../shared/controls/amount.tsx';
import { TransitionDialog, type TransitionDialogProps } from '../shared/document/dialogs/transition-dialogs.tsx';
import { useSessionState } from '../shared/document/model/use-session.ts';
import { AmountField } from '../shared/form/fields/amount-field.tsx';
import { DayField } from '../shared/form/fields/date-field.tsx';
import { ReasonField } from '../shared/form/fields/reason-field.tsx';
import { SelectField } from '../shared/form/fields/select-field.tsx';
import { TextField } from '../shared/form/fields/text-field.tsx';
import { fieldLabel } from '../shared/language/names.ts';
import { corrected, linesOf } from './payroll-lines.ts';

const PAY = ['base_salary', 'addition', 'deduction'] as const;
const NOTHING = { base_salary: '', addition: '', deduction: '', note: '' };

export function CorrectPayroll({ session, name, onClose }: TransitionDialogProps) {
  const { t } = useTranslation();
  const data = session.read().server?.data ?? {};
  const { problems } = useSessionState(session);
  const lines = linesOf(data);
  const [date, setDate] = useState(String(data['date'] ?? ''));
  const [chosen, setChosen] = useState<number>();
  const [typed, setTyped] = useState(NOTHING);
  const [reason, setReason] = useState('');
  const line = lines.find(({ line_id }) => line_id === chosen);
  const choose = (id: string) => {
    const next = lines.find(({ line_id }) => String(line_id) === id);
    setChosen(next?.line_id);
    setTyped({
      base_salary: next?.base_salary ?? '',
      addition: next?.addition ?? '',
      deduction: next?.deduction ?? '',
      note: next?.note ?? '',
    });
  };
  const isPay = readMoney(typed.base_salary) !== undefined && PAY.every((field) => isAmount(typed[field]));
  const isSaid = line !== undefined && isPay && reason.trim() !== '' && /^\d{4}-\d\d-\d\d$/.test(date);
  const body = {
    date,
    line_id: chosen,
    base_salary: typed.base_salary,
    addition: typed.addition || null,
    deduction: typed.deduction || null,
    note: typed.note.trim() || null,
    reason: reason.trim(),
  };
  const after = line && isPay ? corrected(data, line, typed) : undefined;
  return (
    <TransitionDialog {...{ session, name, onClose, body }} disabled={!isSaid}>
      <div className="flex flex-col gap-3">
        <SelectField
          name="line_id"
          label={fieldLabel('user_fk')}
          required
          autoFocus
          empty=""
          value={String(chosen ?? '')}
          onChange={choose}
          options={lines.map((each) => ({ value: String(each.line_id), label: each.name }))}
        />
        {PAY.map((field) => (
          <AmountField
            key={field}
            name={field}
            label={fieldLabel(field)}
            required={field === 'base_salary'}
            problem={problems.get(field)}
            disabled={line === undefined}
            value={typed[field]}
            onChange={(value) => setTyped({ ...typed, [field]: value })}
          />
        ))}
        <TextField
          name="note"
          label={fieldLabel('note')}
          maxLength={140}
          disabled={line === undefined}
          value={typed.note}
          onChange={(note) => setTyped({ ...typed, note })}
        />
        <DayField problem={problems.get('date')} value={date} onChange={setDate} />
        <ReasonField value={reason} onChange={setReason} />
        {after && (
          <dl className="flex justify-between gap-4" data-corrected>
            <dt>{after.debt === undefined ? t('people:payroll.left') : t('people:payroll.owes')}</dt>
            <dd>
              <Amount value={after.debt ?? after.rest} />
            </dd>
          </dl>
        )}
      </div>
    </TransitionDialog>
  );
}

const isAmount = (typed: string): boolean => typed === '' || readMoney(typed) !== undefined;
