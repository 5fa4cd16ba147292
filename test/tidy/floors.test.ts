/**
 * Floors: inside of each top folder the folders have an order, and a folder imports only from folders below it. The
 * test prints the order, lowest first. A folder is the first two parts of a path.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tell } from '../../tools/suite/figures.ts';
import { importsOf, repositoryFiles, sourceFiles, sourceOf } from '../../tools/suite/import-graph.ts';

type Edges = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** Their types name each other: an event names the type of a line, the facts of a decision that of a document. */
const OF_VALUES_ONLY = ['domain', 'languages'];

/** The folder of a file inside of another folder; `a/.` for the files of `a` itself. */
function folderIn(parent: string, file: string): string {
  const rest = file.slice(parent.length + 1);
  return rest.includes('/') ? `${parent}/${rest.slice(0, rest.indexOf('/'))}` : `${parent}/.`;
}

interface Graph {
  readonly files: readonly string[];
  readonly read: (file: string) => string;
  /** Whether imports of types count. */
  readonly types: boolean;
}

/** The folders inside of a folder, each with those that it imports and the imports. */
function edgesOf(parent: string, { files, read, types }: Graph): Edges {
  const inside = new Set(files.filter((file) => file.startsWith(`${parent}/`)));
  const edges = new Map<string, Map<string, string[]>>([...inside].map((file) => [folderIn(parent, file), new Map()]));
  for (const file of inside) {
    const from = folderIn(parent, file);
    const own = edges.get(from) ?? new Map<string, string[]>();
    for (const { target, typeOnly } of importsOf(file, read(file))) {
      const to = folderIn(parent, target);
      if (to === from || (typeOnly && !types) || !inside.has(target)) continue;
      own.set(to, [...(own.get(to) ?? []), `${file} imports ${target}`]);
    }
  }
  return edges;
}

interface Floors {
  /** Lowest first. */
  readonly order: readonly string[];
  /** Imports between folders that have no order, those of the fewest files first. */
  readonly circular: readonly string[];
}

/** Takes away the folders that import no other one, until none is left, or only folders that import each other. */
function floorsOf(edges: Edges): Floors {
  const left = new Set(edges.keys());
  const order: string[] = [];
  const targetsOf = (folder: string) => [...(edges.get(folder)?.keys() ?? [])].filter((target) => left.has(target));
  const isImported = (folder: string) => [...left].some((other) => targetsOf(other).includes(folder));
  for (;;) {
    const lowest = [...left].filter((folder) => targetsOf(folder).length === 0).toSorted();
    if (lowest.length === 0) break;
    for (const folder of lowest) left.delete(folder);
    order.push(...lowest);
  }
  // What only stands upon a circle is no part of it.
  for (let free = [...left]; free.length > 0; ) {
    free = [...left].filter((folder) => !isImported(folder));
    for (const folder of free) left.delete(folder);
  }
  const between = [...left].flatMap((from) => targetsOf(from).map((to) => edges.get(from)?.get(to) ?? []));
  return { order, circular: between.toSorted((a, b) => a.length - b.length).flat() };
}

const product = sourceFiles().filter((file) => file.includes('/') && !file.startsWith('test/'));
const tops = [...new Set(product.map((file) => file.slice(0, file.indexOf('/'))))].toSorted();

describe('the folders inside of', () => {
  // The till has rooms of its own: its model imports no screen, and no page of the office.
  it.each([...tops, 'web/till'])('%s have an order', (parent) => {
    const types = !OF_VALUES_ONLY.includes(parent);
    const { order, circular } = floorsOf(edgesOf(parent, { files: product, read: sourceOf, types }));
    process.stdout.write(
      `floors of ${parent}: ${order.map((folder) => folder.slice(parent.length + 1)).join(' < ')}\n`,
    );
    tell(`imports between folders of ${parent} without an order`, circular.length, 0);
    expect(circular).toEqual([]);
  });

  it('a folder are found in their order, and with the imports that break it', () => {
    const floors = (texts: Readonly<Record<string, string>>, types = true) =>
      floorsOf(edgesOf('a', { files: Object.keys(texts), read: (file) => texts[file] ?? '', types }));
    const sale = { 'a/sales/sale.ts': "import { money } from '../values/money.ts';\n", 'a/values/money.ts': '' };
    const above = { 'a/main.ts': "import { sale } from './sales/sale.ts';\n" };
    const circle = { ...sale, ...above, 'a/values/money.ts': "import { sale } from '../sales/sale.ts';\n" };
    const ofTypes = { ...sale, 'a/values/money.ts': "import type { Sale } from '../sales/sale.ts';\n" };
    const both = ['a/sales/sale.ts imports a/values/money.ts', 'a/values/money.ts imports a/sales/sale.ts'];
    expect(floors({ ...sale, ...above })).toEqual({ order: ['a/values', 'a/sales', 'a/.'], circular: [] });
    expect(floors(circle).circular).toEqual(both);
    expect(floors(ofTypes).circular).toEqual(both);
    expect(floors(ofTypes, false).circular).toEqual([]);
  });
});

const FILES_MAX = 30;

/** Folders of alike things, found by their names: a text, a decision, a function, a posting rule, a test each. */
const ALIKE = /^(languages|docs\/decisions|migrations\/functions|domain\/posting|test|bench)(\/|$)/;

describe('a folder', () => {
  it(`has at most ${FILES_MAX} files, tables of alike things aside`, () => {
    const folders = Object.groupBy(repositoryFiles(), (file) => file.slice(0, Math.max(file.lastIndexOf('/'), 0)));
    const wrong = Object.entries(folders)
      .filter(([folder]) => folder !== '' && !ALIKE.test(folder))
      .filter(([, files = []]) => files.length > FILES_MAX)
      .map(([folder, files = []]) => `${folder} has ${files.length} files`);
    tell(`folders of more than ${FILES_MAX} files`, wrong.length, 0);
    expect(wrong).toEqual([]);
  });
});

describe('the table of where to look', () => {
  const page =
    readFileSync('docs/architecture.md', 'utf8')
      .split('\n## ')
      .find((part) => part.startsWith('Where to look')) ?? '';
  const rows = page.split('\n').filter((line) => line.startsWith('| ') && !/^\| (---|subject|folder|from)/.test(line));
  const subjects = rows.slice(
    0,
    rows.findIndex((row) => row.startsWith('| `domain` |')),
  );

  it('needs at most 20 rows, because the names of the folders say the rest', () => {
    tell('rows of where to look', subjects.length, 20);
    expect(subjects.length).toBeGreaterThan(10);
    expect(subjects.length).toBeLessThanOrEqual(20);
  });

  it('names only what is there', () => {
    const named = subjects.flatMap((row) =>
      [...row.matchAll(/`((?:[\w-]+\/)+[\w.-]*)`/g)].map(([, path = '']) => path),
    );
    const files = repositoryFiles();
    const isThere = (path: string) =>
      files.some((file) => file === path || file.startsWith(path) || file.includes(`/${path}`));
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  });
});
