/** The pending entries: number, age, and reason. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusChip, type Tone } from '../shared/controls/status-chip.tsx';
import type { TillDevice } from './device/device.ts';
import type { SenderState } from './device/sender.ts';
import { useWatched } from './device/use-watched.ts';

const TONES: Readonly<Record<NonNullable<SenderState['reason']>, Tone>> = {
  sending: 'info',
  offline: 'warning',
  told_to_wait: 'warning',
  server_failed: 'danger',
  revoked: 'danger',
  refused: 'danger',
};
const TICK_MS = 15_000;
const MINUTE_MS = 60_000;

/** The corrected time, updated every few seconds. */
export function useNow({ clock }: TillDevice): Date {
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [clock]);
  return now;
}

type Said = { readonly unit: 'minutes' | 'hours' | 'days'; readonly count: number };

/** The time since an instant, in the largest unit that fits at least once. */
export function ageOf(instant: string, now: Date): Said {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(instant)) / MINUTE_MS));
  const [unit, count]: [Said['unit'], number] =
    minutes < 60
      ? ['minutes', minutes]
      : minutes < 1440
        ? ['hours', Math.floor(minutes / 60)]
        : ['days', Math.floor(minutes / 1440)];
  return { unit, count };
}

export function WaitingChip({ device }: { readonly device: TillDevice }) {
  const { t } = useTranslation();
  const { waiting, oldest, refused, reason } = useWatched(device.sender.state);
  const now = useNow(device);
  if (reason === null) return <StatusChip tone="success" label={t('device:all_sent')} />;
  const number = waiting > 0 ? waiting : refused;
  const age = oldest === null ? undefined : ageOf(oldest, now);
  const label = [
    t(`device:chip.${reason}`, { number }),
    ...(age ? [t(`device:age.${age.unit}`, { count: age.count })] : []),
  ].join(' · ');
  return <StatusChip tone={TONES[reason]} label={label} />;
}
