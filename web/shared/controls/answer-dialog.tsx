/** A question that is answered or cancelled: the answer is the primary button, last in the foot. */
import { useTranslation } from 'react-i18next';
import { AnswersOnEnter } from '../form/answers-on-enter.tsx';
import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

interface AnswerDialogProps extends Pick<DialogProps, 'title' | 'onClose' | 'children' | 'width'> {
  /** Words of the answer; those of the title when left out. */
  readonly action?: string;
  readonly look?: 'primary' | 'danger';
  readonly busy?: boolean;
  /** It cannot be answered yet. */
  readonly disabled?: boolean;
  /** The answer is focused first, where nothing is entered before. */
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

/** Fields that are saved, by Enter in one of them too. */
export function AnswerForm({ children, ...props }: AnswerDialogProps) {
  const { t } = useTranslation();
  return (
    <AnswerDialog action={t('actions.save')} {...props}>
      <AnswersOnEnter {...props}>{children}</AnswersOnEnter>
    </AnswerDialog>
  );
}
