/**
 * Facts that only some decisions need: ids of created documents, sums over the books, uploaders of pictures, and
 * records that refer to the decided record.
 */

import { attachmentsIn } from '../../../domain/deciding/attachments.ts';
import type { Actor, Facts, KnownRecord } from '../../../domain/deciding/facts.ts';
import type { ReadModelQuery } from '../../../domain/deciding/read-model-query.ts';
import type { DayLock } from '../../../domain/ledger/locked-days.ts';
import { recordsToCreate } from '../../../domain/records/created-records.ts';
import { type RecordData, type RecordDeclaration, recordStateOf } from '../../../domain/records/record.ts';
import { membersOf } from '../../../domain/values/members.ts';
import { PRIOR_PERIOD_PERMISSION } from '../../../domain/values/prior-period.ts';
import type { ClaimStore } from '../../../event-store/port.ts';
import { forbidden } from '../../../identity/guard.ts';
import type { AggregateRepository } from '../../aggregates/aggregate-repository.ts';
import {
  type AggregateRegistry,
  type AggregateState,
  type AggregateType,
  readStream,
  streamOf,
} from '../../aggregates/aggregate-types.ts';
import { mayLeaveItsYear } from '../../claims/kept-series.ts';
import type { CommandRequest } from '../command-request.ts';
import type { DecisionReads } from '../decision-reads.ts';
import type { NextId } from '../next-ids.ts';
import { type FreeDay, freeDays, mayBeRedated } from '../prior-period.ts';
import { freeNumbers, type TakenKeys } from './free-numbers.ts';
import { sameNameFacts } from './same-names.ts';
import { supplierNumberFacts } from './supplier-numbers.ts';

/** Returns the query result in the shape that its document reads; records in `reads` the conditions of storing it. */
export type QueryRunner = (requested: ReadModelQuery, reads: DecisionReads) => Promise<unknown>;

/** Uploaded pictures; without it a command with a new picture is refused. */
export interface HeldUploads {
  uploadedBy(userId: number, ids: readonly string[]): Promise<ReadonlySet<string>>;
  hold(stream: string, ids: readonly string[]): Promise<void>;
}

/** Ids of all records of a kind from the claims, including retired ones. */
export type RecordNumbers = (kind: string) => Promise<readonly number[]>;

interface Sources {
  readonly kinds: AggregateRegistry;
  readonly states: AggregateRepository;
  readonly recordNumbers?: RecordNumbers;
  readonly store: Pick<ClaimStore, 'periods'>;
  readonly nextId: NextId;
  readonly takenKeys?: TakenKeys;
  readonly measure?: QueryRunner;
  readonly uploads?: HeldUploads;
  readonly reads: DecisionReads;
  /** The locks of days that bind the actor. */
  readonly locks: readonly DayLock[];
}

export type MoreFacts = Pick<
  Facts,
  | 'newIds'
  | 'queryResult'
  | 'numbers'
  | 'uploaded'
  | 'openDay'
  | 'naming'
  | 'alike'
  | 'confirmed'
  | 'isTyped'
  | 'firstDay'
  | 'rateOn'
  | 'past'
  | 'years'
>;

export async function loadOnDemandFacts(
  sources: Sources,
  kind: AggregateType,
  state: AggregateState,
  request: Omit<CommandRequest, 'declaration'>,
): Promise<MoreFacts> {
  const { store, nextId, measure, uploads, reads, locks } = sources;
  const { commands, body, actor, id, priorPeriod, wasPaid } = request;
  const schema = kind.is === 'record' ? kind.declaration.schema : kind.declaration.body;
  const named = attachmentsIn(schema, body).map(({ id }) => id);
  const uploaded = named.length > 0 && uploads ? { uploaded: await uploads.uploadedBy(actor.user_id, named) } : {};
  if (kind.is === 'record') return { ...uploaded, ...(await recordFacts(sources, kind, state, request)) };
  const { creates: makes, measures } = kind.declaration;
  const made = makes?.(commands, state);
  const newIds = made === undefined ? {} : { newIds: { [made]: await nextId(made) } };
  const requested = measures?.({ ...kind.dataOf(state), ...membersOf(body) }, commands, id);
  const isMovable = mayBeRedated(kind, state, body);
  const freeDay = async () =>
    freeDays({ kind, state, body }, await store.periods(), { locks, isPaid: wasPaid === true });
  return {
    ...uploaded,
    ...newIds,
    ...(requested && measure ? { queryResult: await measure(requested, reads) } : {}),
    ...(await supplierNumberFacts(sources, kind, state, request)),
    ...(priorPeriod && isMovable ? openDays(actor, await freeDay()) : {}),
    ...(wasPaid && isMovable ? { openDay: await freeDay() } : {}),
    ...(mayLeaveItsYear(kind, state, body) ? { years: await store.periods() } : {}),
  };
}

function openDays(actor: Actor, openDay: FreeDay): Pick<Facts, 'openDay'> {
  if (!actor.can(PRIOR_PERIOD_PERMISSION)) throw forbidden(PRIOR_PERIOD_PERMISSION);
  return { openDay };
}

function dataBefore(state: AggregateState): RecordData | undefined {
  const record = recordStateOf(state);
  return record.status === 'none' ? undefined : record.data;
}

/** For a record: the result of its query, and its assigned numbers. */
async function recordFacts(
  sources: Sources,
  { declaration }: Extract<AggregateType, { readonly is: 'record' }>,
  state: AggregateState,
  { body, id }: Pick<CommandRequest, 'body' | 'id'>,
): Promise<MoreFacts> {
  const { nextId, measure, reads } = sources;
  const given = body as RecordData;
  const requested = declaration.measures?.(given, id);
  const { kind, numbers: source } = declaration;
  const count = source?.needed(given, dataBefore(state)) ?? 0;
  const numbers = source ? await freeNumbers(sources, { ...source, kind }, count) : [];
  return {
    ...(numbers.length === 0 ? {} : { numbers }),
    ...(requested && measure ? { queryResult: await measure(requested, reads) } : {}),
    ...(await sameNameFacts(sources, declaration, recordStateOf(state), { given, id })),
    ...(await namingFacts(sources, declaration.namedBy, id)),
    ...(id === undefined ? await idsOfCreated(declaration, body, nextId) : {}),
    ...(declaration.asksYears ? { years: await sources.store.periods() } : {}),
  };
}

/** The id of each record that the body creates, by field. */
async function idsOfCreated(declaration: RecordDeclaration, body: unknown, nextId: NextId): Promise<MoreFacts> {
  const wanted = recordsToCreate(declaration, body);
  if (wanted.length === 0) return {};
  const ids = await Promise.all(wanted.map(async ({ field, kind }) => [field, await nextId(kind)] as const));
  return { newIds: Object.fromEntries(ids) };
}

/** Empty when record ids cannot be read; a decision that needs them is refused. */
async function namingFacts(
  { states, recordNumbers, reads }: Sources,
  namedBy: RecordDeclaration['namedBy'],
  id: number | undefined,
): Promise<Pick<Facts, 'naming'>> {
  if (!namedBy || !recordNumbers) return {};
  const { kind, field } = namedBy;
  if (id === undefined) return { naming: [] };
  const streams = (await recordNumbers(kind)).map((recordNumber) => streamOf(kind, recordNumber));
  reads.records(kind, streams.length);
  const naming = [...(await states.read(streams))].flatMap(([stream, folded]): KnownRecord[] => {
    const state = recordStateOf(folded.state);
    reads.stream(stream, folded.revision);
    if (state.status === 'none' || state.data[field] !== id) return [];
    return [{ id: readStream(stream)?.id ?? 0, active: state.status === 'active', data: state.data }];
  });
  return { naming };
}
