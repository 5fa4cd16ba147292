/** A screen's declaration of its table; everything else is equal for all tables. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Language } from '../../../domain/values/language.ts';
import type { QueryValue } from '../api/client.ts';
import type { Row } from '../api/list.ts';
import { resourceOf } from '../api/resources.ts';
import type { Tone } from '../controls/status-chip.tsx';

export type ColumnKind =
  | 'text'
  | 'code'
  | 'number'
  | 'amount'
  | 'quantity'
  | 'percent'
  | 'date'
  | 'moment'
  /** The time of a day, `20:10:00`. */
  | 'time'
  | 'reference'
  | 'option'
  | 'status'
  | 'boolean'
  /** The first picture of the row. */
  | 'pictures';

export interface TableColumn<R extends Row = Row> {
  /** Column of the API; also its name for sorting and hiding. */
  readonly field: string;
  readonly kind: ColumnKind;
  /** Key of the heading; default the label of the field. */
  readonly label?: string;
  /** The column that names the row: pinned, with a link to its page, and the title of its card. */
  readonly main?: boolean;
  readonly sortable?: boolean;
  /** Visible only with this permission. */
  readonly permission?: string;
  /** Left out for persons who read this language. */
  readonly notIn?: Language;
  /** `reference`: the referenced resource. */
  readonly resource?: string;
  /** `reference`: field of the row with the name; default `city_name` for `city_fk`. */
  readonly nameField?: string;
  /** `status`: tone by value; default neutral. */
  readonly tones?: Readonly<Record<string, Tone>>;
  /** `amount`: named once in the heading. */
  readonly currency?: 'system';
  /** `amount`: field of the row with its currency; default `currency_fk`. */
  readonly currencyField?: string;
  /** Empty for zero: debit and credit. */
  readonly blankZero?: boolean;
  /** Minimum width in pixels. */
  readonly width?: number;
  /** Renders the cell; print and Excel then need `text`. */
  readonly cell?: (row: R) => ReactNode;
  readonly text?: (row: R) => string;
}

export interface TableFilter {
  readonly field: string;
  readonly kind: 'text' | 'lookup' | 'option' | 'boolean' | 'date_range' | 'amount_range';
  readonly label?: string;
  /** `lookup` */
  readonly resource?: string;
  /** `option`: the values, labelled as those of the field. */
  readonly options?: readonly string[];
}

export interface RowAction<R extends Row = Row> {
  /** `actions.<name>` of the table's language file, unless `label` is a key. */
  readonly name: string;
  readonly label?: string;
  readonly icon?: LucideIcon;
  readonly permission?: string;
  readonly dangerous?: boolean;
  readonly shown?: (row: R) => boolean;
  /** Key of a question before the action. */
  readonly confirm?: string;
  readonly run: (row: R, context: RowActionContext) => void | Promise<void>;
}

export interface RowActionContext {
  readonly open: (path: string, search?: Readonly<Record<string, string>>) => void;
  readonly reload: () => Promise<void>;
}

/** A column whose field is one of these. */
export type NamedColumn<Field extends string> = TableColumn & { readonly field: Field };

export interface TableDeclaration<R extends Row = Row> {
  /** Resource of permissions, and of `shared/api/resources.ts` when it has a page. */
  readonly resource: string;
  /** Endpoint of the list; default the resource. */
  readonly endpoint?: string;
  /** Key of the title. */
  readonly title: string;
  readonly columns: readonly TableColumn<R>[];
  readonly filters?: readonly TableFilter[];
  readonly rowActions?: readonly RowAction<R>[];
  /** Columns with a total in the footer; the server computes the totals. */
  readonly footer?: readonly string[];
  readonly inactive?: { readonly field: string; readonly value: unknown };
  readonly idField?: string;
  /** Path of the pages of rows; `null` without pages. */
  readonly path?: string | null;
  /** Whether a user with `{resource}/store` may add; the page is `{path}/new`. */
  readonly canAdd?: boolean;
  /** Whether the row's menu has the usual edit and delete actions. */
  readonly canEdit?: boolean;
  /** The rows are documents: their menus print them, and view, edit or discard them by status. */
  readonly isDocument?: true;
  /** The page for returning goods of a row, the parameter that names the row, and the permission. */
  readonly returns?: { readonly path: string; readonly parameter: string; readonly permission: string };
  /** The server's default sort, if the heading should show it. */
  readonly defaultSort?: { readonly column: string; readonly dir: 'asc' | 'desc' };
  /** Content of the side panel; default the row's columns and history. */
  readonly panel?: (row: R, id: number) => ReactNode;
  /** Content between the row's columns and its history in the side panel. */
  readonly panelMore?: (row: R) => ReactNode;
  /** Key of the hint in an empty list. */
  readonly empty?: string;
  /** A page for the selected rows, whose ids are in its address. */
  readonly chosen?: {
    readonly label: string;
    readonly path: string;
    readonly parameter: string;
    readonly permission: string;
  };
  /** The screen that imports these rows from a file, and its permission. */
  readonly import?: { readonly permission: string; readonly path: string };
  /** Parameters of every request of this table. */
  readonly extra?: Readonly<Record<string, QueryValue>>;
  /** Shown between the title and the table. */
  readonly banner?: () => ReactNode;
}

/** The declaration with defaults from the table of resources. */
export interface Table<R extends Row = Row> extends TableDeclaration<R> {
  readonly endpoint: string;
  readonly idField: string;
  readonly path: string | null;
}

export function completeTable<R extends Row>(declaration: TableDeclaration<R>): Table<R> {
  const known = declaration.idField === undefined ? resourceOf(declaration.resource) : undefined;
  return {
    canAdd: true,
    canEdit: true,
    ...declaration,
    endpoint: declaration.endpoint ?? declaration.resource,
    idField: declaration.idField ?? known?.id ?? 'id',
    path: declaration.path === undefined ? (known?.path ?? null) : declaration.path,
  };
}

export function idOf(table: Pick<Table, 'idField'>, row: Row): number {
  return Number(row[table.idField]);
}
