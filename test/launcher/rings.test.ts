/** Which files each ring of tests runs, and what its runs remember. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repositoryFiles } from '../../tools/suite/import-graph.ts';
import { digestsOf, notePassedFile, passedDigests } from '../../tools/suite/passed-files.ts';
import { cleanTree, notePassedTree, passedTree } from '../../tools/suite/passed-trees.ts';
import { testFiles } from '../../tools/suite/reached-tests.ts';
import { partOf } from '../../tools/suite/test.ts';
import { filesOfRing } from '../support/ring.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'daftar-rings-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files = ['test/a.test.ts', 'test/b.all.test.ts', 'test/c.test.tsx', 'test/d.nightly.test.ts', 'test/e.test.ts'];

describe('the name of a test file', () => {
  it('says in which ring it runs first, and every later ring runs it too', () => {
    expect(filesOfRing('suite', files)).toEqual(['test/a.test.ts', 'test/c.test.tsx', 'test/e.test.ts']);
    expect(filesOfRing('all', files)).toEqual(files.filter((file) => !file.includes('nightly')));
    expect(filesOfRing('nightly', files)).toEqual(files);
  });
});

describe('a part of all tests', () => {
  it('has files of every folder, and all parts together have each file once', () => {
    expect(partOf(files, '2/4')).toEqual(['test/b.all.test.ts']);
    expect(partOf(files, undefined)).toEqual(files);
    const parts = ['1/4', '2/4', '3/4', '4/4'].flatMap((part) => partOf(files, part));
    expect(parts.toSorted()).toEqual(files.toSorted());
  });

  it('is refused when there is no such part', () => {
    for (const part of ['0/4', '5/4', '2', 'x/4', '1.5/4']) expect(() => partOf(files, part)).toThrow('--part 2/4');
  });
});

describe('what a test file reaches', () => {
  const ofPosting = 'test/posting/sale.test.ts';
  const ofBrowser = 'test/browser/leaving.all.test.ts';

  it('gives it the same digest until one of these files changes', () => {
    const [first, second] = [digestsOf([ofPosting], 'all'), digestsOf([ofPosting], 'all')];
    expect(first.get(ofPosting)).toMatch(/^[0-9a-f]{64}$/);
    expect(second).toEqual(first);
    expect(digestsOf([ofPosting], 'nightly').get(ofPosting)).not.toBe(first.get(ofPosting));
  });

  it('is what it imports, and the whole product when it starts programs', () => {
    // A test that wrote a file here would be in the way of others that read the repository.
    const files = repositoryFiles();
    const before = digestsOf([ofPosting, ofBrowser], 'all', files);
    const after = digestsOf(
      [ofPosting, ofBrowser],
      'all',
      files.filter((file) => file !== 'web/theme.css'),
    );
    expect(after.get(ofPosting)).toBe(before.get(ofPosting));
    expect(after.get(ofBrowser)).not.toBe(before.get(ofBrowser));
  });

  it('is remembered with its digest, line by line', () => {
    const digest = 'a'.repeat(64);
    expect(passedDigests(folder).has(digest)).toBe(false);
    notePassedFile(digest, ofPosting, folder);
    notePassedFile('b'.repeat(64), ofBrowser, folder);
    expect(passedDigests(folder)).toEqual(new Set([digest, 'b'.repeat(64)]));
  });

  it('is known for every test file of the repository', () => {
    const all = testFiles();
    const digests = digestsOf(all, 'all');
    expect(all.filter((file) => !digests.has(file))).toEqual([]);
    expect(new Set(digests.values()).size).toBe(all.length);
  });
});

describe('a tree on which everything passed', () => {
  const git = (...args: readonly string[]) =>
    spawnSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], { cwd: join(folder, 'clone') });

  it('is the tree of the last commit while no file differs from it', () => {
    mkdirSync(join(folder, 'clone'));
    const file = join(folder, 'clone', 'a.txt');
    git('init', '-q');
    writeFileSync(file, 'one');
    expect(cleanTree(join(folder, 'clone'))).toBeUndefined();
    git('add', '.');
    git('commit', '-qm', 'one');
    const tree = cleanTree(join(folder, 'clone'));
    expect(tree).toMatch(/^[0-9a-f]{40}$/);
    git('commit', '-q', '--allow-empty', '-m', 'the same files under another name');
    expect(cleanTree(join(folder, 'clone'))).toBe(tree);
    writeFileSync(file, 'two');
    expect(cleanTree(join(folder, 'clone'))).toBeUndefined();
  });

  it('is noted with moment and seconds, and the last note counts', () => {
    const tree = 'c'.repeat(40);
    expect(passedTree(tree, folder)).toBeUndefined();
    notePassedTree({ tree, at: '2026-11-28T10:00:00.000Z', seconds: 471.6 }, folder);
    notePassedTree({ tree: 'd'.repeat(40), at: '2026-11-28T11:00:00.000Z', seconds: 400 }, folder);
    notePassedTree({ tree, at: '2026-11-28T12:00:00.000Z', seconds: 480.2 }, folder);
    expect(passedTree(tree, folder)).toEqual({ tree, at: '2026-11-28T12:00:00.000Z', seconds: 480 });
  });
});
