/**
 * The seal of a log: the root of the Merkle tree over all events, the root at the end of every day of recording, and a
 * mark for each event (the first 8 bytes of its hash), which locates a difference.
 */
import { defined } from '../domain/values/defined.ts';
import type { EventStore, Position, StoredEvent } from '../event-store/port.ts';
import { START } from '../event-store/port.ts';
import { lineOf } from './line.ts';
import { markOf } from './mark.ts';
import { leafHash, MerkleTree } from './tree.ts';

export const SEAL_FORMAT = 'daftar-seal-1';
const PAGE = 2_000;

export interface SealedDay {
  /** Day of recording, UTC. */
  readonly day: string;
  /** Number of events from the first of the log to the last of the day. */
  readonly events: number;
  /** Root of the tree over all of these. */
  readonly root: string;
  /** Positions of the day's events; first and last when there are no gaps. */
  readonly positions: readonly string[] | { readonly first: string; readonly last: string };
  /** Marks of the day's events, 16 hexadecimal digits each. */
  readonly marks: string;
}

export interface Seal {
  readonly events: number;
  readonly last_position: string;
  readonly root: string;
  readonly days: readonly SealedDay[];
}

/** Pages of every event up to a position; the next page is read while one is hashed. */
export async function* storedUntil(
  store: Pick<EventStore, 'readStored'>,
  until: Position,
): AsyncGenerator<readonly StoredEvent[]> {
  let next = store.readStored(START, PAGE);
  for (;;) {
    const page = await next;
    const last = page.at(-1);
    if (!last) return;
    const whole = last.position < until;
    if (whole) {
      next = store.readStored(last.position, PAGE);
      // Its error is thrown when the page is awaited.
      next.catch(() => undefined);
    }
    yield last.position > until ? page.filter(({ position }) => position <= until) : page;
    if (!whole) return;
  }
}

/** Seals the store up to its present end; `onLine` is called with every sealed line. */
export async function sealLog(
  store: Pick<EventStore, 'readStored' | 'head'>,
  onLines?: (lines: readonly string[]) => Promise<void> | void,
): Promise<Seal> {
  const seal = new Sealing();
  for await (const page of storedUntil(store, await store.head())) {
    const lines = page.map(lineOf);
    page.forEach((event, index) => {
      seal.add(event, defined(lines[index]));
    });
    await onLines?.(lines);
  }
  return seal.done();
}

class Sealing {
  readonly #tree = new MerkleTree();
  readonly #days: SealedDay[] = [];
  #day = '';
  #positions: bigint[] = [];
  #marks: string[] = [];
  #last: Position = START;

  add({ position, recordedAt }: StoredEvent, line: string): void {
    const day = recordedAt.slice(0, 10);
    if (day !== this.#day) this.#endDay();
    this.#day = day;
    const leaf = leafHash(line);
    this.#tree.add(leaf);
    this.#positions.push(position);
    this.#marks.push(markOf(leaf));
    this.#last = position;
  }

  done(): Seal {
    this.#endDay();
    return {
      events: this.#tree.size,
      last_position: String(this.#last),
      root: this.#tree.root(),
      days: this.#days,
    };
  }

  #endDay(): void {
    const [first, last] = [this.#positions[0], this.#positions.at(-1)];
    if (first === undefined || last === undefined) return;
    const gapless = last - first === BigInt(this.#positions.length - 1);
    this.#days.push({
      day: this.#day,
      events: this.#tree.size,
      root: this.#tree.root(),
      positions: gapless ? { first: String(first), last: String(last) } : this.#positions.map(String),
      marks: this.#marks.join(''),
    });
    this.#positions = [];
    this.#marks = [];
  }
}

/** The text of the seal's file: a line for the whole log, then a line for each day. */
export function printSeal({ days, ...whole }: Seal): string {
  const head = { seal: SEAL_FORMAT, tree: 'RFC 6962, SHA-256', ...whole, days: days.length };
  return `${[head, ...days].map((day) => JSON.stringify(day)).join('\n')}\n`;
}
