/** A service has only the address of its own role, works with it, and never migrates. */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { membersOf } from '../../domain/values/members.ts';
import { environmentAt, type FreshDatabase } from '../support/database.ts';
import { seededDatabase } from '../support/seeded-database.ts';

const ROOT = join(import.meta.dirname, '..', '..');
let database: FreshDatabase;
let dataDir: string;

beforeAll(async () => {
  database = await seededDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'daftar-service-'));
  chmodSync(dataDir, 0o755);
});
afterAll(async () => {
  rmSync(dataDir, { recursive: true, force: true });
  await database.drop();
});

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a command until it is ready, `isDone` holds and it is stopped, or until it ends by itself. */
function run(
  command: string,
  own: Readonly<Record<string, string>>,
  isDone = () => true,
): Promise<Ended & { readonly readyz: unknown }> {
  const { DATABASE_URL: _, ...environment } = process.env;
  const child = spawn(process.execPath, [join(ROOT, 'launcher', 'run.mjs'), command], {
    env: { ...environment, DATA_DIR: dataDir, PORT: '0', JWT_SECRET: 'k'.repeat(48), LOG_LEVEL: 'warn', ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let readyz: unknown;
  const look = async (text: string): Promise<void> => {
    output += text;
    const port = /listens on port (\d+)/.exec(output)?.[1];
    if (!port || readyz !== undefined) return;
    readyz = 'asked';
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).json())
      .toMatchObject({ status: 'ok' });
    readyz = 'ok';
    await expect.poll(isDone).toBe(true);
    child.kill('SIGTERM');
  };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => void look(String(chunk)));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output, readyz })));
}

const addresses = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(environmentAt(database.url)).filter(([name]) => names.includes(name)));

describe('a service that knows only its own role', () => {
  it.each([
    ['read-api', ['READ_DATABASE_URL']],
    ['projector', ['PROJECTOR_DATABASE_URL']],
    ['command-api', ['COMMAND_DATABASE_URL', 'PROJECTOR_DATABASE_URL']],
  ])('%s is ready', async (command, names) => {
    const ended = await run(command, addresses(...names));
    expect(ended, ended.output).toMatchObject({ code: 0, readyz: 'ok' });
  });

  it('projector sends the lines of its process to the collector', async () => {
    let received = '';
    const collector = createServer((socket) => socket.on('data', (data) => (received += String(data))));
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const { port } = membersOf(collector.address());
    const own = { ...addresses('PROJECTOR_DATABASE_URL'), LOG_TARGET: `tcp://127.0.0.1:${String(port)}` };
    const ended = await run('projector', own, () => received.includes('"name":"projector","msg":"started"'));
    expect(ended, ended.output).toMatchObject({ code: 0 });
    await new Promise((resolve) => collector.close(resolve));
  });

  it('reports what to do when the database is not prepared for it', async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ timestamp: string }>(
      `delete from kysely_migration where name = '0022-rights' returning timestamp`,
    );
    const { code, output } = await run('read-api', addresses('READ_DATABASE_URL'));
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/not prepared for this version \(0022-rights\).*npm run migrate/),
    ]);
    await client.query(`insert into kysely_migration (name, timestamp) values ('0022-rights', $1)`, [
      rows[0]?.timestamp,
    ]);
    await client.query(`update applied_function set digest = 'of another version' where name = 'claim.apply'`);
    expect(await run('read-api', addresses('READ_DATABASE_URL'))).toMatchObject({
      code: 1,
      output: expect.stringMatching(/not prepared for this version \(functions\).*npm run migrate/),
    });
    await client.end();
    const migrated = await run('migrate', environmentAt(database.url));
    expect(migrated).toMatchObject({ code: 0, output: expect.stringContaining('Its roles are separate (') });
  });

  it('reports which address it needs', async () => {
    expect(await run('read-api', {})).toMatchObject({
      code: 1,
      output: expect.stringContaining('DATABASE_URL is not set'),
    });
  });
});
