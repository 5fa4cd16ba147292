/** Which columns of a document's lines are shown: those that are always there, and of the others the used and the chosen. */
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
    // What is taken from another document is not known of every document.
    if (fixed) return isUsed(field);
    return (
      !optional ||
      chosen.includes(field) ||
      (!computed && isUsed(field)) ||
      lines.some(({ fields }) => usedBy?.(fields))
    );
  });
}

/** Those that a person may choose to see. */
export const optionalColumns = (
  columns: readonly ColumnDeclaration[],
  can: (permission: string | undefined) => boolean,
): readonly ColumnDeclaration[] => columns.filter(({ optional, permission }) => optional && can(permission));
