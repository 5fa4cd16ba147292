/** The processes of `npm start` end with it: SIGTERM leaves none running. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../support/waiting.ts';

const WATCH = join(import.meta.dirname, '..', '..', 'launcher', 'parent-watch.mjs');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'daftar-parent-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Undefined while the file does not exist. */
function read(name: string): string | undefined {
  try {
    return readFileSync(join(folder, name), 'utf8') || undefined;
  } catch {
    return undefined;
  }
}

it('gets SIGTERM when its parent was killed', async () => {
  const child = `
    import { writeFileSync } from 'node:fs';
    import { stopWithParent } from ${JSON.stringify(WATCH)};
    stopWithParent(20);
    process.on('SIGTERM', () => { writeFileSync('told', 'SIGTERM'); process.exit(0); });
    setInterval(() => undefined, 1000);
    writeFileSync('child', String(process.pid));`;
  writeFileSync(join(folder, 'child.mjs'), child);
  const parent = spawn(
    process.execPath,
    ['-e', `require('node:child_process').spawn(process.execPath, ['child.mjs'], { stdio: 'ignore' })`],
    { cwd: folder, stdio: 'ignore' },
  );
  await until(async () => read('child'));
  expect(read('told')).toBeUndefined();
  parent.kill('SIGKILL');
  expect(await until(async () => read('told'))).toBe('SIGTERM');
});

it('is watched by every program that npm runs', () => {
  const door = readFileSync(join(import.meta.dirname, '..', '..', 'launcher', 'run.mjs'), 'utf8');
  expect(door).toMatch(/npm_lifecycle_event !== undefined\) stopWithParent\(\)/);
});
