/** What a document offers in a state, and what its decider refuses there, are the same. */
import { describe, expect, it } from 'vitest';
import type { DocumentDeclaration } from '../../domain/documents/document.ts';
import { documents } from '../../domain/registry/documents.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { HISTORIES } from './histories.ts';
import { shop } from './shop.ts';

type State = { readonly status: string };

/** Every state of the histories of a kind, the one before its first event included. */
function statesOf({ kind, decider }: DocumentDeclaration): readonly State[] {
  const all = (HISTORIES[kind] ?? []).flatMap((events) => {
    let state = decider.initial;
    return [
      state,
      ...events.map((event) => {
        state = decider.evolve(state, event);
        return state;
      }),
    ];
  });
  return [...new Map(all.map((state) => [JSON.stringify(state), state])).values()];
}

/** The transitions that the message of a refusal offers, when the state is its reason. */
function answerOf(declaration: DocumentDeclaration, name: string, state: State): 'done' | 'not done' | string[] {
  try {
    const command = declaration.transitions[name]?.command({ reason: 'entered twice', date: '2026-03-20' });
    const events = declaration.decider.decide(command, state, { ...shop(), ownId: 1 });
    return events.length === 0 ? 'not done' : 'done';
  } catch (error) {
    // Nothing was named that the transition could be about.
    if (!(error instanceof Refusal) || error.code !== 'wrong_state') return 'not done';
    return (error.issues[0]?.params?.['possible'] ?? '').split(', ').filter(Boolean);
  }
}

/** Pictures are attached in every state. */
const ownTransitions = ({ transitions }: DocumentDeclaration): readonly string[] =>
  Object.keys(transitions).filter((name) => name !== 'attach');

const asked = documents
  .filter(({ kind }) => HISTORIES[kind])
  .map((declaration) => ({ declaration, kind: declaration.kind }));

describe('a document', () => {
  it.each(asked)('of the kind $kind refuses no transition that it offers, and offers the others instead', (of) => {
    const { declaration } = of;
    for (const state of statesOf(declaration)) {
      const possible = declaration.possible(state);
      for (const name of ownTransitions(declaration)) {
        const answer = answerOf(declaration, name, state);
        const told = `${state.status} ${name}: ${answer}`;
        if (possible.includes(name)) expect(typeof answer, told).toBe('string');
        else if (answer !== 'not done') expect(answer, told).toEqual(possible);
      }
    }
  });

  it('offers something before its first event, and nothing more when it is discarded', () => {
    for (const { declaration } of asked) {
      expect(declaration.possible(declaration.decider.initial), declaration.kind).not.toEqual([]);
      for (const state of statesOf(declaration)) {
        if (state.status === 'discarded') expect(declaration.possible(state), declaration.kind).toEqual([]);
      }
    }
  });
});
