/** Adds the numbers of documents that a document names by stream (`document: "sale-12"`, as allocations do). */

import { sql } from 'kysely';
import { membersOf } from '../../domain/values/members.ts';
import type { Snapshot } from '../database/reader.ts';
import type { Row } from '../lists/names.ts';

const STREAM = /^[a-z_]+-\d{1,10}$/;

export async function withNumbers(snapshot: Snapshot, row: Row): Promise<Row> {
  const streams = new Set<string>();
  visit(row, (stream) => {
    streams.add(stream);
    return undefined;
  });
  if (streams.size === 0) return row;
  const { rows } = await sql<{ stream: string; number: string | null }>`
    select d.kind || '-' || d.id as stream, d.number from read.document d
    where (d.kind, d.id) in (select substring(s from '^(.*)-[0-9]+$'), substring(s from '[0-9]+$')::int
      from unnest(${[...streams]}::text[]) s)`.execute(snapshot);
  const numbers = new Map(rows.map(({ stream, number }) => [stream, number]));
  return membersOf(visit(row, (stream) => numbers.get(stream) ?? null));
}

/** The same value, with `document_number` beside every `document` for which `numberOf` returns a value. */
function visit(value: unknown, numberOf: (stream: string) => string | null | undefined): unknown {
  if (Array.isArray(value)) return value.map((entry) => visit(entry, numberOf));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, each]) => [name, visit(each, numberOf)] as const);
  const stream = membersOf(value)['document'];
  const number = typeof stream === 'string' && STREAM.test(stream) ? numberOf(stream) : undefined;
  return { ...Object.fromEntries(fields), ...(number === undefined ? {} : { document_number: number }) };
}
