/** What a decider says to many commands of one kind: everything that they name is read once, and nothing is stored. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Actor } from '../../domain/kernel/facts.ts';
import { type Issue, Refusal } from '../../domain/kernel/refusal.ts';
import { factsOf } from '../handling/decision.ts';
import type { Kind } from '../handling/kinds.ts';
import { load } from '../handling/load.ts';
import type { Commands } from '../handling/open-commands.ts';

export interface Asked {
  readonly body: unknown;
  readonly command: unknown;
}

/** Others are answered after so many. */
const BATCH = 250;

/** What is wrong with each of them, in their order; without claims, which are asked when they are stored. */
export async function decided(
  { kinds, handler }: Pick<Commands, 'kinds' | 'handler'>,
  kind: Kind,
  asked: readonly Asked[],
  { actor, moment }: { readonly actor: Actor; readonly moment: Date },
): Promise<readonly (readonly Issue[])[]> {
  const bodies = asked.map(({ body }) => body);
  const loaded = await load(kinds, handler.states, kind, undefined, bodies);
  const facts = factsOf(loaded, { actor, moment });
  const found: (readonly Issue[])[] = [];
  for (const [index, { command }] of asked.entries()) {
    if (index % BATCH === BATCH - 1) await turn();
    found.push(issuesOf(() => kind.decider.decide(command, kind.decider.initial, facts)));
  }
  return found;
}

function issuesOf(decide: () => unknown): readonly Issue[] {
  try {
    decide();
    return [];
  } catch (error) {
    if (error instanceof Refusal) return error.issues;
    throw error;
  }
}
