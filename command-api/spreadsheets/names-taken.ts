/** Names of a file that active records have, where the names of a kind must be unique. */
import type { RowIssue } from '../../domain/imports/read-rows.ts';
import type { RecordFormat } from '../../domain/imports/record-format.ts';
import { foldName } from '../../domain/kernel/fold-name.ts';
import type { RecordType } from '../handling/aggregate-types.ts';
import type { Commands } from '../handling/open-commands.ts';
import { areNamesUnique, namedRecords, sameNames } from '../handling/same-names.ts';
import type { CellsRow } from './check-records.ts';

type Sources = Pick<Commands, 'handler' | 'pool' | 'store'>;

/** The columns of names that must be unique now. */
export async function uniqueNames(
  { handler }: Pick<Sources, 'handler'>,
  { declaration }: RecordType,
  format: RecordFormat,
): Promise<readonly string[]> {
  const { uniqueNames: unique } = declaration;
  if (!unique || !(await areNamesUnique(handler.states, unique))) return [];
  return format.names ?? [];
}

interface Given {
  readonly names: readonly string[];
  readonly rows: readonly CellsRow[];
  readonly waitMs: number;
}

export async function takenNames(
  { pool, store }: Sources,
  { kind, declaration }: RecordType,
  { names: columns, rows, waitMs }: Given,
): Promise<readonly RowIssue[]> {
  const codeField = declaration.uniqueNames?.codeField;
  if (columns.length === 0 || codeField === undefined) return [];
  const records = await namedRecords(pool, store, { kind, fields: columns, codeField }, { waitMs });
  return rows.flatMap(({ at, cells }) => {
    const names = Object.fromEntries(
      columns.flatMap((column) => (cells[column] === undefined ? [] : [[column, foldName(String(cells[column]))]])),
    );
    return sameNames(records, { fields: columns, names, id: undefined }).map(({ field, name, code }) => ({
      ...{ at, column: field, message: 'name_of_another_record', params: { name, code } },
    }));
  });
}
