/** Refuses a person who would bring into force or pay what they have made themselves (docs/decisions/0216). */
import type { Facts } from '../../domain/deciding/facts.ts';
import { user } from '../../domain/people/user.record.ts';
import { recordStateOf } from '../../domain/records/record.ts';
import { isMadeAtOnce, isMaking, limitOf, needsFourEyes } from '../../domain/registry/four-eyes.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { type EventStore, NO_STREAM } from '../../event-store/port.ts';
import type { AggregateRepository } from '../aggregates/aggregate-repository.ts';
import { type AggregateType, type DocumentType, streamOf } from '../aggregates/aggregate-types.ts';
import type { Decision } from './decision.ts';
import type { DecisionReads } from './decision-reads.ts';
import type { RecordNumbers } from './facts/on-demand-facts.ts';

interface Sources {
  readonly store: Pick<EventStore, 'readStreams'>;
  readonly states: AggregateRepository;
  readonly recordNumbers?: RecordNumbers;
}

interface Command {
  readonly kind: AggregateType;
  readonly stream: string;
  readonly decision: Decision;
  readonly facts: Facts;
  readonly reads: Pick<DecisionReads, 'records' | 'stream'>;
}

/** Throws Refusal. The makers are those of the stored events, whose stream the append finds unchanged. */
export async function refuseOwnApproval(sources: Sources, command: Command): Promise<void> {
  const { kind, stream, decision, facts, reads } = command;
  if (kind.is !== 'document' || decision.events.length === 0) return;
  const limit = limitOf(kind.kind, facts.record('system_setting', 1)?.data);
  const decided = { stream, ...decision };
  if (limit === undefined || !needsFourEyes(kind.declaration, decided, limit)) return;
  const isAtOnce = isMadeAtOnce(kind.declaration, decided);
  const isMaker = isAtOnce || (await makersOf(sources, kind, stream)).has(String(facts.actor.user_id));
  if (!isMaker || (await isAlone(sources, reads))) return;
  const message = isAtOnce ? 'four_eyes_need_a_draft' : 'maker_may_not_approve';
  throw new Refusal('validation', [{ field: '', message }]);
}

async function makersOf(
  { store }: Pick<Sources, 'store'>,
  { declaration }: DocumentType,
  stream: string,
): Promise<ReadonlySet<string>> {
  const events = (await store.readStreams([{ stream, after: NO_STREAM }])).get(stream) ?? [];
  return new Set(
    events.flatMap(({ type, revision, meta }) => (isMaking(declaration, type, revision) ? [meta.actor] : [])),
  );
}

/** True while the business has one active user: nobody else could do it. */
async function isAlone({ states, recordNumbers }: Sources, reads: Command['reads']): Promise<boolean> {
  if (!recordNumbers) return false;
  const streams = (await recordNumbers(user.kind)).map((id) => streamOf(user.kind, id));
  reads.records(user.kind, streams.length);
  const active = [...(await states.read(streams))].filter(([stream, { state, revision }]) => {
    reads.stream(stream, revision);
    const record = recordStateOf(state);
    return record.status === 'active' && (record.data['status'] ?? 'active') === 'active';
  });
  return active.length <= 1;
}
