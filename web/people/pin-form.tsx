/** Sets or replaces the PIN of a person. */

import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft, Save } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { amend, command } from '../shared/api/command.ts';
import { ApiError } from '../shared/api/error.ts';
import { useWrite } from '../shared/api/idempotency.ts';
import { useRecordName } from '../shared/api/lookup.ts';
import { forget } from '../shared/api/query.ts';
import { Button, IconButton } from '../shared/controls/button.tsx';
import { LookupField } from '../shared/form/fields/lookup-field.tsx';
import { TextField } from '../shared/form/fields/text-field.tsx';
import { namedField } from '../shared/form/named-field.ts';
import { notifyProblem, notifySuccess } from '../shared/notify/notify.ts';
import { usePathPart } from '../shared/session/address-parts.ts';
import { toLatinDigits } from '../shared/typing/digits.ts';

const PATH = '/pins';

export function PinForm() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = usePathPart('id');
  const [user, setUser] = useState<number | null>(id === undefined ? null : Number(id));
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [problems, setProblems] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [busy, setBusy] = useState(false);
  const write = useWrite();
  const name = useRecordName('users', user, undefined);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (pin !== again) {
      setProblems({ again: [t('people:pins_differ')] });
      return;
    }
    setBusy(true);
    try {
      const { message } = await write((idempotencyKey) =>
        id === undefined
          ? command('user_pins', { body: { user_fk: Number(user), pin }, idempotencyKey })
          : amend('user_pins/:id', { params: { id }, body: { pin }, idempotencyKey }),
      );
      if (message) notifySuccess(message);
      await forget('user_pins');
      void navigate({ to: PATH });
    } catch (refused) {
      if (refused instanceof ApiError && refused.status === 422) setProblems(refused.errors);
      else notifyProblem(refused);
    } finally {
      setBusy(false);
    }
  };
  const secret = { type: 'password' as const, ltr: true, required: true, autoComplete: 'new-password', maxLength: 12 };
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="flex h-full flex-col">
      <header className="flex items-center gap-2 border-b border-edge bg-surface-1 px-4 py-2.5">
        <IconButton icon={ArrowLeft} mirror label={t('form:back')} onClick={() => void navigate({ to: PATH })} />
        <h1 className="min-w-0 flex-1 truncate text-xl font-semibold">
          {id === undefined ? t('form:new', { title: t('people:pin') }) : <bdi>{name}</bdi>}
          {id !== undefined && <span className="ms-2 text-sm font-normal text-ink-muted">{t('people:pin')}</span>}
        </h1>
        <Button type="submit" look="primary" icon={Save} busy={busy}>
          {t('actions.save')}
        </Button>
      </header>
      <div className="mx-auto w-full max-w-5xl p-4">
        <section className="grid grid-cols-1 gap-4 rounded-lg border border-edge bg-surface-1 p-4 shadow-card sm:grid-cols-3">
          <LookupField
            {...namedField('user_fk', problems['user_fk']?.[0])}
            {...{ resource: 'users', creatable: false, required: true }}
            value={user}
            onChange={setUser}
            disabled={id !== undefined}
            autoFocus={id === undefined}
          />
          <TextField
            {...{ ...secret, ...namedField('pin', problems['pin']?.[0]) }}
            value={pin}
            onChange={(text) => setPin(toLatinDigits(text))}
          />
          <TextField
            {...secret}
            label={t('people:pin_again')}
            name="pin_again"
            value={again}
            onChange={(text) => setAgain(toLatinDigits(text))}
            problem={problems['again']?.[0]}
          />
        </section>
        <p className="mt-3 text-ink-muted">{t('people:pin_hint')}</p>
      </div>
    </form>
  );
}
