/** The linter of API documents reports nothing. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApi } from '../api/api.ts';
import { documented } from '../support/documented.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const LINTER = join(ROOT, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');

interface Linted {
  readonly totals: object;
  readonly problems: readonly object[];
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'daftar-document-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the API document is clean under the linter', async () => {
  const api = await openApi();
  const { document } = await documented(api.database.url);
  await api.close();
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  // Settings that stop the linter from requesting its newest version and reporting its use.
  const env = { ...process.env, CI: 'true', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const options = ['--config', join(ROOT, 'redocly.yaml'), '--format', 'json', '--max-problems', '20'];
  const { stdout, stderr } = spawnSync(process.execPath, [LINTER, 'lint', file, ...options], { env, encoding: 'utf8' });
  const { totals, problems } = JSON.parse(stdout || `{"problems":${JSON.stringify(stderr)}}`) as Linted;
  expect(problems).toEqual([]);
  expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
});
