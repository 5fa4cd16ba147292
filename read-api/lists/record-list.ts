/** The list of a record, made from its declaration. */

import { sql } from 'kysely';
import type { RecordDeclaration } from '../../domain/records/record.ts';
import { hasNamesByLanguage } from '../../domain/records/record-name.ts';
import { seenData } from '../../domain/registry/lookup-permission.ts';
import { membersOf } from '../../domain/values/members.ts';
import type { Person } from '../../identity/person.ts';
import { shownName } from '../database/names-by-language.ts';
import { allOf, rowScope } from '../http/scope.ts';
import { columnKind, dataColumn, fieldSchema, inOrder, wordsOf } from './fields.ts';
import type { Column, Condition, ListSource } from './list-source.ts';
import { type Row, withNames } from './names.ts';
import { controlAccount, figuresOf } from './record-figures.ts';
import { recordSearch } from './record-search.ts';
import { kindNamedBy } from './references.ts';

const RECORD_COLUMNS = sql`r.id, r.active, r.revision, r.created_at, r.created_by, r.updated_at, r.updated_by, r.data`;

/** `look-up` lists are alphabetical; others start with the newest record. */
export function recordList(declaration: RecordDeclaration, use: 'list' | 'look-up', only?: Condition): ListSource {
  const { kind, resource, nameField, references, list } = declaration;
  const shown = hasNamesByLanguage(declaration);
  const figures = use === 'list' ? figuresOf(kind) : undefined;
  const account = kind === 'customer' || kind === 'supplier' ? controlAccount(kind) : undefined;
  return {
    model: resource,
    from: sql`read.record r`,
    select: sql`${RECORD_COLUMNS}${shown ? sql`, ${shownName('r')} as ${sql.id(SHOWN)}` : sql``}`,
    id: sql`r.id`,
    revision: sql`r.revision`,
    isCostly: true,
    columns: recordColumns(declaration, shown, use === 'look-up' ? list.lookedUp : undefined),
    search: (typed, person) => recordSearch({ alias: 'r', kind }, typed, person),
    footer: {},
    sortedBy: use === 'list' ? { column: 'id', dir: 'desc' } : { column: nameField, dir: 'asc' },
    conditions: (person, { showAll, showInactive }) => [
      sql`r.kind = ${kind}`,
      ...(showAll ? [] : [sql<boolean>`r.active`]),
      ...(use === 'look-up' && !showAll && !showInactive && hasInactive(declaration) ? [NOT_INACTIVE] : []),
      ...(only ? [only] : []),
      allOf(rowScope(person, { outlet: sql`r.outlet_fk`, inventory: sql`r.inventory_fk` })),
    ],
    present: async (reader, rows, person) => {
      const named = await withNames(
        reader,
        rows.map((row) => (shown ? byLanguage(declaration, row, person) : recordRow(declaration, row, person))),
        references,
      );
      if (figures) return figures.beside(reader, named, person);
      return account === undefined ? named : named.map((row) => ({ ...row, account_fk: account }));
    },
  };
}

const SHOWN = 'shown_name';
/** The shown name, and the record's own name in the column of names by language. */
function byLanguage(declaration: RecordDeclaration, { [SHOWN]: name, ...row }: Row, person: Person): Row {
  const { nameField } = declaration;
  const own = recordRow(declaration, row, person);
  return { ...own, [`${nameField}_en`]: own[nameField], [nameField]: name };
}

/** Inactive records remain in their list and in filters, and are not offered to new documents. */
const hasInactive = ({ schema }: RecordDeclaration): boolean => fieldSchema(schema, 'is_active') !== undefined;
const NOT_INACTIVE = sql<boolean>`r.data ->> 'is_active' is distinct from 'false'`;

/**
 * The identifier under both of its names, the revision for the next change, and the current fields that the person may
 * see.
 */
export function recordRow(declaration: RecordDeclaration, row: Row, person: Person): Row {
  const { idField } = declaration;
  const { data, active, created_by, updated_by, ...rest } = row;
  return {
    ...seenData(declaration, membersOf(data), person),
    ...rest,
    [idField]: row['id'],
    is_retired: !active,
    created_by_fk: userId(created_by),
    updated_by_fk: userId(updated_by),
  };
}

/** The actor of a user is the user id as text; otherwise null. */
export const userId = (actor: unknown): number | null => (/^\d{1,9}$/.test(String(actor)) ? Number(actor) : null);

/** Rows are neither sorted nor filtered by a column that a person may not see: the order would reveal its values. */
function recordColumns(
  declaration: RecordDeclaration,
  shown: boolean,
  seen: readonly string[] = declaration.list.columns,
): Record<string, Column> {
  const { schema, list, nameField, idField, references } = declaration;
  const id: Column = { kind: 'id', value: sql`r.id`, isThere: true };
  const columns: Record<string, Column> = {
    id,
    [idField]: id,
    created_at: { kind: 'moment', value: sql`r.created_at`, isThere: true },
    updated_at: { kind: 'moment', value: sql`r.updated_at`, isThere: true },
  };
  for (const field of list.columns.filter((field) => seen.includes(field))) {
    const of = fieldSchema(schema, field);
    const kind = columnKind(of);
    if (kind) columns[field] = { ...dataColumn('r', field, kind, kindNamedBy(field, references)), ...wordsOf(of) };
  }
  for (const [column, field] of Object.entries(list.first ?? {})) {
    const path = `$.${field.split('.').join('[*].')}[*]`;
    const value = sql`(jsonb_path_query_first(r.data, ${sql.lit(path)}) #>> '{}')`;
    columns[column] = { kind: 'text', value, sort: inOrder(value) };
  }
  const name = columns[nameField];
  if (name?.kind === 'text') {
    const value = shown ? shownName('r') : sql`r.name`;
    columns[nameField] = { kind: 'text', value, sort: inOrder(value), isThere: true };
  }
  return columns;
}
