/** Names in three languages out of a spreadsheet: of categories, brands and units, and of items that name them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShownFormat } from '../../domain/imports/import-format.ts';
import { type Office, openOffice } from '../read-api/office.ts';
import { check, requestOf, rowsOf, runImport } from './requests.ts';
import { cellsOf, fileOf } from './spreadsheets.ts';

let office: Office;
/** Of what was imported last. */
let position = '0';
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

const LANGUAGES = ['en', 'ar', 'ckb'] as const;

/** Reads the rows of a spreadsheet and stores them. */
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

/** The names that a list shows, by the language of the reader. */
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
    // Items name them in any language, and have names in three themselves.
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
