/** On every screen: nothing can be saved, because the disk of the server is full. Gone when there is space again. */
import { HardDrive } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useServerState } from './server-state.ts';

export function FullDisk() {
  const { t } = useTranslation();
  if (!useServerState()?.disk_is_full) return null;
  return (
    <section
      role="status"
      aria-label={t('full_disk.title')}
      className="no-print flex shrink-0 gap-3 border-b border-edge bg-warning px-4 py-2 text-warning-ink"
    >
      <HardDrive size={16} aria-hidden className="mt-0.5 shrink-0" />
      <p className="min-w-0">
        <strong className="font-semibold">{t('full_disk.title')}</strong> {t('full_disk.what_to_do')}
      </p>
    </section>
  );
}
