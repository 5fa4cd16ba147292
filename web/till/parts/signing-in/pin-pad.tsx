/** Keys for a PIN, sized for touch; the keyboard types into the field above them. */
import { Delete } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toLatinDigits } from '../../../shared/typing/digits.ts';
import { useDigitsInto } from '../digits-into.ts';
import { TillButton } from '../till-button.tsx';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

interface PinPadProps {
  readonly submit: string;
  /** Why no PIN is taken yet. */
  readonly why?: string | undefined;
  readonly problem: string | undefined;
  /** One call at a time; the field is cleared afterwards. */
  readonly onPin: (pin: string) => Promise<void>;
}

/** Digits are arranged as on every till, in both directions. */
export function PinPad({ submit, why, problem, onPin }: PinPadProps) {
  const { t } = useTranslation();
  const id = useId();
  const [pin, setPin] = useState('');
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useDigitsInto(field, { inDialog: true });
  const press = (digit: string | undefined) => {
    setPin((typed) => (digit === undefined ? typed.slice(0, -1) : typed + digit));
    // A device without a mouse would open its own keyboard over these keys.
    if (matchMedia('(any-pointer: fine)').matches) field.current?.focus();
  };
  const send = async () => {
    if (pin === '' || why !== undefined || busy) return;
    setBusy(true);
    try {
      await onPin(pin);
    } finally {
      setPin('');
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <form noValidate autoComplete="off" onSubmit={onSubmit} className="flex flex-col gap-3">
      {problem && (
        <p role="alert" className="rounded-md bg-danger px-3 py-2 text-danger-ink">
          {problem}
        </p>
      )}
      <label htmlFor={id} className="sr-only">
        {t('sign_in.pin')}
      </label>
      <input
        id={id}
        ref={field}
        type="password"
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        value={pin}
        placeholder={t('sign_in.pin')}
        onChange={(event) => setPin(toLatinDigits(event.target.value).replace(/\D/g, ''))}
        className="h-14 rounded-md border border-edge-strong bg-surface-1 text-center text-2xl tracking-widest"
      />
      <div dir="ltr" className="grid grid-cols-3 gap-2">
        {[...DIGITS, '0'].map((digit) => (
          <TillButton
            key={digit}
            tabIndex={-1}
            onPress={() => press(digit)}
            className={`h-14 text-xl! ${digit === '0' ? 'col-start-2' : ''}`}
          >
            {digit}
          </TillButton>
        ))}
        <TillButton
          tabIndex={-1}
          icon={Delete}
          aria-label={t('sign_in.delete_digit')}
          onPress={() => press(undefined)}
          className="h-14"
        />
      </div>
      <TillButton
        look="primary"
        type="submit"
        disabled={busy}
        why={why ?? (pin === '' ? t('selling:why.pin_missing') : undefined)}
        onPress={() => undefined}
        className="h-14 text-lg!"
      >
        {submit}
      </TillButton>
    </form>
  );
}
