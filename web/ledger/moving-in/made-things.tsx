/** The records and documents that an import has made, as they are now. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ImportMade, MadeThing } from '../../../domain/imports/imports-made.ts';
import { read } from '../../shared/api/read.ts';
import { Button } from '../../shared/controls/button.tsx';
import { Dialog } from '../../shared/controls/dialog.tsx';
import { FailedState, SkeletonLines } from '../../shared/controls/states.tsx';
import { StatusChip } from '../../shared/controls/status-chip.tsx';
import { documentPath, kindWords, LINK } from '../../shared/report/report-links.tsx';

/** Largest number of listed rows; beyond it only their number is shown. */
const SHOWN_MAX = 200;
const GONE: ReadonlySet<string> = new Set(['retired', 'inactive', 'discarded', 'reversed']);

export function MadeThings({ of, onClose }: { of: ImportMade; onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['import_made', of.import_id],
    queryFn: ({ signal }) => read('imports/made/:import_id', { params: { import_id: of.import_id }, signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });
  const footer = <Button onClick={onClose}>{t('actions.close')}</Button>;
  return (
    <Dialog open width="wide" title={t('import:made.show')} onClose={onClose} footer={footer}>
      {error && !data && <FailedState problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonLines lines={4} />}
      {data?.length === 0 && <p className="text-ink-muted">{t('import:made.nothing_made')}</p>}
      <ul className="divide-y divide-edge">
        {data?.slice(0, SHOWN_MAX).map((thing) => (
          <li key={`${thing.kind}-${thing.id}`} className="flex items-center gap-3 py-1.5">
            <span className="w-28 shrink-0 text-ink-muted">{kindWords(thing.kind)}</span>
            <Name thing={thing} />
            {thing.changed && <StatusChip tone="info" label={t('import:made.was_there')} />}
            {GONE.has(thing.status) && <StatusChip tone="neutral" label={t('import:made.gone')} />}
          </li>
        ))}
      </ul>
      {data && data.length > SHOWN_MAX && (
        <p className="py-1.5 text-ink-muted">{t('table:and_more', { number: data.length - SHOWN_MAX })}</p>
      )}
    </Dialog>
  );
}

function Name({ thing: { kind, id, title } }: { thing: MadeThing }) {
  const path = documentPath(kind, id);
  const name = <bdi className="wrap-anywhere">{title ?? id}</bdi>;
  return (
    <span className="min-w-0 flex-1">
      {path ? (
        <Link to={path} className={LINK}>
          {name}
        </Link>
      ) : (
        name
      )}
    </span>
  );
}
