/** The dialog for receiving goods, with or before the supplier's bill. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QuantitiesDialog } from '../shared/document/dialogs/quantities-dialog.tsx';
import type { TransitionDialogProps } from '../shared/document/dialogs/transition-dialogs.tsx';
import { DayField } from '../shared/form/fields/date-field.tsx';
import { CheckField } from '../shared/form/fields/select-field.tsx';
import { localToday } from '../shared/typing/date-words.ts';

export function ReceiveDialog(props: TransitionDialogProps) {
  const { t } = useTranslation();
  const [date, setDate] = useState(localToday());
  const [billed, setBilled] = useState(true);
  return (
    <QuantitiesDialog {...props} extra={{ date, billed }} batches="new">
      <div className="mb-3 grid grid-cols-2 gap-3">
        <DayField value={date} onChange={setDate} />
        <CheckField label={t('purchasing:before_the_bill')} value={!billed} onChange={(before) => setBilled(!before)} />
      </div>
    </QuantitiesDialog>
  );
}
