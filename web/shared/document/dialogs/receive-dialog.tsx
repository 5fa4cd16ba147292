/**
 * Receives a transfer between inventories: the time, and the total quantity of each line; or closes the missing rest.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField } from '../../form/fields/amount-field.tsx';
import { DayField } from '../../form/fields/date-field.tsx';
import { LookupField } from '../../form/fields/lookup-field.tsx';
import { fieldLabel } from '../../language/names.ts';
import { useCan } from '../../session/session.ts';
import { localToday } from '../../typing/date-words.ts';
import { useSessionState } from '../model/use-session.ts';
import { QuantitiesDialog } from './quantities-dialog.tsx';
import { TransitionDialog, type TransitionDialogProps } from './transition-dialogs.tsx';

export function ArrivalDialog(props: TransitionDialogProps) {
  const [date, setDate] = useState(localToday());
  const { problems } = useSessionState(props.session);
  return (
    <QuantitiesDialog {...props} extra={{ date: date || null }} shows={['date']} batches="sent">
      <div className="mb-3 grid grid-cols-2 gap-3">
        <DayField value={date} onChange={setDate} problem={problems.get('date')} />
      </div>
    </QuantitiesDialog>
  );
}

/** Missing goods are a loss on the chosen day, or a person owes them: at cost where no amount is typed. */
export function MissingDialog(props: TransitionDialogProps) {
  const { session, name } = props;
  const { t } = useTranslation();
  const can = useCan();
  const [date, setDate] = useState(localToday());
  const [person, setPerson] = useState<number | null>(null);
  const [amount, setAmount] = useState('');
  const { problems } = useSessionState(session);
  const charge = { charged_user_fk: person, ...(amount === '' ? {} : { charged_amount: amount }) };
  const body = { date: date || null, ...(person === null ? {} : charge) };
  return (
    <TransitionDialog {...props} body={body} look="danger">
      <p className="mb-4">{t(`document:confirm.${name}`)}</p>
      <DayField autoFocus value={date} onChange={setDate} problem={problems.get('date')} />
      {can('stocks/charge_missing') && (
        <div className="mt-3 grid grid-cols-2 gap-3">
          <LookupField
            label={fieldLabel('charged_user_fk')}
            name="charged_user_fk"
            resource="users"
            creatable={false}
            value={person}
            problem={problems.get('charged_user_fk')}
            onChange={setPerson}
          />
          {person !== null && (
            <AmountField
              label={fieldLabel('charged_amount')}
              hint={t('document:charged_at_cost')}
              value={amount}
              problem={problems.get('charged_amount')}
              onChange={setAmount}
            />
          )}
        </div>
      )}
    </TransitionDialog>
  );
}
