/** The records that the rows of a file name by their key: each row meets one, none, or several. */
import { keyOfCode } from '../../../domain/catalogue/code.ts';
import type { RowIs } from '../../../domain/imports/import-format.ts';
import { type ReadRow, type RowIssue, repeated } from '../../../domain/imports/read-rows.ts';
import type { RecordFormat } from '../../../domain/imports/record-format.ts';
import { RECORD_ID } from '../../../domain/imports/updating.ts';
import { defined } from '../../../domain/values/defined.ts';
import { foldName } from '../../../domain/values/fold-name.ts';
import type { NamedRow } from '../../read-models/records-by-name.ts';
import type { Names } from '../names.ts';
import type { Chosen } from '../parameters.ts';

export interface Met {
  /** The column that names the records. */
  readonly key: string;
  /** Ids by index of the row. */
  readonly ids: ReadonlyMap<number, number>;
  /** Rows that meet no record, or several. */
  readonly lost: ReadonlyMap<number, RowIs>;
  readonly issues: readonly RowIssue[];
}

interface Rows {
  readonly format: RecordFormat;
  readonly rows: readonly ReadRow[];
  readonly names: Names;
  rowOf(at: number): number;
}

/** Undefined where rows only add records. */
export function metRecords({ mode = 'new', key }: Chosen, { format, rows, names, rowOf }: Rows): Met | undefined {
  const { updating } = format;
  if (!updating || mode === 'new') return undefined;
  if (key === undefined)
    return { key: '', ids: new Map(), lost: new Map(rows.map(({ at }) => [at, 'not_found'])), issues: [] };
  const keyOf = keyFormOf(format, key);
  const standing = indexOf(names.rowsOf(format.resource), updating.keys, key, keyOf);
  const ids = new Map<number, number>();
  const lost = new Map<number, RowIs>();
  const issues: RowIssue[] = [];
  for (const { at, cells } of rows) {
    const value = cells[key];
    const [id, other] = value === undefined ? [] : [...(standing.get(keyOf(String(value))) ?? [])];
    const params = { value: String(value ?? '') };
    if (id !== undefined && other === undefined) ids.set(at, id);
    else if (other !== undefined) {
      lost.set(at, 'several');
      issues.push({ at, column: key, message: 'import_meets_several', params });
      // A number is given by the program: no new record can have it.
    } else if (mode === 'update' || (key === RECORD_ID && value !== undefined)) {
      lost.set(at, 'not_found');
      issues.push({ at, column: key, message: value === undefined ? 'required' : 'import_meets_none', params });
    }
  }
  return { key, ids, lost, issues: [...issues, ...twiceIssues(ids, key, rowOf)] };
}

function twiceIssues(ids: ReadonlyMap<number, number>, column: string, rowOf: (at: number) => number): RowIssue[] {
  const places = [...ids].map(([at, id]) => ({ at, id }));
  return repeated(places, ({ id }) => String(id)).map(({ place: { at }, others }) => ({
    at,
    column,
    message: 'import_meets_twice',
    params: { rows: others.map((other) => rowOf(other.at)).join(', ') },
  }));
}

type KeyForm = (text: string) => string;

const isCode = ({ columns }: RecordFormat, key: string): boolean =>
  columns.some(({ name, kind }) => name === key && kind === 'code');

function keyFormOf(format: RecordFormat, key: string): KeyForm {
  if (key === RECORD_ID) return (text) => text;
  return isCode(format, key) ? keyOfCode : foldName;
}

/** The ids of the records that have each key. */
function indexOf(
  rows: ReadonlyMap<number, NamedRow>,
  keys: readonly string[],
  key: string,
  keyOf: KeyForm,
): ReadonlyMap<string, ReadonlySet<number>> {
  const index = new Map<string, Set<number>>();
  const textsOf = (row: NamedRow): readonly (string | null)[] => {
    if (key === RECORD_ID) return [String(row.id)];
    if (key === defined(keys.at(-1))) return row.names;
    // Of the columns of keys, those of items are a code and the barcodes; other kinds have a code.
    return keyOf === keyOfCode ? (row.units ?? []).flatMap(({ barcodes }) => barcodes) : row.codes;
  };
  for (const row of rows.values()) {
    for (const text of textsOf(row)) {
      if (!text) continue;
      const found = index.get(keyOf(text)) ?? new Set<number>();
      index.set(keyOf(text), found.add(row.id));
    }
  }
  return index;
}
