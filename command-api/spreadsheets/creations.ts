/** Records to be created for unknown names: each has its name and its parent. */
import type { RecordData } from '../../domain/kernel/record.ts';
import type { RecordType } from '../handling/aggregate-types.ts';
import type { Creation } from './resolve.ts';

export function creationBody({ declaration }: RecordType, { name }: Creation, parent: number | null): RecordData {
  return { [declaration.nameField]: name, ...(parent === null ? {} : { parent_fk: parent }) };
}
