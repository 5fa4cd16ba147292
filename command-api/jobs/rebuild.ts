/** The job that makes every read model anew. */
import { type ProgramOptions, runProgram } from './program.ts';
import type { JobWork } from './queue.ts';
import { RECALCULATE } from './recalculate.ts';
import type { ActorOf, StartedBy } from './started-by.ts';

/** `{ accept_differences: true }` lets the new models differ from the old ones, after a change of rules. */
export function rebuildWork(options: ProgramOptions, actorOf: ActorOf): JobWork {
  return async (data, context) => {
    await actorOf(data as StartedBy, RECALCULATE);
    const acceptDifferences = (data as { accept_differences?: boolean }).accept_differences === true;
    const lines = await runProgram(options, acceptDifferences ? ['--accept-differences'] : [], context);
    return { lines: lines.slice(-50) };
  };
}
