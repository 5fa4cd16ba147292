/**
 * The API document is complete: it contains every route with the required descriptions.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registryOf } from '../../command-api/aggregates/aggregate-types.ts';
import type { ApiDocument, Operation } from '../../command-api/api-document/document.ts';
import { TAGS } from '../../command-api/api-document/tags.ts';
import { answerData } from '../../command-api/http/answers.ts';
import { BUSINESS_FOLDERS } from '../../domain/deciding/business-folders.ts';
import { documentResources, documents } from '../../domain/registry/documents.ts';
import { records } from '../../domain/registry/records.ts';
import { kindWords } from '../../domain/values/kind-words.ts';
import { type Api, openApi, SECRET } from '../api/api.ts';
import { readGolden } from '../domain/golden.ts';
import { Documented, documented } from '../support/documented.ts';
import { everyRoute, type Route } from '../support/every-route.ts';

const ROOT = join(import.meta.dirname, '..', '..');

let api: Api;
let text: string;
let known: Documented;
let operations: readonly (Operation & { readonly name: string })[];
let routes: readonly Route[];

beforeAll(async () => {
  api = await openApi();
  const answer = await api.app.inject({ url: '/api/docs/json', headers: { authorization: `Bearer ${api.token}` } });
  text = answer.body;
  known = new Documented(answer.json());
  operations = Object.entries(known.document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, name: `${method.toUpperCase()} ${path}` })),
  );
  routes = await everyRoute(api.database.url, SECRET);
});
afterAll(async () => {
  await api.close();
});

describe('the API document', () => {
  it('has every route of both sides and no other, with the permission that it asks for', () => {
    const declared = routes
      .filter(({ url }) => !url.startsWith('docs'))
      .map(({ method, url, permission }) => `${method} /${url.replace(/:([a-z_]+)/g, '{$1}')} ${permission}`);
    const said = operations.map((operation) => `${operation.name} ${operation['x-permission'].join('##')}`);
    expect(said.sort()).toEqual(declared.sort());
    expect(said.length).toBeGreaterThan(1000);
  });

  it('is the same in whichever process it is made', async () => {
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify((await documented(api.database.url)).document)));
  });

  it('says an example of every operation: what is sent, or what is answered', () => {
    const without = operations.filter(({ requestBody, responses }) => {
      const success = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      const contents = [requestBody, ...success.map(([, response]) => response)].map((value) => value?.['content']);
      return !contents.some((content) => Object.values(content ?? {}).some((value) => 'examples' in (value as object)));
    });
    // Routes whose answers are files and streams.
    expect(without.map(({ operationId }) => operationId).sort()).toEqual([
      'countOrdersAtTill',
      'downloadEverything',
      'exportBooks',
      'followJob',
      'followPendingOrders',
      'readTillCatalogue',
      'showPicture',
      'showShopPicture',
      'showTillPicture',
    ]);
  });

  it('is smaller than a reader gives up at, because what is shared is said once', () => {
    expect(text.length / operations.length).toBeLessThan(2_220);
  });
});

describe('an answer that the document does not name', () => {
  const asked = { method: 'GET', url: '/api/brands/1', contentType: 'application/json; charset=utf-8' };
  const brand = { id: 1, brand_id: 1, revision: 0, brand_name: 'Lux' };
  const problems = (status: number, body: object) => known.problems({ ...asked, status, body: JSON.stringify(body) });

  it('is found: a field, a type, a status', () => {
    expect(problems(200, { data: brand, position: '1' })).toEqual([]);
    expect(problems(200, { data: { ...brand, colour: 'red' }, position: '1' })).toEqual([
      'GET /brands/{id} 200: /data must NOT have additional properties {"additionalProperty":"colour"}',
    ]);
    expect(problems(200, { data: { ...brand, revision: '0' }, position: '1' })).not.toEqual([]);
    expect(problems(201, { data: brand, position: '1' })).toEqual([
      'GET /brands/{id} 201: the document has no such status',
    ]);
  });
});

describe('what the server adds to documents', () => {
  const kinds = registryOf(documents, records);
  const goldens = readGolden().map((golden) => [golden.file, golden] as const);

  it.each(goldens)('is named: %s', (_, { kind: name, state }) => {
    const kind = kinds.get(name);
    if (!kind) throw new Error(`no kind ${name}`);
    const answer = { kind: name, id: 1, stream: `${name}-1`, revision: 1, position: 1n, state, repeated: false };
    const data = answerData(kind, answer, {
      can: () => true,
      hasOutlet: () => true,
      hasInventory: () => true,
    });
    expect(known.problemsOf(kindWords(kind.declaration).one, data)).toEqual([]);
  });
});

describe('the business folder of a resource', () => {
  it('is the folder in which it is declared', () => {
    const all = [...documentResources, ...records];
    const wrong = all.filter(
      ({ folder, resource, kind }) =>
        !declaredIn(folder).some((file) =>
          [`resource: '${resource}'`, `kind: '${kind}'`].some((said) => file.includes(said)),
        ),
    );
    expect(wrong.map(({ resource }) => resource)).toEqual([]);
    expect([...new Set(all.map(({ folder }) => folder))].sort()).toEqual([...BUSINESS_FOLDERS].sort());
  });

  function declaredIn(folder: string): readonly string[] {
    // The settings list every document, so they stand with the registry.
    return [folder, 'registry'].flatMap((name) => {
      const path = join(ROOT, 'domain', name);
      return readdirSync(path, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(document|record)\.ts$/.test(file))
        .map((file) => readFileSync(join(path, file), 'utf8'));
    });
  }
});

describe('a part of the document', () => {
  it.each(Object.keys(TAGS))('has the operations of %s and all that they refer to', async (tag) => {
    const answer = await api.app.inject({
      url: `/api/docs/json?tag=${tag}`,
      headers: { authorization: `Bearer ${api.token}` },
    });
    const part = answer.json() as ApiDocument;
    const ids = Object.values(part.paths).flatMap((methods) =>
      Object.values(methods).map((method) => method.operationId),
    );
    const own = operations.filter(({ tags }) => tags.includes(tag)).map(({ operationId }) => operationId);
    expect(ids.sort()).toEqual([...own].sort());
    expect(ids.length).toBeGreaterThan(0);
    const refs = [...answer.body.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];
    expect(refs.filter(([, kind = '', name = '']) => !part.components[kind]?.[name])).toEqual([]);
    expect(answer.body.length).toBeLessThan(text.length / 3);
  });
});

describe('the pages of the documentation', () => {
  const get = (path: string) =>
    api.app.inject({ url: `/api/docs/${path}`, headers: { authorization: `Bearer ${api.token}` } });

  it.each(['static/index.html', 'static/index.html?x', 'static/index.html?url=elsewhere'])(
    '%s leads home',
    async (path) => {
      const { statusCode, headers } = await get(path);
      expect([statusCode, headers.location]).toEqual([302, '/api/docs/']);
      expect((await get('')).statusCode).toBe(200);
    },
  );
});
