/** Changes since the revision that a person was viewing, by event and field, without costs that they may not see. */
import { withoutComputedCost } from '../../domain/people/cost-fields.ts';
import { type Seeing, seenData } from '../../domain/registry/lookup-permission.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { type EventStore, NO_STREAM } from '../../event-store/port.ts';
import type { AggregateRepository } from '../aggregates/aggregate-repository.ts';
import type { AggregateState, AggregateType } from '../aggregates/aggregate-types.ts';

export interface FieldChange {
  /** `lines.0.quantity` */
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

export interface ChangeSince {
  readonly type: string;
  readonly revision: number;
  readonly recorded_at: string;
  /** User id, or the name of a program part. */
  readonly actor: string;
  readonly changed: readonly FieldChange[];
}

interface Asked {
  readonly kind: AggregateType;
  readonly stream: string;
  readonly actor: Seeing;
}

export async function staleRefusal(
  store: EventStore,
  states: AggregateRepository,
  { kind, stream, actor }: Asked,
  expectedRevision: number,
): Promise<Refusal> {
  const events = (await store.readStreams([{ stream, after: NO_STREAM }])).get(stream) ?? [];
  let folded = states.initial(stream);
  const changes: ChangeSince[] = [];
  for (const event of events) {
    const next = states.fold(stream, folded, [event]);
    if (event.revision > expectedRevision) {
      changes.push({
        type: event.type,
        revision: event.revision,
        recorded_at: event.recordedAt,
        actor: event.meta.actor,
        changed: differences(flat(kind, folded.state, actor), flat(kind, next.state, actor)),
      });
    }
    folded = next;
  }
  return new Refusal('stale', [{ field: '', message: 'changed_since' }], {
    revision: folded.revision,
    status: folded.state.status,
    changes,
  });
}

function flat(kind: AggregateType, state: AggregateState, actor: Asked['actor']): Map<string, unknown> {
  const found = new Map<string, unknown>([['status', state.status]]);
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) {
      found.set(path, value);
      return;
    }
    for (const [name, inner] of Object.entries(value)) visit(inner, path === '' ? name : `${path}.${name}`);
  };
  const whole = kind.dataOf(state);
  const data = kind.is === 'record' ? seenData(kind.declaration, whole, actor) : whole;
  visit(actor.can('items/show_cost') ? data : withoutComputedCost(kind.kind, data), '');
  return found;
}

function differences(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): FieldChange[] {
  const fields = new Set([...before.keys(), ...after.keys()]);
  return [...fields]
    .filter((field) => before.get(field) !== after.get(field))
    .map((field) => ({ field, from: before.get(field) ?? null, to: after.get(field) ?? null }));
}
