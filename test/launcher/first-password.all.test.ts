/**
 * The first password is never lost: a used port, a start whose output was not read, and a new password for the owner of
 * the data.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureFirstUser } from '../../command-api/seed-data/first-user.ts';
import { type Daftar, startDaftar } from '../../launcher/daftar.ts';
import { StartupError } from '../../launcher/machine/startup-error.ts';
import { environmentAt, type FreshDatabase, freshDatabase, rolesAt } from '../support/database.ts';

const ROOT = join(import.meta.dirname, '..', '..');
let database: FreshDatabase;
let dataDir: string;
let daftar: Daftar | undefined;

beforeEach(async () => {
  database = await freshDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'daftar-first-'));
});
afterEach(async () => {
  await daftar?.stop();
  daftar = undefined;
  rmSync(dataDir, { recursive: true, force: true });
  await database.drop();
});

async function begin(port = 0): Promise<Daftar> {
  const environment = { ...process.env, ...environmentAt(database.url), PORT: String(port) };
  daftar = await startDaftar({ dataDir, environment, say: () => undefined, withoutWeb: true });
  return daftar;
}

async function end(): Promise<void> {
  await daftar?.stop();
  daftar = undefined;
}

interface SignedIn {
  readonly status: number;
  readonly token: string;
  readonly mustChange: unknown;
}

async function signIn(at: Daftar, { email, password }: { email: string; password: string }): Promise<SignedIn> {
  const answer = await fetch(`${at.address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const body = (await answer.json()) as { access_token?: string; data?: { user: Record<string, unknown> } };
  return {
    status: answer.status,
    token: body.access_token ?? '',
    mustChange: body.data?.user['must_change_password'],
  };
}

const me = async (at: Daftar, token: string): Promise<number> =>
  (await fetch(`${at.address}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status;

async function ask<Row extends pg.QueryResultRow>(text: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

describe('a first start', () => {
  it('whose port is taken makes no password; the next one shows it', async () => {
    const other: Server = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await expect(begin(port)).rejects.toThrow(StartupError);
    await new Promise((resolve) => other.close(resolve));
    expect(await ask('select 1 from identity.credential')).toEqual([]);
    const { firstUser } = await begin();
    expect(await signIn(daftar as Daftar, firstUser as never)).toMatchObject({ status: 200, mustChange: true });
  });

  it('of a second service leaves the password that the first one has just printed', async () => {
    const { firstUser } = await begin();
    await end();
    const { command } = rolesAt(database.url);
    expect(await ensureFirstUser({ databaseUrl: command, leavesMinutes: 15 })).toBeUndefined();
    await ask(`update identity.credential set changed_at = changed_at - interval '16 minutes'`);
    const later = await ensureFirstUser({ databaseUrl: command, leavesMinutes: 15 });
    expect(later?.password).toBeDefined();
    expect(later?.password).not.toBe(firstUser?.password);
  });

  it('that was not shown is replaced by a new password, until the first sign-in', async () => {
    const lost = (await begin()).firstUser as { email: string; password: string };
    await end();
    const shown = (await begin()).firstUser as { email: string; password: string };
    expect(shown.password).not.toBe(lost.password);
    expect((await signIn(daftar as Daftar, lost)).status).toBe(422);
    expect((await signIn(daftar as Daftar, shown)).status).toBe(200);
    await end();
    expect((await begin()).firstUser).toBeUndefined();
    expect((await signIn(daftar as Daftar, shown)).status).toBe(200);
  });
});

describe('npm run doctor -- --new-password', () => {
  async function doctor(): Promise<{ code: number | null; password: string; output: string }> {
    const child = spawn(process.execPath, [join(ROOT, 'launcher', 'run.mjs'), 'doctor', '--new-password'], {
      env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { code, output, password: /\/ {2}([a-z2-9-]{32})$/m.exec(output)?.[1] ?? '' };
  }

  it('gives the super user a one-time password, ends their sessions, and is written down', async () => {
    const at = await begin();
    const first = at.firstUser as { email: string; password: string };
    const before = await signIn(at, first);
    expect(await me(at, before.token)).toBe(200);
    // The name is locked by wrong passwords.
    for (let value = 0; value < 6; value += 1) await signIn(at, { ...first, password: 'guess' });
    await ask(`insert into identity.second_factor (user_id, secret, confirmed_at) values (1, '\\x00', now())`);
    const { code, password, output } = await doctor();
    expect([code, output]).toEqual([0, expect.stringContaining(first.email)]);
    expect(output).toContain('The second factor was removed');
    expect(await ask('select user_id from identity.second_factor')).toEqual([]);
    expect(await me(at, before.token)).toBe(401);
    expect((await signIn(at, first)).status).toBe(422);
    expect(await signIn(at, { ...first, password })).toMatchObject({ status: 200, mustChange: true });
    const rows = await ask(`select outcome, subject_user_id, detail ->> 'by' as by from identity.access_log
      where outcome in ('password_given', 'second_factor_reset') order by id`);
    expect(rows).toEqual([
      { outcome: 'password_given', subject_user_id: 1, by: 'doctor' },
      { outcome: 'second_factor_reset', subject_user_id: 1, by: 'doctor' },
    ]);
    expect(JSON.stringify(await ask('select l::text from identity.access_log l'))).not.toContain(password);
  });

  it('works while Daftar does not run, and reports what to do before the first user exists', async () => {
    const nobody = await doctor();
    expect([nobody.code, nobody.output]).toEqual([1, expect.stringContaining('"npm start" makes one')]);
    await begin();
    await end();
    const { password } = await doctor();
    const at = await begin();
    // It was printed by the command, so the start creates no other one.
    expect(at.firstUser).toBeUndefined();
    expect((await signIn(at, { email: 'admin@daftar.local', password })).status).toBe(200);
  });
});
