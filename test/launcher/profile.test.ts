/** The profile of `npm test -- --profile` adds up the counts of all workers. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { TestModule } from 'vitest/node';
import Profile from '../../tools/suite/profile-reporter.ts';

const moduleOf = (name: string, loading: number, tests: number) =>
  ({
    moduleId: join(process.cwd(), name),
    diagnostic: () => ({
      collectDuration: loading,
      setupDuration: 0,
      prepareDuration: 0,
      environmentSetupDuration: 0,
      duration: tests,
    }),
  }) as unknown as TestModule;

it('lists the slowest files first, then what all workers spent their time on', () => {
  const folder = mkdtempSync(join(tmpdir(), 'daftar-profile-'));
  writeFileSync(join(folder, '1.json'), JSON.stringify([['axe runs', { count: 2, ms: 1_000 }]]));
  writeFileSync(
    join(folder, '2.json'),
    JSON.stringify([
      ['axe runs', { count: 1, ms: 500 }],
      ['pages loaded', { count: 1, ms: 9_000 }],
    ]),
  );
  const lines: string[] = [];
  new Profile(folder, (line) => lines.push(line)).onTestRunEnd([
    moduleOf('test/a.test.ts', 100, 1_000),
    moduleOf('test/b.test.ts', 3_000, 4_000),
  ]);
  rmSync(folder, { recursive: true, force: true });
  expect(lines.filter((line) => line.includes('.test.ts')).map((line) => line.trim())).toEqual([
    '3.0      4.0  test/b.test.ts',
    '0.1      1.0  test/a.test.ts',
  ]);
  expect(lines.slice(-2).map((line) => line.trim())).toEqual(['1      9.0  pages loaded', '3      1.5  axe runs']);
});
