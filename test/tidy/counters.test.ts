/** Counters of what makes many files of one idea. Each prints its figure; a bound falls and is never raised. */
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf, sourceFiles, sourceOf } from '../../tools/suite/import-graph.ts';

const CRUMBS_MAX = 141;
const HANDED_ON_MAX = 10;

const CRUMB_LINES = 50;

const product = sourceFiles().filter((file) => file.includes('/') && !file.startsWith('test/'));
const texts = new Map(product.map((file) => [file, sourceOf(file)]));

/** The files that import each file. */
function importersOf(files: ReadonlyMap<string, string>): ReadonlyMap<string, ReadonlySet<string>> {
  const importers = new Map<string, Set<string>>();
  for (const [file, text] of files) {
    for (const { target } of importsOf(file, text)) {
      if (files.has(target)) importers.set(target, (importers.get(target) ?? new Set()).add(file));
    }
  }
  return importers;
}

/** What stands alone although one file asks for it: it is loaded on demand, or a program of its own. */
const onDemand = (file: string, text: string): readonly string[] =>
  [...text.matchAll(/(?:\bimport\(|new URL\()\s*'(\.[^']+)'/g)].map(([, path = '']) => join(dirname(file), path));

/** Files of fewer than 50 lines that only one file imports, of the same folder. Tables of texts are no files of code. */
function crumbsOf(files: ReadonlyMap<string, string>): readonly string[] {
  const importers = importersOf(files);
  const alone = new Set([...files].flatMap(([file, text]) => onDemand(file, text)));
  return [...files].flatMap(([file, text]) => {
    const [importer, ...others] = importers.get(file) ?? [];
    const isShort = text.split('\n').length < CRUMB_LINES && importer !== undefined && others.length === 0;
    const isCrumb = isShort && !alone.has(file) && !file.startsWith('languages/');
    return isCrumb && dirname(importer) === dirname(file) ? [file] : [];
  });
}

/** Statements that hand names on from another file. */
const handedOn = (text: string): number =>
  [...text.matchAll(/^export (?:type )?(?:\{[^}]*\}|\*[^;']*) from '/gm)].length;

const show = (what: string, count: number, bound: number) =>
  process.stdout.write(`${what}: ${count} of at most ${bound}\n`);

describe('small files with one importer in their folder', () => {
  it('are few', () => {
    const crumbs = crumbsOf(texts);
    show('small files with one importer in their folder', crumbs.length, CRUMBS_MAX);
    expect(crumbs.length <= CRUMBS_MAX ? [] : crumbs).toEqual([]);
  });

  it('are found', () => {
    const sale = ['a/sale.ts', "import { rule } from './rule.ts';\nimport { day } from '../b/day.ts';"] as const;
    const files = new Map<string, string>([sale, ['a/rule.ts', ''], ['b/day.ts', '']]);
    expect(crumbsOf(files)).toEqual(['a/rule.ts']);
    expect(crumbsOf(new Map(files).set('a/return.ts', "import { rule } from './rule.ts';"))).toEqual([]);
    expect(crumbsOf(new Map(files).set('a/sale.ts', "const rule = await import('./rule.ts');"))).toEqual([]);
  });
});

describe('names that a file hands on from another', () => {
  it('are few: a name has one path', () => {
    const places = [...texts].flatMap(([file, text]) => Array.from({ length: handedOn(text) }, () => file));
    show('names handed on from another file', places.length, HANDED_ON_MAX);
    expect(places.length <= HANDED_ON_MAX ? [] : places).toEqual([]);
  });

  it('are found', () => {
    expect(
      handedOn("export { a } from './a.ts';\nexport type { B,\n C } from './b.ts';\nexport * from './c.ts';"),
    ).toBe(3);
    expect(handedOn("import { a } from './a.ts';\nexport const b = a;")).toBe(0);
  });
});
