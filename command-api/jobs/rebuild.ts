/** The job that rebuilds every read model. */
import { Type } from 'typebox';
import { checked } from '../../domain/schemas/checked.schema.ts';
import { type ProgramOptions, runProgram } from './program.ts';
import type { JobWork } from './queue.ts';
import { RECALCULATE } from './recalculate.ts';
import { type ActorOf, STARTED_BY } from './started-by.ts';

const rebuildData = checked(
  'the data of the job',
  Type.Object({ ...STARTED_BY, accept_differences: Type.Optional(Type.Boolean()) }),
);

/** `{ accept_differences: true }` accepts differences between new and old models after a change of rules. */
export function rebuildWork(options: ProgramOptions, actorOf: ActorOf): JobWork {
  return async (data, context) => {
    const { accept_differences = false, ...by } = rebuildData.read(data);
    await actorOf(by, RECALCULATE);
    const lines = await runProgram(options, accept_differences ? ['--accept-differences'] : [], context);
    return { lines: lines.slice(-50) };
  };
}
