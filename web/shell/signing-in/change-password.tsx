/** Changing the password: required after a first sign-in, and available on the profile page. */
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { policyOf } from '../../../domain/organisation/sign-in-policy.ts';
import { amend, command } from '../../shared/api/command.ts';
import { ApiError } from '../../shared/api/error.ts';
import { sentenceOf } from '../../shared/api/sentence.ts';
import { say } from '../../shared/language/language.ts';
import { preferences } from '../../shared/language/preferences.ts';
import { loadMe, type Me } from '../../shared/session/session.ts';
import { ForcedPage } from './forced-page.tsx';
import { PasswordField, SubmitButton, wrongFields } from './plain-field.tsx';

type Problems = Readonly<Record<string, readonly string[]>>;

export default function ChangePasswordPage({ me }: { me: Me }) {
  const { t } = useTranslation();
  return (
    <ForcedPage me={me} title={t('password.title')} text={t('password.forced', { name: me.user_name })}>
      <ChangePasswordForm me={me} onDone={() => void keepLanguage().then(loadMe)} />
    </ForcedPage>
  );
}

/** Stores a language that was chosen before the first sign-in in the profile, for other devices. */
function keepLanguage(): Promise<unknown> {
  // The device has the language already; a failure does not matter.
  return amend('auth/profile', { body: { lang: preferences().language } }).catch(() => undefined);
}

export function ChangePasswordForm({ me, onDone }: { me: Me; onDone: () => void }) {
  const { t } = useTranslation();
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  const { password_length_min } = policyOf(me.system_settings ?? undefined);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const wrong = wrongFields(form);
    setProblems(Object.fromEntries(Object.entries(wrong).map(([name, sentence]) => [name, [sentence]])));
    if (Object.keys(wrong).length > 0) return;
    const typed = new FormData(form);
    const textOf = (name: string) => String(typed.get(name));
    const body = {
      current_password: textOf('current_password'),
      new_password: textOf('new_password'),
      new_password_confirmation: textOf('new_password_confirmation'),
    };
    if (body.new_password !== body.new_password_confirmation) {
      setProblems({ new_password_confirmation: [say('password.not_confirmed')] });
      return;
    }
    setBusy(true);
    setProblems({});
    try {
      await command('auth/change_password', { body });
      form.reset();
      onDone();
    } catch (refused) {
      setProblems(problemsOf(refused));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <p role="alert" className="text-danger-ink empty:hidden">
        {problems['']?.[0]}
      </p>
      {/* Tells password managers the user name; without a `name` it is not sent. */}
      <input type="text" autoComplete="username" value={me.email} readOnly hidden />
      {(['current_password', 'new_password', 'new_password_confirmation'] as const).map((name) => (
        <PasswordField
          key={name}
          name={name}
          label={t(`password.${name}`)}
          autoComplete={name === 'current_password' ? 'current-password' : 'new-password'}
          minLength={name === 'current_password' ? 1 : password_length_min}
          problem={problems[name]?.[0]}
        />
      ))}
      <SubmitButton busy={busy} label={t('password.submit')} />
    </form>
  );
}

function problemsOf(problem: unknown): Problems {
  if (problem instanceof ApiError && Object.keys(problem.errors).length > 0) return problem.errors;
  return { '': [sentenceOf(problem)] };
}
