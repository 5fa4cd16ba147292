/** The pending entries: number, age, and reason. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusChip, type Tone } from '../shared/controls/status-chip.tsx';
import type { TillDevice } from './device/device.ts';
import type { SenderState } from './device/sender.ts';
import { useWatched } from './device/use-watched.ts';
import { ageText } from './parts/age-text.ts';

const TONES: Readonly<Record<NonNullable<SenderState['reason']>, Tone>> = {
  sending: 'info',
  offline: 'warning',
  told_to_wait: 'warning',
  server_failed: 'danger',
  revoked: 'danger',
  refused: 'danger',
};
const TICK_MS = 15_000;

/** The corrected time, updated every few seconds. */
export function useNow({ clock }: TillDevice): Date {
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [clock]);
  return now;
}

export function WaitingChip({ device }: { readonly device: TillDevice }) {
  const { t } = useTranslation();
  const { waiting, oldest, refused, reason } = useWatched(device.sender.state);
  const now = useNow(device);
  if (reason === null) return <StatusChip tone="success" label={t('device:all_sent')} />;
  const number = waiting > 0 ? waiting : refused;
  const label = [t(`device:chip.${reason}`, { number }), ...(oldest === null ? [] : [ageText(oldest, now, t)])].join(
    ' · ',
  );
  return <StatusChip tone={TONES[reason]} label={label} />;
}
