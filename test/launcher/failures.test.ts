/** The reporter of failures, in a separate run of vitest. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('prints a failed test with its message, and a file that does not load, before the run ends', () => {
  const folder = mkdtempSync(join(tmpdir(), 'daftar-failures-'));
  const [vitest, reporter] = ['node_modules/vitest/vitest.mjs', 'tools/suite/failures-reporter.ts'].map((file) =>
    join(process.cwd(), file),
  );
  writeFileSync(join(folder, 'sum.test.ts'), `it('adds', () => expect(1 + 1).toBe(3)); it('holds', () => {});`);
  writeFileSync(join(folder, 'broken.test.ts'), `throw new Error('does not load');`);
  const args = [String(vitest), 'run', '--globals', '--root', folder, '--reporter', String(reporter)];
  const { stdout, status } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  });
  rmSync(folder, { recursive: true, force: true });
  expect(status, stdout).toBe(1);
  expect(stdout).toMatch(/FAILED .*sum\.test\.ts > adds\n {2}expected 2 to be 3/);
  expect(stdout).toMatch(/FAILED .*broken\.test\.ts\n {2}does not load/);
  expect(stdout).not.toContain('holds');
});
