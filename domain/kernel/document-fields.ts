/** The fields of a document within its state, which a declaration names (`holds`). */
import { membersOf } from './members.ts';

type Fields = Readonly<Record<string, unknown>>;
type State = { readonly status: string };

/** What the fields are found by: the declaration of the document. */
export interface Holder {
  readonly kind: string;
  readonly holds?: string;
}

/** As its events hold them; none before it was entered. Throws for a state that lacks what the declaration names. */
export function fieldsOf({ kind, holds = 'data' }: Holder, state: State): Fields {
  if (state.status === 'none') return {};
  const fields = membersOf(state)[holds];
  if (typeof fields !== 'object' || fields === null)
    throw new Error(`a ${kind} that is ${state.status} has no ${holds}`);
  return membersOf(fields);
}

/** What stands beside them in the state: status, number, receipts … */
export function besideFields({ holds = 'data' }: Holder, state: State): Fields {
  const { [holds]: _, ...beside } = membersOf(state);
  return beside;
}
