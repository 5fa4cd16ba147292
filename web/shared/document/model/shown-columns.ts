/** The shown columns of a document's lines: the permanent ones, and optional ones that are used or chosen. */
import type { ColumnDeclaration } from './declaration.ts';
import { isEmpty, type Line } from './draft.ts';

export function shownColumns(
  columns: readonly ColumnDeclaration[],
  lines: readonly Line[],
  chosen: readonly string[],
  can: (permission: string | undefined) => boolean,
): readonly ColumnDeclaration[] {
  const isUsed = (field: string) => lines.some((line) => !isEmpty(line.fields[field]));
  return columns.filter(({ field, fixed, optional, computed, permission, usedBy }) => {
    if (!can(permission)) return false;
    // Only some documents have values from a source document.
    if (fixed) return isUsed(field);
    return (
      !optional ||
      chosen.includes(field) ||
      (!computed && isUsed(field)) ||
      lines.some(({ fields }) => usedBy?.(fields))
    );
  });
}

/** The optional columns that a person may choose. */
export const optionalColumns = (
  columns: readonly ColumnDeclaration[],
  can: (permission: string | undefined) => boolean,
): readonly ColumnDeclaration[] => columns.filter(({ optional, permission }) => optional && can(permission));
