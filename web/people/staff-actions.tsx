/** Actions on a colleague besides editing: each with its own permission. */

import { useNavigate, useSearch } from '@tanstack/react-router';
import { Copy, KeyRound, Store, UserCog } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listOf } from '../../domain/values/members.ts';
import { command } from '../shared/api/command.ts';
import { ApiError } from '../shared/api/error.ts';
import { useWrite } from '../shared/api/idempotency.ts';
import { forget } from '../shared/api/query.ts';
import type { StoredRecord } from '../shared/api/record.ts';
import { AnswerDialog } from '../shared/controls/answer-dialog.tsx';
import { Button } from '../shared/controls/button.tsx';
import { Confirm, Dialog } from '../shared/controls/dialog.tsx';
import { LookupField } from '../shared/form/fields/lookup-field.tsx';
import { LookupListField } from '../shared/form/fields/lookup-list-field.tsx';
import { namedField } from '../shared/form/named-field.ts';
import { notifyProblem, notifySuccess } from '../shared/notify/notify.ts';
import { type Me, useCan, useMe } from '../shared/session/session.ts';
import { STAFF_TASKS, type StaffTask } from './staff-task.ts';

const TASKS = {
  set_roles: { permission: 'users/set_roles', icon: UserCog },
  change_outlets: { permission: 'users/change_outlets', icon: Store },
  give_password: { permission: 'users/update', icon: KeyRound },
} as const satisfies Record<StaffTask, object>;
const SUPER_USER_ID = 1;

/** Users change their own password on the profile page, with the present one. */
export const isOneself = (
  record: Readonly<Record<string, unknown>> | undefined,
  me: Pick<Me, 'user_id'> | undefined,
): boolean => record !== undefined && record['user_id'] === me?.user_id;

export function StaffActions({ record }: { record: StoredRecord }) {
  const { t } = useTranslation();
  const can = useCan();
  const me = useMe();
  const navigate = useNavigate();
  const { task } = useSearch({ strict: false }) as { task?: StaffTask };
  if (record['user_id'] === SUPER_USER_ID) return null;
  const go = (next: StaffTask | undefined) =>
    void navigate({ to: '.', search: next ? { task: next } : {}, replace: true, ignoreBlocker: true });
  const possible = STAFF_TASKS.filter((name) => name !== 'give_password' || !isOneself(record, me));
  const permitted = possible.filter((name) => can(TASKS[name].permission));
  if (permitted.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {permitted.map((name) => (
        <Button key={name} icon={TASKS[name].icon} onClick={() => go(name)}>
          {t(`people:actions.${name}`)}
        </Button>
      ))}
      {task === 'set_roles' && <RoleDialog record={record} onClose={() => go(undefined)} />}
      {task === 'change_outlets' && <OutletsDialog record={record} onClose={() => go(undefined)} />}
      {task === 'give_password' && permitted.includes(task) && (
        <PasswordDialog record={record} onClose={() => go(undefined)} />
      )}
    </div>
  );
}

interface TaskProps {
  readonly record: StoredRecord;
  readonly onClose: () => void;
}

/** Sends a part of the record with the revision it was based on. */
function usePart({ record, onClose }: TaskProps, action: StaffTask) {
  const write = useWrite();
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Readonly<Record<string, readonly string[]>>>({});
  const send = async (part: object) => {
    setBusy(true);
    try {
      const params = { resource: 'users', id: record.id, transition: action };
      const body = { ...part, revision: record.revision };
      const { message } = await write((idempotencyKey) =>
        command(':resource/:id/:transition', { params, body, idempotencyKey }),
      );
      if (message) notifySuccess(message);
      await forget('users');
      onClose();
    } catch (refused) {
      if (refused instanceof ApiError && refused.status === 422) setProblems(refused.errors);
      else notifyProblem(refused);
    } finally {
      setBusy(false);
    }
  };
  return { busy, send, problem: (field: string) => problems[field]?.[0] };
}

function TaskDialog(props: TaskProps & { task: StaffTask; busy: boolean; onSave: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <AnswerDialog
      title={t(`people:actions.${props.task}`)}
      action={t('actions.save')}
      busy={props.busy}
      onAnswer={props.onSave}
      onClose={props.onClose}
    >
      <div className="flex flex-col gap-3">{props.children}</div>
    </AnswerDialog>
  );
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

function RoleDialog(props: TaskProps) {
  const { busy, send, problem } = usePart(props, 'set_roles');
  const [role, setRole] = useState(numberOf(props.record['role_fk']));
  return (
    <TaskDialog {...props} task="set_roles" busy={busy} onSave={() => void send({ role_fk: role })}>
      <LookupField
        {...namedField('role_fk', problem('role_fk'))}
        {...{ resource: 'roles', creatable: false, autoFocus: true }}
        value={role}
        onChange={setRole}
      />
    </TaskDialog>
  );
}

const ONE = { outlet_fk: 'outlets', default_inventory_fk: 'inventories', default_account_fk: 'cashes' } as const;
const SEVERAL = { outlets: 'outlets', inventories: 'inventories' } as const;

function OutletsDialog(props: TaskProps) {
  const { busy, send, problem } = usePart(props, 'change_outlets');
  const [part, setPart] = useState<Readonly<Record<string, unknown>>>(() =>
    Object.fromEntries([...Object.keys(SEVERAL), ...Object.keys(ONE)].map((field) => [field, props.record[field]])),
  );
  const field = (name: string) => namedField(name, problem(name));
  const set = (name: string) => (value: unknown) => setPart((before) => ({ ...before, [name]: value }));
  return (
    <TaskDialog {...props} task="change_outlets" busy={busy} onSave={() => void send(part)}>
      {Object.entries(SEVERAL).map(([name, resource]) => (
        <LookupListField
          key={name}
          {...field(name)}
          resource={resource}
          value={listOf(part[name]).filter((id) => typeof id === 'number')}
          onChange={set(name)}
          ordered={false}
        />
      ))}
      {Object.entries(ONE).map(([name, resource]) => (
        <LookupField
          key={name}
          {...field(name)}
          resource={resource}
          value={numberOf(part[name])}
          onChange={set(name)}
          creatable={false}
        />
      ))}
    </TaskDialog>
  );
}

/** The password is shown once; the person sets their own at the next sign-in. */
function PasswordDialog({ record, onClose }: TaskProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [password, setPassword] = useState<string>();
  const name = String(record['user_name']);
  const give = async () => {
    setBusy(true);
    try {
      const { data } = await command('users/:id/give_password', { params: { id: String(record['user_id']) } });
      setPassword(data.password);
    } catch (problem) {
      notifyProblem(problem);
      onClose();
    } finally {
      setBusy(false);
    }
  };
  const title = t('people:actions.give_password');
  if (password === undefined) {
    const text = t('people:confirm.give_password', { name });
    return (
      <Confirm
        open
        title={title}
        text={text}
        action={title}
        busy={busy}
        onConfirm={() => void give()}
        onClose={onClose}
      />
    );
  }
  const copy = () =>
    navigator.clipboard.writeText(password).then(() => notifySuccess(t('people:copied')), notifyProblem);
  const footer = (
    <>
      <Button icon={Copy} onClick={() => void copy()}>
        {t('people:copy_password')}
      </Button>
      <Button look="primary" onClick={onClose} data-autofocus>
        {t('actions.close')}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose} footer={footer}>
      <p className="text-ink-muted">{t('people:one_time_password', { name })}</p>
      <p dir="ltr" className="mt-3 rounded-md bg-surface-2 p-3 text-center text-lg tracking-wide select-all">
        {password}
      </p>
    </Dialog>
  );
}
