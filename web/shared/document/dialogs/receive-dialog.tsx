/**
 * Receives a transfer between inventories: the time, and the total quantity of each line; or closes the missing rest.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayField } from '../../form/fields/date-field.tsx';
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

/** Missing goods are a loss on the chosen day. */
export function MissingDialog(props: TransitionDialogProps) {
  const { session, name } = props;
  const { t } = useTranslation();
  const [date, setDate] = useState(localToday());
  const { problems } = useSessionState(session);
  return (
    <TransitionDialog {...props} body={{ date: date || null }} look="danger">
      <p className="mb-4">{t(`document:confirm.${name}`)}</p>
      <DayField autoFocus value={date} onChange={setDate} problem={problems.get('date')} />
    </TransitionDialog>
  );
}
