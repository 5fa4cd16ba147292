/**
 * Stores the corrections of a recalculation. If they fit, they are one atomic append. Otherwise there are several: the
 * first event starts the commit with the approved plan, each append corrects some documents, and the last one commits.
 * Linked documents are corrected together when they fit. A document is corrected once: remaining corrections are
 * derived from states, an append expects the planned revision, and an unanswered append is identified by its command
 * id.
 */

import { v5 as uuid } from 'uuid';
import type { Claim } from '../../domain/deciding/claim.ts';
import type { Actor } from '../../domain/deciding/facts.ts';
import { defined } from '../../domain/values/defined.ts';
import { membersOf, textsOf } from '../../domain/values/members.ts';
import type { DecisionRead } from '../../event-store/decision-read.ts';
import type { Period } from '../../event-store/port.ts';
import type { Commands } from '../commands/open-commands.ts';
import { claimsOf } from '../handling/decision.ts';
import type { PlannedCorrection } from './rate-correction.ts';

export interface ChunkLimits {
  readonly documents: number;
  readonly claims: number;
  /** Size of the events' data as JSON; an append is limited to 1 MiB in total. */
  readonly bytes: number;
}

/** Chosen so that claims are checked well within the statement timeout, during which other commands wait. */
export const CHUNK_LIMITS: ChunkLimits = { documents: 200, claims: 2_000, bytes: 262_144 };

/** In the order of `planned`, except that linked documents follow each other. */
export function inLinkedOrder(planned: readonly PlannedCorrection[]): PlannedCorrection[] {
  return linkedGroups(planned).flat();
}

/** A single correction may exceed the limits; its claims are those of any command on that document. */
export function chunksOf(planned: readonly PlannedCorrection[], limits: ChunkLimits): PlannedCorrection[][] {
  const chunks: PlannedCorrection[][] = [];
  let [chunk, size]: [PlannedCorrection[], ChunkLimits] = [[], EMPTY];
  const begin = () => {
    [chunk, size] = [[], EMPTY];
    chunks.push(chunk);
  };
  for (const group of linkedGroups(planned)) {
    // Splits a group that exceeds the limits by itself; any other group starts a new chunk instead of being split.
    if (chunk.length === 0 || isBeyond(group.map(sizeOf).reduce(sum, size), limits)) begin();
    for (const one of group) {
      if (chunk.length > 0 && isBeyond(sum(size, sizeOf(one)), limits)) begin();
      chunk.push(one);
      size = sum(size, sizeOf(one));
    }
  }
  return chunks;
}

const EMPTY: ChunkLimits = { documents: 0, claims: 0, bytes: 0 };

const sizeOf = (one: PlannedCorrection): ChunkLimits => ({
  documents: 1,
  claims: one.claims.length,
  bytes: bytesOf(one),
});

const sum = (a: ChunkLimits, b: ChunkLimits): ChunkLimits => ({
  documents: a.documents + b.documents,
  claims: a.claims + b.claims,
  bytes: a.bytes + b.bytes,
});

const isBeyond = (size: ChunkLimits, limits: ChunkLimits): boolean =>
  size.documents > limits.documents || size.claims > limits.claims || size.bytes > limits.bytes;

const bytesOf = ({ decision }: PlannedCorrection): number =>
  decision.events.reduce((bytes, { data }) => bytes + Buffer.byteLength(JSON.stringify(data)), 0);

/** Groups of documents that are linked directly or indirectly, in the order of their first documents. */
function linkedGroups(planned: readonly PlannedCorrection[]): PlannedCorrection[][] {
  const leader = new Map(planned.map(({ stream }) => [stream, stream]));
  const find = (stream: string): string => {
    let at = stream;
    while (leader.get(at) !== at) at = defined(leader.get(at));
    leader.set(stream, at);
    return at;
  };
  for (const { stream, decision } of planned) {
    const named = decision.events.flatMap(({ data }) => textsOf(membersOf(data)['documents']));
    for (const other of named) if (leader.has(other)) leader.set(find(other), find(stream));
  }
  return [...Map.groupBy(planned, ({ stream }) => find(stream)).values()];
}

export interface ClosedDay {
  readonly message: 'closed_period' | 'outside_open_year';
  readonly params: { readonly day: string; readonly document: string };
}

/**
 * Days of corrections that are in no open financial year: the refusals of the store for a single append. Several appends
 * are not begun when one of them would be refused.
 */
export function closedDaysOf(planned: readonly PlannedCorrection[], years: readonly Period[]): ClosedDay[] {
  return planned.flatMap(({ stream, claims }) =>
    claims.flatMap((claim): ClosedDay[] => {
      if (claim.kind !== 'period') return [];
      const { day } = claim;
      const year = years.find(({ from, to }) => from <= day && day <= to);
      if (year ? year.status === 'open' : claim.paid) return [];
      return [{ message: year ? 'closed_period' : 'outside_open_year', params: { day, document: stream } }];
    }),
  );
}

export type OwnEvents = Omit<PlannedCorrection, 'claims' | 'reads'>;

/**
 * One atomic append of events of the recalculation itself, if any, and of corrections with their claims, on the
 * condition that everything the corrections read is unchanged. Throws ClaimsRefused, WrongRevision, ReadsMoved,
 * BatchTooLarge.
 */
export async function appendCorrections(
  { store, kinds }: Commands,
  own: OwnEvents | undefined,
  others: readonly PlannedCorrection[],
  { actor, commandId }: { readonly actor: Actor; readonly commandId: string },
): Promise<void> {
  const written = [...(own ? [own] : []), ...others].filter(({ decision }) => decision.events.length > 0);
  const writes = written.map(({ stream, revision, decision }, write) => ({
    stream,
    expectedRevision: revision,
    events: decision.events.map((event, index) => ({ ...event, id: uuid(`${write}:${index}`, commandId) })),
  }));
  const claims = [...(own ? numberOf({ kinds }, own) : []), ...others.flatMap((other) => other.claims)];
  const reads = readsOf(others, new Set(writes.map(({ stream }) => stream)));
  await store.append({ commandId, writes, claims, reads, meta: { actor: String(actor.user_id), commandId } });
}

/** Conditions without duplicates and without the written streams, whose revisions the append checks anyway. */
function readsOf(others: readonly PlannedCorrection[], written: ReadonlySet<string>): readonly DecisionRead[] {
  const reads = others
    .flatMap((other) => other.reads)
    .filter((read) => read.of !== 'stream' || !written.has(read.stream));
  return [...new Map(reads.map((read) => [JSON.stringify(read), read])).values()];
}

/** Number claims of the recalculation, which is the first write of its append. */
function numberOf({ kinds }: Pick<Commands, 'kinds'>, own: OwnEvents): Claim[] {
  const kind = defined(kinds.get('recalculation'));
  const facts = { record: () => undefined, document: () => undefined } as never;
  return claimsOf(kinds, kind, own.stream, own.decision, facts, {}).filter((claim) => claim.kind === 'number');
}

/** Deterministic for the same documents at the same revisions, so that an unanswered append is not stored twice. */
export const chunkCommand = (chunk: readonly PlannedCorrection[], commandId: string): string =>
  uuid(chunk.map(({ stream, revision }) => `${stream}@${revision}`).join(' '), commandId);
