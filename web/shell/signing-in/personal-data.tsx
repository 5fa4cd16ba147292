/** The person's own personal data, stored outside of the event log and deleted when cleared. */

import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BLOOD_GROUPS, GENDERS, MARITAL_STATUSES } from '../../../domain/people/personal.ts';
import { keyedBy, keysOf } from '../../../domain/values/members.ts';
import { amend } from '../../shared/api/command.ts';
import { ApiError } from '../../shared/api/error.ts';
import { Button } from '../../shared/controls/button.tsx';
import { DateField } from '../../shared/form/fields/date-field.tsx';
import { SelectField } from '../../shared/form/fields/select-field.tsx';
import { TextField } from '../../shared/form/fields/text-field.tsx';
import { fieldLabel, optionLabel } from '../../shared/language/names.ts';
import { notifyProblem, notifySuccess } from '../../shared/notify/notify.ts';
import { loadMe, useMe } from '../../shared/session/session.ts';

const TEXTS = { user_full_name: 140, phone: 40, address: 140 } as const;
const CHOICES = { gender: GENDERS, marital_status: MARITAL_STATUSES, blood_group: BLOOD_GROUPS } as const;
const FIELDS = ['user_full_name', 'user_dob', 'gender', 'marital_status', 'blood_group', 'phone', 'address'] as const;
type Field = (typeof FIELDS)[number];

export function PersonalData() {
  const { t } = useTranslation();
  const me = useMe();
  const stored: Readonly<Partial<Record<Field, string | null>>> = { user_full_name: me.user_full_name, ...me.personal };
  const [values, setValues] = useState(() => keyedBy(FIELDS, (field) => stored[field] ?? ''));
  const [problems, setProblems] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [busy, setBusy] = useState(false);
  const changed = FIELDS.filter((field) => values[field].trim() !== (stored[field] ?? ''));
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblems({});
    try {
      const body = Object.fromEntries(changed.map((field) => [field, values[field].trim() || null]));
      const { message } = await amend('auth/profile', { body });
      await loadMe();
      if (message) notifySuccess(message);
    } catch (refused) {
      if (refused instanceof ApiError && refused.status === 422) setProblems(refused.errors);
      else notifyProblem(refused);
    } finally {
      setBusy(false);
    }
  };
  const field = (name: Field) => ({
    label: fieldLabel(name),
    name,
    value: values[name],
    problem: problems[name]?.[0],
    onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
  });
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field('user_full_name')} maxLength={TEXTS.user_full_name} autoComplete="name" />
        <TextField {...field('phone')} maxLength={TEXTS.phone} type="tel" ltr autoComplete="tel" />
        <DateField {...field('user_dob')} />
        {keysOf(CHOICES).map((name) => (
          <SelectField
            key={name}
            {...field(name)}
            empty={t('form:none')}
            options={CHOICES[name].map((value) => ({ value, label: optionLabel(name, value) }))}
          />
        ))}
        <TextField {...field('address')} maxLength={TEXTS.address} autoComplete="street-address" />
      </div>
      <span>
        <Button type="submit" look="primary" busy={busy} disabled={changed.length === 0}>
          {t('actions.save')}
        </Button>
      </span>
    </form>
  );
}
