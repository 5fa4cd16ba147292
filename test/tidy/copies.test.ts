/**
 * Copies: runs of lines that occur twice in a folder. The test counts pairs of places with six or more equal
 * consecutive lines, prints the figures, and fails above the bound of the folder. Indentation, blank lines, comments,
 * imports, lines of punctuation and names in a list of their own are ignored.
 */
import { describe, expect, it } from 'vitest';
import { tell } from '../../tools/suite/figures.ts';
import { sourceFiles, sourceOf } from '../../tools/suite/import-graph.ts';

/** The maximum number of pairs. A bound is lowered when copies are removed, and never raised. */
const BOUNDS = {
  domain: 5,
  web: 6,
} as const;
const RUN_LINES = 6;

interface Line {
  readonly text: string;
  /** Begins at 1. */
  readonly number: number;
}

interface Place {
  readonly file: string;
  readonly lines: readonly Line[];
  /** Index in `lines`. */
  readonly at: number;
}

const withoutText = (match: string): string => match.replace(/[^\n]/g, '');
/** Also a name in a line of its own: the formatter writes lists of names so, and what they name is what repeats. */
const isPunctuation = (text: string): boolean => !/[\p{L}\p{N}]/u.test(text) || /^\w+,$/.test(text);

/** The lines that are compared, in order. */
function linesOf(source: string): Line[] {
  return source
    .replace(/\/\*[\s\S]*?\*\//g, withoutText)
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/^import\b[\s\S]*?;$/gm, withoutText)
    .split('\n')
    .map((line, index) => ({ text: line.trim().replace(/\s+/g, ' '), number: index + 1 }))
    .filter(({ text }) => !isPunctuation(text));
}

/** The places where a run of six lines begins, by the text of the run. */
function runsIn(files: readonly { readonly file: string; readonly source: string }[]): Map<string, Place[]> {
  const runs = new Map<string, Place[]>();
  for (const { file, source } of files) {
    const lines = linesOf(source);
    for (let at = 0; at + RUN_LINES <= lines.length; at += 1) {
      const text = lines
        .slice(at, at + RUN_LINES)
        .map((line) => line.text)
        .join('\n');
      runs.set(text, [...(runs.get(text) ?? []), { file, lines, at }]);
    }
  }
  return runs;
}

/** A longer run is one pair, at its first line; the places of a pair do not overlap. */
function isFirstOfRun(one: Place, other: Place): boolean {
  const before = [one, other].map(({ lines, at }) => lines[at - 1]?.text);
  const overlaps = one.file === other.file && Math.abs(one.at - other.at) < RUN_LINES;
  return !overlaps && (before[0] === undefined || before[0] !== before[1]);
}

/** Pairs of places that share a run of six lines or more: `a.ts:3 ~ b.ts:10`. */
function copiesIn(files: Parameters<typeof runsIn>[0]): string[] {
  const shown = ({ file, lines, at }: Place) => `${file}:${lines[at]?.number}`;
  return [...runsIn(files).values()]
    .flatMap((places) => places.flatMap((one, index) => places.slice(index + 1).map((other) => [one, other] as const)))
    .filter(([one, other]) => isFirstOfRun(one, other))
    .map(([one, other]) => `${shown(one)} ~ ${shown(other)}`)
    .sort();
}

const sourcesOf = (folder: string) =>
  sourceFiles()
    .filter((file) => file.startsWith(`${folder}/`))
    .map((file) => ({ file, source: sourceOf(file) }));

describe('pairs of places that share six or more lines', () => {
  it.each(Object.entries(BOUNDS))('of %s are at most %i', (folder, bound) => {
    const copies = copiesIn(sourcesOf(folder));
    tell(`copies in ${folder}`, copies.length, bound);
    expect(copies.length <= bound ? [] : copies).toEqual([]);
  });

  it('are found wherever they stand, whatever comments, imports and indentation are between', () => {
    const six = ['a = 1;', 'b = 2;', 'c = 3;', 'd = 4;', 'e = 5;', 'f = 6;'];
    const one = { file: 'one.ts', source: ["import { a } from './a.ts';", ...six, 'g = 7;', 'one();'].join('\n') };
    const two = {
      file: 'two.ts',
      source: ['two();', '{', ...six.map((line) => `  ${line}\n\n  // ${line}`), '}', 'g = 7;'].join('\n'),
    };
    expect(copiesIn([one, two])).toEqual(['one.ts:2 ~ two.ts:3']);
    expect(copiesIn([one, { ...two, source: two.source.replace('c = 3', 'c = 4') }])).toEqual([]);
    expect(copiesIn([{ file: 'twice.ts', source: [...six, 'between();', ...six].join('\n') }])).toEqual([
      'twice.ts:1 ~ twice.ts:8',
    ]);
  });
});
