/** The moment of an event that is known by its position in the log. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Moment } from '../controls/amount.tsx';
import { recordedAt } from './known-moment.ts';
import { EventLink } from './report-links.tsx';

/** A person who may not see the event reads the word for it. */
export function RecordedAt({ position }: { position: string }) {
  const { t } = useTranslation();
  const { data, isError } = useQuery(recordedAt(position));
  return isError ? <span>{t('report:columns.event')}</span> : <Moment value={data} />;
}

export function RecordedAtLink({ position }: { position: string }) {
  return (
    <EventLink position={position}>
      <RecordedAt position={position} />
    </EventLink>
  );
}
