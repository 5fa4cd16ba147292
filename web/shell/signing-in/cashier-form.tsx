/** Sign-in at a till: outlet, name or code, PIN, with keys for touch. */

import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PinKey } from '../../../domain/till/till-ticket.ts';
import { defined } from '../../../domain/values/defined.ts';
import { ApiError } from '../../shared/api/error.ts';
import { type Reads, read } from '../../shared/api/read.ts';
import { sentenceOf } from '../../shared/api/sentence.ts';
import { signInCashier } from '../../shared/session/session.ts';
import { FIELD, Labelled, PlainField, Refused, SubmitButton, useRefusal, useWrongFields } from './plain-field.tsx';

/** The server's data of this device. */
export type ThisTill = Reads['auth/till'];

interface Cashier {
  readonly user_id: number;
  readonly user_name: string;
}

export default function CashierForm({ till }: { till: ThisTill | undefined }) {
  const { t } = useTranslation();
  if (!till) return <span className="skeleton h-40" role="status" aria-label={t('loading')} />;
  if (!till.is_enrolled) return <p className="text-ink-muted">{t('sign_in.not_enrolled')}</p>;
  return <EnrolledForm till={till} />;
}

function EnrolledForm({ till }: { till: Extract<ThisTill, { is_enrolled: true }> }) {
  const { t } = useTranslation();
  const byName = till.cashier_login_option === 'name';
  const { cashiers, nobody } = useCashiers(byName ? till.outlet_id : undefined);
  const [pin, setPin] = useState('');
  const pinField = useRef<HTMLInputElement>(null);
  const { problem, busy, attempt } = useRefusal();
  const { wrong, isRight } = useWrongFields();
  const press = (digit: string | undefined) => {
    setPin((typed) => (digit === undefined ? typed.slice(0, -1) : typed + digit));
    // Moves the focus to the field, so that Enter signs in instead of pressing the key again.
    pinField.current?.focus();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isRight(event.currentTarget)) return;
    const form = new FormData(event.currentTarget);
    const who = byName ? { user_fk: Number(form.get('user_fk')) } : { user_code: String(form.get('user_code')).trim() };
    const signing = () =>
      signInCashier({ outlet_fk: till.outlet_id, ...who, pin }, (user, key) => keepAtTill(user, pin, key));
    void attempt(signing).then((done) => done || setPin(''));
  };
  return (
    <form noValidate onSubmit={submit} autoComplete="off" className="flex flex-col gap-4">
      <Refused problem={problem ?? nobody} />
      <Choice
        name="outlet_fk"
        label={t('sign_in.outlet')}
        options={[[till.outlet_id, `${till.outlet_name} · ${till.till_name}`]]}
      />
      {byName ? (
        <Choice
          name="user_fk"
          label={t('sign_in.user')}
          options={cashiers.map(({ user_id, user_name }) => [user_id, user_name])}
        />
      ) : (
        <PlainField
          name="user_code"
          label={t('sign_in.code')}
          autoComplete="off"
          dir="ltr"
          required
          autoFocus
          problem={wrong['user_code']}
        />
      )}
      <PlainField
        name="pin"
        ref={pinField}
        type="password"
        label={t('sign_in.pin')}
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        required
        problem={wrong['pin']}
        value={pin}
        onChange={(event) => setPin(latin(event.target.value))}
      />
      <Keypad onPress={press} />
      <SubmitButton busy={busy} label={t('sign_in.submit')} />
    </form>
  );
}

/** A cashier who entered the PIN here need not enter it again at this device's till. */
async function keepAtTill(user: number | undefined, pin: string, key: PinKey | undefined): Promise<void> {
  if (user === undefined) return;
  try {
    await (await import('../../till/device/office-sign-in.ts')).grantAtOffice(user, pin, key);
  } catch {
    // If the device cannot store it, the till asks for the PIN while offline.
  }
}

/** The outlet's cashiers; nothing is requested without an outlet, because a code is typed. */
function useCashiers(outlet: number | undefined): { readonly cashiers: readonly Cashier[]; readonly nobody?: string } {
  const [state, setState] = useState<{ cashiers: readonly Cashier[]; nobody?: string }>({ cashiers: [] });
  useEffect(() => {
    if (outlet === undefined) return;
    read('login_cashiers_list/:id', { params: { id: outlet }, anonymous: true }).then(
      (cashiers) => setState({ cashiers }),
      (refused: unknown) =>
        setState({ cashiers: [], ...(refused instanceof ApiError ? { nobody: sentenceOf(refused) } : {}) }),
    );
  }, [outlet]);
  return state;
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [number, string])[];
}

function Choice({ name, label, options }: ChoiceProps) {
  const id = useId();
  return (
    <Labelled {...{ id, label }}>
      <select id={id} name={name} required className={FIELD}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;
const KEY = 'h-12 rounded-md border border-edge bg-surface-2 text-lg hover:bg-surface-3';

/** Digits are arranged as on every till, in both directions. Undefined removes the last digit. */
function Keypad({ onPress }: { onPress: (digit: string | undefined) => void }) {
  const { t } = useTranslation();
  return (
    <div dir="ltr" className="grid grid-cols-3 gap-2">
      {[...DIGITS, '0'].map((digit) => (
        <button
          key={digit}
          type="button"
          tabIndex={-1}
          onClick={() => onPress(digit)}
          className={`${KEY} ${digit === '0' ? 'col-start-2' : ''}`}
        >
          {digit}
        </button>
      ))}
      <button
        type="button"
        tabIndex={-1}
        aria-label={t('sign_in.delete_digit')}
        onClick={() => onPress(undefined)}
        className={KEY}
      >
        ⌫
      </button>
    </div>
  );
}

/** Converts Arabic and Persian digits. */
const latin = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(defined(digit.codePointAt(0)) & 0xf));
