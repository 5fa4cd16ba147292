/** Inserts events of a backup into an empty `log.event`: `log.append` cannot set an event's position or time. */

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { defined } from '../../domain/values/defined.ts';
import type { StoredEvent } from '../port.ts';

const SQL = 'copy log.event (position, id, stream, revision, type, v, data, meta, recorded_at) from stdin';
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Runs in the client's transaction. Throws the database's error. */
export async function copyEvents(client: pg.ClientBase, events: readonly StoredEvent[]): Promise<void> {
  await pipeline(Readable.from([Buffer.from(events.map(rowOf).join(''))]), client.query(copyFrom(SQL)));
}

function rowOf({ position, id, stream, revision, type, v, data, meta, recordedAt }: StoredEvent): string {
  const cells = [String(position), id, stream, String(revision), type, String(v), data, meta, recordedAt];
  return `${cells.map((cell) => cell.replace(/[\\\t\n\r]/g, (special) => defined(ESCAPES[special]))).join('\t')}\n`;
}
