/** Missing goods of a transfer that persons owe: charging one of them afterwards, taking a charge back, and all charges. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Members, objectsOf } from '../../../../domain/values/members.ts';
import { Amount, Day } from '../../controls/amount.tsx';
import { SmallTable } from '../../controls/small-table.tsx';
import { EmptyState } from '../../controls/states.tsx';
import { AmountField } from '../../form/fields/amount-field.tsx';
import { DayField } from '../../form/fields/date-field.tsx';
import { LookupField } from '../../form/fields/lookup-field.tsx';
import { ReasonField } from '../../form/fields/reason-field.tsx';
import { fieldLabel } from '../../language/names.ts';
import { localToday } from '../../typing/date-words.ts';
import { useCurrencies } from '../model/amount-format.ts';
import type { DocumentSession } from '../model/session.ts';
import { useSessionState } from '../model/use-session.ts';
import { ReversePartDialog } from './reverse-part-dialog.tsx';
import { TransitionDialog, type TransitionDialogProps } from './transition-dialogs.tsx';

/** A charge as it is shown; the amount is empty for whoever may not see costs. */
interface Charge {
  readonly charge_id: number;
  readonly date: string;
  readonly person: string;
  readonly amount: string;
  readonly reason: string;
  readonly standing: boolean;
}

/** Until something happens to it, the charge of the write-off is in its arrival only. */
function chargesOf(data: Members): readonly Charge[] {
  const ofWriteOff = objectsOf(data['receipts']).filter(({ charged_user_fk }) => charged_user_fk);
  return (data['charges'] ? objectsOf(data['charges']) : ofWriteOff).map((charge) => ({
    charge_id: Number(charge['charge_id'] ?? 1),
    date: String(charge['date']),
    person: String(charge['charged_user_name'] ?? ''),
    amount: String(charge['charged_amount'] ?? ''),
    reason: String(charge['reason'] ?? ''),
    standing: charge['standing'] !== false,
  }));
}

/** The members of a body for a person and an amount; without an amount, the server takes what the goods cost. */
export const chargeOf = (person: number | null, amount: string) => ({
  charged_user_fk: person,
  ...(amount === '' ? {} : { charged_amount: amount }),
});

interface ChargedFieldsProps {
  readonly person: number | null;
  readonly setPerson: (person: number | null) => void;
  readonly amount: string;
  readonly setAmount: (amount: string) => void;
  /** What an empty amount means. */
  readonly hint: string;
  readonly problems: ReadonlyMap<string, string>;
}

/** Who is charged, and then how much. */
export function ChargedFields({ person, setPerson, amount, setAmount, hint, problems }: ChargedFieldsProps) {
  return (
    <>
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
          hint={hint}
          value={amount}
          problem={problems.get('charged_amount')}
          onChange={setAmount}
        />
      )}
    </>
  );
}

/** Charges goods that were written off before. */
export function ChargeMissingDialog(props: TransitionDialogProps) {
  const { t } = useTranslation();
  const { problems } = useSessionState(props.session);
  const [date, setDate] = useState(localToday());
  const [person, setPerson] = useState<number | null>(null);
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const charges = chargesOf(props.session.read().server?.data ?? {});
  const charge_id = Math.max(0, ...charges.map((charge) => charge.charge_id)) + 1;
  const body = { charge_id, ...chargeOf(person, amount), date: date || null, reason: reason.trim() };
  return (
    <TransitionDialog {...props} body={body} disabled={person === null || body.reason === ''}>
      <div className="grid grid-cols-2 gap-3">
        <DayField autoFocus value={date} onChange={setDate} problem={problems.get('date')} />
        <ChargedFields {...{ person, setPerson, amount, setAmount, problems }} hint={t('document:charged_rest')} />
      </div>
      <ReasonField value={reason} onChange={setReason} />
    </TransitionDialog>
  );
}

export function ReverseChargeDialog(props: TransitionDialogProps) {
  const { t } = useTranslation();
  return (
    <ReversePartDialog
      {...props}
      legend={t('document:tabs.charges')}
      parts={chargesOf(props.session.read().server?.data ?? {}).filter(({ standing }) => standing)}
      field="charge_id"
      idOf={({ charge_id }) => charge_id}
      show={({ date, person, amount }) => (
        <>
          <Day value={date} />
          <bdi>{person}</bdi>
          <Amount value={amount} />
        </>
      )}
    />
  );
}

/** The tab of a transfer: who owes what of the missing goods, and what was taken back. */
export function ChargesTab({ session }: { readonly session: DocumentSession }) {
  const { t } = useTranslation();
  const { server } = useSessionState(session);
  const { symbol, decimals } = useCurrencies()(Number(server?.data['system_currency_fk']));
  const charges = chargesOf(server?.data ?? {});
  if (charges.length === 0) return <EmptyState title={t('document:no_charges')} />;
  return (
    <div className="p-4">
      <SmallTable
        className="w-full max-w-3xl"
        rows={charges}
        keyOf={({ charge_id }) => charge_id}
        rowClass={({ standing }) => (standing ? '' : 'text-ink-muted line-through')}
        columns={[
          { head: fieldLabel('date'), cell: ({ date }) => <Day value={date} /> },
          { head: fieldLabel('charged_user_fk'), cell: ({ person }) => <bdi>{person}</bdi> },
          {
            head: t('report:columns.amount', { currency: symbol }),
            number: true,
            cell: ({ amount }) => <Amount value={amount} decimalsMin={decimals} />,
          },
          { head: t('document:reason'), cell: ({ reason }) => <bdi>{reason}</bdi> },
        ]}
      />
    </div>
  );
}
