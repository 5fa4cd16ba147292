/** The objects that block a command, with links; those that the person may not see are counted. */
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Blocker, Blockers } from '../api/blockers.ts';
import { RESOURCES } from '../api/resources.ts';
import { usePreferences } from '../language/preferences.ts';
import { documentPath, documentWords, LINK } from '../report/report-links.tsx';
import { formatDate } from '../typing/date-words.ts';
import { shapeDigits } from '../typing/digits.ts';

export function BlockerList({ blockers, blocker_count: count }: Blockers) {
  const { t } = useTranslation();
  const { digits } = usePreferences();
  const more = count - blockers.length;
  return (
    <div className="mt-1 text-ink-muted">
      <p>{t('blocked_by')}</p>
      <ul className="max-h-40 overflow-y-auto">
        {blockers.map((blocker) => (
          <li key={blocker.route} className="flex flex-wrap items-baseline gap-x-2">
            <BlockerLink blocker={blocker} />
            {blocker.date && <bdi className="text-xs">{shapeDigits(formatDate(blocker.date), digits)}</bdi>}
          </li>
        ))}
        {more > 0 && <li>{t('table:and_more', { number: more })}</li>}
      </ul>
    </div>
  );
}

function BlockerLink({ blocker }: { blocker: Blocker }) {
  const list = RESOURCES[blocker.route.split('/')[0] ?? '']?.path;
  const path = documentPath(blocker.kind, blocker.id) ?? (list && `${list}/${blocker.id}`);
  const words = <bdi>{documentWords(blocker)}</bdi>;
  return path ? (
    <Link to={path} className={LINK}>
      {words}
    </Link>
  ) : (
    words
  );
}
