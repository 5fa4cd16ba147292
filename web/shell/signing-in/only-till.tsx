/** The home page of a user who may only sell: opens the till on a till's device; otherwise names the missing step. */
import { useQuery } from '@tanstack/react-query';
import { MonitorX } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { TILL_PERMISSIONS } from '../../../domain/registry/till-permissions.ts';
import { read } from '../../shared/api/read.ts';
import { EmptyState, SkeletonLines } from '../../shared/controls/states.tsx';
import { useMe } from '../../shared/session/session.ts';

/** The key that the device's page uses too. */
const THIS_TILL = 'this_till';

/** `children` are shown to other users. */
export default function OnlyTill({ children }: { children: ReactNode }) {
  const isAll = useMe().permissions.every((permission) => TILL_PERMISSIONS.has(permission));
  return isAll ? <ToTill /> : children;
}

function ToTill() {
  const { t } = useTranslation();
  const { data: till } = useQuery({
    queryKey: [THIS_TILL],
    queryFn: ({ signal }) => read('auth/till', { signal }),
    meta: { quiet: true },
  });
  const isTill = till?.is_enrolled === true;
  useEffect(() => {
    if (isTill) window.location.replace('/pos');
  }, [isTill]);
  if (!till || isTill) return <SkeletonLines lines={2} />;
  return (
    <EmptyState heading icon={MonitorX} title={t('till:no_till_here')} text={t('till:no_till_here_hint')}>
      <ul className="flex list-disc flex-col gap-2 ps-6 text-start">
        <li>{t('till:no_till_here_go')}</li>
        <li>{t('till:no_till_here_enrol')}</li>
        <li>{t('till:no_till_here_pin')}</li>
      </ul>
    </EmptyState>
  );
}
