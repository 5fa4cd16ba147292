/** Names and telephones of a file that active records have. */
import type { RowIssue } from '../../domain/imports/read-rows.ts';
import type { RecordFormat } from '../../domain/imports/record-format.ts';
import { telephoneFieldsOf } from '../../domain/records/telephones.ts';
import { foldName } from '../../domain/values/fold-name.ts';
import { telephoneKey } from '../../domain/values/telephone.ts';
import type { RecordType } from '../aggregates/aggregate-types.ts';
import type { Commands } from '../commands/open-commands.ts';
import { areNamesUnique, namedRecords, sameNames } from '../handling/facts/same-names.ts';
import { type CellsRow, repeatedIssues } from './check-records.ts';

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
  /** The record that a row changes. */
  idOf(at: number): number | undefined;
}

/** Rows without a code of their own whose name a record or another row has: the same file once more, or the same party. */
export async function alikeIssues(
  { pool, store }: Omit<Sources, 'handler'>,
  format: RecordFormat,
  { rows, waitMs, rowOf }: Pick<Given, 'rows' | 'waitMs'> & { rowOf(at: number): number },
): Promise<readonly RowIssue[]> {
  const { kind, alike, unique } = format;
  if (!alike) return [];
  const codes = unique.flatMap(({ columns }) => columns);
  const asked = rows.filter(({ cells }) => codes.every((column) => cells[column] === undefined));
  if (asked.length === 0) return [];
  const { columns, fields, codeField } = alike;
  const records = await namedRecords(pool, store, { kind, fields, codeField }, { waitMs });
  const standing = new Map(
    records.flatMap(({ id, names, codes: [code] }) =>
      names.flatMap((name) => (name ? [[foldName(name), { name, code: code ?? String(id) }] as const] : [])),
    ),
  );
  return [
    ...repeatedIssues({ unique: [{ field: '', columns: columns.slice(0, 1) }] }, asked, rowOf),
    ...asked.flatMap(({ at, cells }) => {
      const column = columns.find((named) => standing.has(foldName(String(cells[named] ?? ''))));
      const there = column === undefined ? undefined : standing.get(foldName(String(cells[column])));
      return there && column !== undefined ? [{ at, column, message: 'import_name_there', params: there }] : [];
    }),
  ];
}

/** Rows without a code of their own one of whose telephones a record or another row has, in whatever spelling. */
export async function telephoneIssues(
  { pool, store }: Omit<Sources, 'handler'>,
  { kind, declaration }: RecordType,
  format: RecordFormat,
  { rows, waitMs, rowOf }: Pick<Given, 'rows' | 'waitMs'> & { rowOf(at: number): number },
): Promise<readonly RowIssue[]> {
  const telephones = telephoneFieldsOf(declaration).filter((field) => format.columnOf(field) === field);
  const asked = rows.filter(
    ({ cells }) => cells['code'] === undefined && telephones.some((column) => cells[column] !== undefined),
  );
  if (asked.length === 0) return [];
  const fields = [declaration.nameField, ...telephones];
  const records = await namedRecords(pool, store, { kind, fields, codeField: 'code' }, { waitMs });
  const standing = new Map(
    records.flatMap(({ id, names: [name, ...numbers], codes: [code] }) =>
      numbers.flatMap((number) =>
        number ? [[telephoneKey(number), { name: name ?? '', code: code ?? String(id) }] as const] : [],
      ),
    ),
  );
  return [
    ...repeatedIssues({ unique: [{ field: '', columns: telephones.slice(0, 1), keyOf: telephoneKey }] }, asked, rowOf),
    ...asked.flatMap(({ at, cells }) => {
      const column = telephones.find((named) => standing.has(telephoneKey(String(cells[named] ?? ''))));
      const there = column === undefined ? undefined : standing.get(telephoneKey(String(cells[column])));
      return there && column !== undefined ? [{ at, column, message: 'import_telephone_there', params: there }] : [];
    }),
  ];
}

export async function takenNames(
  { pool, store }: Sources,
  { kind, declaration }: RecordType,
  { names: columns, rows, waitMs, idOf }: Given,
): Promise<readonly RowIssue[]> {
  const codeField = declaration.uniqueNames?.codeField;
  if (columns.length === 0 || codeField === undefined) return [];
  const records = await namedRecords(pool, store, { kind, fields: columns, codeField }, { waitMs });
  return rows.flatMap(({ at, cells }) => {
    const names = Object.fromEntries(
      columns.flatMap((column) => (cells[column] === undefined ? [] : [[column, foldName(String(cells[column]))]])),
    );
    return sameNames(records, { fields: columns, names, id: idOf(at) }).map(({ field, name, code }) => ({
      at,
      column: field,
      message: 'name_of_another_record',
      params: { name, code },
    }));
  });
}
