/** A late document for a closed year: the offer to post it on the first open day, and the notice that it was. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Confirm } from '../controls/dialog.tsx';
import { StatusChip } from '../controls/status-chip.tsx';
import { usePreferences } from '../language/preferences.ts';
import { formatDate } from '../typing/date-words.ts';
import { shapeDigits } from '../typing/digits.ts';
import type { DocumentSession } from './model/session.ts';
import type { PriorPeriodOffer } from './model/session-state.ts';
import { useSessionState } from './model/use-session.ts';

function useDayWords(): (day: string) => string {
  const { digits } = usePreferences();
  return (day) => shapeDigits(formatDate(day), digits);
}

type Asked = PriorPeriodOffer & { readonly decide: (accepted: boolean) => void };

export function PriorPeriodDialog({ session }: { session: DocumentSession }) {
  const { offer } = useSessionState(session);
  return offer ? <PriorPeriodQuestion offer={offer} /> : null;
}

/** The question for a page without a session; `question` is shown while `ask` waits for the answer. */
export function usePriorPeriod() {
  const [asked, setAsked] = useState<Asked>();
  const ask = async (offer: PriorPeriodOffer): Promise<boolean> => {
    const accepted = await new Promise<boolean>((decide) => setAsked({ ...offer, decide }));
    setAsked(undefined);
    return accepted;
  };
  return { ask, question: asked ? <PriorPeriodQuestion offer={asked} /> : null };
}

function PriorPeriodQuestion({ offer }: { offer: Asked }) {
  const { t } = useTranslation();
  const words = useDayWords();
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

/** A day of a document that is not its own: that on which it happened, or that on which it was taken back. */
export function DayChip({ of, date }: { readonly of: 'prior_period.chip' | 'reversed_on'; readonly date: unknown }) {
  const { t } = useTranslation();
  const words = useDayWords();
  if (typeof date !== 'string') return null;
  return <StatusChip tone="warning" label={t(`document:${of}`, { date: words(date) })} />;
}
