/**
 * The job of a recalculation: shows every difference that it would make, or commits a plan that was shown and
 * still holds. Under the rules in force the books are replayed beside those that readers see.
 */
import { v5 as uuid } from 'uuid';
import type { Actor } from '../../domain/kernel/facts.ts';
import { recalculationDocument } from '../../domain/ledger/recalculation.document.ts';
import type { RecalculationPlan, RecalculationState } from '../../domain/ledger/recalculation.ts';
import { modelsReach } from '../closing/models-at.ts';
import type { Commands } from '../handling/open-commands.ts';
import { type ProgramOptions, resultOfProgram } from './program.ts';
import type { JobWork } from './queue.ts';

const COMMANDS = '0f5d7c0a-93b6-4a55-8a1f-6d2a7d1c9e42';
const MODELS_WAIT_MS = 60_000;

export interface RecalculateData {
  readonly recalculation_fk: number;
  /** Who asked for it. */
  readonly user_id: number;
  /** What was shown and is to be committed; without it the differences are only shown. */
  readonly plan?: RecalculationPlan;
}

interface Recalculated {
  readonly plan: RecalculationPlan;
  readonly differences: readonly unknown[];
  readonly elsewhere: number;
  readonly committed: boolean;
}

export function recalculateWork(commands: Commands, program: ProgramOptions): JobWork {
  return async (data, context) => {
    const of = data as RecalculateData;
    const state = await stateOf(commands, of.recalculation_fk);
    if (state.status !== 'asked') throw new Error(`the recalculation is ${state.status}`);
    await context.progress('waiting for the books');
    if (!(await modelsReach(commands.pool, await commands.store.head(), MODELS_WAIT_MS, context.signal))) {
      throw new Error('the read models have not reached the head of the log');
    }
    const asked = JSON.stringify({ chosen: state.recalculation, ...(of.plan ? { plan: of.plan } : {}) });
    const result = await resultOfProgram<Recalculated>(program, [asked], context);
    if (result.committed) await commit(commands, of, result.plan);
    return { ...result, stale: of.plan !== undefined && !result.committed };
  };
}

async function stateOf({ handler }: Commands, id: number): Promise<RecalculationState> {
  const stream = `recalculation-${id}`;
  const folded = (await handler.states.read([stream])).get(stream);
  return (folded?.state ?? { status: 'none' }) as RecalculationState;
}

async function commit({ handler }: Commands, of: RecalculateData, plan: RecalculationPlan): Promise<void> {
  const person: Actor = { user_id: of.user_id, can: () => true, hasOutlet: () => true, hasInventory: () => true };
  await handler.handle({
    declaration: recalculationDocument,
    id: of.recalculation_fk,
    commands: [{ type: 'commit', plan }],
    body: {},
    actor: person,
    commandId: uuid(`commit ${of.recalculation_fk}`, COMMANDS),
  });
}
