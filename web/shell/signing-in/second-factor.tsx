/** Two-step verification on the profile page: set-up, another app, new recovery codes, removal. */
import { useQuery } from '@tanstack/react-query';
import { KeyRound, ShieldCheck, ShieldOff, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { command } from '../../shared/api/command.ts';
import { forget } from '../../shared/api/query.ts';
import { type Reads, read } from '../../shared/api/read.ts';
import { Moment } from '../../shared/controls/amount.tsx';
import { Button } from '../../shared/controls/button.tsx';
import { Dialog } from '../../shared/controls/dialog.tsx';
import { SkeletonLines } from '../../shared/controls/states.tsx';
import { StatusChip } from '../../shared/controls/status-chip.tsx';
import { notifySuccess } from '../../shared/notify/notify.ts';
import type { Me } from '../../shared/session/session.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { OwnSecretsForm, SecondFactorSetUp } from './second-factor-set-up.tsx';

type SecondFactorState = Reads['auth/second_factor'];

const QUERY = 'own_second_factor';
type Task = 'set_up' | 'recovery_codes' | 'remove';

export function SecondFactor({ me }: { me: Me }) {
  const { t } = useTranslation();
  const [task, setTask] = useState<Task>();
  const { data: state } = useQuery({
    queryKey: [QUERY],
    queryFn: ({ signal }) => read('auth/second_factor', { signal }),
  });
  if (!state) return <SkeletonLines lines={2} />;
  const close = () => {
    setTask(undefined);
    void forget(QUERY);
  };
  return (
    <>
      {state.is_set_up ? <SetUp state={state} onTask={setTask} /> : <NotSetUp onSetUp={() => setTask('set_up')} />}
      {task && (
        <Dialog open title={t(`second_factor.tasks.${task}`)} onClose={close}>
          <TaskForm task={task} me={me} state={state} onDone={close} />
        </Dialog>
      )}
    </>
  );
}

function NotSetUp({ onSetUp }: { onSetUp: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-1 basis-64 text-ink-muted">{t('second_factor.hint')}</p>
      <Button icon={ShieldCheck} onClick={onSetUp}>
        {t('second_factor.tasks.set_up')}
      </Button>
    </div>
  );
}

function SetUp({ state, onTask }: { state: SecondFactorState; onTask: (task: Task) => void }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-2">
        <StatusChip tone="success" label={t('second_factor.active')} />
        <span className="text-ink-muted">
          {t('second_factor.since')} <Moment value={state.set_up_at} />
        </span>
      </p>
      <p className="text-ink-muted">{t('second_factor.codes_left', { left: state.recovery_codes_left })}</p>
      {state.is_required && <p className="text-ink-muted">{t('second_factor.required')}</p>}
      <div className="flex flex-wrap gap-2">
        <Button icon={Smartphone} onClick={() => onTask('set_up')}>
          {t('second_factor.another_app')}
        </Button>
        <Button icon={KeyRound} onClick={() => onTask('recovery_codes')}>
          {t('second_factor.tasks.recovery_codes')}
        </Button>
        {!state.is_required && (
          <Button icon={ShieldOff} onClick={() => onTask('remove')}>
            {t('second_factor.tasks.remove')}
          </Button>
        )}
      </div>
    </div>
  );
}

interface TaskFormProps {
  readonly task: Task;
  readonly me: Me;
  readonly state: SecondFactorState;
  readonly onDone: () => void;
}

function TaskForm({ task, me: { email }, state, onDone }: TaskFormProps) {
  const { t } = useTranslation();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (task === 'set_up') return <SecondFactorSetUp email={email} isSetUp={state.is_set_up} onDone={onDone} />;
  const form = { email, wantsCode: true, submit: t(`second_factor.tasks.${task}`) };
  if (task === 'recovery_codes') {
    return (
      <OwnSecretsForm
        {...form}
        send={({ code = '', ...password }) =>
          command('auth/second_factor/recovery_codes', { body: { ...password, code } })
        }
        onAnswer={({ recovery_codes }) => setCodes(recovery_codes)}
      >
        <p className="text-ink-muted">{t('second_factor.new_codes')}</p>
      </OwnSecretsForm>
    );
  }
  const removed = (_: unknown, message: string | undefined) => {
    if (message) notifySuccess(message);
    onDone();
  };
  return (
    <OwnSecretsForm
      {...form}
      send={({ code = '', ...password }) => command('auth/second_factor/remove', { body: { ...password, code } })}
      onAnswer={removed}
    >
      <p className="text-ink-muted">{t('second_factor.removal')}</p>
    </OwnSecretsForm>
  );
}
