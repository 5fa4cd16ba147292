/** Packages with one module that exports all parts: an import by name should load only the named parts. */
import { posix } from 'node:path';
import type { Rolldown } from 'vite';

const BARRELS: Readonly<Record<string, RegExp>> = {
  '@headlessui/react': /\/@headlessui\/react\/dist\/headlessui\.esm\.js$/,
  'lucide-react': /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/,
};

export type Module = Pick<Rolldown.ModuleInfo, 'id' | 'code' | 'exports' | 'importedIds' | 'dynamicallyImportedIds'>;

/** The imports of each module, by id; for these packages only the imported parts. */
export function importsByName(modules: readonly Module[]): ReadonlyMap<string, readonly string[]> {
  const byId = new Map(modules.map((module) => [module.id, module]));
  const packages = Object.entries(BARRELS).flatMap(([name, pattern]) => {
    const barrel = modules.find(({ id }) => pattern.test(id));
    return barrel ? [{ name, id: barrel.id, parts: partsOf(barrel, byId) }] : [];
  });
  return new Map(
    modules.map((module) => [
      module.id,
      module.importedIds.flatMap((id) => {
        const found = packages.find((one) => one.id === id);
        if (!found) return [id];
        return namesFrom(module, found.name).flatMap((name) => found.parts.get(name) ?? []);
      }),
    ]),
  );
}

/** Maps each exported name to the module that defines it. */
function partsOf({ id, code }: Module, byId: ReadonlyMap<string, Module>): ReadonlyMap<string, string> {
  const at = (path: string) => posix.join(posix.dirname(id), path);
  const text = code ?? '';
  const whole = [...text.matchAll(/export\s*\*\s*from\s*['"]([^'"]+)['"]/g)].flatMap(([, path = '']) =>
    (byId.get(at(path))?.exports ?? []).map((name) => [name, at(path)] as const),
  );
  const named = [...text.matchAll(/export\s*\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g)].flatMap(
    ([, names = '', path = '']) => names.split(',').map((name) => [lastOf(name), at(path)] as const),
  );
  return new Map([...whole, ...named]);
}

/** `A` and `B` of `import { A, B as C } from '…'`. */
function namesFrom({ code }: Module, from: string): readonly string[] {
  return [...(code ?? '').matchAll(/import\s*\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g)]
    .filter(([, , path]) => path === from)
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim().split(/\s+as\s+/)[0] ?? ''));
}

/** `B` of `A as B`. */
const lastOf = (name: string): string =>
  name
    .trim()
    .split(/\s+as\s+/)
    .at(-1) ?? '';
