/**
 * The commands that a shop uses most are run here beside a Daftar that runs, and no declared one is without a test;
 * `readme.all.test.ts` runs every one of them.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usagesOf } from '../../launcher/reference/command-declaration.ts';
import { COMMAND_DECLARATIONS } from '../../launcher/reference/commands.ts';
import { commandsOf } from './readme-commands.ts';
import { ELSEWHERE } from './readme-elsewhere.ts';
import { CommandPlace, ROOT, type Running, SCRIPTS, TIMEOUT_MS } from './readme-programs.ts';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

interface Told {
  readonly status: string;
  readonly checks: readonly { readonly check: string; readonly state: string; readonly text: string }[];
}

describe('beside a Daftar that runs', { timeout: TIMEOUT_MS }, () => {
  let place: CommandPlace;
  let daftar: Running;
  beforeAll(async () => {
    place = await CommandPlace.open();
    daftar = await place.start('npm start', /Back-office\s+(\S+)/);
  }, TIMEOUT_MS);
  afterAll(async () => {
    expect(await daftar?.stop()).toMatchObject({ code: 0, stderr: '' });
    await place?.close();
  });

  it('npm start serves the web and its health', async () => {
    const address = daftar.ready[1] ?? '';
    const page = await fetch(`${address}/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>')]);
    await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(200);
  });

  it('npm run verify finds that everything holds, and npm run doctor looks at it', async () => {
    const verified = await place.run('npm run verify');
    expect(verified, verified.stdout).toMatchObject({ code: 0, stderr: '' });
    expect(verified.stdout).not.toContain('DOES NOT HOLD');
    const looked = await place.run('npm run doctor');
    expect(looked.stderr).toBe('');
    // The tests' own database does not wait for the disk, and the backup of the day may not be made yet.
    const isExpected = (faults: readonly (string | undefined)[]) =>
      expect(['Database', 'Backup']).toEqual(expect.arrayContaining([...faults]));
    isExpected([...looked.stdout.matchAll(/^ {2}FAULT {2}(\S+)/gm)].map(([, of]) => of));
    expect(looked.stdout).toMatch(/^ {2}ok {5}Roles +separate \(/m);
    // The backup of the day may be made between the two.
    const told = await place.run('npm run doctor -- --json');
    const { status, checks } = JSON.parse(told.stdout.slice(told.stdout.indexOf('{'))) as Told;
    const faults = checks.filter(({ state }) => state === 'fault').map(({ check }) => check);
    isExpected(faults);
    expect([told.code, status]).toEqual(faults.length > 0 ? [1, 'fault'] : [0, 'ok']);
    expect(checks).toContainEqual({ check: 'Roles', state: 'ok', text: expect.stringMatching(/^separate \(/) });
  });

  it('npm run seal, npm run backup and npm run export write their files', async () => {
    const sealed = await place.run('npm run seal');
    expect(sealed).toMatchObject({ code: 0, stderr: '' });
    expect(sealed.stdout).toMatch(/Sealed \d+ events/);
    const file = join(place.dataDir, 'books.tar.gz');
    expect(await place.run('npm run backup -- FILE', file)).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(file)).toBe(true);
    const exported = await place.run('npm run export -- hledger');
    expect(exported).toMatchObject({ code: 0, stderr: '' });
    expect(exported.stdout).not.toBe('');
  });
});

it('commands are found in blocks, in the text and in the table, with every choice and option', () => {
  const readme = [
    ...['```', 'npm start    # everything', '```', 'Then `npm run a -- b` and `data/`.', ''],
    ...[
      '| command | does |',
      '| --- | --- |',
      '| `npm run c -- d\\|e` | c; `-- f` too |',
      '| `npm run g`, `h` | `--once` |',
    ],
  ];
  expect(commandsOf(readme.join('\n'))).toEqual([
    ...['npm start', 'npm run a -- b', 'npm run c -- d', 'npm run c -- e', 'npm run c -- f'],
    ...['npm run g', 'npm run h', 'npm run g -- --once'],
  ]);
});

it('every declared command is a script, and a test runs it', () => {
  const here = read('test/launcher/readme.all.test.ts');
  for (const command of COMMAND_DECLARATIONS.flatMap(usagesOf)) {
    const [call = ''] = command.split(' -- ');
    expect(Object.keys(SCRIPTS), command).toContain(call.replace(/^npm (run )?/, ''));
    const elsewhere = ELSEWHERE[command];
    if (elsewhere === undefined) expect(here, `${command} is run`).toContain(`${call}`);
    else expect(read(elsewhere.file), `${elsewhere.file} runs ${command}`).toContain(elsewhere.text);
  }
});

it('the README shows three pictures, has at most 90 lines, and names declared commands only', () => {
  const readme = read('README.md');
  expect(readme.split('\n').length).toBeLessThanOrEqual(90);
  const pictures = [...readme.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, file = '']) => file);
  expect(pictures).toHaveLength(3);
  for (const file of pictures) expect(statSync(join(ROOT, file)).size, file).toBeLessThanOrEqual(150 * 1_024);
  const declared = new Set(COMMAND_DECLARATIONS.flatMap(usagesOf));
  const named = commandsOf(readme).map((command) => command.replace(/ -- --help$/, ''));
  expect(named.length).toBeGreaterThanOrEqual(5);
  expect(named.filter((command) => !declared.has(command))).toEqual([]);
});
