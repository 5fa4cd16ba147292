import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandApi } from '../../command-api/main.ts';
import { RequestLimit, requestLimitOf } from '../../identity/request-limit.ts';
import { readApi } from '../../read-api/main.ts';
import { rolesAt } from '../support/database.ts';
import { type Api, openApi, SECRET, TODAY } from './api.ts';

const PER_MINUTE = 5;
let api: Api;
let person: string;
let now = 0;
const limited = Fastify({ trustProxy: true });

beforeAll(async () => {
  api = await openApi();
  person = await api.person('hammering', ['brands/index']);
  const requestLimit = new RequestLimit(PER_MINUTE, () => now);
  const secrets = { jwtSecret: SECRET };
  const { command, read } = rolesAt(api.database.url);
  const options = { secrets, dataDir: '', requestLimit };
  await limited.register(commandApi({ ...options, databaseUrl: command, clock: () => TODAY }), { prefix: '/api' });
  await limited.register(readApi({ ...options, databaseUrl: read }), { prefix: '/api' });
  await limited.ready();
});
afterAll(async () => {
  await limited.close();
  await api.close();
});

const ask = (path: string, token: string, from: string, language = 'en') =>
  limited.inject({
    method: 'GET',
    url: `/api/${path}`,
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': from, 'accept-language': language },
  });
const statuses = async (count: number, path: string, token: string, from: string) => {
  const found: number[] = [];
  for (let asked = 0; asked < count; asked += 1) found.push((await ask(path, token, from)).statusCode);
  return found;
};

describe('too many requests', () => {
  it('of a person over both sides of the API are refused in the language that was asked for, with when to come again', async () => {
    expect(await statuses(3, 'schemas/brands', person, '10.0.0.1')).not.toContain(429);
    expect(await statuses(2, 'currency_rates/last_rate', person, '10.0.0.2')).not.toContain(429);
    const refused = await ask('menu/menu_tree', person, '10.0.0.3', 'ckb');
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('12');
    expect(refused.json()).toMatchObject({ code: 'too_many', message: 'داواکاری زۆر بوو، کەمێک چاوەڕێ بکە' });
    expect((await ask('schemas/brands', person, '10.0.0.3')).statusCode).toBe(429);
  });

  it('are one person`s own: others go on, and they do too after a while', async () => {
    expect((await ask('schemas/brands', api.token, '10.0.0.1')).statusCode).toBe(200);
    now += 12_000;
    expect(await statuses(2, 'schemas/brands', person, '10.0.0.1')).toEqual([200, 429]);
    now += 60_000;
    expect(await statuses(PER_MINUTE, 'schemas/brands', person, '10.0.0.1')).not.toContain(429);
  });

  it('of an address are refused whoever asks, before anybody looks who it is', async () => {
    now += 60_000;
    const found = await statuses(PER_MINUTE * 10 + 1, 'schemas/brands', 'no token', '10.9.9.9');
    expect(new Set(found.slice(0, -1))).toEqual(new Set([401]));
    expect(found.at(-1)).toBe(429);
    expect((await ask('schemas/brands', person, '10.9.9.9')).statusCode).toBe(429);
    expect((await ask('schemas/brands', person, '10.9.9.8')).statusCode).toBe(200);
  });
});

describe('REQUESTS_PER_MINUTE', () => {
  it('is a number; 0 is without a limit, and nothing is more than a clerk ever needs', () => {
    expect(requestLimitOf({ REQUESTS_PER_MINUTE: '0' })).toBeUndefined();
    expect(() => requestLimitOf({ REQUESTS_PER_MINUTE: 'many' })).toThrow('REQUESTS_PER_MINUTE');
    const usual = requestLimitOf({});
    const clerk = () => {
      for (let asked = 0; asked < 1000; asked += 1) usual?.takeOfPerson(1);
    };
    expect(clerk).not.toThrow();
    const strict = requestLimitOf({ REQUESTS_PER_MINUTE: '1' });
    strict?.takeOfPerson(1);
    expect(() => strict?.takeOfPerson(1)).toThrow('too_many_requests');
  });
});
