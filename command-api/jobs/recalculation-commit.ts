/**
 * The commit of a recalculation with an approved plan: in one append, or in several that a later run completes. A
 * started commit cannot be abandoned, because some corrections are stored already.
 */

import { Type } from 'typebox';
import { v5 as uuid } from 'uuid';
import type { Actor } from '../../domain/deciding/facts.ts';
import type {
  Recalculation,
  RecalculationCommand,
  RecalculationPlan,
  RecalculationState,
} from '../../domain/ledger/recalculation.ts';
import { checked, type ReadBy } from '../../domain/schemas/checked.schema.ts';
import { defined } from '../../domain/values/defined.ts';
import { ClaimsRefused, ReadsMoved, WrongRevision } from '../../event-store/port.ts';
import {
  appendCorrections,
  type ChunkLimits,
  chunkCommand,
  chunksOf,
  closedDaysOf,
  type OwnEvents,
} from '../closing/commit-corrections.ts';
import { beginningOf, type PlannedCorrection, plannedCorrections } from '../closing/rate-correction.ts';
import type { Commands } from '../commands/open-commands.ts';
import { decide } from '../handling/decision.ts';
import { type ModelsAt, waitForReadModels } from '../read-models/models-at.ts';
import { RecalculationPlan as PlanSchema } from './program-results.ts';
import { type JobContext, throwIfAborted } from './queue.ts';
import { STARTED_BY } from './started-by.ts';

const COMMANDS = '0f5d7c0a-93b6-4a55-8a1f-6d2a7d1c9e42';

export const recalculateData = checked(
  'the data of the job',
  Type.Object({
    ...STARTED_BY,
    recalculation_fk: Type.Integer(),
    /** The listed plan to commit; without it the differences are only listed. */
    plan: Type.Optional(PlanSchema),
  }),
);
export type RecalculateData = ReadBy<typeof recalculateData>;

export interface Recalculated {
  readonly plan: RecalculationPlan;
  readonly differences: readonly unknown[];
  readonly elsewhere: number;
  readonly committed: boolean;
}

interface Refused {
  readonly message: string;
  readonly params: Readonly<Record<string, string>>;
}

export type Planned = Recalculated & { readonly documents?: number; readonly refused?: readonly Refused[] };

/** The recalculation's state when the work began. */
export interface Own {
  readonly of: RecalculateData;
  readonly state: RecalculationState;
  readonly revision: number;
}

export interface Planning extends Own {
  readonly asked: Recalculation;
  /** Returns the present rights. Throws Refusal. */
  readonly actor: () => Promise<Actor>;
  /** Position of the read models when the job began. */
  readonly at: ModelsAt;
  readonly limits: ChunkLimits;
}

/** Stores the plan when the findings equal the listed ones; otherwise returns the reasons of the refusal. */
export async function commit(
  commands: Commands,
  planning: Planning,
  others: readonly PlannedCorrection[],
  found: Planned,
): Promise<Planned> {
  const own = ownEvents(commands, planning, { type: 'commit', plan: found.plan });
  return refusable(found, async () => {
    const commandId = commandOf(planning.of);
    await appendCorrections(commands, own, others, { actor: await planning.actor(), commandId });
    return { ...found, committed: true };
  });
}

/** Returns the reasons of a refused append; returns the plan unchanged when a document was changed in the meantime. */
async function refusable(found: Planned, work: () => Promise<Planned>): Promise<Planned> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ClaimsRefused) {
      return { ...found, refused: error.refusals.map(({ message, params }) => ({ message, params })) };
    }
    if (error instanceof WrongRevision || error instanceof ReadsMoved) return found;
    throw error;
  }
}

function ownEvents({ kinds }: Commands, { of, state, revision }: Own, command: RecalculationCommand): OwnEvents {
  const decision = decide(defined(kinds.get('recalculation')), [command], state, {} as never);
  return { stream: `recalculation-${of.recalculation_fk}`, revision, decision };
}

/**
 * The first append approves the plan; afterwards the commit must be completed, by this run or a later one. Returns the
 * reasons without storing anything when a correction is not in an open financial year.
 */
export async function commitInChunks(
  commands: Commands,
  planning: Planning,
  corrections: readonly PlannedCorrection[],
  found: Planned,
  context: JobContext,
): Promise<Planned> {
  const closed = closedDaysOf(corrections, await commands.store.periods());
  if (closed.length > 0) return { ...found, refused: closed };
  const own = ownEvents(commands, planning, { type: 'start_commit', plan: found.plan });
  const [first = []] = chunksOf(corrections, planning.limits);
  const begun = await refusable(found, async () => {
    const commandId = chunkCommand(first, commandOf(planning.of));
    await appendCorrections(commands, own, first, { actor: await planning.actor(), commandId });
    return { ...found, committed: true };
  });
  if (!begun.committed) return begun;
  return finish(commands, planning, { ...found, committed: false }, context);
}

/**
 * Corrects the remaining documents until there are none, and commits. Documents that were changed in the meantime are
 * planned again. When an append is refused, or the job is cancelled or stopped, the recalculation remains partly
 * committed, and the next run continues.
 */
export async function finish(
  commands: Commands,
  { of, asked, actor, limits }: Planning,
  found: Planned,
  context: JobContext,
): Promise<Planned> {
  return refusable(found, async () => {
    for (;;) {
      const at = await waitForBooks(commands, context);
      const begun = await beginningOf(commands.pool, of.recalculation_fk, at);
      const left = await plannedCorrections({ commands, at }, asked, of.recalculation_fk, await actor(), begun);
      if (left.length === 0) break;
      await correct(commands, { of, actor, limits }, left, context);
    }
    const last = await ownState(commands, of);
    if (last.state.status !== 'committed') {
      const own = ownEvents(commands, { ...last, of }, { type: 'commit', plan: found.plan });
      await appendCorrections(commands, own, [], { actor: await actor(), commandId: commandOf(of, found.plan) });
    }
    return { ...found, committed: true };
  });
}

/** Returns early when a document, or a condition of its correction, has changed since it was planned. */
async function correct(
  commands: Commands,
  { of, actor, limits }: Pick<Planning, 'of' | 'actor' | 'limits'>,
  planned: readonly PlannedCorrection[],
  { progress, signal }: JobContext,
): Promise<void> {
  let stored = 0;
  for (const chunk of chunksOf(planned, limits)) {
    throwIfAborted(signal);
    await progress(`corrected ${stored} of ${planned.length} documents`);
    try {
      const commandId = chunkCommand(chunk, commandOf(of));
      await appendCorrections(commands, undefined, chunk, { actor: await actor(), commandId });
    } catch (error) {
      if (error instanceof WrongRevision || error instanceof ReadsMoved) return;
      throw error;
    }
    stored += chunk.length;
  }
}

export const commandOf = (of: RecalculateData, plan = of.plan): string =>
  uuid(`commit ${of.recalculation_fk} ${plan?.digest}`, COMMANDS);

/** Throws when a model does not move. */
export async function waitForBooks({ pool, store }: Commands, { progress, signal }: JobContext): Promise<ModelsAt> {
  await progress('waiting for the books');
  return waitForReadModels(pool, await store.head(), { signal });
}

export async function ownState({ handler }: Commands, { recalculation_fk }: RecalculateData) {
  const stream = `recalculation-${recalculation_fk}`;
  const folded = (await handler.states.read([stream])).get(stream);
  return {
    revision: folded?.revision ?? -1,
    state: (folded?.state ?? { status: 'none' }) as RecalculationState,
  };
}
