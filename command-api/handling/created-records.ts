/** Records that are registered together with a new one (`creates` of its declaration), in the same atomic append. */

import type { Actor, Facts } from '../../domain/deciding/facts.ts';
import { recordsToCreate } from '../../domain/records/created-records.ts';
import { defined } from '../../domain/values/defined.ts';
import { Issues } from '../../domain/values/refusal.ts';
import { NO_STREAM } from '../../event-store/port.ts';
import { type AggregateRegistry, readStream, streamOf } from '../aggregates/aggregate-types.ts';
import { decide, type StreamDecision } from './decision.ts';

/** A new outlet has not been given to anybody yet; whoever enters it enters its places. */
function havingOutlet(actor: Actor, outlet: number): Actor {
  return {
    user_id: actor.user_id,
    can: (permission) => actor.can(permission),
    hasOutlet: (id) => id === outlet || actor.hasOutlet(id),
    hasInventory: (id) => actor.hasInventory(id),
    hasAllOutlets: actor.hasAllOutlets,
    hasRecentProof: actor.hasRecentProof,
  };
}

/** Throws Refusal when the actor may not create one of them; the refusal names the requesting field. */
export function decideCreated(
  kinds: AggregateRegistry,
  own: StreamDecision,
  facts: Facts,
  body: unknown,
): readonly StreamDecision[] {
  if (own.kind.is !== 'record' || own.decision.before.status !== 'none') return [];
  const { declaration } = own.kind;
  const owner = defined(readStream(own.stream)).id;
  const inOwner = { ...facts, actor: havingOutlet(facts.actor, owner) };
  const issues = new Issues();
  const created = recordsToCreate(declaration, body).flatMap(({ field, kind: kindName, name }): StreamDecision[] => {
    const kind = defined(kinds.get(kindName));
    const permission = `${kind.resource}/store`;
    if (!facts.actor.can(permission)) {
      issues.add(field, 'permission_missing', { permission });
      return [];
    }
    const data = defined(declaration.creates).data(field, name, owner, facts);
    const decision = decide(kind, [{ type: 'register', data }], kind.decider.initial, inOwner);
    const stream = streamOf(kindName, defined(facts.newIds?.[field]));
    return [{ kind, stream, revision: NO_STREAM, decision, field }];
  });
  issues.throwIfAny();
  return created;
}
