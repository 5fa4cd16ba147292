/** Pays an approved document: day, and account in the document's currency. */
import { useState } from 'react';
import { CashField } from '../../form/cash-field.tsx';
import { DateField } from '../../form/date-field.tsx';
import { LookupField } from '../../form/lookup-field.tsx';
import { fieldLabel } from '../../language/names.ts';
import { useMe } from '../../session/session.ts';
import { localToday } from '../../typing/date-words.ts';
import type { ScreenTransition } from '../screen-declaration.ts';
import { TransitionDialog, type TransitionDialogProps } from './transition-dialogs.tsx';

/** Transitions of documents with approval, payment and reversal (`domain/kernel/approved.ts`). */
export const APPROVED_TRANSITIONS: readonly ScreenTransition[] = [
  { name: 'approve', permission: 'approve' },
  { name: 'pay_out', permission: 'pay', dialog: PayOutDialog },
  { name: 'reverse', permission: 'destroy', reasoned: true },
  { name: 'discard', permission: 'destroy', dangerous: true },
];

/** A target of the payment other than a cash account: a field of the body, and the kind of its records. */
interface OtherTarget {
  readonly field: string;
  readonly resource: string;
}

/** The same for documents with other payment targets. */
export function deliveredTo(...others: readonly OtherTarget[]): readonly ScreenTransition[] {
  const dialog = (props: TransitionDialogProps) => <PayOutDialog {...props} others={others} />;
  return APPROVED_TRANSITIONS.map((transition) =>
    transition.name === 'pay_out' ? { ...transition, dialog } : transition,
  );
}

const NO_OTHERS: readonly OtherTarget[] = [];

export function PayOutDialog({
  session,
  name,
  onClose,
  others = NO_OTHERS,
}: TransitionDialogProps & { readonly others?: readonly OtherTarget[] }) {
  const { system_currency } = useMe();
  const data = session.read().server?.data ?? {};
  const [date, setDate] = useState(localToday());
  const [account, setAccount] = useState<number | null>(null);
  const [other, setOther] = useState<{ readonly field: string; readonly id: number } | null>(null);
  const isSaid = (account !== null || other !== null) && /^\d{4}-\d\d-\d\d$/.test(date);
  const body = other ? { date, [other.field]: other.id } : { date, account_fk: account };
  return (
    <TransitionDialog {...{ session, name, onClose, body }} disabled={!isSaid}>
      <div className="flex flex-col gap-3">
        <DateField name="date" label={fieldLabel('date')} required value={date} onChange={setDate} />
        <CashField
          name="account_fk"
          required={other === null}
          currency={data['currency_fk'] ?? system_currency.currency_id}
          outlet={data['outlet_fk']}
          value={account}
          onChange={(chosen) => {
            setAccount(chosen);
            setOther(null);
          }}
        />
        {others.map(({ field, resource }) => (
          <LookupField
            key={field}
            name={field}
            label={fieldLabel(field)}
            resource={resource}
            value={other?.field === field ? other.id : null}
            onChange={(id) => {
              setOther(id === null ? null : { field, id });
              setAccount(null);
            }}
            creatable={false}
          />
        ))}
      </div>
    </TransitionDialog>
  );
}
