/**
 * Refusals of many commands of one kind, by the decider and by trial claims. Everything they refer to is read once,
 * and nothing is stored. Each is checked against stored data, not against the others: rows of a file are checked
 * against each other before.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Actor, Facts } from '../../domain/deciding/facts.ts';
import { type Issue, Refusal } from '../../domain/values/refusal.ts';
import { NO_STREAM } from '../../event-store/port.ts';
import type { LoadedAggregate } from '../aggregates/aggregate-repository.ts';
import { type AggregateRegistry, type AggregateType, streamOf } from '../aggregates/aggregate-types.ts';
import { type CommandContext, load } from '../aggregates/command-context.ts';
import type { Commands } from '../commands/open-commands.ts';
import { decide, factsOf } from '../handling/decision.ts';
import { numbersOfSuppliers } from '../handling/facts/supplier-numbers.ts';
import { claimsOfAll, decideRelatedStreams } from '../handling/related-streams.ts';
import { type Trial, trialIssues } from './trials.ts';

export interface Asked {
  readonly body: unknown;
  readonly commands: readonly unknown[];
  /** The record that they change; absent for a new one. */
  readonly of?: { readonly id: number; readonly loaded: LoadedAggregate };
}

export interface Refused {
  readonly issues: readonly Issue[];
  /** The commands change nothing. */
  readonly isNothing: boolean;
}

/** Yields to other requests after this many. */
const BATCH = 250;
/** Unused ids for claims of new records, counted downwards from here. */
const LAST_ID = 2_147_483_647;
/**
 * Number of records whose claims are tried in one append. Documents are tried one by one, because they change the same
 * levels.
 */
const RECORDS_TOGETHER = 100;

interface Deciding {
  readonly actor: Actor;
  readonly moment: Date;
  /** Streams of records that are created before these commands. */
  readonly made?: ReadonlySet<string>;
}

/** The issues of each command, in order. */
export async function decided(
  commands: Pick<Commands, 'kinds' | 'handler' | 'store' | 'pool'>,
  kind: AggregateType,
  requested: readonly Asked[],
  deciding: Deciding,
): Promise<readonly (readonly Issue[])[]> {
  return (await refusedOf(commands, kind, requested, deciding)).map(({ issues }) => issues);
}

/** The issues of each command, in order, and whether it would change anything. */
export async function refusedOf(
  commands: Pick<Commands, 'kinds' | 'handler' | 'store' | 'pool'>,
  kind: AggregateType,
  requested: readonly Asked[],
  { actor, moment, made = new Set() }: Deciding,
): Promise<readonly Refused[]> {
  const { kinds, handler } = commands;
  const bodies = requested.map(({ body }) => body);
  const loaded = await load(kinds, handler.states, kind, undefined, bodies);
  const facts = factsOf(loaded, { actor, moment, more: await numbersOfSuppliers(commands, kind, bodies, actor) });
  const found: Refused[] = [];
  const trials: Trial[] = [];
  for (const [index, one] of requested.entries()) {
    if (index % BATCH === BATCH - 1) await turn();
    const trial = trialOf(kinds, kind, { ...one, index }, facts, loaded);
    if ('claims' in trial && trial.events.length > 0) {
      const claims = trial.claims.filter((claim) => !names(claim, made));
      for (const events of appendsOf(one, trial)) trials.push({ index, events, claims });
    }
    const isNothing = 'claims' in trial && trial.events.length === 0;
    found.push({ issues: 'claims' in trial ? [] : trial.issues, isNothing });
  }
  const refused = await trialIssues(commands, trials, facts, kind.is === 'record' ? RECORDS_TOGETHER : 1);
  for (const [index, issues] of refused) found[index] = { issues, isNothing: false };
  return found;
}

/** The import stores each command in a separate append, whose size is limited, and each command adds one event. */
const appendsOf = ({ commands }: Asked, { events }: Trial): readonly Trial['events'][] =>
  commands.length > 1 ? events.map((event) => [event]) : [events];

const names = (claim: Trial['claims'][number], records: ReadonlySet<string>): boolean =>
  claim.kind === 'use' && records.has(claim.record);

/** The same facts for the decision about one record. */
const ofRecord = (facts: Facts, ownId: number): Facts => Object.create(facts, { ownId: { value: ownId } });

function trialOf(
  kinds: AggregateRegistry,
  kind: AggregateType,
  { index, body, commands, of }: Asked & { readonly index: number },
  facts: Facts,
  loaded: Pick<CommandContext, 'folded'>,
): Trial | { readonly issues: readonly Issue[] } {
  try {
    const stream = streamOf(kind.kind, of?.id ?? LAST_ID - index);
    const { revision, state } = of?.loaded ?? { revision: NO_STREAM, state: kind.decider.initial };
    const own = of ? ofRecord(facts, of.id) : facts;
    const decision = decide(kind, commands, state, own);
    const written = { kind, stream, revision, decision };
    const all = decideRelatedStreams(kinds, written, own, (name) => loaded.folded(name), undefined);
    const events = all.flatMap((each) => each.decision.events);
    return { index, events, claims: claimsOfAll(kinds, all, own, body) };
  } catch (error) {
    if (error instanceof Refusal) return { issues: error.issues };
    throw error;
  }
}
