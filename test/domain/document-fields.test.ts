/** The place of a document's fields in its state is declared, for every state of the document. */
import { describe, expect, it } from 'vitest';
import { fold } from '../../domain/deciding/decider.ts';
import type { DomainEvent } from '../../domain/deciding/event.ts';
import { fieldsOf } from '../../domain/documents/document-fields.ts';
import { documents } from '../../domain/registry/documents.ts';
import { membersOf, textsOf } from '../../domain/values/members.ts';
import { HISTORIES } from './histories.ts';

type State = { readonly status: string };

describe.each(documents.map((declaration) => [declaration.kind, declaration] as const))('a %s', (kind, declaration) => {
  const histories = (HISTORIES[kind as keyof typeof HISTORIES] ?? []) as readonly (readonly DomainEvent[])[];

  it('has its fields in each state, those of its first event among them', () => {
    expect(histories.length).toBeGreaterThan(0);
    expect(fieldsOf(declaration, declaration.decider.initial)).toEqual({});
    for (const events of histories) {
      for (let length = 1; length <= events.length; length += 1) {
        const state = fold(declaration.decider as never, events.slice(0, length) as never) as State;
        const fields = Object.keys(fieldsOf(declaration, state));
        const entered = Object.keys(events[0]?.data as object).filter((name) => fields.includes(name));
        expect(entered.length, `${events[length - 1]?.type}: ${state.status}`).toBeGreaterThan(1);
      }
    }
  });

  it('is completed with its body by a transition of its own, whose permission is required', () => {
    const statuses = textsOf(membersOf(membersOf(membersOf(declaration.body)['properties'])['status'])['enum']);
    for (const status of statuses) {
      const command = declaration.completing?.({ status, lines: [] });
      if (command) expect(Object.keys(declaration.transitions)).toContain(membersOf(command)['type']);
    }
  });

  it('that lacks them is no state of it', () => {
    expect(() => fieldsOf(declaration, { status: 'draft' })).toThrow(`a ${kind} that is draft has no `);
  });
});
