/** Columns that have the name of their field, and those that have another one: `FIELDS` of a format, by column. */
import type { RecordData } from '../records/record.ts';
import type { Cells } from './cells.ts';
import type { ImportColumn } from './import-format.ts';

type Fields = Readonly<Record<string, string>>;

export const fieldsOfCells = (fields: Fields, cells: Cells): RecordData =>
  Object.fromEntries(Object.entries(cells).map(([column, value]) => [fields[column] ?? column, value]));

export const columnOfField = (fields: Fields, columns: readonly ImportColumn[], field: string): string | null =>
  Object.keys(fields).find((column) => fields[column] === field) ??
  (columns.some(({ name }) => name === field) ? field : null);
