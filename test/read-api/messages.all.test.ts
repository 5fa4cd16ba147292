/**
 * The answers of every route to wrong requests, in Arabic and Kurdish: without codes, identifiers and English field
 * names. They are generated from the routes, so a new field, value or route is tested too.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Invalid } from '../../command-api/http/validation.ts';
import { validatorOf } from '../../command-api/http/validation.ts';
import type { Language } from '../../domain/values/language.ts';
import type { Issue } from '../../domain/values/refusal.ts';
import { fieldLabel, isLabelled, optionLabel, say } from '../../languages/say.ts';
import { SECRET } from '../api/api.ts';
import { addressOf, everyRoute, type Route } from '../support/every-route.ts';
import { foreignAmong, foreignIn } from '../support/foreign-text.ts';
import type { Schema } from '../support/record-samples.ts';
import { isNightly } from '../support/ring.ts';
import { fieldsIn, TYPED, WAYS, wrongValue } from '../support/wrong-values.ts';
import { type Office, openOffice } from './office.ts';

const LANGUAGES: readonly Language[] = ['ar', 'ckb'];
/** The number of concurrent requests; more would only wait. */
const AT_ONCE = 16;

let office: Office;
let routes: readonly Route[];
beforeAll(async () => {
  office = await openOffice();
  routes = await everyRoute(office.database.url, SECRET);
});
afterAll(() => office.close());

const schemasOf = ({ body, querystring }: Route): readonly Schema[] =>
  [body, querystring].filter((value) => value !== undefined) as unknown as Schema[];
const nameOf = ({ method, url }: Route): string => `${method} ${url}`;

async function inParallel<Of>(all: readonly Of[], work: (value: Of) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < all.length; from += AT_ONCE) await Promise.all(all.slice(from, from + AT_ONCE).map(work));
}

describe('every field of every route', () => {
  it('has a label', () => {
    const fields = routes.flatMap((route) => schemasOf(route).flatMap(fieldsIn));
    expect(fields.length).toBeGreaterThan(4000);
    const names = [...new Set(fields.map(({ name }) => name))].sort();
    expect(names.filter((name) => !isLabelled(name))).toEqual([]);
    for (const language of LANGUAGES) expect(foreignAmong(names.map((name) => fieldLabel(language, name)))).toEqual([]);
  });

  it.each(LANGUAGES)('has words for its values in %s', (language) => {
    const values = routes
      .flatMap((route) => schemasOf(route).flatMap(fieldsIn))
      .flatMap(({ name, schema }) => (schema.enum ?? []).map((value) => [name, String(value)] as const));
    const unsaid = values
      .filter(
        ([name, value]) => !/^[ABO]{1,2}[+-]$/.test(value) && foreignIn(optionLabel(language, name, value)).length > 0,
      )
      .map(([name, value]) => `${name}.${value}`);
    expect([...new Set(unsaid)]).toEqual([]);
  });
});

describe('every schema of a body', () => {
  it.each(LANGUAGES)('refuses in %s whatever is wrong', (language) => {
    const said = new Map<string, string[]>();
    for (const { body } of routes) {
      if (!body) continue;
      const validate = validatorOf(body, true);
      for (const way of WAYS) {
        const result = validate(wrongValue(body as unknown as Schema, way));
        if (!('error' in result)) continue;
        for (const { field, message, params } of (result.error as Invalid).issues as readonly Issue[]) {
          said.set(message, [...(said.get(message) ?? []), say(language, message, params, field)]);
        }
      }
    }
    expect([...said.keys()].sort()).toEqual(expect.arrayContaining(KINDS_OF_REFUSAL));
    expect(foreignAmong([...said.values()].flat(), [TYPED])).toEqual([]);
  });
});

const KINDS_OF_REFUSAL = [
  'date',
  'email',
  'id_must_be_integer',
  'max',
  'max_items',
  'max_length',
  'min',
  'must_be_amount',
  'must_be_array',
  'must_be_boolean',
  'must_be_integer',
  'must_be_percent',
  'must_be_quantity',
  'must_be_rate',
  'must_be_string',
  'number_too_large',
  'one_of',
  'required',
  'time',
  'unique',
  'unknown_field',
];

/** The sentences of a refused request; none when it was accepted. */
async function saidOf(method: Route['method'], url: string, language: string, payload?: unknown): Promise<string[]> {
  const answer = await office.app.inject({
    method,
    url: `/api/${url}`,
    headers: {
      authorization: `Bearer ${office.token}`,
      'accept-language': language,
      'idempotency-key': 'a key',
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  });
  if (answer.statusCode < 400) return [];
  const { message, errors } = answer.json() as { message: string; errors?: Record<string, string[]> };
  if (!errors) throw new Error(`${method} ${url}: ${answer.body}`);
  return [message, ...Object.values(errors).flat()];
}

/** Bodies that the schema refuses, so that nothing is stored. */
const refusedBodies = ({ body }: Route): unknown[] => {
  if (!body) return [];
  const validate = validatorOf(body, true);
  return WAYS.map((way) => wrongValue(body as unknown as Schema, way)).filter((wrong) => 'error' in validate(wrong));
};

/** Every second route in each language; in the nightly run all of them in both. */
const ofLanguage = (language: Language): readonly Route[] =>
  isNightly ? routes : routes.filter((_, index) => index % LANGUAGES.length === LANGUAGES.indexOf(language));

describe('every route', () => {
  it.each(LANGUAGES)('that takes a body refuses a wrong one in %s', async (language) => {
    const asked = ofLanguage(language).filter(({ body, url }) => body !== undefined && !url.startsWith('auth/'));
    const said: string[] = [];
    await inParallel(asked, async (route) => {
      for (const wrong of refusedBodies(route)) {
        said.push(...(await saidOf(route.method, addressOf(route), language, wrong)));
      }
    });
    expect(said.length).toBeGreaterThan(1000);
    expect(foreignAmong(said, [TYPED])).toEqual([]);
  });

  it.each(LANGUAGES)('that is asked refuses wrong parameters in %s', async (language) => {
    // Files of the API's documentation have no messages.
    const asked = routes.filter(({ method, url }) => method === 'GET' && !url.startsWith('docs'));
    const said: string[] = [];
    await inParallel(asked, async (route) => {
      const names = Object.keys((route.querystring as unknown as Schema | undefined)?.properties ?? {});
      const [address = ''] = addressOf(route, '0').split('?');
      for (const value of ['نادروست', '-1', '2026-02-30', 'ن'.repeat(400)]) {
        const query = new URLSearchParams([...names.map((name) => [name, value]), [TYPED, '1']]);
        said.push(...(await saidOf('GET', `${address}?${query}`, language)));
      }
    });
    expect(said.length).toBeGreaterThan(2000);
    expect(foreignAmong(said, [TYPED])).toEqual([]);
  });

  it.each(LANGUAGES)('names in %s the permission that it asks for', (language) => {
    const guarded = routes.filter(({ permission }) => permission.includes('/'));
    const unnamed = guarded.filter(({ permission }) => {
      const message = permission.includes('##') ? 'permissions_missing' : 'permission_missing';
      return foreignIn(say(language, message, { permission })).length > 0;
    });
    expect(unnamed.map(nameOf)).toEqual([]);
  });

  it.each(LANGUAGES)('says in %s what cannot be read or found', async (language) => {
    const headers = { authorization: `Bearer ${office.token}`, 'accept-language': language, 'idempotency-key': 'x' };
    const post = { method: 'POST', url: '/api/brands' } as const;
    const json = { ...headers, 'content-type': 'application/json' };
    const answers = await Promise.all([
      office.app.inject({ ...post, headers: json, payload: '{"brand_name": ' }),
      office.app.inject({ ...post, headers: json, payload: Buffer.from([0x22, 0xff, 0x22]) }),
      office.app.inject({ ...post, headers: { ...headers, 'content-type': 'text/plain' }, payload: 'x' }),
      office.app.inject({ ...post, headers: { 'accept-language': language } }),
      office.app.inject({ method: 'GET', url: '/api/brands/4242', headers }),
      office.app.inject({ method: 'POST', url: '/api/brands/1', headers: json, payload: '{"brand_name":"x"}' }),
      office.app.inject({ ...post, headers: { ...json, 'idempotency-key': '' }, payload: '{"brand_name":"x"}' }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 415, 401, 404, 422, 422]);
    const said = answers.flatMap((answer) => {
      const { message, errors } = answer.json() as { message: string; errors: Record<string, string[]> };
      return [message, ...Object.values(errors).flat()];
    });
    expect(foreignAmong(said)).toEqual([]);
  });
});
