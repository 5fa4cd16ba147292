/**
 * Every declared command that works on a business is run as the first one after an update: each on its own copy of
 * the business that commit dbd0ce1 wrote, with its migrations and read models. A new command fails the
 * last test until it is run here or named as one that finds no business of an earlier version. `npm test` runs some.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usagesOf } from '../../launcher/reference/command-declaration.ts';
import { COMMAND_DECLARATIONS } from '../../launcher/reference/commands.ts';
import { sampleOfTrade } from '../imports/sample.ts';
import { isNightly, sampleOf } from '../support/ring.ts';
import { readKept } from './kept-database.ts';
import { type OldPlace, oldPlace } from './old-place.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** A command waits for PostgreSQL and for its own child processes, so that more of them than processors end sooner. */
const AT_ONCE = 3;
/** All of them start with the first test. */
const TIMEOUT_MS = 600_000;
const BY = ['--by', 'admin@daftar.local', '--reason', 'tried first'];

interface First {
  /** After the words of the command. */
  readonly args?: (place: OldPlace) => readonly string[];
  readonly code: number;
  /** What its output contains. */
  readonly says: RegExp;
  /** A service, which is stopped when it has printed this. */
  readonly until?: RegExp;
  /** It needs the read models of this version, and says that it waits for them. */
  readonly waits?: true;
}

const SERVICE = { code: 0, says: / listens on port \d+/, until: / listens on port \d+/ };
const EXPORTED = { code: 0, waits: true } as const;

const FIRST: Readonly<Record<string, First>> = {
  'npm run verify': { code: 0, says: /^All \d+ hold, at position \d+\.$/m, waits: true },
  // The database of the tests does not wait for the disk, which is a fault too.
  'npm run doctor': { code: 1, says: /FAULT {2}Migrations .*"npm start" runs them.*ok {5}Read models {3}not known/s },
  'npm run doctor -- --json': { code: 1, says: /"check": "Migrations",\s+"state": "fault"/ },
  'npm run doctor -- set-aside POSITION': { code: 1, says: /No read model is stopped/, args: () => ['5', ...BY] },
  'npm run doctor -- transition DOCUMENT NAME': {
    ...{ code: 0, says: /^sale-1 is draft now\.$/m, args: () => ['sale-1', 'return_to_draft', ...BY] },
  },
  'npm run doctor -- resolve COMMAND': {
    code: 1,
    says: /Only with KurrentDB/,
    args: () => ['5b0c8b1c-2f7f-4b0e-8a43-6f2f2f0f6f11', ...BY],
  },
  'npm run doctor -- --new-password': { code: 0, says: /^Sign in as {2}admin@daftar\.local/m },
  'npm run backup -- FILE': {
    ...{ code: 0, says: /^Backed up 950 events/m, args: ({ dataDir }) => [join(dataDir, 'books.tar.gz')] },
  },
  'npm run seal': { code: 0, says: /^Sealed 950 events/m },
  'npm run seal -- prove NUMBER': { code: 0, says: /^Proved \d+ events of S-000001/m, args: () => ['S-000001'] },
  'npm run export -- hledger': { ...EXPORTED, says: /^2026-03-\d\d .*purchase P-000006/m },
  'npm run export -- beancount': { ...EXPORTED, says: /^2026-03-\d\d .*purchase P-000006/m },
  'npm run export -- saft': { ...EXPORTED, says: /purchase P-000006.*<\/AuditFile>/s },
  // 1: neither program is installed.
  'npm run export -- compare': { ...EXPORTED, says: /^hledger: (not here|\d{3} balances .*, 0 differences$)/m },
  'npm run export -- everything FILE.zip': {
    ...{
      ...EXPORTED,
      says: /^Written: .*all\.zip, \d+ files, \d+ of them attachments$/m,
      args: ({ dataDir }) => [join(dataDir, 'all.zip')],
    },
  },
  'npm run rebuild': { code: 0, says: /^taken over$/m },
  'npm run rebuild -- --memory 512': { code: 0, says: /^taken over$/m },
  'npm run rebuild -- claims': { code: 0, says: /^The claims of \d+ commands \(950 events\) were made again/m },
  'npm run rebuild -- claims --accept-loss': {
    code: 0,
    says: /^The claims of \d+ commands \(950 events\) were made again/m,
  },
  'npm run import -- online-retail FILE': {
    ...{ code: 0, says: /^Every control total is met: file = books \+ refused\.$/m, waits: true },
    args: () => {
      const { file, rates = '' } = sampleOfTrade();
      return [file, '--rates', rates];
    },
  },
  'npm run migrate': { code: 0, says: /^The database is up to date/m },
  'npm run command-api': SERVICE,
  'npm run projector': SERVICE,
  'npm run read-api': SERVICE,
};

const ALWAYS: ReadonlySet<string> = new Set(['npm run verify', 'npm run rebuild', 'npm run export -- hledger']);
const SAMPLE: ReadonlySet<string> = new Set(sampleOf(Object.keys(FIRST), 5));

/** Commands that are not run here, with the reason. */
const NOT_HERE: readonly (readonly [reason: string, commands: RegExp])[] = [
  ['upgrade.test.ts starts Daftar on this business', /^npm start$/],
  ['its log is not ahead of the clock', /^npm start -- --clock-is-right$/],
  ['it restores into an empty place, as below', /^npm run restore /],
  ['it has a business of its own', /^npm run (demo|bench|torture|gallery)\b/],
  ['it needs an embedded database', /^npm run doctor -- --new-secrets$/],
  ['it reads no business', /^npm (test|run (check|format|test:[a-z-]+|web|components|log))\b/],
];

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** It said that it waits for the read models of this version. */
  readonly hasWaited: boolean;
}

const WAITS = /The read models are built anew for this version; waiting for them/;

/** What npm runs for a command, with the arguments, on a place of an earlier version or a new one. */
async function run(command: string, place: OldPlace, { args, until, waits }: Partial<First> = {}): Promise<Ended> {
  const [call = '', given = ''] = command.split(' -- ');
  // Without FILE, NUMBER and the like, which the arguments replace.
  const words = given.split(' ').filter((word) => word !== '' && !/^[A-Z]+(\.zip)?$/.test(word));
  const rebuilds = waits ? await heldRebuilds(place) : undefined;
  const name = call.replace(/^npm run /, '');
  const child = spawn(process.execPath, ['launcher/run.mjs', name, ...words, ...(args?.(place) ?? [])], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...{
        DATABASE_URL: place.url,
        DATA_DIR: place.dataDir,
        PORT: '0',
        JWT_SECRET: 'k'.repeat(48),
        LOG_LEVEL: 'error',
      },
      ...{ BACKUP_DIR: '', REDIS_URL: '', DAFTAR_EVENTSTORE_URL: '', EVENTSTORE_URL: '' },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      printed[stream] += text;
      if (until?.test(printed.stdout)) child.kill('SIGTERM');
      if (WAITS.test(printed[stream])) rebuilds?.begin();
    });
  }
  const code = await new Promise<number | null>((resolve) => void child.once('close', resolve));
  rebuilds?.begin();
  return { ...printed, code, hasWaited: WAITS.test(printed.stdout + printed.stderr) };
}

/** Until `begin` no rebuild runs at the place, so that a command meets the read models of the version before. */
async function heldRebuilds({ url }: OldPlace): Promise<{ begin(): void }> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('select pg_advisory_lock(21, 1)');
  let isHeld = true;
  const begin = () => {
    if (isHeld) void client.end();
    isHeld = false;
  };
  return { begin };
}

/** In the nightly run all of them; otherwise those that compare builds, and some of the others. */
const CHOSEN = Object.entries(FIRST).filter(([command]) => ALWAYS.has(command) || SAMPLE.has(command));

let template: OldPlace;
const ended = new Map<string, Promise<Ended>>();

beforeAll(async () => {
  template = await oldPlace(readKept('dbd0ce1'));
  const lanes: Promise<unknown>[] = Array.from({ length: AT_ONCE }, async () => undefined);
  CHOSEN.forEach(([command, first], index) => {
    const result = (lanes[index % AT_ONCE] ?? Promise.resolve()).then(() => inCopy(command, first));
    ended.set(command, result);
    // A failure is reported by the test of its command.
    lanes[index % AT_ONCE] = result.catch(() => undefined);
  });
});
afterAll(async () => {
  await Promise.allSettled(ended.values());
  await template?.remove();
});

async function inCopy(command: string, first: First): Promise<Ended> {
  const place = await template.copy();
  try {
    return await run(command, place, first);
  } finally {
    await place.remove();
  }
}

describe('as the first command after an update', { timeout: TIMEOUT_MS }, () => {
  it.each(CHOSEN)('%s', async (command, { code, says, waits = false }) => {
    const { stdout, stderr, ...how } = await (ended.get(command) as Promise<Ended>);
    expect(`${stdout}${stderr}`).toMatch(says);
    expect(how, stderr).toEqual({ code, hasWaited: waits });
    expect(stderr, 'no error of the program itself').not.toMatch(/^\s+at .*:\d+:\d+\)?$/m);
  });

  it('npm run restore makes a place of this version of a backup that was the first command', async () => {
    const [before, empty] = [await template.copy(), await oldPlace()];
    try {
      const args = () => [join(before.dataDir, 'books.tar.gz')];
      const backedUp = await run('npm run backup -- FILE', before, { args });
      expect(backedUp).toMatchObject({ code: 0, stderr: '' });
      const refused = await run('npm run restore -- FILE', before, { args });
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Restore into an empty place')]);
      const restored = await run('npm run restore -- FILE', empty, { args });
      expect(restored).toMatchObject({ code: 0, stderr: '' });
      expect(restored.stdout).toContain('Its schema was brought up to date: 0015-stopped-models');
      if (!isNightly) return;
      const verified = await run('npm run verify', empty);
      expect(verified, verified.stderr).toMatchObject({ code: 0 });
    } finally {
      await before.remove();
      await empty.remove();
    }
  });
});

it('no declared command is left out, and none is named here that is not declared', () => {
  const declared = COMMAND_DECLARATIONS.flatMap(usagesOf);
  const isElsewhere = (command: string) => NOT_HERE.some(([, commands]) => commands.test(command));
  expect(declared.filter((command) => !isElsewhere(command)).toSorted()).toEqual(Object.keys(FIRST).toSorted());
  for (const [reason, commands] of NOT_HERE)
    expect(
      declared.some((command) => commands.test(command)),
      reason,
    ).toBe(true);
});
