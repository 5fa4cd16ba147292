/** Names in three languages in spreadsheets: of categories, brands and units, and of items that refer to them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShownFormat } from '../../domain/imports/import-format.ts';
import { type Office, openOffice } from '../read-api/office.ts';
import { check, requestOf, rowsOf, runImport } from './requests.ts';
import { cellsOf, fileOf } from './spreadsheets.ts';

let office: Office;
/** The position of the last import. */
let position = '0';
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

const LANGUAGES = ['en', 'ar', 'ckb'] as const;

/** Imports the rows of a spreadsheet. */
async function imported(format: string, rows: readonly (readonly (string | null)[])[]): Promise<void> {
  const file = await fileOf(office, format, rows);
  expect(file.ignored).toEqual([]);
  const result = await runImport(office, format, requestOf(file.rows));
  expect(result).toMatchObject({ imported: rows.length - 1, problems: [] });
  position = result.position ?? '';
}

const rowsFound = async (path: string, language: string = 'en') => {
  const headers = { 'accept-language': language, 'x-wait-for-position': position };
  const { data } = await office.read(path, office.token, headers);
  return (data as unknown as { data: Record<string, unknown>[] }).data;
};

/** The names in a list, by the reader's language. */
const namesOf = (resource: string, field: string, search: string) =>
  Promise.all(
    LANGUAGES.map(async (language) => {
      const rows = await rowsFound(`${resource}?search=${encodeURIComponent(search)}`, language);
      return rows.map((row) => row[field]);
    }),
  );

describe('names in three languages', () => {
  it('are columns of the file to fill in, which is understood as it was given', async () => {
    for (const language of LANGUAGES) {
      const headers = { 'accept-language': language };
      for (const name of ['categories', 'brands', 'units', 'items']) {
        const { body } = await office.send('GET', `imports/${name}`, undefined, { headers });
        const { columns } = body.data as unknown as ShownFormat;
        const headings = columns.map(({ heading }) => heading);
        const [own] = name === 'items' ? ['item_name'] : ['name'];
        for (const other of ['ar', 'ckb']) expect(columns.map((column) => column.name)).toContain(`${own}_${other}`);
        const example = columns.map(({ example }) => example);
        const read = await fileOf(office, name, [headings, example]);
        expect(cellsOf(read.rows)).toEqual([
          Object.fromEntries(
            columns.filter(({ example }) => example !== '').map((column) => [column.name, column.example]),
          ),
        ]);
      }
    }
  });

  it('come in with categories, those below them, brands and units', async () => {
    await imported('categories', [
      ['Name', 'Name in Arabic', 'Name in Kurdish', 'Code'],
      ['Food', 'مواد غذائية', 'خۆراک', '100'],
      ['Cleaning', 'منظفات', 'پاککەرەوە', null],
    ]);
    await imported('categories', [
      ['ناو', 'ناو بە عەرەبی', 'ناو بە کوردی', 'پۆلی سەرووتر'],
      ['Tea', 'شاي', 'چا', 'خۆراک'],
    ]);
    await office.add('countries', { country_name: 'Iraq', country_name_ar: 'العراق', country_name_ckb: 'عێراق' });
    await imported('brands', [
      ['الاسم', 'الاسم بالعربية', 'الاسم بالكردية', 'بلد الصنع'],
      ['Halgurd', 'هلكورد', 'هەڵگورد', 'عێراق'],
    ]);
    await imported('units', [
      ['Name', 'Name in Arabic', 'Name in Kurdish'],
      ['Sack', 'كيس', 'کیسە'],
    ]);
    expect(await namesOf('categories', 'category_name', 'شاي')).toEqual([['Tea'], ['شاي'], ['چا']]);
    expect(await namesOf('brands', 'brand_name', 'هەڵگورد')).toEqual([['Halgurd'], ['هلكورد'], ['هەڵگورد']]);
    expect(await rowsFound('units?search=Sack')).toMatchObject([{ unit_name_ar: 'كيس', unit_name_ckb: 'کیسە' }]);
    const [tea] = await rowsFound('categories?search=Tea');
    expect(tea).toMatchObject({ parent_name: 'Food' });
    // Items refer to them by the name in any language, and have names in three languages.
    await imported('items', [
      ['Item name', 'Item name in Arabic', 'Item name in Kurdish', 'Category', 'Sub-category', 'Brand', 'Base unit'],
      ['Black tea', 'شاي أسود', 'چای ڕەش', 'مواد غذائية', 'چا', 'هەڵگورد', 'کیسە'],
    ]);
    expect(await namesOf('items', 'item_name', 'چای ڕەش')).toEqual([['Black tea'], ['شاي أسود'], ['چای ڕەش']]);
    expect((await namesOf('items', 'brand_name', 'Black tea'))[2]).toEqual(['هەڵگورد']);
  });

  it('are refused at their cell: what is taken, said twice, too long, or below what is not there', async () => {
    const rows = [
      { name: 'food', code: '100' },
      { name: 'Paper', category_above: 'Stationery' },
      { name: 'Pens', name_ckb: 'x'.repeat(141) },
      { name: 'Pens' },
      { name_ar: 'أقلام' },
    ];
    const { problems } = await check(office, 'categories', requestOf(rowsOf(rows)));
    expect(problems.map(({ row, column }) => `${row} ${column}`)).toEqual([
      ...['2 name', '2 code', '3 category_above', '4 name_ckb', '4 name', '5 name', '6 name'],
    ]);
    expect(problems.every(({ message }) => /\S/.test(message))).toBe(true);
  });
});

describe('categories below others of the same file', () => {
  it('come in whatever stands first, named by code or in any language', async () => {
    await imported('categories', [
      ['Name', 'Name in Kurdish', 'Code', 'Category above'],
      ['Green apples', null, null, 'سێو'],
      ['Apples', 'سێو', null, '810'],
      ['Fruit', null, '810', 'FRESH'],
      ['Fresh', null, null, null],
      ['Mint', null, null, 'Tea'],
    ]);
    const parents = Object.fromEntries(
      await Promise.all(
        ['Green apples', 'Apples', 'Fruit', 'Fresh', 'Mint'].map(async (name) => {
          const found = (await rowsFound(`categories?search=${name}`)).find((row) => row['category_name'] === name);
          return [name, found?.['parent_name'] ?? null];
        }),
      ),
    );
    expect(parents).toEqual({
      ...{ 'Green apples': 'Apples', Apples: 'Fruit', Fruit: 'Fresh', Fresh: null, Mint: 'Tea' },
    });
  });

  const CIRCLE = [
    { name: 'Hen', category_above: 'Egg' },
    { name: 'Egg', category_above: 'Hen' },
    { name: 'Chick', category_above: 'Egg' },
    { name: 'Self', category_above: 'self' },
    { name: 'Lost', category_above: 'Nowhere' },
    { name: 'Below lost', category_above: 'Lost' },
    { name: 'Sound' },
    { name: 'Below sound', category_above: 'Sound' },
  ];

  it('are refused at their row and cell: in a circle, below what is not there, below what is refused, and too deep', async () => {
    const { problems, ready } = await check(office, 'categories', requestOf(rowsOf(CIRCLE)));
    expect(ready).toBe(2);
    expect(problems.map(({ row, column, message }) => [row, column, message])).toEqual([
      [2, 'category_above', 'A category cannot be within itself'],
      [3, 'category_above', 'A category cannot be within itself'],
      [4, 'category_above', 'The row above it, row 3, is not imported'],
      [5, 'category_above', 'A category cannot be within itself'],
      [6, 'category_above', expect.stringContaining('Nowhere')],
      [7, 'category_above', 'The row above it, row 6, is not imported'],
    ]);
    const deep = ['Two', 'Three', 'Four'].map((name, at) => ({
      name,
      category_above: ['Tea', 'Two', 'Three'][at] ?? '',
    }));
    const tooDeep = await check(office, 'categories', requestOf(rowsOf(deep)));
    expect(tooDeep.problems.map(({ row, message }) => [row, message])).toEqual([
      [4, 'A category has at most 4 levels'],
    ]);
  });

  it('are all or none, and with good rows only those that are sound', async () => {
    const none = await runImport(office, 'categories', requestOf(rowsOf(CIRCLE)));
    expect(none).toMatchObject({ imported: 0 });
    const sound = await runImport(office, 'categories', requestOf(rowsOf(CIRCLE), { good_rows_only: true }));
    expect(sound).toMatchObject({ imported: 2, skipped: 6 });
    position = sound.position ?? '';
    const [below] = await rowsFound('categories?search=Below%20sound');
    expect(below).toMatchObject({ parent_name: 'Sound' });
    expect(await rowsFound('categories?search=Hen')).toEqual([]);
  });
});
