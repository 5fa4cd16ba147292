/** The person's own page: current outlet, personal data, preferences, and sign-in. */
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { amend } from '../../shared/api/command.ts';
import { changeDigits, changeLanguage, say } from '../../shared/language/language.ts';
import {
  LANGUAGES,
  type Language,
  type Preferences,
  setPreferences,
  usePreferences,
} from '../../shared/language/preferences.ts';
import { notifyProblem, notifySuccess } from '../../shared/notify/notify.ts';
import { loadMe, type Me, useCan, useMe } from '../../shared/session/session.ts';
import { API_PAGES, ApiPages } from '../api-pages.tsx';
import { keepPreference } from '../menu/top-bar.tsx';
import { ChangePasswordForm } from './change-password.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { PersonalData } from './personal-data.tsx';
import { PlaceChoice } from './place-choice.tsx';
import { Labelled } from './plain-field.tsx';
import { SecondFactor } from './second-factor.tsx';

export function ProfilePage() {
  const { t } = useTranslation();
  const me = useMe();
  const can = useCan();
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-4 p-6">
      <h1 className="text-xl font-semibold">
        <bdi>{me.user_name}</bdi>
      </h1>
      <Card title={t('profile.place')}>
        <PlaceChoice />
      </Card>
      {!me.till && (
        <Card title={t('profile.data')}>
          <PersonalData />
        </Card>
      )}
      <Card title={t('profile.display')}>
        <DisplayChoices />
      </Card>
      {!me.till && <OwnSignIn me={me} />}
      {!me.till && can(API_PAGES) && (
        <Card title={t('profile.api')}>
          <ApiPages />
        </Card>
      )}
    </div>
  );
}

/** Hidden in a till's session, which a PIN opened. */
function OwnSignIn({ me }: { me: Me }) {
  const { t } = useTranslation();
  return (
    <>
      <Card title={t('password.title')}>
        <div className="max-w-sm">
          <ChangePasswordForm me={me} onDone={() => notifySuccess(say('password.changed'))} />
        </div>
      </Card>
      <Card title={t('second_factor.title')}>
        <SecondFactor me={me} />
      </Card>
      <Card title={t('profile.sessions')}>
        <OwnSessions />
      </Card>
    </>
  );
}

function DisplayChoices() {
  const { t } = useTranslation();
  const me = useMe();
  const now = usePreferences();
  const rows = me.pagination_options.split(',').map((option) => option.trim());
  const keepRows = (value: string) =>
    amend('auth/profile', { body: { pagination_default: Number(value) } })
      .then(loadMe)
      .catch(notifyProblem);
  const keepLanguage = (language: Language) => changeLanguage(language).then(() => keepPreference({ lang: language }));
  const keepTheme = (theme: Preferences['theme']) => {
    setPreferences({ theme });
    keepPreference({ theme });
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Choice
        label={t('language')}
        value={now.language}
        options={LANGUAGES.map((value) => [value, t(`languages.${value}`)] as const)}
        onChange={(value) => void keepLanguage(value)}
      />
      <Choice
        label={t('theme.label')}
        value={now.theme}
        options={(['light', 'dark'] as const).map((value) => [value, t(`theme.${value}`)] as const)}
        onChange={(value) => keepTheme(value)}
      />
      <Choice
        label={t('density.label')}
        value={now.density}
        options={(['compact', 'comfortable'] as const).map((value) => [value, t(`density.${value}`)] as const)}
        onChange={(value) => setPreferences({ density: value })}
      />
      <Choice
        label={t('digits.label')}
        value={now.digits}
        options={(['latin', 'arabic'] as const).map((value) => [value, t(`digits.${value}`)] as const)}
        onChange={(value) => void changeDigits(value)}
      />
      <Choice
        label={t('profile.rows_per_page')}
        value={String(me.pagination_default)}
        options={rows.map((value) => [value, value])}
        onChange={(value) => void keepRows(value)}
      />
    </div>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-lg border border-edge bg-surface-1 p-4 shadow-card">
      <h2 className="mb-3 text-base font-semibold">{title}</h2>
      {children}
    </section>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <Labelled {...{ id, label }}>
      <select
        id={id}
        value={value}
        onChange={(event) => {
          const chosen = options.find(([option]) => option === event.target.value);
          if (chosen) onChange(chosen[0]);
        }}
        className="h-8 rounded-md border border-edge-strong bg-surface-1 px-2"
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  );
}
