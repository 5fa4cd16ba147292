/**
 * The job that closes a financial year after its days were closed: it repeats the checks, replays the year and
 * compares it with the books. It then closes the year with the findings, or cancels the close and opens the days
 * again.
 */

import { Type } from 'typebox';
import { v5 as uuid } from 'uuid';
import type { Actor } from '../../domain/deciding/facts.ts';
import type { ProgramReason } from '../../domain/deciding/program-reasons.ts';
import { yearCloseDocument } from '../../domain/ledger/year-close.document.ts';
import type { ClosedBooks, YearClose, YearCloseCommand, YearCloseState } from '../../domain/ledger/year-close.ts';
import { checked, type ReadBy } from '../../domain/schemas/checked.schema.ts';
import { unavailable } from '../../identity/unavailable.ts';
import { type Check, gateOf, standingInTheWay, yearsOf } from '../closing/gate.ts';
import { countedOnly } from '../closing/seen-findings.ts';
import type { Commands } from '../commands/open-commands.ts';
import { askCurrent, waitForReadModels } from '../read-models/models-at.ts';
import { LAST_CLOSE } from '../read-models/year-closes.ts';
import { type ProgramOptions, resultOfProgram } from './program.ts';
import { replayedYear } from './program-results.ts';
import { Interrupted, isStopping, type JobContext, type JobWork, throwIfAborted } from './queue.ts';
import { type ActorOf, reversingActor, STARTED_BY } from './started-by.ts';

/** Namespace of command ids, which are the same in every run of the job. */
const COMMANDS = '5b0c8b1c-2f7f-4b0e-8a43-6f2f2f0f6f11';

export const CLOSE_YEAR = 'year_closes/store';

const closeYearData = checked('the data of the job', Type.Object({ ...STARTED_BY, year_close_fk: Type.Integer() }));
export type CloseYearData = ReadBy<typeof closeYearData>;

/** A difference that the read models have too, with the way to correct it. */
interface KnownFinding {
  readonly name: string;
  readonly findings: readonly string[];
  readonly remedy?: string;
}

/** The result shown on the page. */
type Outcome =
  | { readonly outcome: 'closed'; readonly books: ClosedBooks; readonly known?: readonly KnownFinding[] }
  | { readonly outcome: 'gate'; readonly checks: readonly Check[] }
  | { readonly outcome: 'differs'; readonly findings: readonly string[] };

export function closeYearWork(commands: Commands, program: ProgramOptions, actorOf: ActorOf): JobWork {
  return async (data, context) => {
    const of = closeYearData.read(data);
    const state = await closeOf(commands, of.year_close_fk);
    if (state.status === 'closed') return { outcome: 'closed', books: state.books };
    if (state.status !== 'closing') throw new Error(`the close is ${state.status}`);
    try {
      await actorOf(of, CLOSE_YEAR);
      const outcome = await foundBy(commands, program, state, context);
      if (outcome.outcome !== 'closed') await breakOff(commands, of, outcome.outcome);
      else await send(commands, of, { type: 'close', books: outcome.books }, await actorOf(of, CLOSE_YEAR));
      return outcome;
    } catch (error) {
      // The days remain closed, and the job continues at the next start, or when the database answers again.
      if (error instanceof Interrupted || isStopping(context.signal) || unavailable(error)) throw error;
      // The days are opened before the error is reported.
      await breakOff(commands, of, context.signal.aborted ? 'cancelled' : 'failed');
      throw error;
    }
  };
}

async function foundBy(
  { pool, store }: Commands,
  program: ProgramOptions,
  { close }: { readonly close: YearClose },
  context: JobContext,
): Promise<Outcome> {
  await context.progress('waiting for the books');
  const at = await waitForReadModels(pool, await store.head(), { signal: context.signal });
  const year = (await yearsOf(pool)).find(({ year_id }) => year_id === close.financial_year_fk);
  const checks = await gateOf(pool, { start_date: close.start_date, end_date: close.date }, at, countedOnly);
  const open = standingInTheWay(checks, close.acknowledged);
  const isNext = (year?.previous_year_fk ?? null) === close.previous_year_fk;
  if (open.length > 0 || !isNext) return { outcome: 'gate', checks: open };
  const previous = (await askCurrent(pool, LAST_CLOSE, at, close.financial_year_fk))[0] ?? null;
  const requested = JSON.stringify({ to: close.date, since: previous?.position ?? null });
  const { findings, known, books } = await resultOfProgram(program, [requested], context, { result: replayedYear });
  throwIfAborted(context.signal);
  return findings.length > 0
    ? { outcome: 'differs', findings: findings.slice(0, 50) }
    : { outcome: 'closed', books: { ...books, previous }, known };
}

export async function closeOf({ handler }: Pick<Commands, 'handler'>, id: number): Promise<YearCloseState> {
  const stream = `year_close-${id}`;
  const folded = (await handler.states.read([stream])).get(stream);
  return (folded?.state ?? { status: 'none' }) as YearCloseState;
}

/** Opens the days again, whatever rights the person who closed them still has. */
async function breakOff(commands: Commands, of: CloseYearData, reason: ProgramReason): Promise<void> {
  await send(commands, of, { type: 'break_off', reason }, reversingActor(of));
}

async function send({ handler }: Commands, of: CloseYearData, command: YearCloseCommand, actor: Actor): Promise<void> {
  await handler.handle({
    declaration: yearCloseDocument,
    id: of.year_close_fk,
    commands: [command],
    body: {},
    actor,
    commandId: uuid(`${of.year_close_fk} ${command.type}`, COMMANDS),
  });
}
