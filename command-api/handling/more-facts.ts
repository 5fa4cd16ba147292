/**
 * Facts that only some decisions ask for: ids of the documents that they make, sums of the books, and who uploaded the
 * pictures that they name.
 */

import { attachmentsIn } from '../../domain/kernel/attachments.ts';
import type { Measure } from '../../domain/kernel/document.ts';
import type { Actor, Facts } from '../../domain/kernel/facts.ts';
import { firstOpenDay, PRIOR_PERIOD_PERMISSION } from '../../domain/kernel/prior-period.ts';
import type { RecordData, RecordState } from '../../domain/kernel/record.ts';
import type { EventStore } from '../../event-store/port.ts';
import { forbidden } from '../../identity/guard.ts';
import { dataOf, type Kind, type Status } from './kinds.ts';
import { mayBeRedated } from './prior-period.ts';
import type { CommandRequest } from './request.ts';

/** The answer to a measure, as its document reads it. */
export type MeasureReader = (asked: Measure) => Promise<unknown>;

/** Pictures that were uploaded; without it a command that names a new one is refused. */
export interface HeldUploads {
  uploadedBy(userId: number, ids: readonly string[]): Promise<ReadonlySet<string>>;
  hold(stream: string, ids: readonly string[]): Promise<void>;
}

interface Sources {
  readonly store: Pick<EventStore, 'nextId' | 'periods'>;
  readonly measure?: MeasureReader;
  readonly uploads?: HeldUploads;
}

export type MoreFacts = Pick<Facts, 'newIds' | 'measured' | 'numbers' | 'uploaded' | 'openDay'>;

export async function moreFacts(
  sources: Sources,
  kind: Kind,
  state: Status,
  request: Pick<CommandRequest, 'commands' | 'body' | 'actor' | 'id' | 'priorPeriod'>,
): Promise<MoreFacts> {
  const { store, measure, uploads } = sources;
  const { commands, body, actor, priorPeriod } = request;
  const schema = kind.is === 'record' ? kind.declaration.schema : kind.declaration.body;
  const named = attachmentsIn(schema, body).map(({ id }) => id);
  const uploaded = named.length > 0 && uploads ? { uploaded: await uploads.uploadedBy(actor.user_id, named) } : {};
  if (kind.is === 'record') return { ...uploaded, ...(await recordFacts(sources, kind, state, request)) };
  const { makes, measures } = kind.declaration;
  const made = new Set(commands.map((command) => makes?.(command)).filter((name) => name !== undefined));
  const ids = await Promise.all([...made].map(async (name) => [name, await store.nextId(name)] as const));
  const asked = measures?.({ ...dataOf(state), ...(body as object) });
  return {
    ...uploaded,
    ...(ids.length === 0 ? {} : { newIds: Object.fromEntries(ids) }),
    ...(asked && measure ? { measured: await measure(asked) } : {}),
    ...(priorPeriod && mayBeRedated(kind) ? await openDays(store, actor) : {}),
  };
}

async function openDays(store: Sources['store'], actor: Actor): Promise<Pick<Facts, 'openDay'>> {
  if (!actor.can(PRIOR_PERIOD_PERMISSION)) throw forbidden(PRIOR_PERIOD_PERMISSION);
  const years = await store.periods();
  return { openDay: (day) => firstOpenDay(day, years) };
}

/** Of a record: what it measures, and the numbers that it is to be given. */
async function recordFacts(
  { store, measure }: Sources,
  { declaration }: Extract<Kind, { readonly is: 'record' }>,
  state: Status,
  { body, id }: Pick<CommandRequest, 'body' | 'id'>,
): Promise<MoreFacts> {
  const given = body as RecordData;
  const asked = declaration.measures?.(given, id);
  const count = declaration.numbers?.needed(given, (state as RecordState & { data?: RecordData }).data) ?? 0;
  const source = declaration.numbers?.source ?? '';
  const numbers = await Promise.all(Array.from({ length: count }, () => store.nextId(source)));
  return {
    ...(numbers.length === 0 ? {} : { numbers }),
    ...(asked && measure ? { measured: await measure(asked) } : {}),
  };
}
