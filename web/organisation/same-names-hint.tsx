/** A link to the items that share a name, where there are any: the setting of unique names leaves them as they are. */
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSameNames } from '../catalogue/same-names.tsx';
import { useCan } from '../shared/session/session.ts';

export function SameNamesHint() {
  const { t } = useTranslation();
  const { data } = useSameNames(useCan()('items/index'));
  if (!data?.total) return null;
  return (
    <p className="px-1">
      <Link
        to="/warehouse/items/same-names"
        className={`inline-flex min-h-8 items-center gap-2 rounded-md px-2 hover:underline ${data.is_refused ? 'bg-warning text-warning-ink' : 'text-accent'}`}
      >
        {data.is_refused && <TriangleAlert size={16} aria-hidden />}
        {t('organisation:same_names', { count: data.total })}
      </Link>
    </p>
  );
}
