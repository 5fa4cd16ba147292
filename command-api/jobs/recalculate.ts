/**
 * The job of a recalculation: shows every difference that it would make, or commits a plan that was shown and
 * still holds. Under the rules in force the books are replayed beside those that readers see; a corrected rate and a
 * changed rule are folded over them, and committed as events: of each document that is corrected, or of the recalculation.
 */
import { v5 as uuid } from 'uuid';
import type { Actor } from '../../domain/kernel/facts.ts';
import { recalculationDocument } from '../../domain/ledger/recalculation.document.ts';
import {
  changesRule,
  type Recalculation,
  type RecalculationPlan,
  type RecalculationState,
} from '../../domain/ledger/recalculation.ts';
import { ClaimsRefused, WrongRevision } from '../../event-store/port.ts';
import { plannedSetting } from '../closing/changed-rule.ts';
import { modelsReach } from '../closing/models-at.ts';
import { commitCorrections, type PlannedCorrection, plannedCorrections } from '../closing/rate-correction.ts';
import { decide } from '../handling/decision.ts';
import type { Kind } from '../handling/kinds.ts';
import type { Commands } from '../handling/open-commands.ts';
import { type ProgramOptions, resultOfProgram } from './program.ts';
import type { JobContext, JobWork } from './queue.ts';
import type { ActorOf, StartedBy } from './started-by.ts';

const COMMANDS = '0f5d7c0a-93b6-4a55-8a1f-6d2a7d1c9e42';
const MODELS_WAIT_MS = 60_000;

export const RECALCULATE = 'recalculations/store';

export interface RecalculateData extends StartedBy {
  readonly recalculation_fk: number;
  /** What was shown and is to be committed; without it the differences are only shown. */
  readonly plan?: RecalculationPlan;
}

interface Recalculated {
  readonly plan: RecalculationPlan;
  readonly differences: readonly unknown[];
  readonly elsewhere: number;
  readonly committed: boolean;
}

interface Refused {
  readonly message: string;
  readonly params: Readonly<Record<string, string>>;
}

export function recalculateWork(commands: Commands, program: ProgramOptions, actorOf: ActorOf): JobWork {
  return async (data, context) => {
    const of = data as RecalculateData;
    const { state, revision } = await stateOf(commands, of.recalculation_fk);
    if (state.status !== 'asked') throw new Error(`the recalculation is ${state.status}`);
    const asked: Recalculation = state.recalculation;
    const actor = () => actorOf(of, RECALCULATE);
    await actor();
    await context.progress('waiting for the books');
    if (!(await modelsReach(commands.pool, await commands.store.head(), MODELS_WAIT_MS, context.signal))) {
      throw new Error('the read models have not reached the head of the log');
    }
    const planned = { of, asked, state, revision, actor };
    const result = changesRule(asked)
      ? await changeRule(commands, program, planned, context)
      : asked.rate_fk !== null
        ? await correctRate(commands, program, planned, context)
        : await replay(commands, program, planned, context);
    return { ...result, stale: of.plan !== undefined && !result.committed };
  };
}

interface Planning {
  readonly of: RecalculateData;
  readonly asked: Recalculation;
  readonly state: RecalculationState;
  readonly revision: number;
  /** As they are at the moment of the call. Throws Refusal. */
  readonly actor: () => Promise<Actor>;
}

async function replay(
  commands: Commands,
  program: ProgramOptions,
  { of, asked, actor }: Planning,
  context: JobContext,
): Promise<Recalculated> {
  const input = JSON.stringify({ chosen: asked, ...(of.plan ? { plan: of.plan } : {}) });
  const result = await resultOfProgram<Recalculated>(program, [], context, input);
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

type Planned = Recalculated & { readonly documents?: number; readonly refused?: readonly Refused[] };

/** One rule from a day on: the event of the commit itself is what the books read. */
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
  const found = await resultOfProgram<Recalculated>(program, [], context, input);
  if (of.plan?.digest !== found.plan.digest || found.plan.differences === 0) return found;
  return commit(commands, planning, [await plannedSetting(commands, asked, await actor())], found);
}

async function correctRate(
  commands: Commands,
  program: ProgramOptions,
  planning: Planning,
  context: JobContext,
): Promise<Planned> {
  const { of, asked, actor } = planning;
  const corrections = await plannedCorrections(commands, asked, of.recalculation_fk, await actor());
  const planned = corrections.map(({ stream, revision: last, decision }) => {
    const [event] = decision.events;
    return { stream, revision: last + 1, type: event?.type, data: event?.data };
  });
  const found = await resultOfProgram<Recalculated>(program, [], context, JSON.stringify({ planned }));
  const result = { ...found, documents: corrections.length };
  if (of.plan?.digest !== found.plan.digest || corrections.length === 0) return result;
  return commit(commands, planning, corrections, result);
}

/** What was found is what was shown: it is stored, or refused with what stands in its way. */
async function commit(
  commands: Commands,
  { of, state, revision, actor }: Planning,
  others: readonly PlannedCorrection[],
  found: Planned,
): Promise<Planned> {
  const kind = commands.kinds.get('recalculation') as Kind;
  const decision = decide(kind, [{ type: 'commit', plan: found.plan }], state, {} as never);
  const own = { stream: `recalculation-${of.recalculation_fk}`, revision, decision };
  try {
    await commitCorrections(commands, own, others, { actor: await actor(), commandId: commandOf(of) });
    return { ...found, committed: true };
  } catch (error) {
    if (error instanceof ClaimsRefused) {
      return { ...found, refused: error.refusals.map(({ message, params }) => ({ message, params })) };
    }
    // Somebody changed one of the documents in the meantime: the plan is stale.
    if (error instanceof WrongRevision) return found;
    throw error;
  }
}

const commandOf = (of: RecalculateData): string => uuid(`commit ${of.recalculation_fk} ${of.plan?.digest}`, COMMANDS);

async function stateOf({ handler }: Commands, id: number) {
  const stream = `recalculation-${id}`;
  const folded = (await handler.states.read([stream])).get(stream);
  return {
    revision: folded?.revision ?? -1,
    state: (folded?.state ?? { status: 'none' }) as RecalculationState,
  };
}
