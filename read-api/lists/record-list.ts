/** The list of a record, made from its declaration. */
import { sql } from 'kysely';
import type { RecordDeclaration } from '../../domain/kernel/record.ts';
import { allOf, rowScope } from '../http/scope.ts';
import { columnKind, dataColumn, fieldSchema, inOrder } from './fields.ts';
import type { Column, Condition, ListSource } from './list.ts';
import { type Row, withNames } from './names.ts';
import { kindNamedBy } from './references.ts';
import { searchCondition } from './search.ts';

const RECORD_COLUMNS = sql`r.id, r.active, r.revision, r.created_at, r.created_by, r.updated_at, r.updated_by, r.data`;

/** `look-up` lists are alphabetical; others begin with what was entered last. */
export function recordList(declaration: RecordDeclaration, use: 'list' | 'look-up', only?: Condition): ListSource {
  const { kind, resource, nameField, references } = declaration;
  return {
    model: resource,
    from: sql`read.record r`,
    select: RECORD_COLUMNS,
    id: sql`r.id`,
    columns: recordColumns(declaration),
    search: (typed) => searchCondition(sql`r.search`, typed),
    footer: {},
    sortedBy: use === 'list' ? { column: 'id', dir: 'desc' } : { column: nameField, dir: 'asc' },
    conditions: (person, { showAll }) => [
      sql`r.kind = ${kind}`,
      ...(showAll ? [] : [sql<boolean>`r.active`]),
      ...(only ? [only] : []),
      allOf(rowScope(person, { outlet: sql`r.outlet_fk`, inventory: sql`r.inventory_fk` })),
    ],
    present: async (reader, rows) =>
      withNames(
        reader,
        rows.map((row) => recordRow(declaration, row)),
        references,
      ),
  };
}

/** The identifier under both of its names, the revision for the next change, and the fields as they are now. */
export function recordRow({ idField }: RecordDeclaration, row: Row): Row {
  const { data, active, created_by, updated_by, ...rest } = row;
  return {
    ...(data as Row),
    ...rest,
    [idField]: row['id'],
    is_retired: !active,
    created_by_fk: userId(created_by),
    updated_by_fk: userId(updated_by),
  };
}

/** Actors are user ids as text. */
export const userId = (actor: unknown): number | null => (/^\d{1,9}$/.test(String(actor)) ? Number(actor) : null);

function recordColumns(declaration: RecordDeclaration): Record<string, Column> {
  const { schema, list, nameField, idField, references } = declaration;
  const id: Column = { kind: 'id', value: sql`r.id` };
  const columns: Record<string, Column> = {
    id,
    [idField]: id,
    created_at: { kind: 'moment', value: sql`r.created_at` },
    updated_at: { kind: 'moment', value: sql`r.updated_at` },
  };
  for (const field of list.columns) {
    const kind = columnKind(fieldSchema(schema, field));
    if (kind) columns[field] = dataColumn('r', field, kind, kindNamedBy(field, references));
  }
  const name = columns[nameField];
  if (name?.kind === 'text') columns[nameField] = { kind: 'text', value: sql`r.name`, sort: inOrder(sql`r.name`) };
  return columns;
}
