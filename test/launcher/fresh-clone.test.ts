/** The output of the first `npm start` or `npm ci` in a fresh clone, with any Node from 20 on. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
