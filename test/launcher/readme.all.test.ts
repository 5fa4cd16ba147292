/**
 * Every declared command is run here, on one database and one data folder, or is listed with the test that runs it. A
 * new command (`launcher/reference/commands.ts`) fails the last test until it is one of the two.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usagesOf } from '../../launcher/reference/command-declaration.ts';
import { COMMAND_DECLARATIONS } from '../../launcher/reference/commands.ts';
import { sampleOfTrade } from '../imports/sample.ts';
import { asAdministrator, environmentAt, type FreshDatabase, freshDatabase } from '../support/database.ts';
import { ELSEWHERE } from './readme-elsewhere.ts';
import { CommandPlace, ROOT, type Running, TIMEOUT_MS } from './readme-programs.ts';

let place: CommandPlace;
let database: FreshDatabase;
let dataDir: string;
let backupDir: string;

beforeAll(async () => {
  place = await CommandPlace.open();
  ({ database, dataDir, backupDir } = place);
});
afterAll(() => place.close());

const run = (command: string, ...more: string[]) => place.run(command, ...more);
const runIn = (variables: NodeJS.ProcessEnv, command: string, ...more: string[]) =>
  place.runIn(variables, command, ...more);
const start = (command: string, printed: RegExp, variables?: NodeJS.ProcessEnv) =>
  place.start(command, printed, variables);

/** False on the tests' own server, whose data are disposable. */
async function isDurable(): Promise<boolean> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ fsync: string; commit: string }>(
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`,
  );
  await client.end();
  return rows[0]?.fsync === 'on' && rows[0].commit === 'on';
}

/** Removes the backups, so that one is due as on the next day. */
async function forgetBackups(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('truncate backup.run');
  await client.end();
  for (const name of readdirSync(backupDir)) rmSync(join(backupDir, name), { recursive: true });
}

describe('beside a Daftar that runs', { timeout: TIMEOUT_MS }, () => {
  let daftar: Running;
  beforeAll(async () => {
    daftar = await start('npm start', /Back-office\s+(\S+)/);
  }, TIMEOUT_MS);
  afterAll(async () => {
    expect(await daftar?.stop()).toMatchObject({ code: 0, stderr: '' });
  });

  it('npm start serves the web and its health', async () => {
    const address = daftar.ready[1] ?? '';
    const page = await fetch(`${address}/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>')]);
    await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(200);
  });

  it('npm start makes a backup into BACKUP_DIR by itself, and copies entries beside it', async () => {
    const files = [expect.stringMatching(/^daftar-.*Z\.tar\.gz$/), 'log-copy'];
    await expect.poll(() => readdirSync(backupDir).sort()).toEqual(files);
  });

  it('npm run import enters a file and meets its totals', async () => {
    const { file, rates } = sampleOfTrade();
    const imported = await run('npm run import -- online-retail FILE', file, '--rates', rates ?? '');
    expect(imported).toMatchObject({ code: 0, stderr: '' });
    expect(imported.stdout).toContain('Every control total is met: file = books + refused.');
  });

  it('npm run doctor finds no fault but that of a database which does not wait for the disk', async () => {
    const looked = await run('npm run doctor');
    const faults = [...looked.stdout.matchAll(/^ {2}FAULT {2}(.+)$/gm)].map(([, fault]) => fault);
    const expected = (await isDurable())
      ? []
      : [expect.stringMatching(/^Database .*fsync or synchronous_commit is off/)];
    expect(faults).toEqual(expected);
    expect(looked).toMatchObject({ code: expected.length, stderr: '' });
    expect(looked.stdout).toMatch(
      /^ {2}ok {5}Version +Daftar [\d.]+, events \d+, \d{4}-\S+; the data was written by Daftar [\d.]+, /m,
    );
    expect(looked.stdout).toMatch(/^ {2}ok {5}Roles +separate \(/m);
  });

  it('npm run log -- REQUEST prints what belongs to a request, and says when there is none', async () => {
    const address = daftar.ready[1] ?? '';
    const refused = await fetch(`${address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@example.com', password: 'a wrong password' }),
    });
    const { request_id } = (await refused.json()) as { request_id: string };
    const printed = await run('npm run log -- REQUEST', request_id);
    expect(printed).toMatchObject({ code: 0, stderr: '' });
    expect(printed.stdout).toMatch(/POST \/api\/auth\/login {2}422 validation .*\n.*\n? *sign-in by password: wrong/);
    expect(printed.stdout).not.toMatch(/nobody@|a wrong password/);
    expect(await run('npm run log -- REQUEST', '0000-0000-0000')).toMatchObject({ code: 1, stderr: '' });
  });

  it('npm run doctor -- --json says the same for a monitor', async () => {
    const [lines, told] = [await run('npm run doctor'), await run('npm run doctor -- --json')];
    const { status, checks } = JSON.parse(told.stdout.slice(told.stdout.indexOf('{')));
    expect([told.code, status]).toEqual([lines.code, lines.code === 0 ? 'ok' : 'fault']);
    expect(checks.map(({ check }: { check: string }) => check)).toEqual(
      [...lines.stdout.matchAll(/^ {2}(?:ok {3}|FAULT) {2}(\S.{12}) /gm)].map(([, check]) => check?.trim()),
    );
  });

  it('npm run verify finds that everything holds', async () => {
    const verified = await run('npm run verify');
    expect(verified, verified.stdout).toMatchObject({ code: 0, stderr: '' });
    expect(verified.stdout).not.toContain('DOES NOT HOLD');
  });

  it('npm run seal seals every event', async () => {
    const sealed = await run('npm run seal');
    expect(sealed).toMatchObject({ code: 0, stderr: '' });
    const [, events, file = ''] = /Sealed (\d+) events.*Seal: (\S+)/s.exec(sealed.stdout) ?? [];
    expect(Number(events)).toBeGreaterThan(0);
    expect(existsSync(file)).toBe(true);
  });

  it('npm run seal proves a document by its number, and says so when nobody gave the number', async () => {
    const client = new pg.Client({ connectionString: asAdministrator(database.url) });
    await client.connect();
    const { rows } = await client.query<{ number: string }>(
      `select data ->> 'number' as number from log.event where data ->> 'number' is not null order by position limit 1`,
    );
    await client.end();
    const number = rows[0]?.number ?? '';
    const proved = await run('npm run seal -- prove NUMBER', number);
    expect(proved).toMatchObject({ code: 0, stderr: '' });
    const [, file = ''] = /Proof: (\S+)/.exec(proved.stdout) ?? [];
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ number, proven: expect.any(Array) });
    const unknown = await run('npm run seal -- prove NUMBER', 'S-999999');
    expect([unknown.code, unknown.stderr]).toEqual([1, 'No document has the number S-999999.\n']);
  });

  it('npm run backup writes a file, and npm run restore makes a place of it, in which npm run verify holds', async () => {
    const file = join(dataDir, 'books.tar.gz');
    const backedUp = await run('npm run backup -- FILE', file);
    expect(backedUp).toMatchObject({ code: 0, stderr: '' });
    const [, root = ''] = /^Root: ([0-9a-f]{64})$/m.exec(backedUp.stdout) ?? [];
    expect(root).not.toBe('');
    const used = await run('npm run restore -- FILE', file);
    expect([used.code, used.stderr]).toEqual([1, expect.stringContaining('Daftar is running on')]);
    const other = await freshDatabase();
    const elsewhere = { ...environmentAt(other.url), DATA_DIR: mkdtempSync(join(dataDir, 'restored-')) };
    const restored = await runIn(elsewhere, 'npm run restore -- FILE', file);
    expect(restored, restored.stderr).toMatchObject({ code: 0, stderr: '' });
    expect(restored.stdout).toContain(`Root: ${root}`);
    const verified = await runIn(elsewhere, 'npm run verify');
    expect(verified, verified.stdout).toMatchObject({ code: 0 });
    const again = await runIn(elsewhere, 'npm run restore -- FILE', file);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('Restore into an empty place')]);
    await other.drop();
  });

  it.each([
    ['hledger', '2010-12-01'],
    ['beancount', '2010-12-01'],
    ['saft', '<?xml'],
  ])('npm run export writes the books for %s', async (format, text) => {
    const exported = await run(`npm run export -- ${format}`);
    expect(exported).toMatchObject({ code: 0, stderr: '' });
    expect(exported.stdout).toContain(text);
  });

  it('npm run export -- everything writes all of it into one archive', async () => {
    const file = join(dataDir, 'everything.zip');
    const exported = await run('npm run export -- everything FILE.zip', file);
    expect([exported.code, exported.stderr]).toEqual([
      0,
      expect.stringMatching(/^Written: .*everything\.zip, \d+ files, \d+ of them attachments$/m),
    ]);
    expect(readFileSync(file).subarray(0, 2).toString()).toBe('PK');
  });

  it('npm run export -- compare finds the same balances in hledger and beancount', async () => {
    const isHere = ['hledger', 'bean-query'].every((program) => !spawnSync(program, ['--version']).error);
    const compared = await run('npm run export -- compare');
    expect(compared.code, compared.stderr).toBe(isHere ? 0 : 1);
    expect(compared.stderr.match(isHere ? / 0 differences/g : /not here/g)?.length).toBeGreaterThan(0);
  });

  it('npm run rebuild builds the read models of a Daftar that runs', async () => {
    const rebuilt = await run('npm run rebuild');
    expect(rebuilt, rebuilt.stdout).toMatchObject({ code: 0, stderr: '' });
    expect(rebuilt.stdout).toMatch(/taken over/);
    const small = await run('npm run rebuild -- --memory 512');
    expect(small, small.stdout).toMatchObject({ code: 0, stderr: '' });
  });

  it('npm run doctor -- --new-password prints what the super user signs in with', async () => {
    const given = await run('npm run doctor -- --new-password');
    expect(given).toMatchObject({ code: 0, stderr: '' });
    expect(given.stdout).toMatch(/^Sign in as {2}admin@daftar\.local {2}\/ {2}([a-z2-9]{4}-){6}[a-z2-9]{2}$/m);
  });
});

describe('each alone', { timeout: TIMEOUT_MS }, () => {
  it('the four services are ready, the web reaches the two APIs, and each stops', async () => {
    const listens = / listens on port (\d+)/;
    await forgetBackups();
    const names = ['npm run command-api', 'npm run projector', 'npm run read-api'];
    const services = await Promise.all(names.map((name) => start(name, listens)));
    const [commandApi, projector, readApi] = services.map(({ ready }) => `http://127.0.0.1:${ready[1]}`);
    const web = await start('npm run web', listens, { COMMAND_API_URL: commandApi, READ_API_URL: readApi });
    const front = `http://127.0.0.1:${web.ready[1]}`;
    for (const address of [commandApi, projector, readApi, front]) {
      await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(200);
    }
    // The command API makes the backup of the day.
    await expect.poll(() => readdirSync(backupDir).sort()).toEqual([expect.stringMatching(/Z\.tar\.gz$/), 'log-copy']);
    // The answer of the service with the route, to a request without a token.
    expect((await fetch(`${front}/api/sales`)).status).toBe(401);
    expect((await fetch(`${front}/api/sales`, { method: 'POST' })).status).toBe(401);
    const ended = await Promise.all([web, ...services].map((service) => service.stop()));
    expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual(ended.map(() => [0, '']));
  });

  it('npm run bench lists the scenarios and runs one', async () => {
    const [listed, measured] = await Promise.all([
      run('npm run bench'),
      // It creates a database of its own.
      runIn({ DATABASE_URL: asAdministrator(database.url) }, 'npm run bench -- append', '--size', '0.01'),
    ]);
    expect(listed).toMatchObject({ code: 0, stderr: '' });
    expect(listed.stdout).toMatch(/^append /m);
    expect(measured, measured.stdout).toMatchObject({ code: 0, stderr: '' });
    expect(measured.stdout).toMatch(/32 writers .* events\/s .* × plain pg/);
  });
});

it('no declared command is left out, and none is named here that is not declared', () => {
  const declared = COMMAND_DECLARATIONS.flatMap(usagesOf);
  expect([...place.ran, ...Object.keys(ELSEWHERE)].sort()).toEqual(declared.sort());
  for (const [command, { file, text }] of Object.entries(ELSEWHERE)) {
    expect(readFileSync(join(ROOT, file), 'utf8'), `${file} runs ${command}`).toContain(text);
  }
});
