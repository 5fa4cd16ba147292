/**
 * Appends the events of a backup to an empty KurrentDB, in order of position. Consecutive events of one stream are one
 * append; KurrentDB 6.2.1 appends to one stream at a time.
 */

import { jsonEvent } from '@eventstore/db-client';
import { parseMeta } from '../claims/stored-texts.ts';
import type { LogWriter } from '../log-writer-port.ts';
import type { StoredEvent } from '../port.ts';
import { MAX_APPEND_BYTES, START } from '../port.ts';
import { KurrentLog } from './log.ts';
import { type RestoredPoint, savePositions } from './positions.ts';
import type { RestoredMetadata } from './restored-log.ts';

const TIMEOUT_MS = 30_000;
const PAGE = 500;
/** Number of events per point: at most this many are read to find a position. */
const POINT_EVERY = 500;

export function openKurrentWriter(url: string): LogWriter {
  // Uses the positions assigned by KurrentDB.
  const log = new KurrentLog(url, TIMEOUT_MS);
  const marks: { readonly index: number; readonly event: StoredEvent }[] = [];
  let count = 0;
  let last: StoredEvent | undefined;
  return {
    async write(events) {
      for (const run of runsOf(events)) {
        const [first] = run;
        if (first) await log.append(first.stream, first.revision - 1, run.map(restoredEvent));
      }
      for (const event of events) {
        if (count % POINT_EVERY === 0) marks.push({ index: count, event });
        [count, last] = [count + 1, event];
      }
    },
    async finish() {
      if (last && marks.at(-1)?.event !== last) marks.push({ index: count - 1, event: last });
      const points = await placesOf(log, marks);
      return (client) => savePositions(client, points);
    },
    close: () => log.close(),
  };
}

/** Consecutive events of one stream, limited by the maximum size of an append. */
function* runsOf(events: readonly StoredEvent[]): Generator<readonly StoredEvent[]> {
  let run: StoredEvent[] = [];
  let bytes = 0;
  for (const event of events) {
    const size = Buffer.byteLength(event.data) + 2 * Buffer.byteLength(event.meta) + 2 * event.type.length;
    if (run.length > 0 && (run[0]?.stream !== event.stream || bytes + size > MAX_APPEND_BYTES / 2)) {
      yield run;
      [run, bytes] = [[], 0];
    }
    run.push(event);
    bytes += size;
  }
  if (run.length > 0) yield run;
}

function restoredEvent({ id, type, v, data, meta, position, recordedAt }: StoredEvent) {
  const restored: RestoredMetadata = { restored_position: String(position), recorded_at: recordedAt };
  const metadata = { ...parseMeta(meta), v: String(v), ...restored };
  return jsonEvent({ id, type, data: JSON.parse(data) as Record<string, string>, metadata });
}

/**
 * Reads the log back. Throws when a marked event is not at its index, because another program has written to the log.
 */
async function placesOf(
  log: KurrentLog,
  marks: readonly { readonly index: number; readonly event: StoredEvent }[],
): Promise<RestoredPoint[]> {
  const points: RestoredPoint[] = [];
  let [index, after, mark] = [0, START, 0];
  while (mark < marks.length) {
    const { events } = await log.readAll(after, PAGE);
    if (events.length === 0) throw new Error('the restored events cannot be read back from KurrentDB');
    for (const { id, position: place } of events) {
      const wanted = marks[mark];
      if (wanted?.index === index) {
        if (wanted.event.id !== id) throw new Error(`event ${wanted.event.position} is not in its place in KurrentDB`);
        points.push({ position: wanted.event.position, place });
        mark += 1;
      }
      index += 1;
      after = place;
    }
  }
  return points;
}
