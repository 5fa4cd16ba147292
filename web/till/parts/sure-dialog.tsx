/** A question before goods are thrown away. The key of a scanner that reads on behind it keeps them. */
import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../shared/controls/dialog.tsx';
import { TillButton } from './till-button.tsx';

interface SureProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly icon: LucideIcon;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function SureDialog({ title, text, action, icon, onConfirm, onClose }: SureProps) {
  const { t } = useTranslation();
  const confirm = () => {
    onClose();
    onConfirm();
  };
  const footer = (
    <>
      <TillButton onPress={onClose} data-autofocus>
        {t('actions.cancel')}
      </TillButton>
      <TillButton look="danger" icon={icon} onPress={confirm}>
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
