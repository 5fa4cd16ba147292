/** Past errors, with the request id that the server's log contains. */
import { Bell as BellIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../shared/controls/amount.tsx';
import { Button } from '../../shared/controls/button.tsx';
import { IconPopover } from '../../shared/controls/icon-popover.tsx';
import { BlockerList } from '../../shared/notify/lazy-blockers.tsx';
import { clearErrors, markErrorsRead, useNotices } from '../../shared/notify/notify.ts';

export function Bell() {
  const { t } = useTranslation();
  const { errors, unread } = useNotices();
  const label = unread > 0 ? t('bell.unread', { number: unread }) : t('bell.title');
  return (
    <IconPopover
      label={label}
      icon={BellIcon}
      onPress={markErrorsRead}
      panel="flex w-88 flex-col rounded-lg"
      badge={
        unread > 0 && (
          <span className="absolute end-0.5 top-0.5 min-w-4 rounded-full bg-danger-solid px-1 text-2xs leading-4 font-medium text-accent-ink">
            {unread}
          </span>
        )
      }
    >
      <div className="flex items-center justify-between border-b border-edge py-1.5 ps-4 pe-2">
        <p className="font-semibold">{t('bell.title')}</p>
        {errors.length > 0 && (
          <Button look="quiet" onClick={clearErrors}>
            {t('bell.clear')}
          </Button>
        )}
      </div>
      {errors.length === 0 && <p className="p-6 text-center text-ink-muted">{t('bell.none')}</p>}
      <ul className="divide-y divide-edge overflow-y-auto">
        {errors.map((error) => (
          <li key={error.id} className="px-4 py-2.5">
            <p>{error.message}</p>
            {error.blockers && <BlockerList {...error.blockers} />}
            <p className="flex gap-3 text-xs text-ink-muted">
              <Moment value={error.at} />
              {error.requestId && (
                <span className="truncate">
                  {t('request_number')} <bdi className="select-all">{error.requestId}</bdi>
                </span>
              )}
            </p>
          </li>
        ))}
      </ul>
    </IconPopover>
  );
}
