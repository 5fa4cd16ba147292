/**
 * The content of the Docker image: the files that the program needs, without secrets, books and other files of a
 * working copy.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../../tools/suite/import-graph.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const linesOf = (file: string): string[] =>
  readFileSync(join(ROOT, file), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

interface Pattern {
  readonly isException: boolean;
  readonly glob: string;
}
const patterns: readonly Pattern[] = linesOf('.dockerignore').map((line) => ({
  isException: line.startsWith('!'),
  glob: line.replace(/^!/, ''),
}));

/** The path and its parent folders: a pattern that matches a folder applies to all of its content. */
const upwards = (path: string): string[] =>
  path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));

/** Whether Docker sends the file: the last matching pattern decides. */
function isSent(path: string): boolean {
  const last = patterns.findLast(({ glob }) => upwards(path).some((upward) => matchesGlob(upward, glob)));
  return last === undefined || last.isException;
}

/** The sources of the COPY lines that copy from the working copy. */
const copied: readonly string[] = linesOf('Dockerfile')
  .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
  .flatMap((line) => line.split(/\s+/).slice(1, -1));
const isCopied = (path: string): boolean => isSent(path) && upwards(path).some((upward) => copied.includes(upward));

function git(...args: string[]): string[] {
  const { stdout, status } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  expect(status, 'git is asked for the files of the repository').toBe(0);
  return stdout.split('\0').filter((part) => part !== '');
}

describe('what is sent to Docker', () => {
  it.each([
    ...['.env', '.env.local', '.env.production', 'command-api/.env', 'web/.env.local', '.ci/anything', '.git/config'],
    ...['data/secrets.json', 'data/postgres/PG_VERSION', 'data-demo/secrets.json', 'data-demo/postgres/base/1/1249'],
    ...[
      'data-of-the-shop/attachments/ab/abc',
      'launcher/data/secrets.json',
      'web/data-demo/secrets.json',
      'running.json',
    ],
    ...['daftar.log', 'daftar.log.3', 'web/daftar.log', 'launcher/daftar.log.1', 'backup.sql', 'books.csv', 'id_rsa'],
    ...['identity/key.pem', 'identity/tls.key', 'launcher/running.json', 'projector/a.pid', 'compose.override.yaml'],
    ...['node_modules/pg/package.json', 'web/node_modules/x/index.js', 'dist/web/index.html', 'test/tidy.test.ts'],
  ])('is never %s', (path) => expect(isCopied(path)).toBe(false));

  it('is nothing that is not in the repository, whatever lies in this working copy', () => {
    const beside = git('ls-files', '-z', '--others', '--directory', '--no-empty-directory').map((path) =>
      path.replace(/\/$/, ''),
    );
    const ignored = git('ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory');
    const sent = [...new Set([...beside, ...ignored.map((path) => path.replace(/\/$/, ''))])].filter(isCopied);
    // Sources that are not committed yet are permitted.
    expect(sent.filter((path) => !/\.(tsx?|sql|json|css|html)$/.test(path))).toEqual([]);
  });

  it('is every file of the program', () => {
    const product = git('ls-files', '-z').filter((path) =>
      /^(?!test|bench|docs|tools\/(gallery|suite))[a-z-]+\//.test(path),
    );
    expect(product.length).toBeGreaterThan(1_000);
    expect(product.filter((path) => !isCopied(path))).toEqual([]);
    const imported = sourceFiles().filter(
      (path) => path.includes('/') && !/^(test|bench|tools\/(gallery|suite))\//.test(path),
    );
    expect(imported.filter((path) => !isCopied(path))).toEqual([]);
    for (const path of ['package.json', 'package-lock.json', '.npmrc', 'vite.config.ts', 'tsconfig.json']) {
      expect([path, isCopied(path)]).toEqual([path, true]);
    }
  });
});

describe('the Dockerfile', () => {
  it('names what it copies: no folder as a whole, no wildcard', () => {
    expect(copied.filter((source) => /^\.{0,2}\/?$|[*?[]/.test(source))).toEqual([]);
    expect(copied.filter((source) => !isSent(source))).toEqual([]);
  });

  it('builds the web after everything that writes to its sources, so that no start builds it again', () => {
    const built = linesOf('Dockerfile').find((line) => line.includes('vite.js build')) ?? '';
    expect(built).toMatch(/npm prune .*&& node node_modules\/vite\/bin\/vite\.js build && rm \.npmrc$/);
    expect(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))).toHaveProperty('dependencies.vite');
  });

  it('leaves the settings of npm behind, and runs as nobody who may write to the program', () => {
    const lines = linesOf('Dockerfile');
    const last = lines.findLastIndex((line) => line.startsWith('FROM '));
    expect(lines.slice(0, last).some((line) => /&& rm \.npmrc$/.test(line))).toBe(true);
    expect(lines.slice(last).filter((line) => line.startsWith('COPY '))).toEqual([
      'COPY --from=build --chown=root:root /daftar /daftar',
    ]);
    expect(lines.slice(last)).toContain('USER node');
  });
});
