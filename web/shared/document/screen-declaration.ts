/** A document's editor declaration with the components that receive its session. */
import type { ComponentType } from 'react';
import type { TransitionDialogProps } from './dialogs/transition-dialogs.tsx';
import type { EditorDeclaration, ShownTotals, TransitionDeclaration } from './model/declaration.ts';
import type { DocumentSession } from './model/session.ts';

export interface ScreenTransition extends TransitionDeclaration {
  /** The transition's own dialog. */
  readonly dialog?: ComponentType<TransitionDialogProps>;
}

export interface CompletionQuestionProps {
  readonly totals: ShownTotals;
  readonly onAnswer: (answer: Readonly<Record<string, unknown>>) => void;
  readonly onClose: () => void;
}

/** A question before completion; its answer is part of the completing command. */
export interface CompletionQuestion {
  readonly isAsked: (totals: ShownTotals) => boolean;
  readonly dialog: ComponentType<CompletionQuestionProps>;
}

export interface ScreenDeclaration extends EditorDeclaration {
  /** What a scanned code does where it is not an item of a line: it fills fields of the header. */
  readonly takesScan?: (session: DocumentSession, code: string) => void;
  readonly completionQuestion?: CompletionQuestion;
  readonly transitions: readonly ScreenTransition[];
  /** A separate tab after the lines; its label is `document:tabs.<name>`. */
  readonly tab?: { readonly name: string; readonly content: ComponentType<{ readonly session: DocumentSession }> };
  /** Figures below the total, such as payments. */
  readonly belowTotal?: ComponentType<{ readonly session: DocumentSession }>;
  /** A full-width area below the header, with facts about the party. May be empty. */
  readonly strip?: ComponentType<{ readonly session: DocumentSession }>;
  /** Further buttons beside the transitions, such as a return of this sale. */
  readonly actions?: ComponentType<{ readonly session: DocumentSession }>;
}
