/** Sets up two-step verification: the password, the QR code with a first code, and the recovery codes. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '../../shared/api/client.ts';
import { command, type Posts } from '../../shared/api/command.ts';
import { CodeField } from './code-form.tsx';
import { PasswordField, Refused, SubmitButton, useRefusal } from './plain-field.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** The secret in Base32, and the content of the QR code. */
type Begun = Posts['auth/second_factor/set_up']['answer'];

export interface SetUpProps {
  readonly email: string;
  /** A person with an authenticator must first enter a code of it. */
  readonly isSetUp: boolean;
  readonly onDone: () => void;
}

export function SecondFactorSetUp({ email, isSetUp, onDone }: SetUpProps) {
  const { t } = useTranslation();
  const [begun, setBegun] = useState<Begun>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (begun) return <ConfirmForm begun={begun} onConfirmed={setCodes} />;
  return (
    <OwnSecretsForm
      email={email}
      send={(body) => command('auth/second_factor/set_up', { body })}
      wantsCode={isSetUp}
      submit={t('second_factor.continue')}
      onAnswer={setBegun}
    >
      <p className="text-ink-muted">{t('second_factor.explained')}</p>
    </OwnSecretsForm>
  );
}

/** The code only where it is asked for. */
type OwnSecrets = Posts['auth/prove']['body'];

export interface OwnSecretsFormProps<Data> {
  readonly email: string;
  /** Sends the password and the code. */
  readonly send: (secrets: OwnSecrets) => Promise<Answer<Data>>;
  readonly wantsCode: boolean;
  readonly submit: string;
  readonly onAnswer: (data: Data, message: string | undefined) => void;
  readonly children?: ReactNode;
}

/** The present password, and a code if required. */
export function OwnSecretsForm<Data>(props: OwnSecretsFormProps<Data>) {
  const { t } = useTranslation();
  const { problem, busy, attempt } = useRefusal();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const [password, code] = [String(typed.get('current_password')), typed.get('code')];
    const secrets = { current_password: password, ...(code === null ? {} : { code: String(code) }) };
    void attempt(async () => {
      const { data, message } = await props.send(secrets);
      props.onAnswer(data, message);
    });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Refused problem={problem} />
      {props.children}
      {/* Tells password managers the user name; without a `name` it is not sent. */}
      <input type="text" autoComplete="username" value={props.email} readOnly hidden />
      <PasswordField
        name="current_password"
        label={t('password.current_password')}
        autoComplete="current-password"
        autoFocus
      />
      {props.wantsCode && <CodeField />}
      <SubmitButton busy={busy} label={props.submit} />
    </form>
  );
}

function ConfirmForm({ begun, onConfirmed }: { begun: Begun; onConfirmed: (codes: readonly string[]) => void }) {
  const { t } = useTranslation();
  const { problem, busy, attempt } = useRefusal();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code')).trim();
    void attempt(async () => {
      const { data } = await command('auth/second_factor/confirm', { body: { code } });
      onConfirmed(data.recovery_codes);
    });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Refused problem={problem} />
      <p className="text-ink-muted">{t('second_factor.scan')}</p>
      <div className="flex justify-center">
        <QrCode text={begun.uri} label={t('second_factor.qr_code')} />
      </div>
      <div className="flex flex-col gap-1">
        <p className="text-xs font-medium text-ink-muted">{t('second_factor.by_hand')}</p>
        <p dir="ltr" data-field="secret" className="rounded-md bg-surface-2 p-2 text-center break-words select-all">
          {begun.secret.replace(/.{4}(?=.)/g, '$& ')}
        </p>
      </div>
      <CodeField autoFocus />
      <SubmitButton busy={busy} label={t('second_factor.activate')} />
    </form>
  );
}
