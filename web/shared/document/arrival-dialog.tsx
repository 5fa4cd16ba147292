/** Goods between inventories that arrive: when, and how much of each line in all. */
import { useState } from 'react';
import { DateField } from '../form/date-field.tsx';
import { fieldLabel } from '../language/names.ts';
import { localToday } from '../typing/date-words.ts';
import { QuantitiesDialog, type TransitionDialogProps } from './transition-dialogs.tsx';
import { useSessionState } from './use-session.ts';

export function ArrivalDialog(props: TransitionDialogProps) {
  const [date, setDate] = useState(localToday());
  const { problems } = useSessionState(props.session);
  return (
    <QuantitiesDialog {...props} extra={{ date: date || null }} shows={['date']}>
      <div className="mb-3 grid grid-cols-2 gap-3">
        <DateField
          label={fieldLabel('date')}
          name="date"
          required
          value={date}
          onChange={setDate}
          problem={problems.get('date')}
        />
      </div>
    </QuantitiesDialog>
  );
}
