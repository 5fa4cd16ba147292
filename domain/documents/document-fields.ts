/** The data of a document within its state; the declaration names the member (`holds`). */
import { membersOf } from '../values/members.ts';

type Fields = Readonly<Record<string, unknown>>;
type State = { readonly status: string };

/** The part of the declaration that locates the data. */
export interface Holder {
  readonly kind: string;
  readonly holds?: string;
}

/**
 * The data as the events store it; empty before the document was entered. Throws when the state lacks the declared
 * member.
 */
export function fieldsOf({ kind, holds = 'data' }: Holder, state: State): Fields {
  if (state.status === 'none') return {};
  const fields = membersOf(state)[holds];
  if (typeof fields !== 'object' || fields === null)
    throw new Error(`a ${kind} that is ${state.status} has no ${holds}`);
  return membersOf(fields);
}

/** The other members of the state: status, number, receipts … */
export function besideFields({ holds = 'data' }: Holder, state: State): Fields {
  const { [holds]: _, ...beside } = membersOf(state);
  return beside;
}
