/** A dialog with an answer and a cancel button: the answer is the primary button, last in the footer. */
import { useTranslation } from 'react-i18next';
import { AnswersOnEnter } from '../form/answers-on-enter.tsx';
import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

interface AnswerDialogProps extends Pick<DialogProps, 'title' | 'onClose' | 'children' | 'width'> {
  /** Text of the answer button; default the title. */
  readonly action?: string;
  readonly look?: 'primary' | 'danger';
  readonly busy?: boolean;
  /** The answer is not available yet. */
  readonly disabled?: boolean;
  /** Focuses the answer button at first; for dialogs without fields. */
  readonly focused?: boolean;
  readonly onAnswer: () => void;
}

export function AnswerDialog({ children, width = 'narrow', ...props }: AnswerDialogProps) {
  const { t } = useTranslation();
  const { title, action = title, look = 'primary', busy = false, disabled = false, onAnswer, onClose } = props;
  const footer = (
    <>
      <Button onClick={onClose}>{t('actions.cancel')}</Button>
      <Button {...{ look, busy, disabled }} onClick={onAnswer} {...(props.focused ? { 'data-autofocus': true } : {})}>
        {action}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose} footer={footer} width={width}>
      {children}
    </Dialog>
  );
}

/** A form: Enter in a field also answers, and so do the keys of saving. */
export function AnswerForm({ children, ...props }: AnswerDialogProps) {
  const { t } = useTranslation();
  return (
    <AnswerDialog action={t('actions.save')} {...props}>
      <AnswersOnEnter {...props} byKeys>
        {children}
      </AnswersOnEnter>
    </AnswerDialog>
  );
}
