/**
 * Connections to other machines without TLS refuse the start, are reported by doctor, and can be permitted by a
 * setting.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeConnections, requireEncrypted } from '../../launcher/machine/plain-connections.ts';
import { freshDatabase } from '../support/database.ts';

const RUN = join(import.meta.dirname, '..', '..', 'launcher', 'run.mjs');
const HERE = [
  { DATABASE_URL: 'postgres://owner:p@127.0.0.1:5432/books' },
  { DATABASE_URL: 'postgres://owner:p@localhost/books' },
  { DATABASE_URL: 'postgres://owner:p@[::1]:5432/books' },
  { DATABASE_URL: 'postgres:///books?host=/var/run/postgresql' },
  { DATABASE_URL: 'postgres://%2Fvar%2Frun%2Fpostgresql/books' },
  { DATABASE_URL: 'socket:/var/run/postgresql?db=books' },
  { REDIS_URL: 'redis://127.0.0.1:6379' },
  { REDIS_URL: '/run/redis.sock' },
  { DAFTAR_EVENTSTORE_URL: 'esdb://localhost:2113?tls=false' },
  { COMMAND_API_URL: 'http://127.0.0.1:8081', READ_API_URL: 'http://localhost:8082' },
  { LOG_TARGET: 'tcp://127.0.0.1:601' },
];
const ENCRYPTED = [
  ...['require', 'verify-ca', 'verify-full'].map((mode) => ({
    READ_DATABASE_URL: `postgres://r:p@db.example.com/books?sslmode=${mode}`,
  })),
  { DATABASE_URL: 'postgres://r:p@db.example.com/books?ssl=true' },
  { REDIS_URL: 'rediss://:p@redis.example.com:6379' },
  { DAFTAR_EVENTSTORE_URL: 'esdb://u:p@one.example.com:2113,two.example.com:2113?tls=true' },
  { EVENTSTORE_URL: 'kurrentdb+discover://cluster.example.com' },
  { COMMAND_API_URL: 'https://commands.example.com' },
  { LOG_TARGET: 'tls://logs.example.com' },
];
const PLAIN = [
  ['DATABASE_URL', 'postgres://owner:secret-word@db.example.com/books', 'db.example.com'],
  ['COMMAND_DATABASE_URL', 'postgres://c:secret-word@10.0.0.7/books?sslmode=disable', '10.0.0.7'],
  ['READ_DATABASE_URL', 'postgres://r:secret-word@db/books?sslmode=prefer', 'db'],
  ['PROJECTOR_DATABASE_URL', 'postgres://p:secret-word@db/books?sslmode=no-verify', 'db'],
  ['DATABASE_URL', 'postgres://p:secret-word@localhost/books?host=db.example.com', 'db.example.com'],
  ['DATABASE_URL', 'postgres://p:secret-word@localhost.example.com/books', 'localhost.example.com'],
  ['DATABASE_URL', 'postgres://p:secret-word@127.0.0.1.example.com/books', '127.0.0.1.example.com'],
  ['REDIS_URL', 'redis://:secret-word@redis:6379', 'redis'],
  ['DAFTAR_EVENTSTORE_URL', 'esdb://u:secret-word@127.0.0.1:2113,node.example.com:2113?tls=false', 'node.example.com'],
  ['EVENTSTORE_URL', 'esdb://kurrentdb:2113?TLS=false', 'kurrentdb'],
  ['READ_API_URL', 'http://read-api:8080', 'read-api'],
  ['LOG_TARGET', 'tcp://logs.example.com:601', 'logs.example.com'],
] as const;

describe('an address', () => {
  it.each([...HERE, ...ENCRYPTED].map((value) => [value]))(
    'that is on this machine or encrypted lets the start go on: %j',
    (value) => {
      expect(() => requireEncrypted(value)).not.toThrow();
      expect(describeConnections(value)).toBe('encrypted, or on this machine');
    },
  );

  it.each(PLAIN)('that leads elsewhere without TLS stops the start: %s %s', (variable, address, host) => {
    const message = `${variable} leads to ${host} without TLS`;
    expect(() => requireEncrypted({ [variable]: address })).toThrow(message);
    expect(() => requireEncrypted({ [variable]: address })).not.toThrow('secret-word');
    expect(() => describeConnections({ [variable]: address })).toThrow(message);
    const allowed = { [variable]: address, ALLOW_PLAIN_CONNECTIONS: 'yes' };
    expect(() => requireEncrypted(allowed)).not.toThrow();
    expect(describeConnections(allowed)).toContain(`${message}, which ALLOW_PLAIN_CONNECTIONS allows`);
    // Only this value permits them.
    expect(() => requireEncrypted({ [variable]: address, ALLOW_PLAIN_CONNECTIONS: 'no' })).toThrow(message);
  });

  it('is told by doctor, which only looks', async () => {
    const database = await freshDatabase();
    const folder = mkdtempSync(join(tmpdir(), 'daftar-doctor-'));
    const seen = (more: object) => {
      const environment = { ...process.env, DATABASE_URL: database.url, DATA_DIR: folder, ...more };
      const { stdout } = spawnSync(process.execPath, [RUN, 'doctor'], { env: environment, encoding: 'utf8' });
      return stdout.split('\n').find((line) => line.includes(' Connections '));
    };
    expect(seen({})).toMatch(/^ {2}ok .*encrypted, or on this machine$/);
    const plain = { READ_API_URL: 'http://read-api:8080' };
    expect(seen(plain)).toMatch(/^ {2}FAULT .*READ_API_URL leads to read-api without TLS/);
    expect(seen({ ...plain, ALLOW_PLAIN_CONNECTIONS: 'yes' })).toMatch(
      /^ {2}ok .*which ALLOW_PLAIN_CONNECTIONS allows$/,
    );
    rmSync(folder, { recursive: true });
    await database.drop();
  });

  it('stops every command that would connect, before it does, with the way out', () => {
    const environment = { ...process.env, DATABASE_URL: 'postgres://owner:secret-word@db.example.com/books' };
    for (const command of ['start', 'migrate', 'command-api', 'verify']) {
      const { status, stderr } = spawnSync(process.execPath, [RUN, command], { env: environment, encoding: 'utf8' });
      expect([command, status]).toEqual([command, 1]);
      expect(stderr).toContain('DATABASE_URL leads to db.example.com without TLS');
      expect(stderr).toContain('ALLOW_PLAIN_CONNECTIONS=yes');
      expect(stderr).not.toContain('secret-word');
    }
  });
});
