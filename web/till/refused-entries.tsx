/** Entries that the server refused permanently: stored here, shown, and exportable as a file. */
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isObject } from '../../domain/values/members.ts';
import { Moment } from '../shared/controls/amount.tsx';
import { Button } from '../shared/controls/button.tsx';
import type { KeptEntry } from './device/database-schema.ts';
import type { TillDevice } from './device/device.ts';
import { useWatched } from './device/use-watched.ts';
import { saveFile } from './save-file.ts';

export function RefusedEntries({ device }: { readonly device: TillDevice }) {
  const { t } = useTranslation();
  const changes = useWatched(device.journal.changes);
  const [refused, setRefused] = useState<readonly KeptEntry[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again whenever the journal has changed
  useEffect(() => {
    let isShown = true;
    void device.journal.refused().then((found) => isShown && setRefused(found));
    return () => {
      isShown = false;
    };
  }, [device, changes]);
  if (refused.length === 0) return null;
  return (
    <section className="flex flex-col items-start gap-3 rounded-lg border border-edge bg-surface-1 p-4 shadow-card">
      <h2 className="text-base font-semibold">{t('device:refused')}</h2>
      <p className="text-ink-muted">{t('device:refused_hint')}</p>
      <ul className="flex w-full flex-col divide-y divide-edge">
        {refused.map((kept) => (
          <li key={kept.entry.uuid} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-2">
            <bdi className="numeric font-medium">{kept.number}</bdi>
            <span>{t(`device:kind.${kept.kind}`)}</span>
            <Moment value={kept.entry.made_at} />
            <span className="text-danger-ink">{sentencesOf(kept).join(' ')}</span>
          </li>
        ))}
      </ul>
      <Button icon={Download} onClick={() => void saveFile(device, 'refused')}>
        {t('device:export_refused')}
      </Button>
    </section>
  );
}

const sentencesOf = ({ answer }: KeptEntry): readonly string[] =>
  (answer?.errors ?? []).flatMap((error) =>
    isObject(error) && typeof error['message'] === 'string' ? [error['message']] : [],
  );
