/**
 * Transitions of documents with a common lifecycle (`domain/documents/lifecycle.ts`); those with approval are beside their
 * payment dialog.
 */
import type { TransitionDeclaration } from './declaration.ts';

/** A draft is discarded; one that was complete before is reversed with a reason, and its number stays. */
export const GIVEN_UP: readonly TransitionDeclaration[] = [
  { name: 'discard', permission: 'destroy', dangerous: true },
  { name: 'reverse', permission: 'destroy', reasoned: true },
];

export const DRAFTED_TRANSITIONS: readonly TransitionDeclaration[] = [
  { name: 'complete', permission: 'complete' },
  { name: 'return_to_draft', permission: 'return_to_draft', reasoned: true },
  ...GIVEN_UP,
];

/** Transitions of completed sales and purchases: return to draft, close to changes and reopen. */
export const CLOSABLE_TRANSITIONS: readonly TransitionDeclaration[] = [
  { name: 'return_to_draft', permission: 'return_to_draft', reasoned: true },
  { name: 'close', permission: 'close' },
  { name: 'open', permission: 'unclose', reasoned: true },
  ...GIVEN_UP,
];

/** For documents that are posted, and reversed instead of changed. */
export const POSTED_TRANSITIONS: readonly TransitionDeclaration[] = [
  { name: 'post', permission: 'complete' },
  { name: 'reverse', permission: 'return_to_draft', reasoned: true },
  { name: 'discard', permission: 'destroy', dangerous: true },
];

export const AT_ONCE_TRANSITIONS: readonly TransitionDeclaration[] = [
  { name: 'reverse', permission: 'destroy', reasoned: true },
];

/** Of money, whose reversal may have a day of its own. */
export const MONEY_TRANSITIONS: readonly TransitionDeclaration[] = AT_ONCE_TRANSITIONS.map((transition) => ({
  ...transition,
  dated: true,
}));
