/** Checks rows that become records: by the schema, by the decider, and against existing records. */
import type { TSchema } from 'typebox';
import type { Actor } from '../../domain/deciding/facts.ts';
import type { Cells } from '../../domain/imports/cells.ts';
import { type RowIssue, repeated } from '../../domain/imports/read-rows.ts';
import type { RecordFormat } from '../../domain/imports/record-format.ts';
import { foldName } from '../../domain/values/fold-name.ts';
import { type Issue, Issues } from '../../domain/values/refusal.ts';
import { type AggregateType, type RecordType, readStream, titleOf } from '../aggregates/aggregate-types.ts';
import type { Commands } from '../commands/open-commands.ts';
import { inScope } from '../handling/scope.ts';
import { Invalid, validatorOf } from '../http/validation.ts';
import type { Creation } from './resolve.ts';
import { rowMeant } from './within-file.ts';

export interface CellsRow {
  readonly at: number;
  readonly cells: Cells;
}

interface Place {
  readonly at: number;
  readonly column: string;
  readonly key: string;
  readonly value: string;
}

/** Checks the cells of a row against each other. */
export function rowIssues(format: RecordFormat, rows: readonly CellsRow[]): RowIssue[] {
  return rows.flatMap(({ at, cells }) => {
    const issues = new Issues();
    format.checkRow?.(cells, issues);
    return issues.list.map(({ field, ...issue }) => ({ at, column: field, ...issue }));
  });
}

/**
 * Unique values that occur twice in the file; `rowOf` returns the row number for people, and `names` are the columns of
 * names that must be unique.
 */
export function repeatedIssues(
  format: Pick<RecordFormat, 'unique'>,
  rows: readonly CellsRow[],
  rowOf: (at: number) => number,
  names: readonly string[] = [],
): RowIssue[] {
  const unique: readonly Unique[] = [...format.unique, ...names.map((column) => ({ columns: [column] }))];
  return unique.flatMap((each) =>
    repeated(placesOf(each, rows), ({ key }) => key).map(({ place, others }) => ({
      at: place.at,
      column: place.column,
      message: 'import_cell_repeated',
      params: { value: place.value, rows: [...new Set(others.map(({ at }) => rowOf(at)))].join(', ') },
    })),
  );
}

/** Unique values that an existing record has. */
export async function takenIssues(
  { pool, handler, kinds }: Pick<Commands, 'pool' | 'handler' | 'kinds'>,
  format: RecordFormat,
  rows: readonly CellsRow[],
  actor: Actor,
): Promise<RowIssue[]> {
  const found = await Promise.all(
    format.unique.map(async ({ field, ...each }) => {
      const places = placesOf(each, rows);
      const { rows: taken } = await pool.query<{ key: string; owner: string }>(
        'select key, owner from claim.taken where "set" = $1 and key = any ($2)',
        [`${format.kind}.${field}`, [...new Set(places.map(({ key }) => key))]],
      );
      const owners = new Map(taken.map(({ key, owner }) => [key, owner]));
      return places.flatMap((place) => {
        const owner = owners.get(place.key);
        return owner === undefined ? [] : [{ ...place, owner }];
      });
    }),
  );
  const states = await handler.states.read(found.flat().map(({ owner }) => owner));
  const kind = kindOf({ kinds }, format.kind);
  return found.flat().map(({ at, column, value, owner }) => {
    const loaded = states.get(owner);
    // Of a record of another outlet nothing is told but that it is there.
    if (loaded && !inScope(kind, readStream(owner)?.id ?? 0, loaded.state, actor)) {
      return { at, column, message: 'unique' };
    }
    const name = (loaded && titleOf(kind, loaded.state, 'en')) ?? owner;
    return { at, column, message: 'import_taken_by', params: { value, name } };
  });
}

type Unique = Pick<RecordFormat['unique'][number], 'columns' | 'keyOf'>;

function placesOf({ columns, keyOf = foldName }: Unique, rows: readonly CellsRow[]): Place[] {
  return rows.flatMap(({ at, cells }) =>
    columns.flatMap((column) => {
      const value = cells[column];
      return value === undefined ? [] : [{ at, column, value: String(value), key: keyOf(String(value)) }];
    }),
  );
}

/** The cells without records to be created first; only a unit must exist for checking the item. */
export function withoutNew(format: RecordFormat, cells: Cells, creations: ReadonlyMap<number, Creation>): Cells {
  const isNew = (column: string | undefined) =>
    column !== undefined && (creations.has(Number(cells[column])) || rowMeant(cells[column]) !== undefined);
  const left = format.columns.filter(
    ({ name, kind, resource, below }) => kind === 'reference' && resource !== 'units' && (isNew(name) || isNew(below)),
  );
  const without = new Set(left.map(({ name }) => name));
  return Object.fromEntries(Object.entries(cells).filter(([name]) => !without.has(name)));
}

const validators = new Map<TSchema, ReturnType<typeof validatorOf>>();

const schemaOf = (kind: AggregateType): TSchema =>
  kind.is === 'record' ? kind.declaration.schema : kind.declaration.body;

/** The commands that enter a record, or a document that is complete at once. */
export const enteringOf = (kind: AggregateType, body: object): readonly unknown[] =>
  kind.is === 'record' ? [{ type: 'register', data: body }] : kind.declaration.create(body);

/** Rows that name the same document; `rowOf` returns the row number for people. */
export function sameDocumentIssues(
  { together = [] }: RecordFormat,
  rows: readonly CellsRow[],
  rowOf: (at: number) => number,
): RowIssue[] {
  const [first] = together;
  const named = rows.filter(({ cells }) => first !== undefined && cells[first] !== undefined);
  const keyOf = ({ cells }: CellsRow) => together.map((column) => foldName(String(cells[column] ?? ''))).join('\n');
  return repeated(named, keyOf).map(({ place, others }) => ({
    at: place.at,
    column: first ?? null,
    message: 'import_row_twice',
    params: { rows: others.map(({ at }) => rowOf(at)).join(', ') },
  }));
}

export function schemaIssues(kind: AggregateType, body: unknown): readonly Issue[] {
  const schema = schemaOf(kind);
  const validate = validators.get(schema) ?? validatorOf(schema, true);
  validators.set(schema, validate);
  const outcome = validate(body);
  if (!('error' in outcome)) return [];
  if (outcome.error instanceof Invalid) return outcome.error.issues;
  throw outcome.error;
}

/** Throws for a kind of documents. */
export function recordKindOf(commands: Pick<Commands, 'kinds'>, name: string): RecordType {
  const kind = kindOf(commands, name);
  if (kind.is !== 'record') throw new RangeError(`${name} is no record`);
  return kind;
}

export function kindOf({ kinds }: Pick<Commands, 'kinds'>, name: string): AggregateType {
  const kind = kinds.get(name);
  if (!kind) throw new RangeError(`no kind ${name}`);
  return kind;
}
