/** Questions before a transition. */

import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerDialog } from '../../controls/answer-dialog.tsx';
import type { DialogProps } from '../../controls/dialog.tsx';
import { DateField } from '../../form/fields/date-field.tsx';
import { ReasonField } from '../../form/fields/reason-field.tsx';
import { fieldLabel } from '../../language/names.ts';
import { useShortcutInDialog } from '../../shortcuts/shortcuts.ts';
import type { DocumentSession } from '../model/session.ts';

export interface TransitionDialogProps {
  readonly session: DocumentSession;
  readonly name: string;
  readonly onClose: () => void;
}

/** Closes the dialog when the server has accepted the transition. */
export function useSend({ session, name, onClose }: TransitionDialogProps) {
  const [busy, setBusy] = useState(false);
  const send = async (body: Readonly<Record<string, unknown>>) => {
    setBusy(true);
    const done = await session.transition(name, body);
    setBusy(false);
    if (done) onClose();
  };
  return { busy, send };
}

interface AskingProps extends TransitionDialogProps {
  /** The body of the transition. */
  readonly body: Readonly<Record<string, unknown>>;
  /** An input is still missing. */
  readonly disabled?: boolean;
  readonly look?: 'primary' | 'danger';
  readonly width?: DialogProps['width'] & string;
  readonly children: ReactNode;
}

/** The dialog before a transition, for its button and for the completion keys. */
export function TransitionDialog({
  body,
  disabled = false,
  look = 'primary',
  width = 'narrow',
  ...props
}: AskingProps) {
  const { t } = useTranslation();
  const { busy, send } = useSend(props);
  const give = () => void send(body);
  useShortcutInDialog('form_save_new', give, !disabled && !busy);
  const title = t(`document:transitions.${props.name}`);
  return (
    <AnswerDialog {...{ title, look, width, busy, disabled }} onAnswer={give} onClose={props.onClose}>
      {props.children}
    </AnswerDialog>
  );
}

/** The day of a reversal of money; empty for that of its document. */
export function ReversedDateField(props: { readonly value: string; readonly onChange: (date: string) => void }) {
  const { t } = useTranslation();
  return <DateField label={fieldLabel('reversed_date')} hint={t('document:reversed_date_hint')} {...props} />;
}

export function ReasonDialog({ isDated = false, ...props }: TransitionDialogProps & { readonly isDated?: boolean }) {
  const [typed, setTyped] = useState('');
  const [date, setDate] = useState('');
  const reason = typed.trim();
  const body = date === '' ? { reason } : { reason, date };
  return (
    <TransitionDialog {...props} body={body} disabled={reason === ''}>
      <ReasonField value={typed} onChange={setTyped} autoFocus />
      {isDated && <ReversedDateField value={date} onChange={setDate} />}
    </TransitionDialog>
  );
}
