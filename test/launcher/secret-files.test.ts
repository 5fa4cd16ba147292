/** Secrets in files of a platform's secret store: whole addresses and keys, and passwords of addresses. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSecrets } from '../../launcher/machine/secrets.ts';
import { takeSecretFiles } from '../../launcher/secret-files.ts';
import { freshDatabase, rolesAt } from '../support/database.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'daftar-secrets-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function file(content: string): string {
  files += 1;
  const path = join(folder, `secret-${files}`);
  writeFileSync(path, content);
  return path;
}
const taken = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  takeSecretFiles(environment);
  return environment;
};
const KEY = 'a key of tokens that is long enough, made for this test';

describe('a secret in a file', () => {
  it('is taken in the place of the variable, without the end of its line, and is named no more', () => {
    const address = 'postgres://owner:pass@127.0.0.1:5432/books';
    const names = ['DATABASE_URL', 'COMMAND_DATABASE_URL', 'READ_DATABASE_URL', 'PROJECTOR_DATABASE_URL'];
    const asFiles = Object.fromEntries(names.map((name) => [`${name}_FILE`, file(`${address}\n`)]));
    const more = {
      REDIS_URL_FILE: file('redis://:p@127.0.0.1'),
      DAFTAR_EVENTSTORE_URL_FILE: file('esdb://127.0.0.1:2113'),
    };
    expect(taken({ ...asFiles, ...more, JWT_SECRET_FILE: file(KEY), PORT: '1' })).toEqual({
      ...Object.fromEntries(names.map((name) => [name, address])),
      ...{
        REDIS_URL: 'redis://:p@127.0.0.1',
        DAFTAR_EVENTSTORE_URL: 'esdb://127.0.0.1:2113',
        JWT_SECRET: KEY,
        PORT: '1',
      },
    });
  });

  it('is the key with which tokens are signed', () => {
    expect(loadSecrets(folder, taken({ JWT_SECRET_FILE: file(`${KEY}\r\n`) })).jwtSecret).toBe(KEY);
  });

  it('is the password of an address, with any characters, and connects to the database', async () => {
    const database = await freshDatabase();
    const given = new URL(rolesAt(database.url).command);
    const password = decodeURIComponent(given.password);
    given.password = '';
    const { COMMAND_DATABASE_URL } = taken({
      COMMAND_DATABASE_URL: given.href,
      COMMAND_DATABASE_PASSWORD_FILE: file(password),
    });
    const client = new pg.Client({ connectionString: COMMAND_DATABASE_URL });
    await client.connect();
    const { rows } = await client.query('select current_user as name');
    expect(rows).toEqual([{ name: decodeURIComponent(given.username) }]);
    await client.end();
    await database.drop();
    const odd = taken({ REDIS_URL: 'redis://redis:6379', REDIS_PASSWORD_FILE: file('p@ss:w/rd?#%') });
    expect(decodeURIComponent(new URL(String(odd['REDIS_URL'])).password)).toBe('p@ss:w/rd?#%');
  });

  it.each([
    ['that is not there', () => ({ JWT_SECRET_FILE: join(folder, 'nothing') }), /JWT_SECRET_FILE .* cannot be read/],
    ['that is empty', () => ({ DATABASE_URL_FILE: file('\n') }), /DATABASE_URL_FILE .* is empty/],
    [
      'beside the variable',
      () => ({ JWT_SECRET: KEY, JWT_SECRET_FILE: file(KEY) }),
      /Both JWT_SECRET and JWT_SECRET_FILE/,
    ],
    ['of a password without an address', () => ({ REDIS_PASSWORD_FILE: file('p') }), /REDIS_URL is no address/],
    [
      'of a password beside another one',
      () => ({ REDIS_URL: 'redis://:one@redis', REDIS_PASSWORD_FILE: file('two') }),
      /REDIS_URL has a password/,
    ],
  ])('%s stops the start and says which', (_, environment, message) => {
    expect(() => taken(environment())).toThrow(message);
    // The message never contains the content of the file.
    expect(() => taken(environment())).not.toThrow(KEY);
  });
});
