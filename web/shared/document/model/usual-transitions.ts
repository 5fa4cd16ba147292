/** Transitions of documents that share a lifecycle (`domain/kernel/lifecycle.ts`); approved ones are with their payment. */
import type { TransitionDeclaration } from './declaration.ts';

export const DRAFTED_TRANSITIONS: readonly TransitionDeclaration[] = [
  { name: 'complete', permission: 'complete' },
  { name: 'return_to_draft', permission: 'return_to_draft', reasoned: true },
  { name: 'discard', permission: 'destroy', dangerous: true },
];

export const AT_ONCE_TRANSITIONS: readonly TransitionDeclaration[] = [
  { name: 'reverse', permission: 'destroy', reasoned: true },
];
