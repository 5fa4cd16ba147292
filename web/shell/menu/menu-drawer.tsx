/** The menu in a narrow window: a drawer over the screen, closed when a screen is chosen. */
import { Dialog, DialogBackdrop, DialogPanel } from '@headlessui/react';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { SideMenu } from './side-menu.tsx';

export default function MenuDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const opened = useRef(pathname);
  useEffect(() => {
    if (pathname !== opened.current) onClose();
  }, [pathname, onClose]);
  return (
    <Dialog open onClose={onClose} aria-label={t('menu.label')} className="fixed inset-0 z-40 outline-none">
      <DialogBackdrop className="fixed inset-0 animate-appear bg-shade" />
      <DialogPanel className="fixed inset-y-0 start-0 flex w-72 max-w-[85vw] shadow-float">
        <SideMenu open isDrawer onToggle={onClose} />
      </DialogPanel>
    </Dialog>
  );
}
