/** Transitions of documents that share a lifecycle (`domain/kernel/lifecycle.ts`); approved ones are with their payment. */
import type { TransitionDeclaration } from './declaration.ts';

export const DRAFTED_TRANSITIONS: readonly TransitionDeclaration[] = [
  { name: 'complete', permission: 'complete' },
  { name: 'return_to_draft', permission: 'return_to_draft', reasoned: true },
  { name: 'discard', permission: 'destroy', dangerous: true },
];

/** How a document of trade that is complete goes on: back to draft, or closed to further changes and opened again. */
export const CLOSABLE_TRANSITIONS: readonly TransitionDeclaration[] = [
  { name: 'return_to_draft', permission: 'return_to_draft', reasoned: true },
  { name: 'close', permission: 'close' },
  { name: 'open', permission: 'unclose', reasoned: true },
  { name: 'discard', permission: 'destroy', dangerous: true },
];

/** Of documents that are posted, and reversed instead of changed. */
export const POSTED_TRANSITIONS: readonly TransitionDeclaration[] = [
  { name: 'post', permission: 'complete' },
  { name: 'reverse', permission: 'return_to_draft', reasoned: true },
  { name: 'discard', permission: 'destroy', dangerous: true },
];

export const AT_ONCE_TRANSITIONS: readonly TransitionDeclaration[] = [
  { name: 'reverse', permission: 'destroy', reasoned: true },
];
