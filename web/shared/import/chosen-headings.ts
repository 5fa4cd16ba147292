/**
 * The headings that a person chose for columns. They are kept on the device for each form of file, which is known by its
 * headings, so that the next file of the same program needs no choice.
 */
import { membersOf } from '../../../domain/values/members.ts';
import { readImportFile } from './import-api.ts';
import type { OpenedFile } from './use-import.ts';

type Mapping = OpenedFile['mapping'];

const keyOf = (format: string, headings: readonly string[]): string =>
  `daftar.headings.${format}.${headings.join('\n')}`;

function kept(format: string, headings: readonly string[]): Mapping | undefined {
  const text = localStorage.getItem(keyOf(format, headings));
  if (text === null) return undefined;
  try {
    const entries = Object.entries(membersOf(JSON.parse(text)));
    return Object.fromEntries(entries.flatMap(([name, own]) => (typeof own === 'string' ? [[name, own]] : [])));
  } catch {
    // What is not readable was not chosen.
    return undefined;
  }
}

/** Reads a file with the headings that were chosen for its form before. */
export async function openFile(format: string, source: File): Promise<OpenedFile> {
  const found = await readImportFile(format, source, {});
  const mapping = kept(format, found.headings);
  if (!mapping) return { name: source.name, found, source, mapping: {} };
  return { name: source.name, found: await readImportFile(format, source, mapping), source, mapping };
}

/** Reads the file again with another heading of a column; an empty heading takes none. */
export async function chooseHeading(
  format: string,
  file: OpenedFile,
  column: string,
  heading: string,
): Promise<OpenedFile> {
  // A heading is one column's.
  const others = Object.entries(file.mapping).filter(
    ([name, own]) => name !== column && (own !== heading || own === ''),
  );
  const mapping = { ...Object.fromEntries(others), [column]: heading };
  const found = await readImportFile(format, file.source, mapping);
  localStorage.setItem(keyOf(format, found.headings), JSON.stringify(mapping));
  return { ...file, found, mapping };
}
