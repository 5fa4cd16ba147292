/** Whether this device is a till; enrolling, renaming and removing it. */
import { useQuery } from '@tanstack/react-query';
import { MonitorCheck, MonitorX, Pencil, ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { command } from '../shared/api/command.ts';
import { ApiError } from '../shared/api/error.ts';
import { useWrite } from '../shared/api/idempotency.ts';
import { forget } from '../shared/api/query.ts';
import { type Reads, read } from '../shared/api/read.ts';
import { fetchRecord, updateRecord } from '../shared/api/record.ts';
import { AnswerDialog } from '../shared/controls/answer-dialog.tsx';
import { Button } from '../shared/controls/button.tsx';
import { Confirm } from '../shared/controls/dialog.tsx';
import { SkeletonLines } from '../shared/controls/states.tsx';
import { StatusChip } from '../shared/controls/status-chip.tsx';
import { AnswersOnEnter } from '../shared/form/answers-on-enter.tsx';
import { LookupField } from '../shared/form/fields/lookup-field.tsx';
import { TextField } from '../shared/form/fields/text-field.tsx';
import { namedField } from '../shared/form/named-field.ts';
import { optionLabel } from '../shared/language/names.ts';
import { notifyProblem, notifySuccess } from '../shared/notify/notify.ts';
import { useCan, useMe } from '../shared/session/session.ts';
import { makeDrawerAccounts } from './drawer-accounts.ts';

/** Key of the query for this device's till. */
export const THIS_TILL = 'this_till';

type ThisTill = Extract<Reads['auth/till'], { readonly is_enrolled: true }>;

export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3 rounded-lg border border-edge bg-surface-1 p-4 shadow-card">
      <h2 className="text-base font-semibold">{title}</h2>
      {children}
    </section>
  );
}

export function ThisDevice() {
  const { t } = useTranslation();
  const { data: till } = useQuery({
    queryKey: [THIS_TILL],
    queryFn: ({ signal }) => read('auth/till', { signal }),
    meta: { quiet: true },
  });
  return (
    <Card title={t('people:this_device')}>
      {!till ? <SkeletonLines lines={2} /> : till.is_enrolled ? <Enrolled till={till} /> : <NotEnrolled />}
    </Card>
  );
}

function useSending() {
  const write = useWrite();
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Readonly<Record<string, readonly string[]>>>({});
  /** True when the server accepted it. */
  const send = async (work: (key: string) => Promise<{ readonly message?: string | undefined }>): Promise<boolean> => {
    setBusy(true);
    setProblems({});
    try {
      const { message } = await write(work);
      if (message) notifySuccess(message);
      await Promise.all([forget(THIS_TILL), forget('tills')]);
      return true;
    } catch (refused) {
      if (refused instanceof ApiError && refused.status === 422) setProblems(refused.errors);
      else notifyProblem(refused);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, send, problem: (field: string) => problems[field]?.[0] };
}

function Enrolled({ till }: { till: ThisTill }) {
  const { t } = useTranslation();
  const can = useCan();
  const { busy, send, problem } = useSending();
  const [doing, setDoing] = useState<'rename' | 'revoke'>();
  const [name, setName] = useState(till.till_name);
  const close = (done: boolean) => done && setDoing(undefined);
  const rename = () =>
    send(async (key) => {
      const { revision } = await fetchRecord('tills', till.till_id);
      return updateRecord('tills', till.till_id, { till_name: name.trim() }, revision, key);
    }).then(close);
  const revoke = () =>
    send(async (idempotencyKey) => {
      const { revision } = await fetchRecord('tills', till.till_id);
      return command('tills/:id/revoke', { params: { id: till.till_id }, body: { revision }, idempotencyKey });
    }).then(close);
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <StatusChip tone="success" label={optionLabel('status', 'enrolled')} />
        <bdi className="font-medium">{till.till_name}</bdi>
        <span className="text-ink-muted">
          <bdi>{till.outlet_name}</bdi>
        </span>
      </p>
      <KeptStorage />
      <div className="flex flex-wrap gap-2">
        <a
          href="/pos"
          className="inline-flex h-8 items-center rounded-md bg-accent px-3 font-medium text-accent-ink hover:bg-accent-strong"
        >
          {t('people:actions.open_till')}
        </a>
        {can('tills/update') && (
          <Button icon={Pencil} onClick={() => setDoing('rename')}>
            {t('people:actions.rename')}
          </Button>
        )}
        {can('tills/destroy') && (
          <Button icon={MonitorX} onClick={() => setDoing('revoke')}>
            {t('people:actions.revoke')}
          </Button>
        )}
      </div>
      {doing === 'revoke' && (
        <Confirm
          open
          dangerous
          title={t('people:actions.revoke')}
          text={t('people:confirm.revoke', { name: till.till_name })}
          action={t('people:actions.revoke')}
          busy={busy}
          onConfirm={() => void revoke()}
          onClose={() => setDoing(undefined)}
        />
      )}
      {doing === 'rename' && (
        <AnswerDialog
          {...{ title: t('people:actions.rename'), action: t('actions.save'), busy }}
          onAnswer={() => void rename()}
          onClose={() => setDoing(undefined)}
        >
          <TillName {...{ name, problem }} onChange={setName} autoFocus />
        </AnswerDialog>
      )}
    </>
  );
}

interface TillNameProps {
  readonly name: string;
  readonly problem: (field: string) => string | undefined;
  readonly onChange: (name: string) => void;
  readonly autoFocus?: boolean;
}

const TillName = ({ name, problem, ...field }: TillNameProps) => (
  <TextField {...namedField('till_name', problem('till_name'))} {...field} value={name} maxLength={140} required />
);

/** Offline sales are in the browser's storage, which some browsers clear unless asked not to. */
function KeptStorage() {
  const { t } = useTranslation();
  const { data: isKept, refetch } = useQuery({
    queryKey: ['kept_storage'],
    queryFn: storageIsKept,
    meta: { quiet: true },
  });
  if (isKept === undefined || isKept === null) return null;
  return (
    <p className="flex flex-wrap items-center gap-2">
      <StatusChip
        tone={isKept ? 'success' : 'warning'}
        label={t(isKept ? 'people:storage.kept' : 'people:storage.may_be_emptied')}
      />
      {!isKept && (
        <Button icon={ShieldCheck} onClick={() => void keepStorage().then(() => refetch())}>
          {t('people:storage.keep')}
        </Button>
      )}
    </p>
  );
}

function NotEnrolled() {
  const { t } = useTranslation();
  const can = useCan();
  const me = useMe();
  const { busy, send, problem } = useSending();
  const [name, setName] = useState('');
  const [outlet, setOutlet] = useState<number | null>(me.current_outlet_fk);
  /** Whoever may not make accounts is told at the till what is missing. */
  const makeAccounts = async () => {
    if (outlet === null || !can('cashes/store') || !can('cashes/index')) return;
    const till = name.trim();
    await makeDrawerAccounts(outlet, (currency) => t('people:drawer_account', { till, currency })).catch(notifyProblem);
    await forget('cashes');
  };
  const enrol = () =>
    send(async (idempotencyKey) => {
      const typed = name.trim();
      const body = { ...(typed ? { till_name: typed } : {}), ...(outlet === null ? {} : { outlet_fk: outlet }) };
      const answer = await command('tills/enrol', { body, idempotencyKey });
      // Before the screen offers to open the till, whose drawer needs them.
      await makeAccounts();
      await keepStorage();
      return answer;
    });
  if (!can('tills/store')) return <p className="text-ink-muted">{t('people:not_enrolled')}</p>;
  return (
    <AnswersOnEnter busy={busy} onAnswer={() => void enrol()}>
      <p className="text-ink-muted">{t('people:enrol_hint')}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <TillName {...{ name, problem }} onChange={setName} />
        <LookupField
          {...namedField('outlet_fk', problem('outlet_fk'))}
          {...{ resource: 'outlets', creatable: false, required: true }}
          value={outlet}
          onChange={setOutlet}
        />
      </div>
      <span>
        <Button type="submit" look="primary" icon={MonitorCheck} busy={busy}>
          {t('people:actions.enrol')}
        </Button>
      </span>
    </AnswersOnEnter>
  );
}

/**
 * Whether the browser protects this device's storage, and a request to do so; insecure addresses have neither. Null
 * when the browser does not report it.
 */
async function storageIsKept(): Promise<boolean | null> {
  return (await navigator.storage?.persisted?.()) ?? null;
}

async function keepStorage(): Promise<boolean | null> {
  return (await navigator.storage?.persist?.()) ?? null;
}
