/** A banner on every screen while entries get a time that is ahead of the server's clock. */
import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useServerState } from '../server-state.ts';
import { Banner } from './banner.tsx';

const HOUR = 60;
const DAY = 24 * HOUR;

export function WrongClock() {
  const { t } = useTranslation();
  const minutes = useServerState()?.log_ahead_minutes ?? 0;
  if (minutes === 0) return null;
  const [unit, length] = minutes >= 2 * DAY ? ['days', DAY] : minutes >= 2 * HOUR ? ['hours', HOUR] : ['minutes', 1];
  return (
    <Banner icon={Clock} title={t('wrong_clock.title')}>
      <p>
        <strong className="font-semibold">{t('wrong_clock.title')}</strong>{' '}
        {t(`wrong_clock.${unit}`, { length: Math.floor(minutes / Number(length)) })} {t('wrong_clock.what_to_do')}
      </p>
    </Banner>
  );
}
