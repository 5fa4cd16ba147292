/** Records of other outlets, which a document or a record of the actor does not name. */

import { listOf, membersOf } from '../values/members.ts';
import type { Actor, KnownRecord } from './facts.ts';

/**
 * True of a promotion of an outlet that was not given to the actor, and of a person who works in such outlets only.
 * Accounts and inventories have to be of the outlet of the document, and goods are sent to any outlet.
 */
export function isElsewhere(kind: string, { id, data }: KnownRecord<unknown>, actor: Actor): boolean {
  if (kind !== 'promotion' && (kind !== 'user' || id === actor.user_id)) return false;
  const { outlet_fk, outlets } = membersOf(data);
  const own = [outlet_fk, ...listOf(outlets)].filter((outlet) => typeof outlet === 'number');
  return own.length > 0 && !own.some((outlet) => actor.hasOutlet(outlet));
}
