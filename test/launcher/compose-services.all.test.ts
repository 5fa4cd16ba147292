/** The services of the compose files are started as processes with the variables that the files give them, and work together. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import { type KurrentDouble, startKurrentDouble } from '../doubles/kurrentdb.ts';
import { environmentAt, type FreshDatabase, freshDatabase } from '../support/database.ts';
import { type OwnCertificate, ownCertificate } from '../support/own-certificate.ts';
import { hasRedis, openRedis, type TestRedis } from '../support/redis.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** What the image sets for each service (Dockerfile), but for the port, which is any free one here. */
const IMAGE = { HOST: '127.0.0.1', PORT: '0', TZ: 'Asia/Baghdad' };
const JOBS_PASSWORD = 'jobs-of-this-test';

/** A database, a log and a folder in which the services of one file run. */
interface Installation {
  readonly database: FreshDatabase;
  readonly double: KurrentDouble;
  readonly folder: string;
}

let redis: TestRedis | undefined;
const installations: Installation[] = [];
const running: ChildProcess[] = [];

beforeAll(async () => {
  if (!hasRedis || process.env['REDIS_URL']) return;
  redis = await openRedis();
  const client = new Redis(redis.url);
  await client.config('SET', 'requirepass', JOBS_PASSWORD);
  client.disconnect();
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await redis?.stop();
  for (const { database, double, folder } of installations) {
    await double.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** With a certificate, its log speaks TLS and is one of three nodes, of which the others are away. */
async function install(certificate?: OwnCertificate): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'daftar-compose-'));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'secrets'));
  const installation = { database: await freshDatabase(), double: await startKurrentDouble(certificate), folder };
  installations.push(installation);
  const secret = (name: string, value: string) => writeFileSync(join(folder, 'secrets', name), `${value}\n`);
  secret('jwt_secret', 'k'.repeat(48));
  secret('redis_password', JOBS_PASSWORD);
  for (const [variable, url] of Object.entries(environmentAt(installation.database.url))) {
    const role = variable.replace(/_?DATABASE_URL$/, '').toLowerCase() || 'postgres';
    secret(`${role}_password`, decodeURIComponent(new URL(url).password) || 'none');
  }
  if (certificate) {
    secret('ca.crt', certificate.certificate);
    const nodes = [9, installation.double.port, 10].map((port) => `127.0.0.1:${port}`);
    const query = `tls=true&tlsCAFile=${join(folder, 'secrets', 'ca.crt')}`;
    secret('eventstore_url', `esdb://daftar:password@${nodes.join()}?${query}`);
  }
  return installation;
}

type Variables = Readonly<Record<string, string>>;

/**
 * The variables of a service, as Docker merges them from the files, with the addresses and folders of this machine in the
 * place of those of the containers.
 */
function variablesOf(files: readonly string[], service: string, at: Installation, services: Variables = {}): Variables {
  const given = files.flatMap((file) => {
    const told = parse(readFileSync(join(ROOT, file), 'utf8'), { merge: true }).services[service];
    return Object.entries(membersOf(membersOf(told)['environment']));
  });
  const merged = Object.entries(Object.fromEntries(given));
  return Object.fromEntries(merged.flatMap(([name, value]) => heres(name, String(value), at, services)));
}

function heres(name: string, value: string, { database, double, folder }: Installation, services: Variables) {
  const url = environmentAt(database.url)[name];
  if (url !== undefined) {
    const own = new URL(url);
    own.password = '';
    return [[name, own.href]];
  }
  if (name.startsWith('REDIS_') && redis === undefined) return [];
  if (name === 'REDIS_URL') return [[name, redis?.url ?? '']];
  if (name === 'DAFTAR_EVENTSTORE_URL' && value !== '') return [[name, double.url]];
  if (name === 'BACKUP_DIR') return [[name, join(folder, 'backups')]];
  // Variables of the shell have no value here.
  const said = value.replace(/^\$\{\w+:-([^}]*)\}$/, '$1').replace(/^\/run\/secrets\//, `${join(folder, 'secrets')}/`);
  return [[name, services[said] ?? said]];
}

interface Started {
  readonly output: () => string;
  readonly ended: Promise<number | null>;
  readonly child: ChildProcess;
}

function begin(command: string, { folder }: Installation, own: Variables): Started {
  const system = Object.fromEntries(['PATH', 'HOME', 'NODE_COMPILE_CACHE'].map((name) => [name, process.env[name]]));
  const child = spawn(process.execPath, [join(ROOT, 'launcher', 'run.mjs'), command], {
    env: { ...system, ...IMAGE, DATA_DIR: join(folder, 'data'), ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return { output: () => output, ended: new Promise((resolve) => child.once('close', resolve)), child };
}

/** Its address, when /readyz says that it can work. */
async function ready({ output, child }: Started): Promise<string> {
  let port: string | undefined;
  await expect
    .poll(() => {
      port = /(?:listens on port |http:\/\/localhost:)(\d+)/.exec(output())?.[1];
      return port !== undefined || child.exitCode !== null;
    })
    .toBe(true);
  expect(port, output()).toBeDefined();
  const address = `http://127.0.0.1:${port}`;
  const state = async () => membersOf(await (await fetch(`${address}/readyz`)).json())['status'];
  await expect.poll(state).toBe('ok');
  return address;
}

/** Signs in with the printed password, enters a brand, and reads it in the list. */
async function tryOut(address: string, printed: string): Promise<void> {
  const [, email, password] = /Sign in (?:as )?\s*(\S+)\s+\/\s+(\S+)/.exec(printed) ?? [];
  const send = async (path: string, body: object, token?: string) => {
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(`${address}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: membersOf(await answer.json()) };
  };
  const first = await send('auth/login', { email, password });
  expect(first, printed).toMatchObject({ status: 200 });
  const chosen = 'a long sentence of this test';
  const next = { current_password: password, new_password: chosen, new_password_confirmation: chosen };
  const changed = await send('auth/change_password', next, String(first.body['access_token']));
  expect(changed.status).toBe(200);
  const token = String((await send('auth/login', { email, password: chosen })).body['access_token']);
  const made = await send('brands', { brand_name: 'Made by services' }, token);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const names = async () => {
    const answer = await fetch(`${address}/api/brands`, { headers: { authorization: `Bearer ${token}` } });
    return objectsOf(membersOf(membersOf(await answer.json())['data'])['data']).map(({ brand_name }) => brand_name);
  };
  await expect.poll(names).toContain('Made by services');
}

const stop = async ({ child, ended }: Started) => {
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
};

async function tryServices(files: readonly string[], at: Installation): Promise<void> {
  const start = (name: string, services?: Variables) => begin(name, at, variablesOf(files, name, at, services));
  const migrated = start('migrate');
  expect(await migrated.ended, migrated.output()).toBe(0);
  const command = start('command-api');
  const projector = start('projector');
  const read = start('read-api');
  const services = {
    'http://command-api:8080': await ready(command),
    'http://read-api:8080': await ready(read),
  };
  await ready(projector);
  const web = start('web', services);
  await tryOut(await ready(web), command.output());
  for (const each of [web, read, projector, command]) await stop(each);
}

describe('as processes with their variables', () => {
  it('the one of compose.one-box.yaml is ready and works', async () => {
    const at = await install();
    // Other tests begin a PostgreSQL of its own; here it is the server of the tests.
    const own = environmentAt(at.database.url);
    const box = begin('start', at, { ...variablesOf(['compose.one-box.yaml'], 'daftar', at), ...own });
    await tryOut(await ready(box), box.output());
    await stop(box);
  });

  it('the services of compose.yaml work through the web, with KurrentDB and Redis', async () => {
    await tryServices(['compose.yaml'], await install());
  });

  it('those of compose.cluster.yaml reach the leader of three nodes by TLS, with the address of a file', async () => {
    const at = await install(ownCertificate());
    await tryServices(['compose.yaml', 'compose.cluster.yaml'], at);
    expect(at.double.log.all.length).toBeGreaterThan(5);
  });
});
