/** The records that are made for names that nothing has yet: each has its name and what it lies below. */
import type { RecordData } from '../../domain/kernel/record.ts';
import type { RecordKind } from '../handling/aggregate-types.ts';
import type { Creation } from './resolve.ts';

export function creationBody({ declaration }: RecordKind, { name }: Creation, parent: number | null): RecordData {
  return { [declaration.nameField]: name, ...(parent === null ? {} : { parent_fk: parent }) };
}
