/** Shown by browsers that cannot be a till. */
import { MonitorX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../shared/controls/states.tsx';
import type { DeviceUnable } from './device/device.ts';

export function DeviceUnablePage({ reason }: Pick<DeviceUnable, 'reason'>) {
  const { t } = useTranslation();
  return (
    <main className="flex h-full items-center justify-center">
      <EmptyState heading icon={MonitorX} title={t('device:unable.title')} text={t(`device:unable.${reason}`)} />
    </main>
  );
}
