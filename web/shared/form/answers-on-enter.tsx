/** Stacked fields that Enter submits. */
import { type ReactNode, useRef } from 'react';
import { useShortcutInDialog } from '../shortcuts/shortcuts.ts';
import { lackingIn } from './lacking-in.ts';
import { settled } from './settled.ts';

interface AnswersOnEnterProps {
  readonly disabled?: boolean;
  /** An answer is being sent. */
  readonly busy?: boolean;
  /** In a dialog that the keys of saving answer too. */
  readonly byKeys?: boolean;
  readonly className?: string;
  readonly onAnswer: () => void;
  readonly children: ReactNode;
}

/**
 * Stops the event, because React would pass the submit on to a form behind the dialog. When no answer can be given yet, Enter
 * leads to what is still needed.
 */
export const answering =
  ({ disabled, busy, onAnswer }: Pick<AnswersOnEnterProps, 'disabled' | 'busy' | 'onAnswer'>) =>
  (event: Pick<SubmitEvent, 'preventDefault' | 'stopPropagation'> & { readonly target?: EventTarget | null }): void => {
    event.preventDefault();
    event.stopPropagation();
    if (!disabled && !busy) onAnswer();
    else if (disabled && event.target instanceof HTMLElement) lackingIn(event.target)[0]?.focus();
  };

export function AnswersOnEnter({ disabled = false, busy = false, byKeys = false, ...props }: AnswersOnEnterProps) {
  const { onAnswer, children, className = 'flex flex-col gap-3' } = props;
  const form = useRef<HTMLFormElement>(null);
  // Later, when React has taken over what a field stored as it was left.
  const answer = () => settled(() => queueMicrotask(() => form.current?.requestSubmit()));
  useShortcutInDialog('form_save', answer, byKeys);
  useShortcutInDialog('form_save_new', answer, byKeys);
  return (
    <form ref={form} noValidate className={className} onSubmit={answering({ disabled, busy, onAnswer })}>
      {children}
      <button type="submit" hidden aria-hidden tabIndex={-1} />
    </form>
  );
}
