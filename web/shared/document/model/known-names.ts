/** Names of records that the screen has already loaded, so that a line with many references needs no requests. */
import { objectsOf } from '../../../../domain/values/members.ts';
import type { Row } from '../../api/list.ts';
import { queryClient } from '../../api/query.ts';
import { nameOfRow, resourceOf } from '../../api/resources.ts';
import type { EditorDeclaration, FieldDeclaration } from './declaration.ts';

const nameKey = (resource: string, id: number) => [resource, 'name', id];

export function knownName(resource: string, id: number): string | undefined {
  return queryClient.getQueryData<string>(nameKey(resource, id));
}

export function rememberName(resource: string, id: number, name: unknown): void {
  if (typeof name === 'string' && name !== '') queryClient.setQueryData(nameKey(resource, id), name);
}

export function rememberRow(resource: string, row: Row): void {
  rememberName(resource, Number(row[resourceOf(resource).id]), nameOfRow(resource, row));
}

/** An answer has `customer_name` beside every `customer_fk`. */
export function rememberNames(declaration: EditorDeclaration, answer: Readonly<Record<string, unknown>>): void {
  const data = declaration.wire?.read(answer) ?? answer;
  const remember = (fields: readonly FieldDeclaration[], row: Readonly<Record<string, unknown>>) => {
    for (const { field, resource } of fields) {
      const id = row[field];
      if (resource && typeof id === 'number') rememberName(resource, id, row[`${field.slice(0, -3)}_name`]);
    }
  };
  remember([...declaration.header, ...declaration.details], data);
  for (const row of rowsOf(data['lines'])) remember(declaration.columns, row);
  for (const row of rowsOf(data['costs'])) remember(declaration.costs ?? [], row);
}

function rowsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return objectsOf(value);
}
