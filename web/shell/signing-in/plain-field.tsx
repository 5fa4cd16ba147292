/** Fields of the pages before sign-in: plain HTML, to keep that page small. */
import { type InputHTMLAttributes, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '../../shared/api/sentence.ts';
import { say } from '../../shared/language/language.ts';

export const FIELD =
  'h-9 w-full rounded-md border border-edge-strong bg-surface-1 px-2.5 text-ink aria-invalid:border-danger-ink focus-visible:outline-2 focus-visible:outline-focus';

export interface PlainFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly problem?: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
}

interface LabelledProps {
  readonly id: string;
  readonly label: string;
  readonly children: ReactNode;
}

/** A label above its field. */
export const Labelled = ({ id, label, children }: LabelledProps) => (
  <div className="flex flex-col gap-1">
    <label htmlFor={id} className="text-xs font-medium text-ink-muted">
      {label}
    </label>
    {children}
  </div>
);

export function PlainField({ label, problem, ...input }: PlainFieldProps) {
  const id = useId();
  return (
    <Labelled {...{ id, label }}>
      <input
        id={id}
        dir={input.type === 'email' ? 'ltr' : undefined}
        {...input}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        className={FIELD}
      />
      {problem && (
        <p id={`${id}-problem`} className="text-xs text-danger-ink">
          {problem}
        </p>
      )}
    </Labelled>
  );
}

export type WrongFields = Readonly<Record<string, string>>;

/**
 * Validates a form with the browser's rules and our messages, by field name; focuses the first invalid field. The form
 * is `noValidate`, because the browser's messages are in its own language.
 */
export function wrongFields(form: HTMLFormElement): WrongFields {
  const fields = [...form.elements].filter(
    (element) => element instanceof HTMLInputElement || element instanceof HTMLSelectElement,
  );
  const wrong = fields.filter(({ validity }) => !validity.valid);
  wrong[0]?.focus();
  return Object.fromEntries(wrong.map((input) => [input.name, sentenceOfInput(input)]));
}

/** The errors of a form on submit; `isRight` validates it. */
export function useWrongFields() {
  const [wrong, setWrong] = useState<WrongFields>({});
  const isRight = (form: HTMLFormElement): boolean => {
    const found = wrongFields(form);
    setWrong(found);
    return Object.keys(found).length === 0;
  };
  return { wrong, isRight };
}

function sentenceOfInput(input: HTMLInputElement | HTMLSelectElement): string {
  const { labels, validity } = input;
  const field = labels?.[0]?.textContent ?? '';
  if (validity.typeMismatch) return say('errors.email', { field });
  if (!validity.tooShort || input instanceof HTMLSelectElement) return say('errors.required', { field });
  return say('errors.too_short', { field, count: input.minLength });
}

export function PasswordField(props: PlainFieldProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <PlainField required {...props} type={shown ? 'text' : 'password'} dir="ltr" />
      <button
        type="button"
        onClick={() => setShown(!shown)}
        className="absolute end-0 top-0 text-xs text-ink-muted hover:text-ink"
      >
        {t(shown ? 'sign_in.hide_password' : 'sign_in.show_password')}
      </button>
    </div>
  );
}

export function SubmitButton({ busy, label }: { busy: boolean; label: string }) {
  return (
    <button
      type="submit"
      disabled={busy}
      aria-busy={busy}
      className="h-9 rounded-md bg-accent font-medium text-accent-ink hover:bg-accent-strong disabled:opacity-60"
    >
      {label}
    </button>
  );
}

/** Runs an attempt and keeps its refusal; true when it succeeded. */
export function useRefusal() {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const attempt = async (run: () => Promise<void>): Promise<boolean> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await run();
      return true;
    } catch (refused) {
      setProblem(sentenceOf(refused));
      setBusy(false);
      return false;
    }
  };
  return { problem, busy, attempt };
}

/** A refusal, announced to screen readers and scrolled into view. */
export function Refused({ problem }: { problem: string | undefined }) {
  const alert = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (problem) alert.current?.focus();
  }, [problem]);
  return (
    <p
      ref={alert}
      role="alert"
      tabIndex={-1}
      className="rounded-md bg-danger px-3 py-2 text-danger-ink outline-none empty:hidden"
    >
      {problem}
    </p>
  );
}
