/**
 * The job of a recalculation: lists every difference that it would make, or commits a listed plan that is still valid.
 * Under the rules in force the books are replayed separately from the visible ones. A corrected rate or a changed rule
 * is applied to the replay and committed as events: of each corrected document, or of the recalculation.
 */

import { recalculationDocument } from '../../domain/ledger/recalculation.document.ts';
import {
  changesRule,
  type Recalculation,
  type RecalculationPlan,
  type RecalculationState,
} from '../../domain/ledger/recalculation.ts';
import { plannedSetting } from '../closing/changed-rule.ts';
import { CHUNK_LIMITS, type ChunkLimits, chunksOf, inLinkedOrder } from '../closing/commit-corrections.ts';
import { plannedCorrections } from '../closing/rate-correction.ts';
import type { Commands } from '../commands/open-commands.ts';
import { type ProgramOptions, resultOfProgram } from './program.ts';
import { recalculated } from './program-results.ts';
import { type JobContext, type JobWork, throwIfAborted } from './queue.ts';
import {
  commandOf,
  commit,
  commitInChunks,
  finish,
  ownState,
  type Planned,
  type Planning,
  type RecalculateData,
  type Recalculated,
  recalculateData,
  waitForBooks,
} from './recalculation-commit.ts';
import type { ActorOf } from './started-by.ts';

export const RECALCULATE = 'recalculations/store';

/** `limits` of an append, used when the corrections need several. */
export function recalculateWork(
  commands: Commands,
  program: ProgramOptions,
  actorOf: ActorOf,
  limits: ChunkLimits = CHUNK_LIMITS,
): JobWork {
  return async (data, context) => {
    const of = recalculateData.read(data);
    const { state, revision } = await ownState(commands, of);
    if (isCommittedBy(of, state)) return { ...withoutDifferences(state.plan), committed: true, stale: false };
    if (state.status !== 'asked' && state.status !== 'committing')
      throw new Error(`the recalculation is ${state.status}`);
    const requested: Recalculation = state.recalculation;
    const actor = () => actorOf(of, RECALCULATE);
    await actor();
    const at = await waitForBooks(commands, context);
    const planning = { of, asked: requested, state, revision, actor, limits, at };
    const result =
      state.status === 'committing'
        ? await finish(commands, planning, withoutDifferences(state.plan), context)
        : await found(commands, program, planning, context);
    return { ...result, stale: state.status === 'asked' && of.plan !== undefined && !result.committed };
  };
}

function found(commands: Commands, program: ProgramOptions, planning: Planning, context: JobContext): Promise<Planned> {
  if (changesRule(planning.asked)) return changeRule(commands, program, planning, context);
  if (planning.asked.rate_fk !== null) return correctRate(commands, program, planning, context);
  return replay(commands, program, planning, context);
}

/** True when the process ended between the commit and the end of the job. */
const isCommittedBy = (
  { plan }: RecalculateData,
  state: RecalculationState,
): state is Extract<RecalculationState, { status: 'committed' }> =>
  state.status === 'committed' && plan !== undefined && plan.digest === state.plan.digest;

/** The differences were listed before the commit began. */
const withoutDifferences = (plan: RecalculationPlan): Recalculated => ({
  plan,
  differences: [],
  elsewhere: 0,
  committed: false,
});

async function replay(
  commands: Commands,
  program: ProgramOptions,
  { of, asked, actor }: Planning,
  context: JobContext,
): Promise<Recalculated> {
  const input = JSON.stringify({ chosen: asked, ...(of.plan ? { plan: of.plan } : {}) });
  const result = await resultOfProgram(program, [], context, { result: recalculated, input });
  if (!result.committed) return result;
  await commands.handler.handle({
    declaration: recalculationDocument,
    id: of.recalculation_fk,
    commands: [{ type: 'commit', plan: result.plan }],
    body: {},
    actor: await actor(),
    commandId: commandOf(of),
  });
  return result;
}

/** The event of the commit itself changes the rule from a day on. */
async function changeRule(
  commands: Commands,
  program: ProgramOptions,
  planning: Planning,
  context: JobContext,
): Promise<Planned> {
  const { of, asked, revision, actor } = planning;
  const stream = `recalculation-${of.recalculation_fk}`;
  const committed = { stream, revision: revision + 1, type: 'recalculation.committed', data: asked };
  const input = JSON.stringify({ planned: [committed] });
  const found = await resultOfProgram(program, [], context, { result: recalculated, input });
  // A rule is committed without differences too: it applies to later documents.
  if (of.plan?.digest !== found.plan.digest) return found;
  throwIfAborted(context.signal);
  return commit(commands, planning, [await plannedSetting(commands, asked, await actor())], found);
}

async function correctRate(
  commands: Commands,
  program: ProgramOptions,
  planning: Planning,
  context: JobContext,
): Promise<Planned> {
  const { of, asked, actor, at } = planning;
  const found = await plannedCorrections({ commands, at }, asked, of.recalculation_fk, await actor());
  // In storage order, because the order of events affects what they post.
  const corrections = inLinkedOrder(found);
  const planned = corrections.map(({ stream, revision: last, decision }) => {
    const [event] = decision.events;
    return { stream, revision: last + 1, type: event?.type, data: event?.data };
  });
  const input = JSON.stringify({ planned });
  const shown = await resultOfProgram(program, [], context, { result: recalculated, input });
  const result = { ...shown, documents: corrections.length };
  if (of.plan?.digest !== shown.plan.digest || corrections.length === 0) return result;
  throwIfAborted(context.signal);
  return chunksOf(corrections, planning.limits).length === 1
    ? commit(commands, planning, corrections, result)
    : commitInChunks(commands, planning, corrections, result, context);
}
