/** Dialogs: Headless UI keeps the focus inside, Escape closes, the page behind does not scroll. */
import { DialogBackdrop, DialogPanel, DialogTitle, Dialog as HeadlessDialog } from '@headlessui/react';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from './button.tsx';
import { useKeyThatCloses } from './key-that-closes.ts';

export interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the end, the primary one last. */
  readonly footer?: ReactNode;
  readonly width?: keyof typeof WIDTHS;
}

/** `grid` is wide enough for a grid. */
const WIDTHS = { narrow: 'max-w-md', wide: 'max-w-3xl', grid: 'max-w-6xl' } as const;

export function Dialog({ open, title, onClose, children, footer, width = 'narrow' }: DialogProps) {
  const { t } = useTranslation();
  return (
    <HeadlessDialog open={open} onClose={onClose} className="fixed inset-0 z-40 outline-none">
      <DialogBackdrop className="fixed inset-0 animate-appear bg-shade" />
      <div className="fixed inset-0 flex items-start justify-center overflow-y-auto p-4 pt-[10vh] max-md:p-2">
        <DialogPanel
          className={`flex max-h-[80vh] w-full animate-appear flex-col rounded-lg border border-edge bg-surface-1 shadow-float ${WIDTHS[width]}`}
        >
          <KeyThatCloses />
          <div className="flex items-center justify-between gap-2 border-b border-edge py-2 ps-4 pe-2">
            <DialogTitle className="text-base font-semibold">{title}</DialogTitle>
            <IconButton icon={X} label={t('actions.close')} onClick={onClose} />
          </div>
          <div className="overflow-y-auto p-4">{children}</div>
          {footer && <div className="flex flex-wrap justify-end gap-2 border-t border-edge p-3">{footer}</div>}
        </DialogPanel>
      </div>
    </HeadlessDialog>
  );
}

/** Lives as long as the open dialog. */
function KeyThatCloses() {
  useKeyThatCloses();
  return null;
}

export interface ConfirmProps {
  readonly open: boolean;
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly dangerous?: boolean;
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** A confirmation before an action that Ctrl+Z cannot undo. */
export function Confirm({ open, title, text, action, dangerous, busy, onConfirm, onClose }: ConfirmProps) {
  const { t } = useTranslation();
  const footer = (
    <>
      <Button onClick={onClose}>{t('actions.cancel')}</Button>
      <Button look={dangerous ? 'danger' : 'primary'} busy={busy ?? false} onClick={onConfirm} data-autofocus>
        {action}
      </Button>
    </>
  );
  return (
    <Dialog open={open} title={title} onClose={onClose} footer={footer}>
      <p className="text-ink-muted">{text}</p>
    </Dialog>
  );
}
