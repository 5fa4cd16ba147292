/**
 * Receives a remittance: into an account of any outlet and currency, by a supplier, or against a liability; with what
 * did not arrive. Without a place all of it was lost.
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readMoney, subtract, ZERO } from '../../domain/values/money.ts';
import { APPROVED_TRANSITIONS } from '../shared/document/dialogs/pay-out-dialog.tsx';
import { TransitionDialog, type TransitionDialogProps } from '../shared/document/dialogs/transition-dialogs.tsx';
import { accountQuery } from '../shared/document/model/reference-data.ts';
import type { ScreenTransition } from '../shared/document/screen-declaration.ts';
import { AmountField } from '../shared/form/fields/amount-field.tsx';
import { DayField } from '../shared/form/fields/date-field.tsx';
import { LookupField } from '../shared/form/fields/lookup-field.tsx';
import { fieldLabel } from '../shared/language/names.ts';
import { localToday } from '../shared/typing/date-words.ts';
import { SettledByRemittance, useSettled } from './settled-by-remittance.tsx';

const PLACES = [
  { field: 'account_fk', resource: 'cashes' },
  { field: 'supplier_fk', resource: 'suppliers' },
  { field: 'ledger_account_fk', resource: 'ledger_accounts' },
] as const;

interface Place {
  readonly field: (typeof PLACES)[number]['field'];
  readonly id: number;
}

function ReceivedRemittance({ session, name, onClose }: TransitionDialogProps) {
  const data = session.read().server?.data ?? {};
  const [date, setDate] = useState(localToday());
  const [place, setPlace] = useState<Place | null>(null);
  const [received, setReceived] = useState('');
  const [missing, setMissing] = useState('');
  const [expense, setExpense] = useState<number | null>(null);
  const account = place?.field === 'account_fk' ? place.id : null;
  const { data: chosen } = useQuery({ ...accountQuery(account ?? 0), enabled: account !== null });
  const isOther = account !== null && chosen != null && chosen['currency_fk'] !== data['currency_fk'];
  const isShort = (readMoney(missing) ?? 0n) > 0n;
  const isWhole = isShort && readMoney(missing) === readMoney(String(data['amount']));
  const settled = useSettled({
    supplier: place?.field === 'supplier_fk' ? place.id : null,
    data,
    date,
    left: subtract(readMoney(String(data['amount'] ?? '')) ?? ZERO, readMoney(missing) ?? ZERO),
  });
  const isSaid =
    /^\d{4}-\d\d-\d\d$/.test(date) &&
    (place !== null) !== isWhole &&
    (!isShort || expense !== null) &&
    (!isOther || received !== '');
  const body = {
    date,
    ...(place ? { [place.field]: place.id } : {}),
    ...(isOther ? { received_amount: received } : {}),
    ...settled.body,
    ...(isShort ? { missing_amount: missing, expense_type_fk: expense } : {}),
  };
  return (
    <TransitionDialog
      {...{ session, name, onClose, body }}
      disabled={!isSaid}
      width={settled.open.length > 0 ? 'wide' : 'narrow'}
    >
      <div className="flex flex-col gap-3">
        <DayField value={date} onChange={setDate} />
        {PLACES.map(({ field, resource }) => (
          <LookupField
            key={field}
            name={field}
            label={fieldLabel(field)}
            resource={resource}
            value={place?.field === field ? place.id : null}
            onChange={(id) => setPlace(id === null ? null : { field, id })}
            creatable={false}
          />
        ))}
        {isOther && (
          <AmountField
            name="received_amount"
            label={fieldLabel('received_amount')}
            required
            value={received}
            onChange={setReceived}
          />
        )}
        {place?.field === 'supplier_fk' && <SettledByRemittance of={settled} />}
        <AmountField name="missing_amount" label={fieldLabel('missing_amount')} value={missing} onChange={setMissing} />
        {isShort && (
          <LookupField
            name="expense_type_fk"
            label={fieldLabel('expense_type_fk')}
            required
            resource="expense_types"
            value={expense}
            onChange={setExpense}
            creatable={false}
          />
        )}
      </div>
    </TransitionDialog>
  );
}

/** The transitions of a document with approval, whose payment is received with this dialog. */
export const RECEIVED_TRANSITIONS: readonly ScreenTransition[] = APPROVED_TRANSITIONS.map((transition) =>
  transition.name === 'pay_out' ? { ...transition, dialog: ReceivedRemittance } : transition,
);
