/**
 * Runs a transition of a document without its screen. A document with an event that is set aside keeps its claims and
 * may be missing in lists: this returns it to draft, reverses or discards it, under the same rules as in the browser.
 */
import { v4 as uuid } from 'uuid';
import { Refusal } from '../../domain/values/refusal.ts';
import { StoreUnavailable } from '../../event-store/port.ts';
import type { Person } from '../../identity/person.ts';
import { say } from '../../languages/say.ts';
import { type DocumentType, readStream } from '../aggregates/aggregate-types.ts';
import type { Commands } from '../commands/open-commands.ts';

export interface Correction {
  /** `sale-12` */
  readonly document: string;
  /** `return_to_draft`, `reverse`, `discard` … */
  readonly transition: string;
  readonly person: Person;
  readonly reason: string;
  readonly device: string;
}

/**
 * The transitions that the state allows; empty for a stream that is not a document or cannot be folded by this
 * program.
 */
export async function possibleTransitions({ handler, kinds }: Commands, document: string): Promise<readonly string[]> {
  try {
    const kind = documentKind(kinds, document);
    const folded = kind && (await handler.states.read([document])).get(document);
    return kind && folded ? kind.declaration.possible(folded.state) : [];
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    // The rules of the document cannot read its state, which is why the event was set aside.
    return [];
  }
}

/** Returns the resulting status. Throws an Error with a message when it is refused. */
export async function correct(commands: Commands, correction: Correction): Promise<string> {
  const { document, transition: name, person, reason, device } = correction;
  const kind = documentKind(commands.kinds, document);
  const transition = kind?.declaration.transitions[name];
  if (!kind || !transition) throw new Error(`${document} is no document that has the transition "${name}".`);
  const permission = `${kind.resource}/${transition.permission}`;
  if (!person.can(permission)) throw new Error(`This person does not have the permission ${permission}.`);
  const body = { reason };
  try {
    const answer = await commands.handler.handle({
      declaration: kind.declaration,
      id: readStream(document)?.id ?? 0,
      commands: [transition.command(body)],
      body,
      actor: person,
      commandId: uuid(),
      meta: { reason, device },
    });
    return answer.state.status;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Error(error.issues.map(({ message, params, field }) => say('en', message, params, field)).join(' '));
  }
}

function documentKind(kinds: Commands['kinds'], document: string): DocumentType | undefined {
  const kind = kinds.get(readStream(document)?.kind ?? '');
  return kind?.is === 'document' ? kind : undefined;
}
