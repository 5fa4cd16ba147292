/**
 * Stores the corrections of a recalculation. As many as fit are one append, all or nothing. More go in several: the first
 * begins the commit with the approved plan, each corrects some documents, and the last one commits. Documents that settle
 * each other go together where they fit. A document is corrected once: what is left is found from its state, an append
 * expects the revision that was planned on, and one that was not answered is known by its command id.
 */

import { v5 as uuid } from 'uuid';
import type { Claim } from '../../domain/kernel/claim.ts';
import { defined } from '../../domain/kernel/defined.ts';
import type { Actor } from '../../domain/kernel/facts.ts';
import { membersOf, textsOf } from '../../domain/kernel/members.ts';
import type { DecisionRead } from '../../event-store/decision-read.ts';
import { claimsOf } from '../handling/decision.ts';
import type { Commands } from '../handling/open-commands.ts';
import type { PlannedCorrection } from './rate-correction.ts';

export interface ChunkLimits {
  readonly documents: number;
  readonly claims: number;
  /** Of the data of the events as JSON; an append takes 1 MiB with everything else. */
  readonly bytes: number;
}

/** Their claims are checked in a fraction of the time that a statement may take, while other commands wait. */
export const CHUNK_LIMITS: ChunkLimits = { documents: 200, claims: 2_000, bytes: 262_144 };

/** In the order of `planned`, but documents that are linked follow each other. */
export function inLinkedOrder(planned: readonly PlannedCorrection[]): PlannedCorrection[] {
  return linkedGroups(planned).flat();
}

/** One alone may be beyond the limits; its claims are those of any command of that document. */
export function chunksOf(planned: readonly PlannedCorrection[], limits: ChunkLimits): PlannedCorrection[][] {
  const chunks: PlannedCorrection[][] = [];
  let [chunk, size]: [PlannedCorrection[], ChunkLimits] = [[], EMPTY];
  const begin = () => {
    [chunk, size] = [[], EMPTY];
    chunks.push(chunk);
  };
  for (const group of linkedGroups(planned)) {
    // A group that is too large by itself is cut; another one begins a chunk rather than being cut.
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

/** Documents that name each other, directly or through others; groups in the order of their first documents. */
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

export type OwnEvents = Omit<PlannedCorrection, 'claims' | 'reads'>;

/**
 * One append: events of the recalculation itself, if any, and what it corrects, with their claims, on condition that
 * everything that the corrections read is unchanged; or none of it. Throws ClaimsRefused, WrongRevision, ReadsMoved,
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

/** Without the streams that the append writes, whose revisions it names anyway; each condition once. */
function readsOf(others: readonly PlannedCorrection[], written: ReadonlySet<string>): readonly DecisionRead[] {
  const reads = others
    .flatMap((other) => other.reads)
    .filter((read) => read.of !== 'stream' || !written.has(read.stream));
  return [...new Map(reads.map((read) => [JSON.stringify(read), read])).values()];
}

/** The recalculation is the first write of its append. */
function numberOf({ kinds }: Pick<Commands, 'kinds'>, own: OwnEvents): Claim[] {
  const kind = defined(kinds.get('recalculation'));
  const facts = { record: () => undefined, document: () => undefined } as never;
  return claimsOf(kinds, kind, own.stream, own.decision, facts, {}).filter((claim) => claim.kind === 'number');
}

/** The same for the same documents at the same revisions, so that an append that was not answered is not stored twice. */
export const chunkCommand = (chunk: readonly PlannedCorrection[], commandId: string): string =>
  uuid(chunk.map(({ stream, revision }) => `${stream}@${revision}`).join(' '), commandId);
