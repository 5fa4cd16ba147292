/**
 * Every change states the revision on which it is based: without one it is refused, and with an older one the answer
 * contains the changes since. Tested for every route of every kind, with the real routes, handler and rules.
 */
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AggregateType, registryOf, streamOf } from '../../command-api/aggregates/aggregate-types.ts';
import { CommandHandler } from '../../command-api/handling/handler.ts';
import { documentRoutes } from '../../command-api/http/document-routes.ts';
import { registerErrors } from '../../command-api/http/errors.ts';
import { recordRoutes } from '../../command-api/http/record-routes.ts';
import { registerValidation } from '../../command-api/http/validation.ts';
import { documentResources } from '../../domain/registry/documents.ts';
import { records } from '../../domain/registry/records.ts';
import { openMemoryStore } from '../../event-store/memory/store.ts';
import { everyone } from '../projector/shop.ts';
import { meant, type Schema, type Source, sampleValue } from '../support/record-samples.ts';
import { type Api, openApi } from './api.ts';
import { openShop, type Shop, saleBody } from './shop.ts';

const KINDS = registryOf(documentResources, records);
/** The revision of every stream. No client has read it. */
const NOW = 3;
const SOURCE: Source = { reference: async () => 1, picture: async () => '0'.repeat(32) };

interface Changing {
  readonly method: 'PATCH' | 'POST' | 'DELETE';
  readonly url: string;
  readonly body: Record<string, unknown>;
}

/** Transitions of which several people do the same at once; they need no revision. */
const CONCURRENT: ReadonlySet<string> = new Set(
  documentResources.flatMap(({ resource, transitions }) =>
    Object.entries(transitions).flatMap(([name, { isConcurrent }]) =>
      isConcurrent ? [`/${resource}/:id/${name}`] : [],
    ),
  ),
);

let app: FastifyInstance;
const changing: Changing[] = [];

beforeAll(async () => {
  const store = openMemoryStore();
  const handler = new CommandHandler({ store, kinds: KINDS, averages: async () => new Map() });
  app = Fastify();
  app.addHook('onRequest', async (request) => {
    Object.assign(request, { person: { ...everyone, till: undefined, user: { lang: 'en' } } });
  });
  const added: { readonly method: string; readonly url: string; readonly body: unknown }[] = [];
  app.addHook('onRoute', ({ method, url, schema }) => {
    for (const value of [method].flat()) added.push({ method: value, url, body: schema?.body });
  });
  registerErrors(app);
  registerValidation(app);
  for (const kind of KINDS.all) {
    if (kind.is === 'document') documentRoutes(app, handler, kind);
    else recordRoutes(app, { handler, store } as never, kind);
    handler.states.keep(streamOf(kind.kind, 1), { revision: NOW, state: stateOf(kind) as never });
  }
  await app.ready();
  for (const { method, url, body } of added) {
    if (!url.includes(':id') || method === 'HEAD' || method === 'GET' || CONCURRENT.has(url)) continue;
    changing.push({ method: method as Changing['method'], url: url.replace(':id', '1'), body: await sample(body) });
  }
});
afterAll(() => app.close());

/** A state in which every route of the kind is possible. */
function stateOf({ is, declaration }: AggregateType): object {
  if (is === 'record') return { status: 'active', data: {} };
  const { discriminator, holds = 'data' } = declaration;
  return discriminator === undefined ? { status: 'none' } : { status: 'draft', [holds]: { [discriminator]: 1 } };
}

/** The required fields without the revision. */
async function sample(schema: unknown): Promise<Record<string, unknown>> {
  const { properties = {}, required = [] } = (schema ?? {}) as Schema;
  const body: Record<string, unknown> = {};
  for (const name of required) body[name] = await sampleValue(meant(properties[name] ?? {}), SOURCE, name, 1);
  return '_method' in properties ? { ...body, _method: 'PATCH' } : body;
}

async function sent({ method, url, body }: Changing, more: object, headers: Record<string, string> = {}) {
  const answer = await app.inject({
    method,
    url,
    headers: { 'content-type': 'application/json', 'idempotency-key': 'one', ...headers },
    payload: JSON.stringify({ ...body, ...more }),
  });
  const { errors, code } = answer.json() as { errors?: Record<string, string[]>; code?: string };
  return { status: answer.statusCode, code, errors };
}

const named = ({ method, url }: Changing) => `${method} ${url}`;

describe('a change of a record or document', () => {
  it('is refused without the revision that it is based on, by every route', async () => {
    const wrong: string[] = [];
    for (const value of changing) {
      const { status, errors } = await sent(value, {});
      const [sentence] = errors?.['revision'] ?? [];
      if (status !== 422 || sentence !== 'Revision is required') wrong.push(`${named(value)}: ${status} ${sentence}`);
    }
    expect(wrong).toEqual([]);
    expect(changing.length).toBeGreaterThan(300);
  });

  it('is refused with the changes since, when it is based on an older revision, by every route', async () => {
    const wrong: string[] = [];
    for (const value of changing) {
      const inBody = await sent(value, { revision: NOW - 1 });
      const inHeader = await sent(value, {}, { 'if-match': `"${NOW - 1}"` });
      for (const { status, code, errors } of [inBody, inHeader]) {
        if (status !== 409 || code !== 'stale') wrong.push(`${named(value)}: ${status} ${JSON.stringify(errors)}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('a change by another route', () => {
  let api: Api;
  let shop: Shop;
  beforeAll(async () => {
    api = await openApi();
    shop = await openShop(api);
  });
  afterAll(() => api.close());

  const errorsOf = async (method: 'POST' | 'PATCH', path: string, body: object) => {
    const { status, body: answer } = await api.send(method, path, JSON.stringify(body), {
      headers: { 'content-type': 'application/json' },
    });
    return [status, Object.keys(answer.errors ?? {})];
  };

  it('is a staff action, a till and a bulk action, and requires the revision too', async () => {
    const user = await api.add('users', { user_name: 'Rojan', email: 'rojan@example.com' });
    const till = await api.send('POST', 'tills/enrol', { till_name: 'Front', outlet_fk: shop.outlet });
    const till_fk = Number(till.body.data['till_id']);
    const sale = await api.add('sales', saleBody(shop, '1', { status: 'draft' }));
    expect(await errorsOf('POST', `users/${user}/set_user_status`, { status: 'inactive' })).toEqual([
      422,
      ['revision'],
    ]);
    expect(await errorsOf('POST', `users/${user}/set_roles`, { role_fk: null })).toEqual([422, ['revision']]);
    expect(await errorsOf('POST', `users/${user}/change_outlets`, { outlets: [] })).toEqual([422, ['revision']]);
    expect(await errorsOf('PATCH', `users/${user}`, { user_full_name: 'R' })).toEqual([422, ['revision']]);
    expect(await errorsOf('POST', `tills/${till_fk}/revoke`, {})).toEqual([422, ['revision']]);
    expect(await errorsOf('POST', `tills/${till_fk}/unlock`, {})).toEqual([422, ['revision']]);
    expect(await errorsOf('POST', 'tills/enrol', { till_fk })).toEqual([422, ['revision']]);
    expect(await errorsOf('POST', 'sales/bulk', { action: 'complete', ids: [sale] })).toEqual([422, ['revisions']]);
    const tooFew = { action: 'complete', ids: [sale, sale + 1], revisions: [0] };
    expect(await errorsOf('POST', 'sales/bulk', tooFew)).toEqual([422, ['revisions.1']]);
    expect(await errorsOf('POST', 'sales/bulk?dry_run=1', tooFew)).toEqual([422, ['revisions.1']]);
  });

  it('skips the rows of a bulk action that another person changed meanwhile', async () => {
    const sale = await api.add('sales', saleBody(shop, '1', { status: 'draft' }));
    await api.send('PATCH', `sales/${sale}`, saleBody(shop, '2', { status: 'draft' }));
    const asked = { action: 'discard', ids: [sale], revisions: [0] };
    const preview = await api.send('POST', 'sales/bulk?dry_run=1', asked);
    expect(preview.body.data).toMatchObject({
      ready: 0,
      left: [{ id: sale, message: 'Somebody changed this in the meantime' }],
    });
  });

  it('is refused in the three languages', async () => {
    const brand = await api.add('brands', { brand_name: 'Adidas' });
    const message = async (language: string) => {
      const headers = { 'accept-language': language, 'content-type': 'application/json' };
      return (await api.send('DELETE', `brands/${brand}`, '{}', { headers })).body.message;
    };
    expect(await message('en')).toBe('Revision is required');
    expect(await message('ar')).toBe('المراجعة مطلوب');
    expect(await message('ckb')).toBe('پێداچوونەوە پێویستە');
  });
});
