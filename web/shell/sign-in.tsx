/** Back-office sign-in. Plain form fields with autocomplete names, so that password managers work. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../shared/api/error.ts';
import { changeLanguage, say } from '../shared/language/language.ts';
import { LANGUAGES, setPreferences, usePreferences } from '../shared/language/preferences.ts';
import { signIn } from '../shared/session/session.ts';
import { Brand } from './brand.tsx';
import { PasswordField, PlainField, SubmitButton } from './plain-field.tsx';

const PASSWORD_MIN = 4;

export function SignInPage() {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const title = `${t('product')} · ${t('sign_in.title')}`;
  const alert = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    document.title = title;
  }, [title]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setProblem(undefined);
    try {
      await signIn(String(form.get('email')).trim(), String(form.get('password')));
    } catch (refused) {
      setProblem(sentence(refused));
      setBusy(false);
      alert.current?.focus();
    }
  };

  return (
    <main className="flex min-h-full flex-col items-center justify-center gap-6 p-4">
      <Brand />
      <form
        onSubmit={(event) => void submit(event)}
        className="flex w-full max-w-sm flex-col gap-4 rounded-lg border border-edge bg-surface-1 p-6 shadow-float"
      >
        <h1 className="text-lg font-semibold">{t('sign_in.title')}</h1>
        <p ref={alert} role="alert" tabIndex={-1} className="-my-2 rounded-md text-danger-ink empty:hidden">
          {problem}
        </p>
        <PlainField name="email" type="email" label={t('sign_in.email')} autoComplete="username" required autoFocus />
        <PasswordField
          name="password"
          label={t('sign_in.password')}
          autoComplete="current-password"
          minLength={PASSWORD_MIN}
        />
        <SubmitButton busy={busy} label={t('sign_in.submit')} />
      </form>
      <Switches />
    </main>
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

function sentence(problem: unknown): string {
  if (problem instanceof ApiError && problem.message !== '') return problem.message;
  return say(problem instanceof ApiError && problem.status === 0 ? 'errors.network' : 'errors.unknown');
}
