/** Rules of every record, tested for each declared one. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureRecords } from '../../command-api/seed-data/later-records.ts';
import type { RecordDeclaration } from '../../domain/records/record.ts';
import { records } from '../../domain/registry/records.ts';
import { concernsAllOutlets } from '../../domain/registry/whole-business.ts';
import type { EffectiveDate } from '../../domain/values/effective-date.ts';
import { say } from '../../languages/say.ts';
import {
  fieldsOf,
  meant,
  recordOf,
  requiredOf,
  type Schema,
  type Source,
  sampleOf,
} from '../support/record-samples.ts';
import { type Api, openApi, type Sent } from './api.ts';
import { signedIn } from './people.ts';

let api: Api;
let source: Source;
let nobody: string;
let client: pg.Pool;
let count = 0;
const next = () => ++count;

beforeAll(async () => {
  api = await openApi();
  await ensureRecords({ databaseUrl: api.database.url });
  client = new pg.Pool({ connectionString: api.database.url, max: 1 });
  source = sourceOf();
  nobody = (await signedIn(api, 'nobody', ['reports/sales'])).token;
});
afterAll(async () => {
  await client.end();
  await api.close();
});

/** Enters one record for each reference that is requested; `items#other` is another item. */
function sourceOf(): Source {
  const known = new Map<string, Promise<number>>([
    ['currencies', Promise.resolve(1)],
    ['outlets', Promise.resolve(1)],
  ]);
  return {
    reference(resource) {
      const there = known.get(resource) ?? added(recordOf(resource.split('#')[0] as string));
      known.set(resource, there);
      return there;
    },
    async picture() {
      const id = randomBytes(16).toString('hex');
      await client.query(
        `insert into attachment.upload (id, digest, media_type, bytes, width, height, file_name, uploaded_by)
         values ($1, $2, 'image/png', 10, 1, 1, 'x.png', 1)`,
        [id, randomBytes(32).toString('hex')],
      );
      return id;
    },
    async dayAfterYears() {
      const { rows } = await client.query<{ day: EffectiveDate }>(
        `select (max(to_day) + 1)::text as day from claim.period`,
      );
      return (rows[0] as { day: EffectiveDate }).day;
    },
  };
}

const added = async (declaration: RecordDeclaration): Promise<number> =>
  api.add(declaration.resource, await sampleOf(declaration, source, next()));
const english = (key: string, params: Record<string, string> = {}, field = '') => say('en', key, params, field);

const many = records.filter((record) => !record.singleton);
const all = records.map((record) => [record.resource, record] as const);
const several = many.map((recordDeclaration) => [recordDeclaration.resource, recordDeclaration] as const);

/** A record that exists and may be changed. */
const oneOf = async (declaration: RecordDeclaration): Promise<number> =>
  declaration.singleton ? 1 : added(declaration);

async function said(send: Promise<Sent>, field: string): Promise<string | undefined> {
  const { status, body } = await send;
  return status === 422 ? body.errors?.[field]?.[0] : `status ${status}`;
}

describe('a record', () => {
  it.each(several)(
    'of %s is entered with what must be said, and each required field is asked for',
    async (_, recordDeclaration) => {
      const body = await sampleOf(recordDeclaration, source, next());
      const wrong: string[] = [];
      for (const field of requiredOf(recordDeclaration)) {
        const { [field]: _left, ...rest } = body;
        const sentence = await said(api.send('POST', recordDeclaration.resource, rest), field);
        if (sentence !== english('required', {}, field)) wrong.push(`${field}: ${sentence}`);
      }
      expect(wrong).toEqual([]);
      await api.add(recordDeclaration.resource, body);
    },
  );

  it.each(all)(
    'of %s names every limit that is exceeded, in the words of the specification',
    async (_, recordDeclaration) => {
      const id = await oneOf(recordDeclaration);
      const wrong: string[] = [];
      for (const [field, schema] of Object.entries(fieldsOf(recordDeclaration))) {
        for (const [value, sentence] of beyond(meant(schema), field)) {
          const answer = await said(
            api.send('PATCH', `${recordDeclaration.resource}/${id}`, { [field]: value }),
            field,
          );
          if (answer !== sentence)
            wrong.push(`${field} ${JSON.stringify(value).slice(0, 40)}: ${answer} ≠ ${sentence}`);
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  it.each(all)(
    'of %s has no field that nobody declared, and no id but a whole number above 0',
    async (_, recordDeclaration) => {
      const path = `${recordDeclaration.resource}/${await oneOf(recordDeclaration)}`;
      expect(await said(api.send('PATCH', path, { colour: 'red' }), 'colour')).toBe(
        english('unknown_field', {}, 'colour'),
      );
      for (const id of ['0', '-1', '1.5', 'x']) {
        const answer = await said(api.send('PATCH', `${recordDeclaration.resource}/${id}`, {}), 'id');
        expect(answer, id).toBe('ID must be an integer and greater than 0');
      }
      expect((await api.send('PATCH', `${recordDeclaration.resource}/99999999`, {})).status).toBe(404);
    },
  );
});

/** Values beyond the limits of a field, with the expected message of each. */
function beyond(schema: Schema, field: string): [unknown, string][] {
  const about = (key: string, params: Record<string, string> = {}) => english(key, params, field);
  if (schema['x-secret']) return [];
  if ('x-lookup' in schema) return [0, 1.5, 'x'].map((value) => [value, about('id_must_be_integer')]);
  if (schema.enum) return [['nonsense', about('one_of', { values: schema.enum.join(', ') })]];
  if (schema['x-percent']) return ['101', '5.00001', 'x'].map((value) => [value, about('must_be_percent')]);
  if (schema['x-date']) return [['someday', about('date')]];
  if (schema['x-time']) return [['25:00', about('time')]];
  for (const [mark, key] of [
    ['x-money', 'must_be_amount'],
    ['x-quantity', 'must_be_quantity'],
    ['x-rate', 'must_be_rate'],
  ] as const) {
    if (schema[mark]) return ['1.0000001', 'x'].map((value) => [value, about(key)]);
  }
  switch (schema.type) {
    case 'boolean':
      return [['yes', about('must_be_boolean')]];
    case 'integer':
      return [
        [(schema.minimum ?? 0) - 1, about('min', { value: String(schema.minimum) })],
        [(schema.maximum ?? 0) + 1, about('max', { value: String(schema.maximum) })],
      ];
    case 'string':
      return schema.maxLength === undefined
        ? []
        : [['x'.repeat(schema.maxLength + 1), about('max_length', { value: String(schema.maxLength) })]];
    case 'array':
      return [['x', about('must_be_array')]];
    default:
      return [];
  }
}

describe('a name that only one may have', () => {
  const named = many.filter(({ unique }) => unique.some((field) => !field.includes('.')));

  it.each(named.map((recordDeclaration) => [recordDeclaration.resource, recordDeclaration] as const))(
    'is taken once in %s',
    async (_, recordDeclaration) => {
      const field = recordDeclaration.unique.find((one) => !one.includes('.')) as string;
      const first = await sampleOf(recordDeclaration, source, next());
      const taken = { ...first, [field]: first[field] ?? `T${next()}`.slice(0, 4) };
      await api.add(recordDeclaration.resource, taken);
      const again = { ...(await sampleOf(recordDeclaration, source, next())), [field]: taken[field] };
      const answer = await said(api.send('POST', recordDeclaration.resource, again), field);
      expect(answer).toMatch(new RegExp(`^${english('already_taken', { key: '' }, field)}.`));
    },
  );
});

describe('a record that is in use', () => {
  /** Records with a field that refers to a record of the kind. */
  const users = many.flatMap((recordDeclaration) =>
    Object.entries(recordDeclaration.references)
      .filter(([field]) => field.endsWith('_fk') && !field.includes('.'))
      .map(([field, kind]) => ({ each: recordDeclaration, field, kind })),
  );
  // A record that refers to a unit also refers to an item with that unit.
  const pairs = [...Map.groupBy(users, ({ kind }) => kind)].flatMap(([kind, those]) => {
    const chosen = those.find(({ each, field }) => !('item_fk' in each.references && field !== 'item_fk'));
    const target = records.find((one) => one.kind === kind && !one.singleton);
    return chosen && target ? [[target.resource, target, chosen] as const] : [];
  });

  it.each(pairs)('of %s is not deleted', async (_, target, { each, field }) => {
    const id = await added(target);
    const body = await sampleOf(each, source, next());
    const needs = field === 'item_fk' ? { unit_fk: await source.reference('units') } : {};
    const extra = 'unit_fk' in fieldsOf(each) ? needs : {};
    await api.add(each.resource, { ...body, ...extra, [field]: id });
    const { status, body: answer } = await api.send('DELETE', `${target.resource}/${id}`);
    expect([status, answer.message]).toEqual([422, english('in_use', { kind: target.kind })]);
  });
});

describe('two people', () => {
  it.each(several)(
    'who save the same of %s: the second is told what the first changed',
    async (_, recordDeclaration) => {
      const id = await added(recordDeclaration);
      const [field, value] = await change(recordDeclaration);
      const first = await api.send('PATCH', `${recordDeclaration.resource}/${id}`, { [field]: value, revision: 0 });
      expect(first.status, JSON.stringify(first.body)).toBe(200);
      const second = await api.send('PATCH', `${recordDeclaration.resource}/${id}`, { [field]: value, revision: 0 });
      expect([second.status, second.body.code]).toEqual([409, 'stale']);
      const { changes } = second.body.details as { changes: { changed: { field: string }[] }[] };
      expect(changes.flatMap(({ changed }) => changed.map((one) => one.field))).toContain(field);
    },
  );
});

/** A field that may be changed, with another value. */
async function change(recordDeclaration: RecordDeclaration): Promise<readonly [string, unknown]> {
  const fields = fieldsOf(recordDeclaration);
  const field = typeof fields[recordDeclaration.nameField]?.type === 'string' ? recordDeclaration.nameField : 'note';
  const sample = await sampleOf(recordDeclaration, source, next());
  return [field, recordDeclaration.kind === 'currency_rate' ? '2026-02-02' : (sample[field] ?? 'changed')];
}

describe('nobody', () => {
  it.each(all)('enters, changes or deletes of %s without its permission', async (_, recordDeclaration) => {
    const calls = [
      ...(recordDeclaration.singleton ? [] : [['POST', recordDeclaration.resource, 'store'] as const]),
      ['PATCH', `${recordDeclaration.resource}/1`, 'update'] as const,
      ...(recordDeclaration.singleton ? [] : [['DELETE', `${recordDeclaration.resource}/1`, 'destroy'] as const]),
    ];
    for (const [method, path, action] of calls) {
      const stranger = await api.send(method, path, {}, { token: '' });
      expect([stranger.status, stranger.body.message], path).toEqual([401, 'Unauthorized']);
      const without = await api.send(method, path, {}, { token: nobody });
      const permission = `${recordDeclaration.resource}/${action}`;
      const message = concernsAllOutlets(permission) ? 'permission_of_all_outlets' : 'permission_missing';
      expect([without.status, without.body.message], path).toEqual([403, english(message, { permission })]);
    }
  });
});

describe('the words of the specification', () => {
  const refused = async (resource: string, body: object, field: string) =>
    said(api.send('POST', resource, body), field);

  it('state which price of a section must be greater, and that a section needs items or a filter', async () => {
    const section = { title: 'Cheap', content: 'filters', start_price: '500', end_price: '500' };
    expect(await refused('mobile_sections', section, 'end_price')).toBe('End Price must be greater than Start Price');
    const items = { title: 'Chosen', content: 'items', items: [] };
    expect(await refused('mobile_sections', items, 'items')).toBe('Items is required');
  });

  it('state the bounds of a percentage, and that quotas increase and begin at 1', async () => {
    const salesman = { sale_man_name: 'Rebin', commission_type: 'percentage' };
    const field = 'sale_man_commission_percentage';
    expect(await refused('salesmen', { ...salesman, [field]: '100.01' }, field)).toBe(
      'Commission percentage must be between 0 and 100',
    );
    const tiers = {
      ...salesman,
      [field]: '1',
      sale_man_quota_1: '1000',
      sale_man_commission_percentage_1: '2',
      sale_man_quota_2: '1000',
      sale_man_commission_percentage_2: '3',
    };
    expect(await refused('salesmen', tiers, 'sale_man_quota_2')).toBe('Second quota value must be greater than 1,000');
    expect(await refused('salesmen', { ...salesman, base_salary: '0.5' }, 'base_salary')).toBe(
      'Base salary must be at least 1',
    );
  });

  it('state that one address is the default, and that days are for custom overdues', async () => {
    const address = { label: 'Shop', address: 'Bazaar', is_default: false };
    expect(await refused('customers', { consumer_name: 'Dara', addresses: [address] }, 'addresses')).toBe(
      'One address must be the default',
    );
    const overdue = { consumer_name: 'Dara', overdue_option: 'all', overdue_days: 3 };
    expect(await refused('customers', overdue, 'overdue_days')).toBe('Overdue days are entered with Custom only');
  });

  it('state that a currency has at most two decimals, and that an email must be valid', async () => {
    const currency = { currency_name: 'Euro', symbol: '€', decimals: 5 };
    expect(await refused('currencies', currency, 'decimals')).toBe('Decimals must be at most 2');
    expect(await refused('suppliers', { consumer_name: 'Mill', email: 'nobody' }, 'email')).toBe(
      'Email must be an email address',
    );
  });
});

describe('the countries', () => {
  it('are 224, numbered from 1, and people may add others after them', async () => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from claim.record where active and record ^@ 'country-'
       and split_part(record, '-', 2)::int <= 224`,
    );
    expect(rows[0]?.n).toBe(224);
    expect(await ensureRecords({ databaseUrl: api.database.url })).toBe(0);
    expect(await api.add('countries', { country_name: 'Utopia' })).toBeGreaterThan(224);
  });
});

describe('the endpoints of outlets in the specification', () => {
  it('enter, change and delete an outlet', async () => {
    const id = await api.add('outlets_store', { outlet_name: 'Kiosk' });
    const changed = await api.send('POST', `outlets_update/${id}`, { outlet_name: 'Kiosk 2', _method: 'PATCH' });
    expect([changed.status, changed.body.message]).toEqual([200, 'Updated Successfully']);
    const deleted = await api.send('DELETE', `outlets_destroy/${id}`);
    expect([deleted.status, deleted.body.message]).toEqual([200, 'Deleted Successfully']);
  });
});
