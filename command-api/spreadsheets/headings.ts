/** What stands above a column: its name in each language, and which column a heading of a file means. */

import type { ImportColumn, ImportFormat } from '../../domain/imports/import-format.ts';
import { foldForSearch } from '../../domain/kernel/folding.ts';
import { importHeadingWords, importWord } from '../../languages/headings/import-words.ts';
import type { Language } from '../../languages/say.ts';

export const headingOf = (language: Language, column: string): string =>
  importWord(language, 'column', column) ?? column;

/** A required column is marked with a star, which the reading does not mind. */
const folded = (heading: string): string => foldForSearch(heading.replace(/[_*.:()/-]+/g, ' '));

export interface FoundColumns {
  readonly columns: readonly { readonly name: string; readonly heading: string | null }[];
  readonly ignored: readonly string[];
  /** The column that stands at each place of the file; undefined where the heading means none. */
  readonly at: readonly (string | undefined)[];
}

/** Of two headings for one column the first counts. */
export function findColumns({ columns }: Pick<ImportFormat, 'columns'>, headings: readonly string[]): FoundColumns {
  const named = new Map<string, string>();
  for (const { name } of columns) {
    for (const word of [name, ...importHeadingWords(name)]) if (!named.has(folded(word))) named.set(folded(word), name);
  }
  const found = new Map<string, string>();
  const ignored: string[] = [];
  const at = headings.map((heading) => {
    const name = named.get(folded(heading));
    if (name !== undefined && !found.has(name)) {
      found.set(name, heading);
      return name;
    }
    if (heading.trim() !== '') ignored.push(heading);
    return undefined;
  });
  return { columns: columns.map(({ name }) => ({ name, heading: found.get(name) ?? null })), ignored, at };
}

/** The columns without which nothing can be made of the file. */
export const missingColumns = (columns: readonly ImportColumn[], found: FoundColumns): readonly string[] => {
  const there = new Set(found.at);
  return columns.filter(({ name, required }) => required && !there.has(name)).map(({ name }) => name);
};
