/** Asks before unsaved input is lost: on a link, on going back, on closing the window. */
import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Confirm } from '../controls/dialog.tsx';

export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const { t } = useTranslation();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: dirty,
    withResolver: true,
  });
  return (
    <Confirm
      open={blocker.status === 'blocked'}
      title={t('form:leave.title')}
      text={t('form:leave.text')}
      action={t('form:leave.action')}
      dangerous
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    />
  );
}
