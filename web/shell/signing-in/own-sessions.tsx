/** The person's own sessions: device, sign-in method, address and times; each can be ended. */
import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceWords } from '../../people/device-words.ts';
import type { Answer } from '../../shared/api/client.ts';
import { command, remove } from '../../shared/api/command.ts';
import { forget } from '../../shared/api/query.ts';
import { type Reads, read } from '../../shared/api/read.ts';
import { Moment } from '../../shared/controls/amount.tsx';
import { Button } from '../../shared/controls/button.tsx';
import { SkeletonLines } from '../../shared/controls/states.tsx';
import { StatusChip } from '../../shared/controls/status-chip.tsx';
import { fieldLabel, optionLabel } from '../../shared/language/names.ts';
import { notifyProblem, notifySuccess } from '../../shared/notify/notify.ts';

type OwnSession = Reads['auth/sessions'][number];

const QUERY = 'own_sessions';

export function OwnSessions() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const { data: sessions } = useQuery({
    queryKey: [QUERY],
    queryFn: ({ signal }) => read('auth/sessions', { signal }),
  });
  if (!sessions) return <SkeletonLines lines={2} />;
  const end = async (work: () => Promise<Answer<unknown>>) => {
    setBusy(true);
    try {
      const { message } = await work();
      if (message) notifySuccess(message);
    } catch (problem) {
      notifyProblem(problem);
    } finally {
      setBusy(false);
      await forget(QUERY);
    }
  };
  return (
    <div className="flex flex-col gap-3">
      <ul className="divide-y divide-edge">
        {sessions.map((session) => (
          <li key={session.sid} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
            <Described session={session} />
            {session.is_this ? (
              <StatusChip tone="success" label={t('profile.this_session')} />
            ) : (
              <Button
                busy={busy}
                onClick={() => void end(() => remove('auth/sessions/:sid', { params: { sid: session.sid } }))}
              >
                {t('profile.end_session')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-muted">{t('profile.sessions_hint')}</p>
          <Button icon={LogOut} busy={busy} onClick={() => void end(() => command('auth/end_other_sessions'))}>
            {t('profile.end_other_sessions')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Described({ session: { device, way, ip, started_at, active_at } }: { session: OwnSession }) {
  const { t } = useTranslation();
  return (
    <div className="min-w-0">
      <p className="truncate font-medium">
        <bdi title={device ?? undefined}>{device ? deviceWords(device) : t('profile.unknown_device')}</bdi>
      </p>
      <p className="flex flex-wrap gap-x-3 text-xs text-ink-muted">
        <span>{optionLabel('way', way)}</span>
        <bdi dir="ltr">{ip}</bdi>
        <span>
          {fieldLabel('started_at')} <Moment value={started_at} />
        </span>
        <span>
          {fieldLabel('active_at')} <Moment value={active_at} />
        </span>
      </p>
    </div>
  );
}
