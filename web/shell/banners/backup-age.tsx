/**
 * The age of the newest backup, on the home page of users who set up the business. Problems are highlighted, because
 * nobody checks backups before a disk fails.
 */
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Reads, read } from '../../shared/api/read.ts';
import { Moment } from '../../shared/controls/amount.tsx';
import { usePreferences } from '../../shared/language/preferences.ts';
import { useCan } from '../../shared/session/session.ts';
import { shapeDigits } from '../../shared/typing/digits.ts';
import { DoctorHint } from './doctor-hint.tsx';

const FRESH_MS = 60_000;
const DAY_HOURS = 24;

function useBackups(enabled: boolean) {
  return useQuery({
    queryKey: ['backups'],
    queryFn: ({ signal }) => read('backups', { signal }),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    enabled,
    meta: { quiet: true },
  });
}

const MAY_SEE = 'system_settings/update';

/** True until the first answer: content below is hidden until then, so that the layout does not shift. */
export function useAgeIsAwaited(): boolean {
  const { isPending, fetchStatus, failureCount } = useBackups(useCan()(MAY_SEE));
  return isPending && fetchStatus === 'fetching' && failureCount === 0;
}

export function BackupAge() {
  return useCan()(MAY_SEE) ? <Age /> : null;
}

function Age() {
  const { t } = useTranslation();
  const { data } = useBackups(true);
  if (!data) return null;
  const { newest, problem } = data;
  if (newest && !problem && newest.age_hours < 2 * DAY_HOURS) {
    return (
      <p className="mb-6 flex items-start gap-2 text-ink-muted">
        <ShieldCheck size={16} aria-hidden className="mt-0.5 shrink-0 text-success-ink" />
        <span>
          <Newest newest={newest} />
        </span>
      </p>
    );
  }
  return (
    <Box isWrong={newest !== null || problem !== null}>
      {problem && (
        <p>
          <strong className="font-semibold">{t(`backup.failed.${problem.kind}`)}</strong>{' '}
          {t(`backup.problems.${problem.problem}`)} (<Moment value={problem.at} />)
        </p>
      )}
      <p>{newest ? <Newest newest={newest} /> : t('backup.none')}</p>
    </Box>
  );
}

function Newest({ newest: { finished_at, age_hours } }: { newest: NonNullable<Reads['backups']['newest']> }) {
  const { t } = useTranslation();
  const { digits } = usePreferences();
  const days = Math.floor(age_hours / DAY_HOURS);
  return (
    <>
      {t('backup.newest')} <Moment value={finished_at} />
      {' · '}
      {days === 0 && t('backup.less_than_a_day')}
      {days === 1 && t('backup.less_than_two_days')}
      {days >= 2 && t('backup.days_since')}
      {days >= 2 && <span className="numeric"> {shapeDigits(String(days), digits)}</span>}
    </>
  );
}

/** A new business without a backup is no error. */
function Box({ isWrong, children }: { isWrong: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <section
      role="status"
      aria-label={t('backup.title')}
      className={`mb-6 flex gap-3 rounded-lg border border-edge px-4 py-3 ${isWrong ? 'bg-warning text-warning-ink' : 'bg-surface-1'}`}
    >
      <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        {children}
        <DoctorHint text={t('backup.what_to_do')} />
      </div>
    </section>
  );
}
