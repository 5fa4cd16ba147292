/** The list and the form of a kind of record, from one declaration. */
import { resourceOf } from '../api/resources.ts';
import type { FormDeclaration, FormSection } from '../form/form-declaration.ts';
import { recordForm } from '../form/record-form.tsx';
import type { NamedColumn, TableDeclaration } from '../table/declaration.ts';
import { tableScreen } from '../table/table-screen.tsx';
import type { RecordScreens } from './record-routes.ts';

interface RecordDeclaration<Field extends string>
  extends Omit<TableDeclaration, 'resource' | 'title' | 'empty' | 'columns'> {
  /** Keys of the plural, the singular, and the hint in an empty list. */
  readonly words: { readonly many: string; readonly one: string; readonly empty?: string };
  /** Columns after the record's name. */
  readonly columns?: readonly NamedColumn<Field>[];
  readonly sections: readonly (FormSection & { readonly fields: readonly Field[] })[];
  /** Special features of the form. */
  readonly form?: Omit<FormDeclaration, 'resource' | 'title' | 'sections'>;
}

/**
 * Must be called once, outside of components: `export const { Table, Form } = recordScreens<CityData>('cities', { … })`.
 * Columns and fields are those of the data, and further ones that the server answers beside it.
 */
export function recordScreens<Data extends object = Readonly<Record<string, unknown>>, More extends string = never>(
  resource: string,
  { words, columns = [], sections, form = {}, ...table }: RecordDeclaration<(keyof Data & string) | More>,
): RecordScreens {
  const name = { field: resourceOf(resource).name, kind: 'text', main: true } as const;
  return {
    Table: tableScreen({
      resource,
      title: words.many,
      ...(words.empty === undefined ? {} : { empty: words.empty }),
      columns: [name, ...columns],
      ...table,
    }),
    Form: recordForm({ resource, title: words.one, sections, ...form }),
  };
}
