/** Row scope: records and documents are visible only to users of their outlet or inventory. */

import type { Actor } from '../../domain/deciding/facts.ts';
import type { Place } from '../../domain/documents/document.ts';
import { fieldsOf } from '../../domain/documents/document-fields.ts';
import { recordStateOf } from '../../domain/records/record.ts';
import type { AggregateState, AggregateType } from '../aggregates/aggregate-types.ts';
import type { CommandRequest } from './command-request.ts';

/** True when the actor has the outlet and inventory of at least one side of the document. */
export function isGiven({ receiving, ...place }: Place, actor: Actor): boolean {
  const given = actor.hasOutlet(place.outlet) && (place.inventory === undefined || actor.hasInventory(place.inventory));
  return given || (receiving !== undefined && isGiven(receiving, actor));
}

/** The actor with all inventories, for the scope of till entries only: what they report has happened. */
export const withAllInventories = (actor: Actor): Actor => ({ ...actor, hasInventory: () => true });

export function inScope(kind: AggregateType, id: number, state: AggregateState, actor: Actor): boolean {
  if (kind.is === 'document') {
    const place = kind.declaration.place(state);
    return place === undefined || isGiven(place, actor);
  }
  const { scope, idField } = kind.declaration;
  if (!scope) return true;
  const record = recordStateOf(state);
  const owner = scope.field === idField ? id : record.status === 'none' ? null : record.data[scope.field];
  // A record without an outlet is visible to every user.
  if (typeof owner !== 'number') return true;
  return scope.by === 'outlet' ? actor.hasOutlet(owner) : actor.hasInventory(owner);
}

/**
 * True when the document belongs to the resource: a resource for some documents of a kind requires its discriminator
 * field.
 */
export function isOfResource(declaration: CommandRequest['declaration'], state: AggregateState): boolean {
  if (!('discriminator' in declaration) || declaration.discriminator === undefined) return true;
  return typeof fieldsOf(declaration, state)[declaration.discriminator] === 'number';
}
