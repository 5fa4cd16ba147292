/** Dialogs with the figures of a drawer: for approving it, and for reopening it with a reason. */
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerDialog } from '../../shared/controls/answer-dialog.tsx';
import { SkeletonLines } from '../../shared/controls/states.tsx';
import { type TransitionDialogProps, useSend } from '../../shared/document/dialogs/transition-dialogs.tsx';
import { ReasonField } from '../../shared/form/fields/reason-field.tsx';
import { useDrawerFigures } from './drawer-figures.ts';
import { Accounts } from './drawer-money.tsx';

interface FiguresDialogProps extends TransitionDialogProps {
  readonly body: Readonly<Record<string, unknown>>;
  readonly isReady: boolean;
  readonly children: ReactNode;
}

export function FiguresDialog({ body, isReady, children, ...props }: FiguresDialogProps) {
  const { t } = useTranslation();
  const { busy, send } = useSend(props);
  const figures = useDrawerFigures(props.session);
  const title = t(`document:transitions.${props.name}`);
  return (
    <AnswerDialog
      {...{ title, busy, width: 'wide', disabled: !isReady || !figures }}
      onAnswer={() => void send(body)}
      onClose={props.onClose}
    >
      <div className="flex flex-col gap-4">
        {figures ? <Accounts accounts={figures.accounts} /> : <SkeletonLines lines={6} />}
        {children}
      </div>
    </AnswerDialog>
  );
}

/** Afterwards the drawer is final. */
export function ApproveDialog(props: TransitionDialogProps) {
  const { t } = useTranslation();
  return (
    <FiguresDialog {...props} body={{}} isReady>
      <p className="text-ink-muted">{t('till:approve_hint')}</p>
    </FiguresDialog>
  );
}

export function UncloseDialog(props: TransitionDialogProps) {
  const [reason, setReason] = useState('');
  return (
    <FiguresDialog {...props} body={{ reason: reason.trim() }} isReady={reason.trim() !== ''}>
      <ReasonField value={reason} onChange={setReason} autoFocus />
    </FiguresDialog>
  );
}
