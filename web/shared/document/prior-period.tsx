/** A late document for a closed year: the offer to post it on the first open day, and the notice that it was. */
import { useTranslation } from 'react-i18next';
import { Confirm } from '../controls/dialog.tsx';
import { StatusChip } from '../controls/status-chip.tsx';
import { usePreferences } from '../language/preferences.ts';
import { formatDate } from '../typing/date-words.ts';
import { shapeDigits } from '../typing/digits.ts';
import type { DocumentSession } from './model/session.ts';
import { useSessionState } from './model/use-session.ts';

function useDayWords(): (day: string) => string {
  const { digits } = usePreferences();
  return (day) => shapeDigits(formatDate(day), digits);
}

export function PriorPeriodDialog({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const words = useDayWords();
  const { offer } = useSessionState(session);
  if (!offer) return null;
  const days = { date: words(offer.date), open_day: words(offer.open_day) };
  return (
    <Confirm
      open
      title={t('document:prior_period.title', days)}
      text={t('document:prior_period.text', days)}
      action={t('document:prior_period.enter')}
      onConfirm={() => offer.decide(true)}
      onClose={() => offer.decide(false)}
    />
  );
}

export function TrueDateChip({ date }: { date: unknown }) {
  const { t } = useTranslation();
  const words = useDayWords();
  if (typeof date !== 'string') return null;
  return <StatusChip tone="warning" label={t('document:prior_period.chip', { date: words(date) })} />;
}
