/** What a screen says about its table; everything else is the same for all tables. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
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
  | 'reference'
  | 'option'
  | 'status'
  | 'boolean'
  /** The first of the pictures that the row holds. */
  | 'pictures';

export interface TableColumn<R extends Row = Row> {
  /** Column of the API; also the name that the server sorts and hides by. */
  readonly field: string;
  readonly kind: ColumnKind;
  /** Key of the heading; the label of the field when left out. */
  readonly label?: string;
  /** The column that names the row: pinned, a link to its page, and the title of its card. */
  readonly main?: boolean;
  readonly sortable?: boolean;
  /** Shown only to whoever holds it. */
  readonly permission?: string;
  /** `reference`: the resource that it names. */
  readonly resource?: string;
  /** `reference`: field of the row that holds the shown name; `city_name` for `city_fk` when left out. */
  readonly nameField?: string;
  /** `status`: tone by value; others are neutral. */
  readonly tones?: Readonly<Record<string, Tone>>;
  /** `amount`: said once in the heading. */
  readonly currency?: 'system';
  /** Blank for zero: debit and credit. */
  readonly blankZero?: boolean;
  /** At least so many pixels wide. */
  readonly width?: number;
  /** A cell of its own; print and Excel then need `text`. */
  readonly cell?: (row: R) => ReactNode;
  readonly text?: (row: R) => string;
}

export interface TableFilter {
  readonly field: string;
  readonly kind: 'text' | 'lookup' | 'option' | 'boolean' | 'date_range' | 'amount_range';
  readonly label?: string;
  /** `lookup` */
  readonly resource?: string;
  /** `option`: the values; their words are those of the field. */
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
  /** Text key of a question to ask before. */
  readonly confirm?: string;
  readonly run: (row: R, context: RowActionContext) => void | Promise<void>;
}

export interface RowActionContext {
  readonly open: (path: string, search?: Readonly<Record<string, string>>) => void;
  readonly reload: () => Promise<void>;
}

export interface TableDeclaration<R extends Row = Row> {
  /** Resource of permissions, and of `shared/api/resources.ts` when it has a page. */
  readonly resource: string;
  /** Endpoint of the list; the resource when left out. */
  readonly endpoint?: string;
  /** Key of the title. */
  readonly title: string;
  readonly columns: readonly TableColumn<R>[];
  readonly filters?: readonly TableFilter[];
  readonly rowActions?: readonly RowAction<R>[];
  /** Columns with a total in the footer row; the server sends the totals. */
  readonly footer?: readonly string[];
  readonly inactive?: { readonly field: string; readonly value: unknown };
  readonly idField?: string;
  /** Path of the pages of rows; `null` when rows have none. */
  readonly path?: string | null;
  /** Whether somebody with `{resource}/store` may add; its page is `{path}/new`. */
  readonly canAdd?: boolean;
  /** Whether the usual edit and delete actions are in the row's menu. */
  readonly canEdit?: boolean;
  /** Its rows are documents: they are printed from their menus, and viewed, edited and thrown away by their state. */
  readonly isDocument?: true;
  /** Where goods of a row come back: the page, the parameter that names the row, and who may. */
  readonly returns?: { readonly path: string; readonly parameter: string; readonly permission: string };
  /** What the server sorts by when nobody chose, if the heading should show it. */
  readonly defaultSort?: { readonly column: string; readonly dir: 'asc' | 'desc' };
  /** Content of the side panel; the row's columns and history when left out. */
  readonly panel?: (row: R, id: number) => ReactNode;
  /** Between the row's columns and its history in the side panel. */
  readonly panelMore?: (row: R) => ReactNode;
  /** Sentence of the empty state: what these rows are for. */
  readonly empty?: string;
  /** The page for the rows that were chosen, whose numbers stand in its address. */
  readonly chosen?: {
    readonly label: string;
    readonly path: string;
    readonly parameter: string;
    readonly permission: string;
  };
  /** The screen by which these rows are imported from a file, for whoever holds the permission. */
  readonly import?: { readonly permission: string; readonly path: string };
  /** Parameters that every request of this table carries. */
  readonly extra?: Readonly<Record<string, QueryValue>>;
  /** Shown between the title and the table. */
  readonly banner?: () => ReactNode;
}

/** The declaration with its gaps filled from the table of resources. */
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
