/** Stacked fields that Enter submits. */
import type { ReactNode } from 'react';

interface AnswersOnEnterProps {
  readonly disabled?: boolean;
  /** An answer is being sent. */
  readonly busy?: boolean;
  readonly onAnswer: () => void;
  readonly children: ReactNode;
}

/** Stops the event, because React would pass the submit on to a form behind the dialog. */
export function AnswersOnEnter({ disabled = false, busy = false, onAnswer, children }: AnswersOnEnterProps) {
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (!disabled && !busy) onAnswer();
      }}
    >
      {children}
      <button type="submit" hidden aria-hidden tabIndex={-1} />
    </form>
  );
}
