/**
 * Pictures and papers of records and documents: a photo of an item, a scan of an invoice, the ledger of a year before. A record
 * has them in fields of its own; a document may be given them in any state, because the scan often comes later. A picture is
 * named by 32 hexadecimal digits, a paper by 32 and the SHA-256 of its file, so that the log says what was attached
 * (docs/decisions/0231). Only the user who uploaded it may attach it.
 */

import type { TSchema } from 'typebox';
import { alternativesOf, itemsOf, propertiesOf } from '../schemas/schema-parts.ts';
import { membersOf, textsOf } from '../values/members.ts';
import { Issues, wrongState } from '../values/refusal.ts';
import type { Decider } from './decider.ts';
import type { DomainEvent } from './event.ts';
import type { Facts } from './facts.ts';

export interface NamedAttachment {
  /** `images.0` */
  readonly path: string;
  readonly id: string;
}

/** All pictures and papers in the fields of a value that its schema marks with `x-attachment`. */
export function attachmentsIn(schema: TSchema, value: unknown, path = ''): NamedAttachment[] {
  if (typeof value !== 'object' || value === null) return [];
  const [items, alternatives] = [itemsOf(schema), alternativesOf(schema)];
  if (alternatives) return alternatives.flatMap((entry) => attachmentsIn(entry, value, path));
  if (Array.isArray(value)) {
    if (membersOf(schema)['x-attachment'] !== undefined)
      return value.filter(isText).map((id, index) => ({ path: `${path}.${index}`, id }));
    return items ? value.flatMap((entry, index) => attachmentsIn(items, entry, `${path}.${index}`)) : [];
  }
  return Object.entries(propertiesOf(schema)).flatMap(([name, inner]) =>
    attachmentsIn(inner, membersOf(value)[name], path === '' ? name : `${path}.${name}`),
  );
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Adds an issue for every picture that is new to the record or document and was not uploaded by the actor. */
export function checkAttachments(
  next: readonly NamedAttachment[],
  held: readonly NamedAttachment[],
  facts: Facts,
  issues: Issues,
): void {
  const before = new Set(held.map(({ id }) => id));
  for (const { path, id } of next) {
    if (!before.has(id) && facts.uploaded?.has(id) !== true) issues.add(path, 'unknown_attachment');
  }
}

// The event `<kind>.attached` is a storage format: a changed shape gets a new `v` and an upcaster in domain/versions.

export interface Attached {
  /** All pictures of the document after the event. */
  readonly attachments: readonly string[];
}

export interface Attach extends Attached {
  readonly type: 'attach';
}

const isAttach = (command: unknown): command is Attach => membersOf(command)['type'] === 'attach';

/** The pictures in a state; undefined when none were ever attached. */
function heldBy(state: unknown): readonly string[] | undefined {
  const { attachments } = membersOf(state);
  return attachments === undefined ? undefined : textsOf(attachments);
}

/** Extends a decider by the command `attach`, in every state in which the document exists. */
export function withAttachments<State extends { readonly status: string }, Command, Event extends DomainEvent>(
  kind: string,
  decider: Decider<State, Command, Event, Facts>,
  possible: (state: State) => readonly string[],
): Decider<State, Command, Event, Facts> {
  const type = `${kind}.attached`;
  return {
    initial: decider.initial,
    evolve(state, event) {
      if (event.type === type) return { ...state, attachments: textsOf(membersOf(event.data)['attachments']) };
      const next = decider.evolve(state, event);
      const attachments = heldBy(state);
      return attachments === undefined || 'attachments' in next ? next : { ...next, attachments };
    },
    decide(command, state, facts) {
      if (!isAttach(command)) return decider.decide(command, state, facts);
      const held = heldBy(state) ?? [];
      if (JSON.stringify(command.attachments) === JSON.stringify(held)) return [];
      if (state.status === 'none' || state.status === 'discarded') throw wrongState(state.status, possible(state));
      const issues = new Issues();
      checkAttachments(named(command.attachments), named(held), facts, issues);
      issues.throwIfAny();
      return [{ type, v: 1, data: { attachments: command.attachments } } as unknown as Event];
    },
  };
}

const named = (attachments: readonly string[]): NamedAttachment[] =>
  attachments.map((id, index) => ({ path: `attachments.${index}`, id }));
