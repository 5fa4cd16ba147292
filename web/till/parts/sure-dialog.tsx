/** A question before something that a slip of the hand may ask for. The key of a scanner that reads on behind it says no. */
import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../shared/controls/dialog.tsx';
import { TillButton, type TillButtonProps } from './till-button.tsx';

interface SureProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  /** By default the usual word for leaving a dialog. */
  readonly refusal?: string;
  readonly look?: TillButtonProps['look'];
  readonly icon: LucideIcon;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function SureDialog({ title, text, action, refusal, look = 'danger', icon, onConfirm, onClose }: SureProps) {
  const { t } = useTranslation();
  const confirm = () => {
    onClose();
    onConfirm();
  };
  const footer = (
    <>
      <TillButton onPress={onClose} data-autofocus>
        {refusal ?? t('actions.cancel')}
      </TillButton>
      <TillButton look={look} icon={icon} onPress={confirm}>
        {action}
      </TillButton>
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose} footer={footer}>
      <p className="text-ink-muted">{text}</p>
    </Dialog>
  );
}
