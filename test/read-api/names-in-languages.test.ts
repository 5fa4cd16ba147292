/** Every record with names in three languages is listed, looked up and found by its name in the reader's language. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nameFieldIn } from '../../domain/records/record-name.ts';
import { records } from '../../domain/registry/records.ts';
import { recordOf, sampleOf } from '../support/record-samples.ts';
import { type Office, openOffice } from './office.ts';

const RESOURCES = [
  ...['categories', 'brands', 'outlets', 'inventories', 'cashes', 'expense_types', 'income_types', 'taxes', 'roles'],
  'pricing_profiles',
];

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

const rowsOf = async (path: string, language: string) => {
  const { data } = await office.read(path, office.token, { 'accept-language': language });
  return (data as unknown as { data: readonly Record<string, unknown>[] }).data;
};

describe('names in three languages', () => {
  it('are those of all that a person reads on documents, lists and paper', () => {
    const named = records.filter((record) => nameFieldIn(record, 'ar') && nameFieldIn(record, 'ckb'));
    expect(named.map(({ resource }) => resource)).toEqual(
      expect.arrayContaining([...RESOURCES, 'items', 'units', 'cities', 'countries', 'currencies']),
    );
  });

  it.each(RESOURCES)('%s', async (resource) => {
    const declaration = recordOf(resource);
    const { nameField, idField } = declaration;
    const source = { reference: async () => 1, picture: async () => '0'.repeat(32) };
    const body = await sampleOf(declaration, source, 7);
    const names = {
      [nameField]: `Plain ${resource}`,
      [`${nameField}_ar`]: 'الاسم العربي',
      [`${nameField}_ckb`]: 'ناوی کوردی',
    };
    const id = await office.add(resource, { ...body, ...names });
    for (const [language, name] of [
      ['en', `Plain ${resource}`],
      ['ar', 'الاسم العربي'],
      ['ckb', 'ناوی کوردی'],
    ] as const) {
      for (const path of [resource, `${resource}/list`]) {
        const rows = await rowsOf(`${path}?per_page=200&search=${encodeURIComponent('ناوي كوردي')}`, language);
        expect(rows.map((row) => [row[idField], row[nameField]])).toEqual([[id, name]]);
      }
      const one = await office.read(`${resource}/${id}`, office.token, { 'accept-language': language });
      expect(one.data).toMatchObject({ ...names, shown_name: name });
    }
    const without = await office.add(resource, { ...(await sampleOf(declaration, source, 8)), [nameField]: 'Without' });
    expect((await rowsOf(`${resource}?search=Without`, 'ckb')).map((row) => [row[idField], row[nameField]])).toEqual([
      [without, 'Without'],
    ]);
  });

  it('are those of the outlet, inventory and account that a person works in', async () => {
    await office.send('PATCH', 'outlets/1', { outlet_name: 'Bazaar', outlet_name_ckb: 'بازاڕ' });
    const me = async (language: string) =>
      (await office.send('POST', 'auth/me', undefined, { headers: { 'accept-language': language } })).body.data;
    expect((await me('ckb'))['outlets']).toContainEqual(
      expect.objectContaining({ outlet_id: 1, outlet_name: 'بازاڕ' }),
    );
    expect((await me('en'))['outlets']).toContainEqual(expect.objectContaining({ outlet_name: 'Bazaar' }));
    expect((await me('ckb'))['inventories']).toContainEqual(expect.objectContaining({ inventory_name: 'سەرەکی' }));
  });
});
