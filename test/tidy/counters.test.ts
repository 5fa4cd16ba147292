/** Counters of what makes many files of one idea. Each prints its figure; a bound falls and is never raised. */
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUSINESS_FOLDERS } from '../../domain/deciding/business-folders.ts';
import { figuresOf, tableOf, tell } from '../../tools/suite/figures.ts';
import { importsOf, sourceFiles, sourceOf } from '../../tools/suite/import-graph.ts';

const CRUMBS_MAX = 129;
const HANDED_ON_MAX = 10;

/** Members of the two interfaces that every document and every decision passes through. */
const MEMBERS_MAX = { 'domain/documents/document.ts DocumentDeclaration': 44, 'domain/deciding/facts.ts Facts': 27 };
/** Imports of a type, as the facts of a decision name those of the documents. */
const UPWARDS_MAX = 1;
/** SQL whose rows have a type written beside it. */
const TYPED_SQL_MAX = 335;

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

describe('small files with one importer in their folder', () => {
  it('are few', () => {
    const crumbs = crumbsOf(texts);
    tell('small files with one importer in their folder', crumbs.length, CRUMBS_MAX);
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
    tell('names handed on from another file', places.length, HANDED_ON_MAX);
    expect(places.length <= HANDED_ON_MAX ? [] : places).toEqual([]);
  });

  it('are found', () => {
    expect(
      handedOn("export { a } from './a.ts';\nexport type { B,\n C } from './b.ts';\nexport * from './c.ts';"),
    ).toBe(3);
    expect(handedOn("import { a } from './a.ts';\nexport const b = a;")).toBe(0);
  });
});

/** The members of an interface: its lines of two spaces that begin with a name. */
function membersOf(text: string, name: string): readonly string[] {
  const [, after = ''] = text.split(new RegExp(`^export interface ${name}\\b`, 'm'));
  const [, body = ''] = after.slice(0, after.indexOf('\n}')).split(/\{\n(.*)/s);
  return [...body.matchAll(/^ {2}(?:readonly )?(\w+)[?]?[:(<]/gm)].map(([, member = '']) => member);
}

describe('the members of an interface that everything passes through', () => {
  it.each(Object.entries(MEMBERS_MAX))('of %s are not more than before', (place, bound) => {
    const [file = '', name = ''] = place.split(' ');
    const members = membersOf(texts.get(file) ?? '', name);
    tell(`members of ${name}`, members.length, bound);
    expect(members.length).toBeGreaterThan(0);
    expect(members.length <= bound ? [] : members).toEqual([]);
  });

  it('are found', () => {
    const text =
      'export interface A<B> {\n  readonly a: { readonly not: 1 };\n  b?(c: D): E;\n  /** c: no. */\n}\nf: 1';
    expect(membersOf(text, 'A')).toEqual(['a', 'b']);
  });
});

describe('the core of the domain', () => {
  it('imports from the businesses at fewer and fewer places, types among them', () => {
    const core = /^domain\/(values|schemas|records|deciding|documents)\//;
    const business = new RegExp(`^domain/(${[...BUSINESS_FOLDERS, 'posting'].join('|')})/`);
    const found = [...texts].filter(([file]) => core.test(file)).flatMap(([file, text]) => importsOf(file, text));
    const upwards = found.filter(({ target }) => business.test(target)).map(({ from, target }) => `${from} ${target}`);
    tell('imports of a business by the core of the domain', upwards.length, UPWARDS_MAX);
    expect(upwards.length <= UPWARDS_MAX ? [] : upwards).toEqual([]);
  });
});

describe('rows of SQL', () => {
  it('have a type written beside the statement at fewer and fewer places', () => {
    const found = [...texts].flatMap(([file, text]) => Array.from(text.matchAll(/\bsql</g), () => file));
    tell('statements whose rows are typed by hand', found.length, TYPED_SQL_MAX);
    expect(found.length).toBeLessThanOrEqual(TYPED_SQL_MAX);
  });
});

describe('the table of figures', () => {
  it('has each figure that was told meanwhile once, as it was told last', () => {
    const { figures, result } = figuresOf(() => {
      tell('an example of crumbs', 12, 40);
      tell('an example of copies', 3, 5);
      tell('an example of crumbs', 9, 40);
      return 'done';
    });
    expect(result).toBe('done');
    expect(tableOf(figures)).toEqual([
      'figure                now  at most',
      'an example of copies    3        5',
      'an example of crumbs    9       40',
    ]);
  });
});
