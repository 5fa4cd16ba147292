/**
 * Sign-in: for the office with email and password, for a cashier at a till's device with a PIN. Plain form fields with
 * autocomplete names, for password managers.
 */
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../shared/api/read.ts';
import { changeLanguage } from '../../shared/language/language.ts';
import { LANGUAGES, setPreferences, usePreferences } from '../../shared/language/preferences.ts';
import { signIn } from '../../shared/session/session.ts';
import { Brand } from '../menu/brand.tsx';
import type { ThisTill } from './cashier-form.tsx';
import { PasswordField, PlainField, Refused, SubmitButton, useRefusal, useWrongFields } from './plain-field.tsx';

const CashierForm = lazy(() => import('./cashier-form.tsx'));
const CodeForm = lazy(() => import('./code-form.tsx'));

const PASSWORD_MIN = 4;
const MODES = ['office', 'cashier'] as const;
type Mode = (typeof MODES)[number];

const keptMode = (): Mode | null => MODES.find((mode) => mode === localStorage.getItem(MODE_KEY)) ?? null;
/** The mode used last on this device. */
const MODE_KEY = 'daftar.sign_in_mode';

export function SignInPage() {
  const { t } = useTranslation();
  const till = useThisTill();
  const [chosen, setChosen] = useState(keptMode);
  const mode = chosen ?? (till?.is_enrolled ? 'cashier' : 'office');
  const title = `${t('product')} · ${t('sign_in.title')}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  const choose = (next: Mode) => {
    localStorage.setItem(MODE_KEY, next);
    setChosen(next);
  };
  return (
    <main className="flex min-h-full flex-col items-center justify-center gap-6 p-4">
      <Brand />
      <div className="flex w-full max-w-sm flex-col gap-4 rounded-lg border border-edge bg-surface-1 p-6 shadow-float">
        <h1 className="text-lg font-semibold">{t('sign_in.title')}</h1>
        <ModeSwitch mode={mode} onChoose={choose} />
        {mode === 'cashier' ? (
          <Suspense>
            <CashierForm till={till} />
          </Suspense>
        ) : (
          <OfficeForm />
        )}
      </div>
      <Switches />
    </main>
  );
}

/** Undefined until the server has answered. */
function useThisTill(): ThisTill | undefined {
  const [till, setTill] = useState<ThisTill>();
  useEffect(() => {
    read('auth/till', { anonymous: true }).then(setTill, () => setTill({ is_enrolled: false }));
  }, []);
  return till;
}

function ModeSwitch({ mode, onChoose }: { mode: Mode; onChoose: (mode: Mode) => void }) {
  const { t } = useTranslation();
  return (
    <div className="grid grid-cols-2 gap-1 rounded-md bg-surface-3 p-1">
      {MODES.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === mode}
          onClick={() => onChoose(name)}
          className="h-8 rounded-sm text-ink-muted hover:text-ink aria-pressed:bg-surface-1 aria-pressed:font-medium aria-pressed:text-ink aria-pressed:shadow-card"
        >
          {t(`sign_in.${name}`)}
        </button>
      ))}
    </div>
  );
}

/** The password, and a code with two-step verification. */
function OfficeForm() {
  const [ticket, setTicket] = useState<string>();
  if (ticket !== undefined) {
    return (
      <Suspense>
        <CodeForm ticket={ticket} onBack={() => setTicket(undefined)} />
      </Suspense>
    );
  }
  return <PasswordForm onCodeWanted={setTicket} />;
}

function PasswordForm({ onCodeWanted }: { onCodeWanted: (ticket: string) => void }) {
  const { t } = useTranslation();
  const { problem, busy, attempt } = useRefusal();
  const { wrong, isRight } = useWrongFields();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isRight(event.currentTarget)) return;
    const form = new FormData(event.currentTarget);
    void attempt(async () => {
      const ticket = await signIn(String(form.get('email')).trim(), String(form.get('password')));
      if (ticket !== undefined) onCodeWanted(ticket);
    });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Refused problem={problem} />
      <PlainField
        name="email"
        type="email"
        label={t('sign_in.email')}
        autoComplete="username"
        required
        autoFocus
        problem={wrong['email']}
      />
      <PasswordField
        name="password"
        label={t('sign_in.password')}
        autoComplete="current-password"
        minLength={PASSWORD_MIN}
        problem={wrong['password']}
      />
      <SubmitButton busy={busy} label={t('sign_in.submit')} />
    </form>
  );
}

function Switches() {
  const { t } = useTranslation();
  const { language, theme } = usePreferences();
  return (
    <div className="flex items-center gap-1 text-ink-muted">
      {LANGUAGES.map((other) => (
        <button
          key={other}
          type="button"
          lang={other}
          aria-pressed={other === language}
          onClick={() => void changeLanguage(other, 'sign-in')}
          className="h-8 rounded-md px-2.5 hover:bg-surface-3 hover:text-ink aria-pressed:font-semibold aria-pressed:text-ink"
        >
          {t(`languages.${other}`)}
        </button>
      ))}
      <span aria-hidden className="mx-1 h-4 border-s border-edge" />
      <button
        type="button"
        onClick={() => setPreferences({ theme: theme === 'dark' ? 'light' : 'dark' })}
        className="h-8 rounded-md px-2.5 hover:bg-surface-3 hover:text-ink"
      >
        {t(theme === 'dark' ? 'theme.light' : 'theme.dark')}
      </button>
    </div>
  );
}
