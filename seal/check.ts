/** Checks a store against a seal: the same check as seal/verify.py for exported logs. */
import type { EventStore } from '../event-store/port.ts';
import { lineOf, NotOneLine } from './line.ts';
import { markOf } from './mark.ts';
import { type Seal, type SealedDay, storedUntil } from './seal.ts';
import { leafHash, MerkleTree } from './tree.ts';

const MARK_DIGITS = 16;

/** A description of the first difference with its position; undefined when every sealed event is unchanged. */
export async function checkSeal(store: Pick<EventStore, 'readStored'>, seal: Seal): Promise<string | undefined> {
  const tree = new MerkleTree();
  const sealed = sealedEvents(seal.days);
  let expected = sealed.next();
  for await (const page of storedUntil(store, BigInt(seal.last_position))) {
    for (const event of page) {
      if (expected.done) return `first bad position: ${event.position} (it was not sealed)`;
      const { position, mark, endOf } = expected.value;
      let line: string;
      try {
        line = lineOf(event);
      } catch (error) {
        if (error instanceof NotOneLine) return `first bad position: ${position} (${error.message})`;
        throw error;
      }
      const leaf = leafHash(line);
      if (markOf(leaf) !== mark) {
        const found =
          event.position === position ? 'it says something else than what was sealed' : `here is ${event.position}`;
        return `first bad position: ${position} (${found})`;
      }
      tree.add(leaf);
      if (endOf && (tree.size !== endOf.events || tree.root() !== endOf.root)) return changed(endOf.day);
      expected = sealed.next();
    }
  }
  if (!expected.done) return `first bad position: ${expected.value.position} (the log ends before it)`;
  return tree.size === seal.events && tree.root() === seal.root ? undefined : changed('the whole');
}

const changed = (what: string): string => `the root of ${what} is not that of its events: the seal itself was changed`;

interface SealedEvent {
  readonly position: bigint;
  readonly mark: string;
  /** The day that ends with this event. */
  readonly endOf: SealedDay | undefined;
}

function* sealedEvents(days: readonly SealedDay[]): Generator<SealedEvent> {
  for (const day of days) {
    const count = day.marks.length / MARK_DIGITS;
    for (let index = 0; index < count; index += 1) {
      const position = 'first' in day.positions ? BigInt(day.positions.first) + BigInt(index) : day.positions[index];
      const mark = day.marks.slice(index * MARK_DIGITS, (index + 1) * MARK_DIGITS);
      yield { position: BigInt(position ?? 0), mark, endOf: index === count - 1 ? day : undefined };
    }
  }
}
