/** Delivers goods of a sale, in parts or all of them: the day, the driver, and how much of each line. */
import { useState } from 'react';
import { returnedUndelivered } from '../../domain/documents/delivered-goods.ts';
import { QuantitiesDialog, type TransitionDialogProps } from '../shared/document/dialogs/transition-dialogs.tsx';
import { useSessionState } from '../shared/document/model/use-session.ts';
import { DateField } from '../shared/form/fields/date-field.tsx';
import { fieldLabel } from '../shared/language/names.ts';
import { localToday } from '../shared/typing/date-words.ts';
import { DriverField } from './orders/driver-field.tsx';

export function DeliverDialog(props: TransitionDialogProps) {
  const [date, setDate] = useState(localToday());
  const [driver, setDriver] = useState<number | null>(null);
  const { problems, server } = useSessionState(props.session);
  const extra = { date: date || null, ...(driver === null ? {} : { driver_fk: driver }) };
  const returned = returnedUndelivered(server?.data ?? {});
  return (
    <QuantitiesDialog {...props} extra={extra} shows={['date']} inUnits without={returned}>
      <div className="mb-3 grid grid-cols-2 gap-3">
        <DateField
          label={fieldLabel('date')}
          name="date"
          required
          value={date}
          onChange={setDate}
          problem={problems.get('date')}
        />
        <DriverField value={driver} onChange={setDriver} />
      </div>
    </QuantitiesDialog>
  );
}
