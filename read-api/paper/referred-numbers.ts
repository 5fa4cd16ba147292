/** The numbers of the documents that a paper references (`sale_fk` of a return). */
import { sql } from 'kysely';
import type { PaperColumn } from '../../domain/paper/paper.ts';
import { documentResources } from '../../domain/registry/documents.ts';
import type { Snapshot } from '../database/reader.ts';
import type { Row } from '../lists/names.ts';
import { kindNamedBy } from '../lists/references.ts';

/** The number of the referenced document; null for a record, and for a draft. */
export type NumberOf = (field: string, id: unknown) => string | null;

const documentKinds: ReadonlySet<string> = new Set(documentResources.map(({ kind }) => kind));

export async function fetchReferredNumbers(
  snapshot: Snapshot,
  rows: readonly Row[],
  columns: readonly PaperColumn[],
): Promise<NumberOf> {
  const naming = columns.flatMap(({ field }) => {
    const kind = kindNamedBy(field);
    return kind !== undefined && documentKinds.has(kind) ? [{ field, kind }] : [];
  });
  const wanted = naming.flatMap(({ field, kind }) =>
    rows.flatMap((row) => (typeof row[field] === 'number' ? [{ kind, id: row[field] }] : [])),
  );
  const numbers = new Map<string, string>();
  if (wanted.length > 0) {
    const { rows: found } = await sql<{ kind: string; id: number; number: string | null }>`
      select d.kind, d.id, d.number from read.document d
      join unnest(${wanted.map(({ kind }) => kind)}::text[], ${wanted.map(({ id }) => id)}::int[]) w (kind, id)
        on d.kind = w.kind and d.id = w.id`.execute(snapshot);
    for (const { kind, id, number } of found) if (number !== null) numbers.set(`${kind}-${id}`, number);
  }
  return (field, id) => numbers.get(`${kindNamedBy(field)}-${String(id)}`) ?? null;
}
