/**
 * The proof that the events of one document are in a sealed log: each event with the sibling hashes up to the root
 * (docs/seal.md). The owner of the root checks it with `seal/verify.py`, without the rest of the log.
 */
import { membersOf } from '../domain/values/members.ts';
import type { EventStore, StoredEvent } from '../event-store/port.ts';
import { lineOf } from './line.ts';
import { type Seal, storedUntil } from './seal.ts';
import { leafHash, MerkleTree } from './tree.ts';
import { TreeLevels } from './tree-path.ts';

export const PROOF_FORMAT = 'daftar-proof-1';

export interface ProvenEvent {
  /** Index among all events, from 0. */
  readonly index: number;
  /** The hashed line: position, stream, type, time, data and meta. */
  readonly line: string;
  /** Sibling hashes in hexadecimal, starting at the leaf. */
  readonly path: readonly string[];
}

export interface Proof {
  readonly proof: typeof PROOF_FORMAT;
  readonly number: string;
  /** Number of events of the sealed log. */
  readonly events: number;
  readonly last_position: string;
  readonly root: string;
  /** Events of the document, in order. */
  readonly proven: readonly ProvenEvent[];
}

/** The root of the log differs from the seal's. */
export class NotAsSealed extends Error {
  constructor() {
    super('The log is not what was sealed. `npm run verify` names the first position that was changed.');
    this.name = 'NotAsSealed';
  }
}

/** Undefined when no sealed event has assigned this number to a document. Throws NotAsSealed. */
export async function prove(
  store: Pick<EventStore, 'readStored'>,
  seal: Seal,
  number: string,
): Promise<Proof | undefined> {
  const { events, last_position, root } = seal;
  const [tree, leaves, streams] = [new MerkleTree(), [] as Buffer[], new Set<string>()];
  for await (const event of eachUntil(store, seal)) {
    const leaf = leafHash(lineOf(event));
    tree.add(leaf);
    leaves.push(leaf);
    if (numberIn(event.data, number)) streams.add(event.stream);
  }
  if (tree.size !== events || tree.root() !== root) throw new NotAsSealed();
  if (streams.size === 0) return undefined;
  const levels = new TreeLevels(leaves);
  const proven: ProvenEvent[] = [];
  let index = 0;
  for await (const event of eachUntil(store, seal)) {
    if (streams.has(event.stream)) proven.push({ index, line: lineOf(event), path: levels.path(index) });
    index += 1;
  }
  return { proof: PROOF_FORMAT, number, events, last_position, root, proven };
}

async function* eachUntil(store: Pick<EventStore, 'readStored'>, seal: Seal): AsyncGenerator<StoredEvent> {
  for await (const page of storedUntil(store, BigInt(seal.last_position))) yield* page;
}

/** The number is stored as a field of the event that assigned it. */
function numberIn(data: string, number: string): boolean {
  return data.includes(JSON.stringify(number)) && membersOf(JSON.parse(data))['number'] === number;
}
