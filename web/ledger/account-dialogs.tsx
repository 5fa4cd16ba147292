/** Dialogs for accounts that people made: add below a heading, rename, retire and restore. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HEADING_KEYS } from '../../domain/chart/chart.ts';
import type { ChartAccount } from '../shared/api/chart.ts';
import { command, remove } from '../shared/api/command.ts';
import { ApiError } from '../shared/api/error.ts';
import { useWrite } from '../shared/api/idempotency.ts';
import { forget } from '../shared/api/query.ts';
import { createRecord, fetchRecord, updateRecord } from '../shared/api/record.ts';
import { AnswerForm } from '../shared/controls/answer-dialog.tsx';
import { Confirm } from '../shared/controls/dialog.tsx';
import { SelectField } from '../shared/form/fields/select-field.tsx';
import { TextField } from '../shared/form/fields/text-field.tsx';
import { notifyProblem, notifySuccess } from '../shared/notify/notify.ts';
import { accountName } from '../shared/report/account-name.ts';

type Heading = (typeof HEADING_KEYS)[number];

interface Named {
  readonly id: number;
  readonly name: string;
}
type Naming = { readonly does: 'add'; readonly heading?: Heading } | ({ readonly does: 'rename' } & Named);
type Asking = { readonly does: 'retire' | 'restore' } & Named;
export type AccountTask = Naming | Asking;

/** The heading below which this row allows a new account: the row itself, or the heading of its `other-…` account. */
export function headingOf({ key, record_kind }: Pick<ChartAccount, 'key' | 'record_kind'>): Heading | undefined {
  if (record_kind !== null) return undefined;
  return HEADING_KEYS.find((heading) => heading === key || `other-${heading}` === key);
}

const RESOURCE = 'ledger_accounts';

/** Sends the command, reports its result, and reloads the chart. `problem` is an error of the name. */
function useSending(onClose: () => void) {
  const write = useWrite();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = async (work: (key: string) => Promise<{ readonly message?: string | undefined }>) => {
    setBusy(true);
    try {
      const { message } = await write(work);
      if (message) notifySuccess(message);
      await forget(RESOURCE);
      onClose();
    } catch (refused) {
      const sentence = refused instanceof ApiError ? refused.errors['account_name']?.[0] : undefined;
      setProblem(sentence);
      if (sentence === undefined) notifyProblem(refused);
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, send };
}

export function AccountTaskDialog({ task, onClose }: { task: AccountTask; onClose: () => void }) {
  if (task.does === 'add' || task.does === 'rename') return <NameDialog task={task} onClose={onClose} />;
  return <AskDialog task={task} onClose={onClose} />;
}

function NameDialog({ task, onClose }: { task: Naming; onClose: () => void }) {
  const { t } = useTranslation();
  const adds = task.does === 'add';
  const [name, setName] = useState(task.does === 'rename' ? task.name : '');
  const [heading, setHeading] = useState<string>(task.does === 'add' ? (task.heading ?? 'assets') : '');
  const { busy, problem, send } = useSending(onClose);
  const title = t(adds ? 'ledger:account.add' : 'ledger:account.rename');
  const save = () =>
    send(async (key) => {
      if (task.does === 'add') return createRecord(RESOURCE, { account_name: name.trim(), heading }, key);
      const { revision } = await fetchRecord(RESOURCE, task.id);
      return updateRecord(RESOURCE, task.id, { account_name: name.trim() }, revision, key);
    });
  return (
    <AnswerForm title={title} busy={busy} disabled={name.trim() === ''} onAnswer={() => void save()} onClose={onClose}>
      <TextField
        label={t('ledger:account.name')}
        name="account_name"
        value={name}
        onChange={setName}
        maxLength={140}
        problem={problem}
        required
        autoFocus
      />
      {adds && (
        <SelectField
          label={t('ledger:account.heading')}
          name="heading"
          value={heading}
          options={HEADING_KEYS.map((key) => ({ value: key, label: accountName(key, null) }))}
          onChange={setHeading}
        />
      )}
    </AnswerForm>
  );
}

function AskDialog({ task, onClose }: { task: Asking; onClose: () => void }) {
  const { t } = useTranslation();
  const { busy, send } = useSending(onClose);
  const params = { id: task.id };
  const run = () =>
    send(async (idempotencyKey) => {
      const { revision } = await fetchRecord(RESOURCE, task.id);
      const options = { params, idempotencyKey, body: { revision } };
      return task.does === 'retire' ? remove(`${RESOURCE}/:id`, options) : command(`${RESOURCE}/:id/restore`, options);
    });
  return (
    <Confirm
      open
      title={t(`ledger:account.named.${task.does}`, { name: task.name })}
      text={t(`ledger:account.text.${task.does}`)}
      action={t(`ledger:account.${task.does}`)}
      dangerous={task.does === 'retire'}
      busy={busy}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  );
}
