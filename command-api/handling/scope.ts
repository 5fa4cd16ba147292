/** Row scope: what belongs to an outlet or inventory is there only for those who were given it. */
import type { Actor } from '../../domain/kernel/facts.ts';
import type { RecordState } from '../../domain/kernel/record.ts';
import type { Kind, Status } from './kinds.ts';

export function inScope(kind: Kind, id: number, state: Status, actor: Actor): boolean {
  if (kind.is === 'document') {
    const place = kind.declaration.place(state);
    if (!place) return true;
    return actor.hasOutlet(place.outlet) && (place.inventory === undefined || actor.hasInventory(place.inventory));
  }
  const { scope, idField } = kind.declaration;
  if (!scope) return true;
  const record = state as RecordState;
  const owner = scope.field === idField ? id : record.status === 'none' ? null : record.data[scope.field];
  // A record of no outlet in particular is everybody's.
  if (typeof owner !== 'number') return true;
  return scope.by === 'outlet' ? actor.hasOutlet(owner) : actor.hasInventory(owner);
}
