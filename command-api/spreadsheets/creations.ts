/** Records to be created for unknown names: each has its name and its parent. */
import type { Cells } from '../../domain/imports/cells.ts';
import type { RecordData } from '../../domain/records/record.ts';
import type { RecordType } from '../aggregates/aggregate-types.ts';
import type { Creation } from './resolve.ts';

export function creationBody({ declaration }: RecordType, { name }: Creation, parent: number | null): RecordData {
  return { [declaration.nameField]: name, ...(parent === null ? {} : { parent_fk: parent }) };
}

/** The cells with the created records instead of their placeholders; undefined when one was not created. */
export function withMade(cells: Cells, ids: ReadonlyMap<number, number | undefined>): Cells | undefined {
  if (ids.size === 0) return cells;
  const known: Record<string, Cells[string]> = Object.create(null);
  for (const [column, value] of Object.entries(cells)) {
    const id = typeof value === 'number' && ids.has(value) ? ids.get(value) : value;
    if (id === undefined) return undefined;
    known[column] = id;
  }
  return known;
}
