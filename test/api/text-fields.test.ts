/** Invisible characters and those that change the direction of writing are refused in all texts that people enter. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEventStore } from '../../event-store/opening/open.ts';
import { NO_STREAM } from '../../event-store/port.ts';
import { everyRoute, type Route } from '../support/every-route.ts';
import { type Api, openApi, SECRET } from './api.ts';
import { openShop, purchaseBody, type Shop } from './shop.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Characters that neither names nor notes may contain. */
const NOWHERE = [
  ...['\u0000', '\u0001', '\u0008', '\u001b', '\u007f', '\u0085', '\u009f'],
  ...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'],
  ...['\u200b', '\u200d', '\u200e', '\u200f', '\u2060', '\ufeff', '\u00ad', '\u061c', '\u{e0041}', '\u2028'],
];
const IN_NOTES = ['\n', '\r\n', '\t'];
/** Kurdish, Persian and Arabic, marks above letters, and pictures of one character. */
const WRITTEN = ['دەستگای قاوە', 'می\u200cخواهم', 'شاي أخضر ١٠٠', 'Crème brûlée №5 «x» 50%', 'چای ☕ ✓'];

/**
 * Secrets may contain any character; cells and addresses of pages are checked where they are read. Texts of a till's
 * entries are cleaned, because their money has moved.
 */
const OF_THEIR_OWN =
  /(^|\.)(\w*password\w*|\w*pin|cells|parameters|choices\.name|choices\.resource)$|^table_views.* address$|^till\/entries .*\.(note|\w*reason|reference_number)$/;

let api: Api;
let shop: Shop;
let routes: readonly Route[];
beforeAll(async () => {
  api = await openApi();
  shop = await openShop(api);
  routes = await everyRoute(api.database.url, SECRET);
});
afterAll(() => api.close());

interface Field {
  readonly name: string;
  readonly schema: Schema;
}

/** Every text of a body, at any depth. */
function textsIn(schema: Schema, name: string): Field[] {
  const { properties, items, anyOf, patternProperties } = schema as Record<string, unknown>;
  const inner = (of: unknown, field: string) => textsIn(of as Schema, field);
  return [
    ...(schema['type'] === 'string' && !schema['enum'] && schema['const'] === undefined ? [{ name, schema }] : []),
    ...Object.entries((properties ?? {}) as object).flatMap(([field, of]) =>
      inner(of, name === '' ? field : `${name}.${field}`),
    ),
    ...Object.values((patternProperties ?? {}) as object).flatMap((of) => inner(of, name)),
    ...(items ? inner(items, name) : []),
    ...[(anyOf ?? []) as unknown[]].flat().flatMap((of) => inner(of, name)),
  ];
}

const allows = ({ pattern }: Schema, text: string): boolean =>
  pattern === undefined || new RegExp(String(pattern), 'u').test(text);

describe('every text of every body', () => {
  const fields = () =>
    routes.flatMap(({ method, url, body }) =>
      textsIn((body ?? {}) as unknown as Schema, '')
        .map((field) => ({ ...field, where: `${method} ${url} ${field.name}` }))
        .filter(({ name }) => !OF_THEIR_OWN.test(name) && !OF_THEIR_OWN.test(`${url} ${name}`)),
    );

  it('refuses what cannot be seen and what turns the direction', () => {
    const open = fields().flatMap(({ where, schema }) =>
      NOWHERE.filter((character) => allows(schema, `a${character}b`)).map(
        (character) => `${where} U+${character.codePointAt(0)?.toString(16)}`,
      ),
    );
    expect(open).toEqual([]);
    expect(fields().length).toBeGreaterThan(1_000);
  });

  it('has one line, but for notes and long texts', () => {
    const texts = fields().filter(({ schema }) => schema['x-text'] !== undefined && allows(schema, 'word'));
    const open = texts.filter(({ schema }) => IN_NOTES.some((end) => allows(schema, `a${end}b`)));
    const short = open.filter(
      ({ schema, name }) =>
        Number(schema['maxLength']) <= 140 && !/(^|\.)(note|fault|\w*reason|message_text\w*)$/.test(name),
    );
    expect(short.map(({ where }) => where)).toEqual([]);
    expect(open.length).toBeGreaterThan(50);
    const notes = texts.filter(({ name }) => /(^|\.)note$/.test(name));
    expect(
      notes.filter(({ schema }) => !IN_NOTES.every((end) => allows(schema, `a${end}b`))).map(({ where }) => where),
    ).toEqual([]);
  });

  it('takes what people write', () => {
    const texts = fields().filter(({ schema }) => schema['x-text'] !== undefined && allows(schema, 'two words'));
    const closed = texts.flatMap(({ where, schema }) =>
      WRITTEN.filter((text) => !allows(schema, text)).map((text) => `${where} ${text}`),
    );
    expect(closed).toEqual([]);
    expect(texts.length).toBeGreaterThan(500);
  });
});

describe('a name', () => {
  const refused = async (brand_name: string, language = 'en') =>
    (await api.send('POST', 'brands', { brand_name }, { headers: { 'accept-language': language } })).body.errors?.[
      'brand_name'
    ];

  it('that reads as another one is refused, and the character is named in every language', async () => {
    expect(await refused('Lux\u202egnp')).toEqual([
      'Brand name has a character that cannot be seen (U+202E); type it again',
    ]);
    for (const language of ['ar', 'ckb']) expect((await refused('a\u0001b', language))?.[0]).toMatch(/U\+0001/);
    expect(await refused('two\nlines')).toEqual([expect.stringMatching(/one line$/)]);
    expect(await refused(' \t ')).not.toBeUndefined();
    expect(await refused('')).toEqual([expect.stringMatching(/required$/)]);
  });

  it('is kept as it was written, joined or not', async () => {
    for (const [index, text] of WRITTEN.entries()) {
      const id = await api.add('brands', { brand_name: `${text} ${index}` });
      const sent = await api.send('PATCH', `brands/${id}`, { made_in_fk: null });
      expect(sent.body.data['brand_name']).toBe(`${text} ${index}`);
    }
  });

  it('of a line, of a reference and in a list is refused as well, and a note has lines', async () => {
    const body = purchaseBody(shop, '1', { reference_number: 'A\n1', note: 'first\nsecond', status: 'draft' });
    const sent = await api.send('POST', 'purchases', body);
    expect([sent.status, Object.keys(sent.body.errors ?? {})]).toEqual([422, ['reference_number']]);
    const addresses = [{ label: 'Home\u2066', address: 'Street\u200b 1', is_default: true }];
    const customer = await api.send('POST', 'customers', { consumer_name: 'Azad', addresses });
    expect(Object.keys(customer.body.errors ?? {}).sort()).toEqual(['addresses.0.address', 'addresses.0.label']);
    const kept = await api.send('POST', 'purchases', { ...body, reference_number: 'A1' });
    expect([kept.status, kept.body.data['note']]).toEqual([201, 'first\nsecond']);
  });

  it('that was stored before is read, and everything else of its record is changed, until it is mended', async () => {
    const brand_name = 'Old\u202e\nname';
    const store = await openEventStore({ databaseUrl: api.database.url });
    const commandId = randomUUID();
    const event = {
      id: randomUUID(),
      type: 'brand.registered',
      v: 1,
      data: { brand_name, made_in_fk: null, images: [] },
    };
    const stream = 'brand-900001';
    await store.append({
      commandId,
      writes: [{ stream, expectedRevision: NO_STREAM, events: [event] }],
      claims: [],
      meta: { actor: '1', commandId },
    });
    await store.close();
    const changed = await api.send('PATCH', 'brands/900001', { images: [] });
    expect([changed.status, changed.body.data['brand_name']]).toEqual([200, brand_name]);
    expect((await api.send('PATCH', 'brands/900001', { brand_name })).status).toBe(422);
    const mended = await api.send('PATCH', 'brands/900001', { brand_name: 'Old name' });
    expect([mended.status, mended.body.data['brand_name']]).toEqual([200, 'Old name']);
  });
});
