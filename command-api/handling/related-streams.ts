/**
 * The streams that a command writes: its own document, and those of its side effects. All are decided with the same
 * facts, have common claims, and are stored in one atomic append.
 */

import type { Claim } from '../../domain/deciding/claim.ts';
import type { Actor, Facts } from '../../domain/deciding/facts.ts';
import { seesLevel } from '../../domain/registry/seen-figures.ts';
import type { Language } from '../../domain/values/language.ts';
import { membersOf } from '../../domain/values/members.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { type Appended, type ClaimStore, NO_STREAM } from '../../event-store/port.ts';
import type { LoadedAggregate } from '../aggregates/aggregate-repository.ts';
import {
  type AggregateRegistry,
  type AggregateState,
  type AggregateType,
  streamOf,
} from '../aggregates/aggregate-types.ts';
import type { CommandContext } from '../aggregates/command-context.ts';
import { decideCreated } from './created-records.ts';
import { claimsOf, decide, type StreamDecision } from './decision.ts';
import { type Preview, preview } from './preview.ts';

export type { StreamDecision };

interface LoadedCommand {
  readonly request: { readonly commands: readonly unknown[]; readonly body: unknown };
  readonly kind: AggregateType;
  readonly stream: string;
  readonly loaded: CommandContext;
}

export interface Decided {
  /** The command's own decision. */
  readonly decision: StreamDecision['decision'];
  /** The decisions of all streams, the command's own first. */
  readonly all: readonly StreamDecision[];
  readonly claims: readonly Claim[];
}

/** Throws Refusal. */
export function decideAll(kinds: AggregateRegistry, command: LoadedCommand, facts: Facts): Decided {
  const { request, kind, stream, loaded } = command;
  const { revision, state } = loaded.own;
  const decision = decide(kind, request.commands, state, facts);
  const own = { kind, stream, revision, decision };
  const all = decideRelatedStreams(kinds, own, facts, (name) => loaded.folded(name), request.body);
  return { decision, all, claims: claimsOfAll(kinds, all, facts, request.body) };
}

/** The first decision is the command's own; `present` contains existing streams. Throws Refusal. */
export function decideRelatedStreams(
  kinds: AggregateRegistry,
  own: StreamDecision,
  facts: Facts,
  present: (stream: string) => LoadedAggregate | undefined,
  body: unknown,
): readonly StreamDecision[] {
  if (own.kind.is !== 'document') return [own, ...decideCreated(kinds, own, facts, body)];
  const { declaration } = own.kind;
  const { before, events, after } = own.decision;
  const following =
    events.length === 0 ? [] : (declaration.sideEffects?.(events, after, own.stream, { before, facts }) ?? []);
  const written = following.map(({ kind: name, id, existing, field, commands }): StreamDecision => {
    const kind = kinds.get(name);
    const stream = streamOf(name, id);
    const folded = existing ? present(stream) : { revision: NO_STREAM, state: kind?.decider.initial };
    if (!kind || !folded?.state) throw new RangeError(`no ${stream} to follow ${own.stream}`);
    const { state, revision } = folded;
    const copied = { ...facts, ...ofFollowing(id, facts) };
    return { kind, stream, revision, field, decision: toldAt(field, () => decide(kind, commands, state, copied)) };
  });
  return [own, ...written.filter(({ decision }) => decision.events.length > 0)];
}

/**
 * Nobody typed the numbers of the document that follows, and it is not the one of the command. What it might post later asks
 * levels that were not loaded for the command: these decide nothing, so nothing rests on them.
 */
function ofFollowing(ownId: number, facts: Facts): Pick<Facts, 'isTyped' | 'ownId' | 'level'> {
  const level = (key: string) => (facts.levelKeys?.(key).includes(key) ? facts.level(key) : '0');
  return { isTyped: false, ownId, level };
}

/** Reports refusals of `work` at the given field. */
function toldAt<Result>(field: string | undefined, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (field === undefined || !(error instanceof Refusal)) throw error;
    throw new Refusal(
      error.code,
      error.issues.map((issue) => ({ ...issue, field })),
      error.details,
    );
  }
}

/** A number is written into events of its own stream. */
export function claimsOfAll(
  kinds: AggregateRegistry,
  all: readonly StreamDecision[],
  facts: Facts,
  body: unknown,
): Claim[] {
  return all.flatMap(({ kind, stream, decision, field }, write) =>
    claimsOf(kinds, kind, stream, decision, facts, body).map((claim) => {
      if (claim.kind === 'number') return { ...claim, write };
      return field !== undefined && 'field' in claim ? { ...claim, field } : claim;
    }),
  );
}

export async function previewOfAll(
  sources: Parameters<typeof preview>[0],
  { all, claims }: { readonly all: readonly StreamDecision[]; readonly claims: readonly Claim[] },
  facts: Facts,
  language: Language = 'en',
): Promise<Preview> {
  const [balances, ...shown] = await Promise.all([
    balancesOf(sources.store, claims, facts.actor),
    ...all.map(({ kind, stream, decision }) => preview(sources, kind, stream, decision, facts, language)),
  ]);
  return {
    events: shown.flatMap(({ events }) => events),
    effective_date: shown.find(({ effective_date }) => effective_date !== null)?.effective_date ?? null,
    journal: shown.flatMap(({ journal }) => journal),
    movements: shown.flatMap(({ movements }) => movements),
    balances,
  };
}

/** The changed levels that a list or a report already shows to the actor. */
async function balancesOf(
  store: Pick<ClaimStore, 'levelsWith'>,
  claims: readonly Claim[],
  actor: Actor,
): Promise<Preview['balances']> {
  const levels = await store.levelsWith(claims);
  return levels.filter(({ key, before, after }) => before !== after && seesLevel(actor, key));
}

/** The state of a stream with the numbers that the store wrote into its events. */
export function withNumbers(
  { kind, decision }: StreamDecision,
  write: number,
  appended: Appended,
  claims: readonly Claim[],
): AggregateState {
  if (appended.numbers.length === 0) return decision.after;
  const numbers = [...appended.numbers];
  const numbered = new Map<number, string | undefined>();
  for (const claim of claims) {
    if (claim.kind !== 'number') continue;
    const number = numbers.shift();
    if (claim.write === write) numbered.set(claim.event, number);
  }
  return decision.events.reduce((state, event, index) => {
    const number = numbered.get(index);
    const stored = number === undefined ? event : { ...event, data: { ...membersOf(event.data), number } };
    return kind.decider.evolve(state, stored);
  }, decision.before);
}
