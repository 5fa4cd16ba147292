/** A banner on every screen while the server's disk is full and nothing can be saved. */
import { HardDrive } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useServerState } from '../server-state.ts';
import { Banner } from './banner.tsx';

export function FullDisk() {
  const { t } = useTranslation();
  if (!useServerState()?.disk_is_full) return null;
  return (
    <Banner icon={HardDrive} title={t('full_disk.title')}>
      <p>
        <strong className="font-semibold">{t('full_disk.title')}</strong> {t('full_disk.what_to_do')}
      </p>
    </Banner>
  );
}
