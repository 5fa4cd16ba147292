/**
 * An attacker on a connection that must be encrypted presents another certificate: the program sends no data. With a
 * trusted certificate it does, which proves that the test can fail.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, createServer as createTlsServer, TLSSocket, type Server as TlsServer } from 'node:tls';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { KurrentLog } from '../../event-store/kurrentdb/log.ts';
import { DatabaseHealth } from '../../launcher/database/health.ts';
import { redisState } from '../../launcher/stores.ts';
import { ownCertificate } from '../support/own-certificate.ts';

const PASSWORD = 'the-password-of-the-store';
/** The message by which a client of PostgreSQL requests TLS. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

const own = ownCertificate();
let folder: string;
let root: string;
/** Bytes received within TLS. */
let inside: string;
/** Bytes received without TLS, except the request for it. */
let outside: string;
let refusesTls: boolean;
let postgres: Server;
/** Servers of Redis and KurrentDB, whose connections begin with TLS. */
let others: TlsServer;
const sockets = new Set<Socket>();

const listens = (server: Server): Promise<void> => new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'daftar-tls-'));
  root = join(folder, 'root.pem');
  writeFileSync(root, own.certificate);
  [inside, outside, refusesTls] = ['', '', false];
  postgres = createServer((socket) => {
    keep(socket);
    socket.once('data', (first) => {
      if (!first.equals(SSL_REQUEST)) hear(socket, first);
      else if (refusesTls) socket.on('data', (said) => hear(socket, said)).write('N');
      else {
        socket.write('S');
        const secureContext = createSecureContext({ cert: own.certificate, key: own.key });
        keep(new TLSSocket(socket, { isServer: true, secureContext })).on('data', hearInside);
      }
    });
  });
  others = createTlsServer({ cert: own.certificate, key: own.key, ALPNProtocols: ['h2'] }, (socket) => {
    keep(socket).on('data', hearInside);
  });
  await Promise.all([listens(postgres), listens(others)]);
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await Promise.all([postgres, others].map((server) => new Promise((resolve) => server.close(resolve))));
  rmSync(folder, { recursive: true, force: true });
});

function keep<Kind extends Socket>(socket: Kind): Kind {
  sockets.add(socket);
  socket.on('error', () => undefined);
  return socket;
}
function hearInside(this: Socket, said: Buffer): void {
  inside += said.toString('latin1');
  this.destroy();
}
function hear(socket: Socket, said: Buffer): void {
  outside += said.toString('latin1');
  socket.destroy();
}

const database = (query: string) => `postgres://daftar:${PASSWORD}@127.0.0.1:${portOf(postgres)}/daftar?${query}`;

it('PostgreSQL: no name and no password is sent to a server with an untrusted certificate', async () => {
  const health = new DatabaseHealth(database('sslmode=verify-full'));
  expect(await health.database()).toBe('does not answer');
  await health.close();
  const client = new pg.Client({ connectionString: database('sslmode=verify-full') });
  client.on('error', () => undefined);
  await expect(client.connect()).rejects.toThrow(/self.signed/);
  expect([inside, outside]).toEqual(['', '']);
});

it('PostgreSQL: a server that wants to go on without TLS is left', async () => {
  refusesTls = true;
  const health = new DatabaseHealth(database('sslmode=verify-full'));
  expect(await health.database()).toBe('does not answer');
  await health.close();
  expect([inside, outside]).toEqual(['', '']);
});

it('PostgreSQL: a trusted server gets the user’s name', async () => {
  const health = new DatabaseHealth(database(`sslmode=verify-full&sslrootcert=${root}`));
  expect(await health.database()).toBe('does not answer');
  await health.close();
  expect(inside).toContain('user\0daftar');
  expect(outside).toBe('');
});

it('Redis: nothing is sent to a server with an untrusted certificate', async () => {
  await expect(redisState(`rediss://:${PASSWORD}@127.0.0.1:${portOf(others)}`)).rejects.toThrow();
  expect([inside, outside]).toEqual(['', '']);
  const trusting = new Redis(`rediss://:${PASSWORD}@127.0.0.1:${portOf(others)}`, {
    ...{ lazyConnect: true, retryStrategy: () => null, tls: { ca: own.certificate } },
  });
  trusting.on('error', () => undefined);
  await trusting.connect().catch(() => undefined);
  trusting.disconnect();
  await expect.poll(() => inside).toContain(PASSWORD);
});

it('KurrentDB: nothing is sent to a server with an untrusted certificate', async () => {
  const ask = async (query: string) => {
    const log = new KurrentLog(`esdb://daftar:${PASSWORD}@127.0.0.1:${portOf(others)}?tls=true&${query}`, 2_000);
    await expect(log.lastRevision('sale-1')).rejects.toThrow();
    await log.close();
  };
  await ask('maxDiscoverAttempts=1');
  expect([inside, outside]).toEqual(['', '']);
  await ask(`maxDiscoverAttempts=1&tlsCAFile=${root}`);
  expect(inside).toContain('PRI * HTTP/2.0');
});
