/** A format in the language of its user. */
import { type AnyFormat, isRecordFormat, stores } from '../../domain/imports/formats.ts';
import { importPermission, type ShownFormat } from '../../domain/imports/import-format.ts';
import type { Language } from '../../domain/values/language.ts';
import { importWord } from '../../languages/headings/import-words.ts';
import { headingOf } from './headings.ts';

export function shownFormat(format: AnyFormat, language: Language): ShownFormat {
  const { name, resource, columns, parameters } = format;
  const labels = (values: readonly string[] | undefined) =>
    values ? { labels: values.map((value) => importWord(language, 'value', value) ?? value) } : {};
  const headings = new Map(columns.map((column) => [column.name, headingOf(language, column)]));
  return {
    name,
    resource,
    permission: importPermission(format),
    stores: stores(format),
    updates: isRecordFormat(format) && format.updating !== undefined,
    columns: columns.map(({ isExpiry: _, headings: __, ...column }) => ({
      ...column,
      heading: headings.get(column.name) ?? column.name,
      ...labels(column.kind === 'yes_no' ? ['yes', 'no'] : column.values),
    })),
    parameters: parameters.map((parameter) => ({
      ...parameter,
      label: importWord(language, 'parameter', parameter.name) ?? parameter.name,
      ...(parameter.kind === 'column'
        ? { labels: (parameter.values ?? []).map((column) => headings.get(column) ?? column) }
        : labels(parameter.values)),
    })),
  };
}
