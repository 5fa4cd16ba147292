/** Headings of columns in each language, and the column that a heading of a file matches. */

import type { ImportColumn, ImportFormat } from '../../domain/imports/import-format.ts';
import { foldForSearch } from '../../domain/values/folding.ts';
import type { Language } from '../../domain/values/language.ts';
import { importHeadingWords, importWord } from '../../languages/headings/import-words.ts';

export const headingOf = (language: Language, { name, headings }: Pick<ImportColumn, 'name' | 'headings'>): string =>
  headings?.[language] ?? importWord(language, 'column', name) ?? name;

/** Required columns are marked with a star, which is ignored. */
const folded = (heading: string): string => foldForSearch(heading.replace(/[_*.:()/-]+/g, ' '));

export interface FoundColumns {
  readonly columns: readonly { readonly name: string; readonly heading: string | null }[];
  readonly ignored: readonly string[];
  /** The column at each position of the file; undefined when the heading matches none. */
  readonly at: readonly (string | undefined)[];
}

/** When two headings match one column, the first counts. */
export function findColumns(
  { columns }: Pick<ImportFormat, 'columns'>,
  headings: readonly string[],
  mapping: Readonly<Record<string, string>> = {},
): FoundColumns {
  const named = new Map<string, string>();
  for (const { name, headings } of columns) {
    for (const word of [name, ...importHeadingWords(name), ...Object.values(headings ?? {})])
      if (!named.has(folded(word))) named.set(folded(word), name);
  }
  const found = new Map<string, string>();
  const ignored: string[] = [];
  const chosen = new Map(columns.flatMap(({ name }) => (mapping[name] ? [[mapping[name], name] as const] : [])));
  const isTaken = (name: string | undefined) => name !== undefined && mapping[name] !== undefined;
  const at = headings.map((heading) => {
    // A unit in brackets is not a part of the heading: `Allowed debit amount (IQD)`.
    const ofHeading = named.get(folded(heading)) ?? named.get(folded(heading.replace(/\(.*?\)|\[.*?\]/g, ' ')));
    const name = chosen.get(heading) ?? (isTaken(ofHeading) ? undefined : ofHeading);
    if (name !== undefined && !found.has(name)) {
      found.set(name, heading);
      return name;
    }
    if (heading.trim() !== '') ignored.push(heading);
    return undefined;
  });
  return { columns: columns.map(({ name }) => ({ name, heading: found.get(name) ?? null })), ignored, at };
}

/** Names of required columns that the file lacks. */
export const missingColumns = (columns: readonly ImportColumn[], found: FoundColumns): readonly string[] => {
  const there = new Set(found.at);
  return columns.filter(({ name, required }) => required && !there.has(name)).map(({ name }) => name);
};
