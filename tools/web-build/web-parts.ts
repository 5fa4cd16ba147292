/**
 * Assigns modules of the web to files of the build. By default the build makes a file for each set of pages that share
 * modules: a form needed 150 of them. Here a module belongs to the parts that load it, and modules of the same parts
 * form one file. A module that only one page needs is in a file of that page.
 */
import type { Plugin, Rolldown } from 'vite';
import { importsByName, type Module } from './web-barrels.ts';

/** The entry files of each part: a part consists of their static imports, direct and indirect. */
const PARTS = {
  signIn: ['shell/main.tsx'],
  till: ['till/main.tsx'],
  office: ['shell/application.tsx'],
  /** Only home loads its own modules. What other pages need too belongs to the office: home is usually opened first. */
  home: ['shell/home.tsx'],
  list: ['shared/table/table-screen.tsx'],
  report: ['shared/report/report-screen.tsx'],
  form: ['shared/form/record-form.tsx', 'shared/form/create-in-place.tsx', 'shared/record/record-screens.ts'],
  document: ['shared/document/document-screens.ts', 'shared/document/declare-editor.ts'],
  /** Loaded when something is printed: it has the library of barcodes. */
  paper: ['shared/paper/printed-form.ts', 'shared/paper/report-paper.ts'],
} as const;

/** A separate part: modules that the till's page loads on demand. */
const LATER = 'later';

/** Modules of a part that at least so many pages need without the rest of the part form a separate file. */
const PAGES_MIN = 8;

/** Files that others import are first: those of the base, then by the number of parts that share them. */
const RANKS: readonly (string | number)[] = [
  ...['signIn', 'office', 'common'].flatMap((base) => [`${base}-till`, `${base}-later`, base]),
  ...[...Object.keys(PARTS), LATER].map((_, index) => index + 1).reverse(),
];
const rankOf = (file = ''): string | number => (RANKS.includes(file) ? file : file.split('-').length);

/** A plugin that collects the modules, and the grouping; `folder` is the web's. */
export function webParts(folder: string): {
  readonly plugin: Plugin;
  readonly codeSplitting: Rolldown.CodeSplittingOptions;
} {
  let fileOf: ReadonlyMap<string, string> = new Map();
  const plugin: Plugin = {
    name: 'daftar-web-parts',
    apply: 'build',
    buildEnd() {
      const modules = [...this.getModuleIds()].flatMap((id) => this.getModuleInfo(id) ?? []);
      fileOf = filesOf(folder.replaceAll('\\', '/'), modules);
    },
  };
  const groups = RANKS.map((rank, index) => ({
    name: (id: string) => fileOf.get(id) ?? null,
    test: (id: string) => rankOf(fileOf.get(id)) === rank,
    priority: RANKS.length - index,
  }));
  // Imports of a module belong to all its parts, so no two files import each other.
  return { plugin, codeSplitting: { groups, includeDependenciesRecursively: false } };
}

interface Part {
  readonly name: string;
  readonly roots: readonly string[];
  readonly loaded: ReadonlySet<string>;
}

/** Maps a module to the name of its file. The build places omitted modules itself. */
function filesOf(folder: string, modules: readonly Module[]): ReadonlyMap<string, string> {
  const importsOf = importsByName(modules);
  const loadedBy = (roots: readonly string[]) => closure(roots, (id) => importsOf.get(id) ?? []);
  const partOf = (name: string, roots: readonly string[]): Part => ({ name, roots, loaded: loadedBy(roots) });
  const parts = Object.entries(PARTS).map(([name, files]) =>
    partOf(
      name,
      files.map((file) => `${folder}/${file}`),
    ),
  );
  // A till also caches modules that its page loads on demand, and no modules of the office.
  const lazyOf = new Map(modules.map(({ id, dynamicallyImportedIds }) => [id, dynamicallyImportedIds]));
  const ofTill = closure([`${folder}/${PARTS.till[0]}`], (id) => [
    ...(importsOf.get(id) ?? []),
    ...(lazyOf.get(id) ?? []),
  ]);
  parts.push(
    partOf(
      LATER,
      [...ofTill].flatMap((id) => lazyOf.get(id) ?? []),
    ),
  );
  const pages = modules.flatMap(({ dynamicallyImportedIds }) => dynamicallyImportedIds).map((id) => loadedBy([id]));
  const placed = modules.flatMap(({ id }) => {
    const own = parts.filter(({ loaded }) => loaded.has(id));
    return own.length === 0 ? [] : [{ id, names: own.map(({ name }) => name), alone: pagesWithout(own, id, pages) }];
  });
  const common = loadedBy(placed.filter(({ alone }) => alone >= PAGES_MIN).map(({ id }) => id));
  // Office pages import single modules of the till, never the whole part; modules loaded on demand stay separate.
  const isLeft = (names: readonly string[], alone: number) =>
    names.join() === LATER || names.join() === (alone > 0 ? 'till' : 'home');
  return new Map(
    placed
      .filter(({ id, names, alone }) => common.has(id) || !isLeft(names, alone))
      .map(({ id, names }) => [id, fileNameOf(names, common.has(id))]),
  );
}

/** The number of pages that load the module without one of its parts. */
function pagesWithout(own: readonly Part[], id: string, pages: readonly ReadonlySet<string>[]): number {
  const roots = own.flatMap((part) => part.roots);
  return pages.filter((page) => page.has(id) && !roots.some((root) => page.has(root))).length;
}

/** A signed-in person has loaded the sign-in page and the office already, so these do not count as further parts. */
function fileNameOf(names: readonly string[], isCommon: boolean): string {
  const base = baseOf(names) ?? (isCommon ? 'common' : undefined);
  if (base === undefined) return names.join('-');
  const till = names.includes('till') ? 'till' : names.includes(LATER) ? LATER : undefined;
  return till === undefined ? base : `${base}-${till}`;
}

function baseOf(names: readonly string[]): string | undefined {
  if (names.includes('signIn')) return 'signIn';
  return names.includes('office') || names.includes('home') ? 'office' : undefined;
}

function closure(roots: readonly string[], importsOf: (id: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const left = [...roots];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    left.push(...importsOf(id));
  }
  return found;
}
