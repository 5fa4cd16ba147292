/**
 * Runs the commands of `docs/api.md` in order and compares their output with the page; its client is compiled and run.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../api/api.ts';
import { type Office, openOffice } from '../read-api/office.ts';
import { clientTypes } from './client-types.ts';
import { isPrinted, stepsOf } from './page.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const steps = stepsOf(readFileSync(join(ROOT, 'docs', 'api.md'), 'utf8'));
const shell = steps.filter(({ language }) => language === 'sh');
const [client] = steps.filter(({ language }) => language === 'ts');

let office: Office;
let folder: string;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'daftar-api-'));
  office = await openOffice();
  const address = await office.app.listen({ host: '127.0.0.1', port: 0 });
  environment = { ...process.env, DAFTAR: address, EMAIL: 'admin@daftar.local', PASSWORD };
});
afterAll(async () => {
  await office.close();
  rmSync(folder, { recursive: true, force: true });
});

function run(program: string, ...args: string[]): Promise<{ code: number | null; printed: string; errors: string }> {
  const child = spawn(program, args, { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const [printed, errors]: [string[], string[]] = [[], []];
  child.stdout.on('data', (text: Buffer) => printed.push(text.toString()));
  child.stderr.on('data', (text: Buffer) => errors.push(text.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, printed: printed.join(''), errors: errors.join('') }));
  });
}

const BETWEEN = '--- the next block ---\n';

/** Compiles the files as a project of their own, as a client does. Returns the compiler's output. */
async function compile(files: Readonly<Record<string, string>>): Promise<string> {
  for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), code);
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'esnext', '--module', 'nodenext'];
  const types = [
    '--types',
    'node',
    '--typeRoots',
    join(ROOT, 'node_modules', '@types'),
    '--allowImportingTsExtensions',
  ];
  return (await run(process.execPath, TSC, ...options, ...types, ...Object.keys(files))).printed;
}

/** Faulty client code that must not compile. */
const WRONG = [
  ["payment_type: 'cash'", "payment_type: 'gold'"],
  ["date: '2026-03-10', ", ''],
  ['page.data.total', 'page.data.count'],
] as const;

describe('docs/api.md', () => {
  it('prints what it says, block by block', async () => {
    const script = shell.map(({ code }) => code).join(`echo '${BETWEEN.trim()}'\n`);
    const { code, printed, errors } = await run('bash', '-euo', 'pipefail', '-c', script);
    expect({ code, errors }, printed).toEqual({ code: 0, errors: '' });
    const pieces = printed.split(BETWEEN);
    for (const [index, { prints }] of shell.entries()) {
      const piece = pieces[index] ?? '';
      expect(isPrinted(piece, prints) ? prints : piece).toBe(prints);
    }
    expect(pieces.length).toBe(shell.length);
    expect(shell.length).toBeGreaterThan(6);
  });

  it('has a client whose types are made from the document, and it does what it says', async () => {
    const answer = await office.app.inject({
      url: '/api/docs/json',
      headers: { authorization: `Bearer ${office.token}` },
    });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'daftar.ts'), await clientTypes(answer.body));
    const code = client?.code ?? '';
    expect(WRONG.filter(([right]) => !code.includes(right))).toEqual([]);
    const wrong = WRONG.map(([right, other], index) => [`wrong-${index}.ts`, code.replace(right, other)] as const);
    const said = await compile({ 'client.ts': code, ...Object.fromEntries(wrong) });
    const refused = said.split('\n').flatMap((line) => /^([\w-]+\.ts)\(\d+,\d+\): error TS/.exec(line)?.[1] ?? []);
    expect([...new Set(refused)].sort(), said).toEqual(wrong.map(([name]) => name));
    const { printed, errors } = await run(process.execPath, 'client.ts');
    expect({ printed, errors }).toEqual({ printed: client?.prints, errors: '' });
  });
});
