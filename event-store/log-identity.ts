/**
 * The identity of a log, and what was seen of it (docs/decisions/0131). The identity is made with the log and stored in it:
 * it is the digest of its first event, whose time is that of no other business. A restored log keeps it. What was seen is
 * the position of an event and the digest of that event: after its tail is cut off, a log has no event at the position, or
 * another one.
 */
import { hash } from 'node:crypto';
import type { EventStore, Position, StoredEvent } from './port.ts';
import { START } from './port.ts';

export interface LogMark {
  /** Hexadecimal SHA-256. */
  readonly identity: string;
  readonly position: Position;
  /** Hexadecimal SHA-256 of the event at the position. */
  readonly digest: string;
}

/** What one holder has seen of the log: the claims, a build of the read models, the data folder. */
export interface LogSeen {
  /** `claims`, `folder`, or the schema of a build. */
  readonly holder: string;
  /** Undefined before the first one, as in an installation of an earlier version. */
  readonly mark: LogMark | undefined;
  /** Position of the last event that it has taken; START when there is none. */
  readonly last: Position;
}

export type ComparedLog = Pick<EventStore, 'readStored' | 'eventAt' | 'head'>;

/** `empty`: no event. `other`: of another business. `older`: it ends before. `cut`: its tail was replaced. */
export interface Disagreement {
  readonly kind: 'empty' | 'other' | 'older' | 'cut';
  readonly seen: LogSeen;
  /** Position of the last event of the log. */
  readonly head: Position;
  readonly identity: string | undefined;
}

/** Without the time, which readers of events from before `recorded_at` compute (decisions/0049). */
export const digestOf = ({ id, stream, revision, type, v, data, meta }: StoredEvent): string =>
  hash('sha256', JSON.stringify([id, stream, revision, type, v, data, meta]));

/** Undefined for an empty log. */
export async function identityOf(log: Pick<EventStore, 'readStored'>): Promise<string | undefined> {
  const [first] = await log.readStored(START, 1);
  return first && hash('sha256', `${digestOf(first)} ${first.recordedAt}`);
}

/** The mark of an event of this log; undefined when there is none at the position. */
export async function markAt(log: ComparedLog, identity: string, position: Position): Promise<LogMark | undefined> {
  const event = await log.eventAt(position);
  return event && { identity, position, digest: digestOf(event) };
}

/** What was seen must have been read before the call. The first disagreement; undefined when the log is the one seen. */
export async function compareLog(log: ComparedLog, all: readonly LogSeen[]): Promise<Disagreement | undefined> {
  const identity = await identityOf(log);
  const head = identity === undefined ? START : await log.head();
  const events = new Map<Position, string | undefined>([[START, undefined]]);
  const at = async (position: Position) => {
    if (!events.has(position))
      events.set(position, await log.eventAt(position).then((event) => event && digestOf(event)));
    return events.get(position);
  };
  for (const seen of all) {
    const { mark, last } = seen;
    if (last === START) continue;
    const found = (kind: Disagreement['kind']): Disagreement => ({ kind, seen, head, identity });
    if (identity === undefined) return found('empty');
    if (mark && mark.identity !== identity) return found('other');
    if (last > head) return found('older');
    // An end that only follows from the claims (behind many events of the server) has no event.
    if ((await at(last)) === undefined) return found(last === head ? 'older' : 'cut');
    if (mark && (await at(mark.position)) !== mark.digest) return found('cut');
  }
  return undefined;
}

const SHOWN = 12;

/** Of each holder: its name, and what it has done. */
function namesOf({ holder, last, mark }: LogSeen) {
  const isFolder = holder === 'folder';
  const who = isFolder ? 'the data folder' : holder === 'claims' ? 'the claims' : 'the read models';
  return {
    seen: `${who} ${isFolder ? 'has' : 'have'} seen events up to position ${last}`,
    belongs: `${who} ${isFolder ? 'belongs' : 'belong'} to ${mark?.identity.slice(0, SHOWN)}`,
  };
}

/** What differs, in one sentence for operators. */
export function differenceSentence({ kind, seen, head, identity }: Disagreement): string {
  const names = namesOf(seen);
  switch (kind) {
    case 'empty':
      return `The log has no events, and ${names.seen}.`;
    case 'other':
      return `The log is that of another business: its identity is ${identity?.slice(0, SHOWN)}, and ${names.belongs}.`;
    case 'older':
      return `The log is older, or its end was cut off: ${names.seen}, and the log holds those up to ${head} only.`;
    default:
      return `The end of the log was cut off and other events came in its place: ${names.seen}, and they are not those of this log.`;
  }
}
