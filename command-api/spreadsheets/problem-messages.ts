/** Messages of import problems in the user's language, with their cells. */

import { type AnyFormat, isRecordFormat } from '../../domain/imports/formats.ts';
import type { CellProblem, CheckedImport, ImportFormat, ImportRequest } from '../../domain/imports/import-format.ts';
import type { RowIssue } from '../../domain/imports/read-rows.ts';
import type { Language } from '../../domain/values/language.ts';
import { importWord } from '../../languages/headings/import-words.ts';
import { say } from '../../languages/say.ts';
import type { Checked } from './check.ts';
import { ALL_ROWS } from './found-issues.ts';
import { headingOf } from './headings.ts';
import { shownUpdates } from './updating/shown-updates.ts';

export function problemMessages(
  issues: readonly RowIssue[],
  rows: ImportRequest['rows'],
  format: ImportFormat,
  language: Language,
): readonly CellProblem[] {
  return issues.map(({ at, column, message, params }) => {
    const filled: Record<string, string> = { ...params };
    if (message === 'one_of') filled['values'] = valuesOf(format, column, language);
    if (column !== null) filled['field'] = labelOf(format, column, language);
    return {
      row: at === ALL_ROWS ? 0 : (rows[at]?.row ?? 0),
      column,
      message: say(language, message, filled, column ?? ''),
    };
  });
}

function labelOf({ parameters, columns }: ImportFormat, name: string, language: Language): string {
  const isParameter = parameters.some((parameter) => parameter.name === name);
  const column = columns.find((each) => each.name === name) ?? { name };
  return (isParameter ? importWord(language, 'parameter', name) : undefined) ?? headingOf(language, column);
}

/** Accepted values in the language. */
function valuesOf({ columns, parameters }: ImportFormat, name: string | null, language: Language): string {
  const { values = [], kind } = [...columns, ...parameters].find((column) => column.name === name) ?? {};
  const wordOf = (value: string) =>
    kind === 'column' ? headingOf(language, { name: value }) : importWord(language, 'value', value);
  return values.map((value) => wordOf(value) ?? value).join(', ');
}

export function checkedImport(
  checked: Checked,
  rows: ImportRequest['rows'],
  format: AnyFormat,
  language: Language,
): CheckedImport {
  const updates = isRecordFormat(format) && checked.updates ? shownUpdates(checked, rows, format, language) : undefined;
  return {
    rows: rows.length,
    ready: checked.ready.length,
    skipped: checked.skipped.size,
    problems: problemMessages(checked.issues, rows, format, language),
    unknown: checked.unknown,
    ...(updates && { updates }),
    ...(!isRecordFormat(format) && format.makes === 'lines'
      ? { lines: checked.lines.map((line) => ({ ...line, row: rows[line.row]?.row ?? 0 })) }
      : {}),
  };
}
