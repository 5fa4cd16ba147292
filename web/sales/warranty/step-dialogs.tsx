/** The dialogs of the steps of a warranty claim: to the supplier, back from there, another piece from stock, and its end. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GIVEN_BACK_AS, SUPPLIER_ANSWERS } from '../../../domain/sales/warranty/warranty-claim.schema.ts';
import { TransitionDialog, type TransitionDialogProps } from '../../shared/document/dialogs/transition-dialogs.tsx';
import { rateOfDay } from '../../shared/document/model/goods/rate-of-day.ts';
import { AmountField } from '../../shared/form/fields/amount-field.tsx';
import { DayField } from '../../shared/form/fields/date-field.tsx';
import { LookupField } from '../../shared/form/fields/lookup-field.tsx';
import { SelectField } from '../../shared/form/fields/select-field.tsx';
import { TextField } from '../../shared/form/fields/text-field.tsx';
import { fieldLabel, optionLabel } from '../../shared/language/names.ts';
import { useMe } from '../../shared/session/session.ts';
import { localToday } from '../../shared/typing/date-words.ts';

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);
const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** The day and the note of every step. */
function useStep() {
  const [date, setDate] = useState(localToday());
  const [note, setNote] = useState('');
  return { body: { date, note: orNull(note) }, isSaid: isDay(date), date, setDate, note, setNote };
}

function StepFields({ date, setDate, note, setNote }: ReturnType<typeof useStep>) {
  return (
    <>
      <DayField value={date} onChange={setDate} />
      <TextField label={fieldLabel('note')} name="note" value={note} onChange={setNote} maxLength={140} />
    </>
  );
}

export function SendDialog(props: TransitionDialogProps) {
  const step = useStep();
  const [supplier, setSupplier] = useState<number | null>(null);
  return (
    <TransitionDialog
      {...props}
      body={{ ...step.body, sent_to_fk: supplier }}
      disabled={!step.isSaid || supplier === null}
    >
      <div className="flex flex-col gap-3">
        <LookupField
          label={fieldLabel('sent_to_fk')}
          name="sent_to_fk"
          resource="suppliers"
          required
          autoFocus
          value={supplier}
          onChange={setSupplier}
        />
        <StepFields {...step} />
      </div>
    </TransitionDialog>
  );
}

export function ExchangeDialog(props: TransitionDialogProps) {
  const { t } = useTranslation();
  const step = useStep();
  const [serial, setSerial] = useState('');
  return (
    <TransitionDialog {...props} body={{ ...step.body, serial_number: orNull(serial) }} disabled={!step.isSaid}>
      <div className="flex flex-col gap-3">
        <p className="text-ink-muted">{t('sales:warranty.exchange_text')}</p>
        <SerialField value={serial} onChange={setSerial} />
        <StepFields {...step} />
      </div>
    </TransitionDialog>
  );
}

export function TakeBackDialog(props: TransitionDialogProps) {
  const { system_currency } = useMe();
  const step = useStep();
  const [answer, setAnswer] = useState('');
  const [serial, setSerial] = useState('');
  const [amount, setAmount] = useState('');
  const [currency, setCurrency] = useState<number | null>(system_currency.currency_id);
  const isForeign = currency !== system_currency.currency_id;
  const found = isForeign ? rateOfDay('out', currency, { date: step.date }) : {};
  const [typedRate, setTypedRate] = useState<string>();
  const rate = typedRate ?? String(found['rate'] ?? '');
  const rated = isForeign
    ? { rate: orNull(rate), rate_fk: typedRate === undefined ? (found['rate_fk'] ?? null) : null }
    : {};
  const credit = { amount: orNull(amount), currency_fk: currency, ...rated };
  const more = answer === 'credited' ? credit : answer === 'replaced' ? { serial_number: orNull(serial) } : {};
  return (
    <TransitionDialog
      {...props}
      body={{ ...step.body, answered_as: answer, ...more }}
      disabled={!step.isSaid || answer === '' || (answer === 'credited' && amount === '')}
    >
      <div className="flex flex-col gap-3">
        <OptionField field="answered_as" options={SUPPLIER_ANSWERS} value={answer} onChange={setAnswer} />
        {answer === 'replaced' && <SerialField value={serial} onChange={setSerial} />}
        {answer === 'credited' && (
          <>
            <AmountField label={fieldLabel('amount')} name="amount" required value={amount} onChange={setAmount} />
            <LookupField
              label={fieldLabel('currency_fk')}
              name="currency_fk"
              resource="currencies"
              required
              value={currency}
              onChange={setCurrency}
              creatable={false}
            />
            {isForeign && (
              <AmountField label={fieldLabel('rate')} name="rate" required value={rate} onChange={setTypedRate} />
            )}
          </>
        )}
        <StepFields {...step} />
      </div>
    </TransitionDialog>
  );
}

/** Asks how it ended only where the customer gets the piece back and no supplier saw it. */
export function CloseDialog(props: TransitionDialogProps) {
  const step = useStep();
  const { status } = props.session.read().server?.data ?? {};
  const isAsked = status === 'received';
  const [ended, setEnded] = useState('');
  return (
    <TransitionDialog
      {...props}
      body={isAsked ? { ...step.body, ended_as: ended } : step.body}
      disabled={!step.isSaid || (isAsked && ended === '')}
    >
      <div className="flex flex-col gap-3">
        {isAsked && <OptionField field="ended_as" options={GIVEN_BACK_AS} value={ended} onChange={setEnded} />}
        <StepFields {...step} />
      </div>
    </TransitionDialog>
  );
}

interface TypedProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const SerialField = (typed: TypedProps) => (
  <TextField label={fieldLabel('serial_number')} name="serial_number" maxLength={40} ltr autoFocus {...typed} />
);

const OptionField = ({
  field,
  options,
  ...chosen
}: TypedProps & { readonly field: string; readonly options: readonly string[] }) => (
  <SelectField
    label={fieldLabel(field)}
    name={field}
    required
    autoFocus
    options={options.map((value) => ({ value, label: optionLabel(field, value) }))}
    {...chosen}
  />
);
