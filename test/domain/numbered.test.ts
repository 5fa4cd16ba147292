/**
 * Documents that have a number before they post are declared (`inForceBeforePosting`): see `link:` in
 * command-api/claims.
 */
import { describe, expect, it } from 'vitest';
import type { Decider } from '../../domain/deciding/decider.ts';
import type { DomainEvent } from '../../domain/deciding/event.ts';
import type { DocumentDeclaration } from '../../domain/documents/document.ts';
import { documents } from '../../domain/registry/documents.ts';
import { HISTORIES } from './histories.ts';

type AnyDecider = Decider<{ readonly status: string }, never, DomainEvent, never>;

/** Kinds that can post after they have a number; until then no document can refer to them. */
const IN_PARTS = ['purchase'];

/** Whether one of the kind's histories has a number and no postings. */
function isNumberedFirst({ kind, numbered, postingsOf: booked, decider }: DocumentDeclaration): boolean {
  return (HISTORIES[kind] ?? []).some((events) => {
    let state = (decider as unknown as AnyDecider).initial;
    return events.some((event) => {
      state = (decider as unknown as AnyDecider).evolve(state, event);
      return event.type === numbered?.event && booked(state as never, `${kind}-1`).length === 0;
    });
  });
}

describe('a document that has its number', () => {
  it('has something in the books, or is declared to be in force without', () => {
    const own = documents.filter(
      ({ kind, numbered, discriminator: narrowedBy }) => numbered && !narrowedBy && !IN_PARTS.includes(kind),
    );
    expect(own.length).toBeGreaterThan(25);
    expect(own.filter(isNumberedFirst).map(({ kind }) => kind)).toEqual(
      own.filter(({ numbered }) => numbered?.inForceBeforePosting).map(({ kind }) => kind),
    );
  });
});
