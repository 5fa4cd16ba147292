/**
 * Before its drawer is closed, a person who may not approve it sees nothing from which the cash can be told
 * (docs/decisions/0114): others count it blind.
 */
import { membersOf } from '../../domain/kernel/members.ts';
import type { Person } from '../../identity/person.ts';

export const isClosing = (value: unknown): boolean => Array.isArray(membersOf(value)['accounts']);

export const countsBlind = (person: Person, closing: unknown): boolean =>
  !isClosing(closing) && !person.can('closing_drawers/approve');
