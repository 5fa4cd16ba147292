/** A document as its screen declares it: beside what it is, the components that are given its session. */
import type { ComponentType } from 'react';
import type { TransitionDialogProps } from './dialogs/transition-dialogs.tsx';
import type { EditorDeclaration, ShownTotals, TransitionDeclaration } from './model/declaration.ts';
import type { DocumentSession } from './model/session.ts';

export interface ScreenTransition extends TransitionDeclaration {
  /** A dialog of its own. */
  readonly dialog?: ComponentType<TransitionDialogProps>;
}

export interface CompletionQuestionProps {
  readonly totals: ShownTotals;
  readonly onAnswer: (answer: Readonly<Record<string, unknown>>) => void;
  readonly onClose: () => void;
}

/** What is asked before a document is completed; the answer goes with the command that completes it. */
export interface CompletionQuestion {
  readonly isAsked: (totals: ShownTotals) => boolean;
  readonly dialog: ComponentType<CompletionQuestionProps>;
}

export interface ScreenDeclaration extends EditorDeclaration {
  readonly completionQuestion?: CompletionQuestion;
  readonly transitions: readonly ScreenTransition[];
  /** A tab of its own, after the lines where there are any; its label is `document:tabs.<name>`. */
  readonly tab?: { readonly name: string; readonly content: ComponentType<{ readonly session: DocumentSession }> };
  /** Figures below the total: what of it was paid. */
  readonly belowTotal?: ComponentType<{ readonly session: DocumentSession }>;
  /** Below the header, as wide as the lines: what is known of the party. Empty where there is nothing to say. */
  readonly strip?: ComponentType<{ readonly session: DocumentSession }>;
  /** Buttons of its own beside the transitions: a return of this sale. */
  readonly actions?: ComponentType<{ readonly session: DocumentSession }>;
}
