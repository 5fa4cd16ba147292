/**
 * A dialog with an answer and a cancel button: the answer is the primary button, last in the footer. Enter in a field
 * answers; where no field takes the focus, the answer button has it.
 */
import { useTranslation } from 'react-i18next';
import { AnswersOnEnter } from '../form/answers-on-enter.tsx';
import { Lacking } from '../form/lacking.tsx';
import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

interface AnswerDialogProps extends Pick<DialogProps, 'title' | 'onClose' | 'children' | 'width'> {
  /** Text of the answer button; default the title. */
  readonly action?: string;
  readonly look?: 'primary' | 'danger';
  readonly busy?: boolean;
  /** The answer is not available yet. */
  readonly disabled?: boolean;
  /** The keys of saving answer too. */
  readonly byKeys?: boolean;
  readonly onAnswer: () => void;
}

export function AnswerDialog({ children, width = 'narrow', byKeys = false, ...props }: AnswerDialogProps) {
  const { t } = useTranslation();
  const { title, action = title, look = 'primary', busy = false, disabled = false, onAnswer, onClose } = props;
  const footer = (
    <>
      {disabled && <Lacking />}
      <Button onClick={onClose}>{t('actions.cancel')}</Button>
      <Button {...{ look, busy, disabled }} onClick={onAnswer} {...(disabled ? {} : { 'data-autofocus': true })}>
        {action}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose} footer={footer} width={width}>
      <AnswersOnEnter {...{ disabled, busy, byKeys, onAnswer }}>{children}</AnswersOnEnter>
    </Dialog>
  );
}

/** A form of fields, answered by the keys of saving too. */
export function AnswerForm({ children, ...props }: Omit<AnswerDialogProps, 'byKeys'>) {
  const { t } = useTranslation();
  return (
    <AnswerDialog action={t('actions.save')} {...props} byKeys>
      <div className="flex flex-col gap-3">{children}</div>
    </AnswerDialog>
  );
}
