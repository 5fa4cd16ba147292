/** The second step of signing in: a code of the authenticator app, or a recovery code. */
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { signInWithCode } from '../../shared/session/session.ts';
import { PlainField, Refused, SubmitButton, useRefusal } from './plain-field.tsx';

export default function CodeForm({ ticket, onBack }: { ticket: string; onBack: () => void }) {
  const { t } = useTranslation();
  const { problem, busy, attempt } = useRefusal();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code')).trim();
    void attempt(() => signInWithCode(ticket, code));
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Refused problem={problem} />
      <p className="text-ink-muted">{t('second_factor.type_code')}</p>
      <CodeField autoFocus />
      <SubmitButton busy={busy} label={t('sign_in.submit')} />
      <button type="button" onClick={onBack} className="text-ink-muted hover:text-ink">
        {t('second_factor.back')}
      </button>
    </form>
  );
}

export function CodeField({ autoFocus = false }: { autoFocus?: boolean }) {
  const { t } = useTranslation();
  return (
    <PlainField
      name="code"
      label={t('second_factor.code')}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      dir="ltr"
      required
      autoFocus={autoFocus}
    />
  );
}
