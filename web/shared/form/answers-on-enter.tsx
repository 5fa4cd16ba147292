/** Fields below each other that are answered by Enter in one of them. */
import type { ReactNode } from 'react';

interface AnswersOnEnterProps {
  readonly disabled?: boolean;
  readonly onAnswer: () => void;
  readonly children: ReactNode;
}

/** The page behind a dialog has forms too, and React would hand the submit on to them. */
export function AnswersOnEnter({ disabled = false, onAnswer, children }: AnswersOnEnterProps) {
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (!disabled) onAnswer();
      }}
    >
      {children}
      <button type="submit" hidden aria-hidden tabIndex={-1} />
    </form>
  );
}
