/** The number of pending reviews of till entries; renders nothing for zero. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ClipboardCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { read } from '../../shared/api/read.ts';
import { useCan } from '../../shared/session/session.ts';

/** The list of reviews, and the number pending. */
export const TILL_REVIEWS = 'till_reviews';
const FRESH_MS = 60_000;
const MAY_REVIEW = 'pos_sales/review##closing_drawers/review';

export function WaitingReviews() {
  return useCan()(MAY_REVIEW) ? <Waiting /> : null;
}

function Waiting() {
  const { t } = useTranslation();
  const { data: count = 0 } = useQuery({
    queryKey: [TILL_REVIEWS, 'waiting'],
    queryFn: ({ signal }) => read('till_reviews/waiting', { signal }),
    refetchInterval: FRESH_MS,
    meta: { quiet: true },
  });
  if (count === 0) return null;
  return (
    <p>
      <Link
        to="/sales/till-reviews"
        search={{ 'filter[status]': 'waiting' }}
        className="inline-flex min-h-8 items-center gap-2 rounded-md bg-warning px-3 text-warning-ink hover:underline"
      >
        <ClipboardCheck size={16} aria-hidden />
        {t('till:reviews_wait', { number: count })}
      </Link>
    </p>
  );
}
