/** The list of errors of `npm run test:mutate` fits the program, and inserting one changes only a copy. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryFiles } from '../../launcher/import-graph.ts';
import { copyWith } from '../../launcher/planted-copy.ts';
import { ROOT } from '../../launcher/root.ts';
import { testFiles, testsReachedBy } from '../../launcher/suite/reached-tests.ts';
import { type Area, MUTATIONS } from '../mutations.ts';

it('each planted error replaces text that its file has once', () => {
  const times = MUTATIONS.map(({ file, find }) => readFileSync(join(ROOT, file), 'utf8').split(find).length - 1);
  const wrong = MUTATIONS.filter(({ find, replace }, index) => times[index] !== 1 || find === replace);
  expect(wrong).toEqual([]);
});

it('there are twenty, and some of every area', () => {
  const areas: readonly Area[] = ['domain', 'posting', 'costing', 'claims', 'projector', 'permissions', 'screens'];
  expect(MUTATIONS).toHaveLength(20);
  expect(areas.filter((area) => !MUTATIONS.some((mutation) => mutation.area === area))).toEqual([]);
});

it('a planted error is in the copy, in its one file, and the repository stays as it is', () => {
  const [plant] = MUTATIONS as [(typeof MUTATIONS)[number]];
  const before = readFileSync(join(ROOT, plant.file), 'utf8');
  const copy = copyWith(plant);
  try {
    const differs = repositoryFiles().filter(
      (file) => !readFileSync(join(ROOT, file)).equals(readFileSync(join(copy.folder, file))),
    );
    expect(differs).toEqual([plant.file]);
    expect(readFileSync(join(copy.folder, plant.file), 'utf8')).toBe(before.replace(plant.find, plant.replace));
    expect(existsSync(join(copy.folder, 'node_modules', 'vitest', 'package.json'))).toBe(true);
    // Tests of the text ask git for the files; without it they would fail for any planted error.
    const listed = execFileSync('git', ['ls-files'], { cwd: copy.folder, encoding: 'utf8' });
    expect(new Set(listed.split('\n'))).toEqual(new Set([...repositoryFiles(), '']));
  } finally {
    copy.remove();
  }
  expect(existsSync(copy.folder)).toBe(false);
  expect(readFileSync(join(ROOT, plant.file), 'utf8')).toBe(before);
});

it('refuses to plant what its file does not have', () => {
  const plant = { file: 'domain/kernel/rate.ts', find: 'no such text', replace: '' };
  expect(() => copyWith(plant)).toThrow('domain/kernel/rate.ts has this 0 times');
});

it('a changed file reaches the tests that import it, those of its noun, and of SQL those of the store', () => {
  const reached = testsReachedBy(['domain/posting/sale-return.ts']);
  expect(reached).toContain('test/posting/sale-return.test.ts');
  expect(reached).toContain('test/api/sales.test.ts');
  expect(testsReachedBy(['migrations/functions/claim.apply.sql'])).toContain('test/store-contract/postgres.test.ts');
  expect(testFiles()).toEqual(expect.arrayContaining([...reached]));
});
