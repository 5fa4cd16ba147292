/** The props of a document's grid, and its editable cells. */
import type { ReactNode, RefObject } from 'react';
import type { NumberFormat } from '../../typing/number-format.ts';
import { type ColumnDeclaration, type EditorDeclaration, isShown } from '../model/declaration.ts';
import type { Fields, Line, Place, TableName } from '../model/draft.ts';
import type { EditingStore } from '../model/editing-store.ts';

export interface GridProps {
  readonly store: EditingStore;
  readonly declaration: EditorDeclaration;
  readonly table: TableName;
  readonly columns: readonly ColumnDeclaration[];
  readonly header: Fields;
  readonly lines: readonly Line[];
  readonly blank: Fields;
  /** Messages by place name. */
  readonly problems: ReadonlyMap<string, string>;
  readonly computed: ReadonlyMap<number, string>;
  /** Values of further computed columns, by field. */
  readonly further?: Readonly<Record<string, ReadonlyMap<number, string>>>;
  /** The hint below a cell that declares one, while it is edited. */
  readonly hintOf?: (line: Line) => ReactNode;
  readonly look: NumberFormat;
  readonly readOnly: boolean;
  /** Key of the label. */
  readonly label: string;
  /** Moves the focus to a place from outside: for the error summary, and for a new document. */
  readonly focus?: RefObject<((key: number, field: string) => void) | null>;
  /** Moves the focus to a place outside of this grid; undefined: to the lines of the document. */
  readonly goTo?: (place: Place | undefined) => void;
  readonly compact?: boolean;
}

export interface Active {
  readonly key: number;
  readonly field: string;
}

/** The active cell among what is shown now: its line may have been removed, and its column hidden. */
export function shownActive(
  { key, field }: Active,
  row: number,
  { lines, columns }: Pick<GridProps, 'lines' | 'columns'>,
): Active {
  const line = lines.find((line) => line.key === key) ?? lines[Math.min(Math.max(row, 0), lines.length - 1)];
  const isShown = columns.some((column) => column.field === field);
  return { key: line?.key ?? key, field: isShown ? field : firstField(columns) };
}

export function canEdit(column: ColumnDeclaration, header: Fields, line: Line | undefined): boolean {
  return !column.computed && !column.fixed && isShown(column, header, line?.fields ?? header);
}

export function firstField(columns: readonly ColumnDeclaration[]): string {
  return (columns.find((column) => !column.computed && !column.fixed) ?? columns[0])?.field ?? '';
}
