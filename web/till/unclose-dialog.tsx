/** Opening a drawer again asks for the reason, with its figures in view. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../shared/controls/button.tsx';
import { Dialog } from '../shared/controls/dialog.tsx';
import { type TransitionDialogProps, useSend } from '../shared/document/dialogs/transition-dialogs.tsx';
import { TextField } from '../shared/form/text-field.tsx';
import { useDrawerFigures } from './drawer-figures.ts';
import { Accounts } from './drawer-money.tsx';

const REASON_LENGTH_MAX = 140;

export function UncloseDialog(props: TransitionDialogProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const { busy, send } = useSend(props);
  const figures = useDrawerFigures(props.session);
  const isSaid = reason.trim() !== '';
  const footer = (
    <>
      <Button onClick={props.onClose}>{t('actions.cancel')}</Button>
      <Button look="primary" busy={busy} disabled={!isSaid} onClick={() => void send({ reason: reason.trim() })}>
        {t('document:transitions.unclose')}
      </Button>
    </>
  );
  return (
    <Dialog open title={t('document:transitions.unclose')} onClose={props.onClose} footer={footer} width="wide">
      <div className="flex flex-col gap-4">
        {figures && <Accounts accounts={figures.accounts} />}
        <TextField
          label={t('document:reason')}
          hint={t('document:reason_hint')}
          value={reason}
          onChange={setReason}
          maxLength={REASON_LENGTH_MAX}
          required
          autoFocus
        />
      </div>
    </Dialog>
  );
}
