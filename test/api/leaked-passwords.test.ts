/** A file of leaked passwords: every entry is found at any position, and refused as a password. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LeakedPasswords } from '../../command-api/identity/passwords/leaked-passwords.ts';
import { commandApi } from '../../command-api/server.ts';
import { rolesAt } from '../support/database.ts';
import { foreignAmong } from '../support/foreign-text.ts';
import { SUPER_USER, seededDatabase } from '../support/seeded-database.ts';
import { Api, SECRET } from './api.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'daftar-leaked-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const digestOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();
const LEAKED = Array.from({ length: 2_000 }, (_, index) => `a stolen one, ${index}`);

/** The format of the published lists: sorted digests with their frequencies. */
function fileOf(passwords: readonly string[], end = '\r\n'): string {
  const path = join(folder, `${passwords.length}${end.length}.txt`);
  const lines = passwords.map(digestOf).sort();
  writeFileSync(path, lines.map((digest, index) => `${digest}:${index * 977 + 1}`).join(end) + end);
  return path;
}

describe('the file', () => {
  it.each(['\n', '\r\n'])(
    'holds every password that is in it, with %j at the end of lines, and no other',
    async (end) => {
      const leaked = new LeakedPasswords(fileOf(LEAKED, end));
      for (const password of LEAKED) expect([password, await leaked.has(password)]).toEqual([password, true]);
      for (let other = 0; other < 500; other += 1) expect(await leaked.has(`nobody’s, ${other}`)).toBe(false);
    },
  );

  it('of one password, of none, and without an end of its last line is read too', async () => {
    expect(await new LeakedPasswords(fileOf(['alone'])).has('alone')).toBe(true);
    const [empty, open] = [join(folder, 'empty'), join(folder, 'open')];
    writeFileSync(empty, '');
    writeFileSync(open, [digestOf('one of two'), digestOf('two of two')].sort().join('\n'));
    expect(await new LeakedPasswords(empty).has('x')).toBe(false);
    expect(await new LeakedPasswords(open).has('one of two')).toBe(true);
    expect(await new LeakedPasswords(open).has('two of two')).toBe(true);
  });

  it('of something else is an error, and one that is not there stops the start', async () => {
    const other = join(folder, 'other');
    writeFileSync(other, 'password1\npassword2\n');
    await expect(new LeakedPasswords(other).has('password1')).rejects.toThrow('LEAKED_PASSWORDS');
    expect(() => LeakedPasswords.of({ LEAKED_PASSWORDS: join(folder, 'gone') })).toThrow(RangeError);
    expect(LeakedPasswords.of({})).toBeUndefined();
  });
});

describe('a password that leaked', () => {
  it('is refused where it is changed and where a colleague gets one, in every language', async () => {
    const database = await seededDatabase();
    const app = Fastify();
    const leaked = LeakedPasswords.of({ LEAKED_PASSWORDS: fileOf(LEAKED) });
    const { command } = rolesAt(database.url);
    await app.register(commandApi({ databaseUrl: command, secrets: { jwtSecret: SECRET }, dataDir: folder, leaked }), {
      prefix: '/api',
    });
    await app.ready();
    const api = new Api(app, database);
    try {
      api.token = await api.signIn(SUPER_USER.email, SUPER_USER.password);
      const chosen = (password: string) => ({ new_password: password, new_password_confirmation: password });
      for (const language of ['en', 'ar', 'ckb']) {
        const headers = { 'accept-language': language };
        const own = { current_password: SUPER_USER.password, ...chosen('a stolen one, 1234') };
        const person = {
          user_name: 'New',
          email: 'new@example.com',
          status: 'inactive',
          ...chosen('a stolen one, 77'),
        };
        for (const sent of [
          await api.send('POST', 'auth/change_password', own, { headers }),
          await api.send('POST', 'users', person, { headers }),
        ]) {
          expect([sent.status, Object.keys(sent.body.errors ?? {})]).toEqual([422, ['new_password']]);
          if (language !== 'en') expect(foreignAmong(Object.values(sent.body.errors ?? {}).flat())).toEqual([]);
        }
      }
      const kept = {
        user_name: 'New',
        email: 'new@example.com',
        status: 'inactive',
        ...chosen('never seen anywhere yet'),
      };
      expect((await api.send('POST', 'users', kept)).status).toBe(201);
    } finally {
      await api.close();
    }
  });
});
