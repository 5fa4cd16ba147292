/** The time and the actor of each step in the life of a document, folded from its events. */
import type { DocumentDeclaration, StepFields } from './document.ts';

/** `confirmed_at` and `confirmed_by_fk`: recording time and actor of the event. */
export type StepsTaken = Readonly<Record<string, string>>;

type Steps = DocumentDeclaration['steps'];

interface Taken {
  readonly type: string;
  readonly at: string;
  readonly by: string;
}

export function stepsTaken(before: StepsTaken, steps: Steps, { type, at, by }: Taken): StepsTaken {
  const step = steps?.[type];
  if (!step) return before;
  const gone = new Set((step.undoes ?? []).flat());
  const left = Object.fromEntries(Object.entries(before).filter(([field]) => !gone.has(field)));
  return step.takes === undefined ? left : { ...left, [step.takes[0]]: at, [step.takes[1]]: by };
}

/** The fields of the steps, in the order of the declaration. */
export const stepsOf = (steps: Steps): readonly StepFields[] =>
  Object.values(steps ?? {}).flatMap((step) => (step?.takes === undefined ? [] : [step.takes]));

/** Names of all fields of the steps in answers. */
export const stepFields = (steps: Steps): readonly string[] => stepsOf(steps).flat();
