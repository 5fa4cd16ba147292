/** Messages of imports and of actions on many rows, in Arabic and Kurdish: each problem has its row and column. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IMPORT_FORMATS } from '../../domain/imports/formats.ts';
import { openShop, type Shop } from '../api/shop.ts';
import { type Office, openOffice } from '../read-api/office.ts';
import { foreignAmong } from '../support/foreign-text.ts';
import { check, requestOf, rowsOf, runImport } from './requests.ts';

let office: Office;
let shop: Shop;
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
});
afterAll(() => office.close());

const LANGUAGES = ['ar', 'ckb'] as const;
/** Invalid values for most kinds of cells. */
const NONSENSE = ['نادروست', '-1', '99999999999999999999', '1.12345678', 'ن'.repeat(5000)];

describe.each(LANGUAGES)('in %s', (language) => {
  it.each(IMPORT_FORMATS.map((format) => [format.name, format] as const))(
    'the import of %s says what is wrong with each cell and choice',
    async (name, { columns, parameters }) => {
      const rows = rowsOf([
        {},
        { colour: 'white' },
        ...NONSENSE.map((value) => Object.fromEntries(columns.map((column) => [column.name, value]))),
      ]);
      const wrong = Object.fromEntries(parameters.map((parameter) => [parameter.name, 'نادروست']));
      const told = await Promise.all([
        check(office, name, requestOf(rows), { language }),
        check(office, name, requestOf(rows, { parameters: { ...wrong, colour: 1 } }), { language }),
      ]);
      const problems = told.flatMap((checkedImport) => checkedImport.problems);
      expect(problems.length).toBeGreaterThan(5);
      expect(
        foreignAmong(
          problems.map(({ message }) => message),
          ['colour'],
        ),
      ).toEqual([]);
      expect(problems.filter(({ row, column }) => row < 2 && column === null)).toEqual([]);
    },
  );

  it('an import that cannot be stored reports the reason', async () => {
    const cells: Record<string, string>[] = [{ name: 'Nawroz' }, { name: '', mobile: '1' }];
    const { problems } = await runImport(office, 'customers', requestOf(rowsOf(cells)), { language });
    expect(problems).not.toEqual([]);
    expect(foreignAmong(problems.map(({ message }) => message))).toEqual([]);
  });

  it('an action on many rows reports the skipped ones', async () => {
    const headers = { 'accept-language': language };
    const body = { action: 'delete', ids: [shop.unit, 4242] };
    const { body: answer } = await office.send('POST', 'units/bulk?dry_run=1', body, { headers });
    const left = (answer.data as unknown as { readonly left: readonly { readonly message: string }[] }).left;
    expect(left.length).toBeGreaterThan(0);
    expect(foreignAmong(left.map(({ message }) => message))).toEqual([]);
  });
});
