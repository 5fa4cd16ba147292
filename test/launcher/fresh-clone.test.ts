/** The output of the first `npm start` or `npm ci` in a fresh clone, with any Node from 20 on. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const WANTS = { version: '1.0.0', engines: { node: '>=9999' } };

let folder: string;

/** A project with one local package, which requires a version of Node that does not exist. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'daftar-clone-'));
  const write = (file: string, content: object) => writeFileSync(join(folder, file), JSON.stringify(content));
  const project = { name: 'clone', version: '1.0.0', dependencies: { wants: 'file:wants' } };
  mkdirSync(join(folder, 'wants'));
  write('wants/package.json', { name: 'wants', ...WANTS });
  write('package.json', project);
  const packages = { '': project, 'node_modules/wants': { resolved: 'wants', link: true }, wants: WANTS };
  write('package-lock.json', { name: 'clone', version: '1.0.0', lockfileVersion: 3, requires: true, packages });
  writeFileSync(join(folder, 'user-settings'), '');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Without the settings of this machine and of the npm that runs the tests. */
function npmCi(): { readonly status: number | null; readonly stderr: string } {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  const env = { ...Object.fromEntries(own), npm_config_userconfig: join(folder, 'user-settings') };
  const windows = process.platform === 'win32';
  return spawnSync('npm', ['ci', '--offline'], { cwd: folder, env, encoding: 'utf8', shell: windows });
}

it('npm warns of a package that asks for another Node, and with our settings prints nothing', () => {
  const withoutSettings = npmCi();
  expect([withoutSettings.status, withoutSettings.stderr]).toEqual([0, expect.stringContaining('EBADENGINE')]);
  copyFileSync(join(ROOT, '.npmrc'), join(folder, '.npmrc'));
  expect(npmCi()).toMatchObject({ status: 0, stderr: '' });
});

it('packages are installed at the first start and after a change of the lockfile, and npm is not called otherwise', () => {
  const place = mkdtempSync(join(folder, 'start-'));
  const called = join(place, 'called');
  mkdirSync(join(place, 'launcher'));
  for (const file of ['run.mjs', 'parent-watch.mjs'])
    copyFileSync(join(ROOT, 'launcher', file), join(place, 'launcher', file));
  writeFileSync(join(place, 'launcher', 'command.ts'), 'export const runCommand = async () => {};');
  writeFileSync(join(place, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(place, 'package-lock.json'), '{}');
  // In the place of npm, which would ask the registry: writes down what it was asked, and installs this Node.
  const npm = join(place, 'npm-cli.cjs');
  writeFileSync(
    npm,
    `const { appendFileSync, existsSync, mkdirSync, symlinkSync } = require('node:fs');
     appendFileSync(${JSON.stringify(called)}, process.argv[2] + ' ');
     const bin = ${JSON.stringify(join(place, 'node_modules', 'node', 'bin'))};
     mkdirSync(bin, { recursive: true });
     if (!existsSync(bin + '/node')) symlinkSync(process.execPath, bin + '/node');`,
  );
  const start = (): string => {
    const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
    const env = { ...Object.fromEntries(own), npm_execpath: npm };
    const { status, stderr } = spawnSync(process.execPath, [join(place, 'launcher', 'run.mjs'), 'start'], {
      env,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    return readFileSync(called, 'utf8');
  };
  expect([start(), start()]).toEqual(['ci ', 'ci ']);
  writeFileSync(join(place, 'package-lock.json'), '{ "name": "other" }');
  expect([start(), start()]).toEqual(['ci ci ', 'ci ci ']);
});
