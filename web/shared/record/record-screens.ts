/** The list and the form of a kind of record, from one declaration. */
import { resourceOf } from '../api/resources.ts';
import type { FormDeclaration } from '../form/form-declaration.ts';
import { recordForm } from '../form/record-form.tsx';
import type { TableColumn, TableDeclaration } from '../table/declaration.ts';
import { tableScreen } from '../table/table-screen.tsx';
import type { RecordScreens } from './record-routes.ts';

interface RecordDeclaration
  extends Omit<TableDeclaration, 'resource' | 'title' | 'empty' | 'columns'>,
    Pick<FormDeclaration, 'sections'> {
  /** Keys of the plural, the singular, and the hint in an empty list. */
  readonly words: { readonly many: string; readonly one: string; readonly empty?: string };
  /** Columns after the record's name. */
  readonly columns?: readonly TableColumn[];
  /** Special features of the form. */
  readonly form?: Omit<FormDeclaration, 'resource' | 'title' | 'sections'>;
}

/** Must be called once, outside of components: `export const { Table, Form } = recordScreens('cities', { … })`. */
export function recordScreens(
  resource: string,
  { words, columns = [], sections, form = {}, ...table }: RecordDeclaration,
): RecordScreens {
  const name = { field: resourceOf(resource).name, kind: 'text', main: true } as const;
  return {
    Table: tableScreen({
      ...{ resource, title: words.many, ...(words.empty === undefined ? {} : { empty: words.empty }) },
      columns: [name, ...columns],
      ...table,
    }),
    Form: recordForm({ resource, title: words.one, sections, ...form }),
  };
}
