import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import writeExcelFile, { type SheetData } from 'write-excel-file/node';
import { listQuery } from '../../web/shared/api/list.ts';
import { parseSearch, stringifySearch } from '../../web/shared/navigation/search-params.ts';
import type { Me } from '../../web/shared/session/session.ts';
import { isNarrowed, listParams } from '../../web/shared/table/address.ts';
import { decimalsOf, referenceName } from '../../web/shared/table/cell.tsx';
import { completeTable } from '../../web/shared/table/declaration.ts';
import { cellOf, sheetName } from '../../web/shared/table/excel/excel-sheet.ts';
import { pageWindow } from '../../web/shared/table/pager.tsx';
import { joinRange } from '../../web/shared/table/period-field.tsx';
import { renewed } from '../../web/shared/table/selection.ts';
import { filtersOf, tableSearch } from '../../web/shared/table/table-search.ts';

const me: Me = {
  user_id: 2,
  user_name: 'Clerk',
  user_full_name: null,
  email: 'clerk@example.com',
  personal: {},
  permissions: [],
  inventories: [],
  outlets: [],
  current_outlet_fk: null,
  current_inventory_fk: null,
  default_account: null,
  till: null,
  lang: 'en',
  theme: 'light',
  pagination_default: 50,
  pagination_options: '10,50,100,200',
  system_currency: { currency_id: 1, currency_name: 'Dinar', symbol: 'IQD', decimals: 0 },
  currencies: [],
  must_change_password: false,
  must_set_up_second_factor: false,
  time_zone: 'Asia/Baghdad',
  system_settings: null,
};
const table = completeTable({
  resource: 'items',
  title: 'catalogue:items',
  columns: [{ field: 'item_name', kind: 'text' }],
});

describe('a reference in a table', () => {
  it('to a document is not named by the number of the row itself', () => {
    const row = { number: 'ERB-FS-000001', asset_purchase_fk: 3, asset_purchase_name: null };
    expect(referenceName({ field: 'asset_purchase_fk', resource: 'asset_purchases' }, row)).toBe('3');
  });

  it('to a rate is named by its day, as days are displayed', () => {
    const row = { rate_fk: 7, rate_name: '2026-10-25' };
    expect(referenceName({ field: 'rate_fk', resource: 'currency_rates' }, row)).toBe('25/10/2026');
  });
});

describe('a selection', () => {
  it('has the revisions that an action of the person gave its rows, also those on other pages', () => {
    const selected = new Map([
      [1, 4],
      [2, 7],
      [90, 3],
    ]);
    const changed = [
      { id: 2, revision: 9 },
      { id: 90, revision: 5 },
      { id: 91, revision: 5 },
    ];
    expect([...renewed(selected, changed)]).toEqual([
      [1, 4],
      [2, 9],
      [90, 5],
    ]);
  });
});

describe('an amount of a row', () => {
  it('has the decimals of its own currency', () => {
    const currencies = [
      { currency_id: 1, currency_name: 'Dinar', symbol: 'IQD', decimals: 0 },
      { currency_id: 2, currency_name: 'Dollar', symbol: '$', decimals: 2 },
    ];
    const exchange = { currency_fk: 2, to_currency_fk: 1 };
    expect(decimalsOf({}, exchange, { ...me, currencies })).toBe(2);
    expect(decimalsOf({ currencyField: 'to_currency_fk' }, exchange, { ...me, currencies })).toBe(0);
  });
});

describe('the range of a filter', () => {
  it('keeps its end while a number with a comma is typed into its start', () => {
    const typed = ['1', '1,', '1,5', '1,50', '1500'];
    const ranges = typed.map((start) => joinRange(start, '900000').split(','));
    expect(ranges.map(([, ...end]) => end)).toEqual(typed.map(() => ['900000']));
    expect(ranges.at(-1)).toEqual(['1500', '900000']);
    expect([joinRange('', ''), joinRange('', '5')]).toEqual(['', ',5']);
  });
});

describe('the address of a table', () => {
  it('holds its whole state, and reads back as it was written', () => {
    const search = tableSearch({
      search: '٤٢ rice',
      page: '3',
      per_page: '100',
      sortColumn: 'item_name',
      sortDir: 'asc',
      view: 'cards',
      panel: '7',
      'filter[brand_fk]': '3',
      'filter[date]': '2026-01-01,2026-01-31',
    });
    expect(tableSearch(parseSearch(stringifySearch({ ...search })))).toEqual(search);
    expect(stringifySearch({ 'filter[brand_fk]': '3,4' })).toBe('?filter[brand_fk]=3,4');
  });

  it('keeps a number that was searched for as it was typed', () => {
    expect(tableSearch(parseSearch('?search=007')).search).toBe('007');
  });

  it('drops unknown and impossible parameters', () => {
    const hostile = {
      page: '-1',
      per_page: 'all',
      sortDir: 'up',
      view: 'map',
      panel: '1e9999',
      'filter[a;drop]': 'x',
      other: '1',
    };
    expect(tableSearch(hostile)).toEqual({});
    // A removed filter is undefined or empty.
    expect(tableSearch({ 'filter[status]': undefined, 'filter[date]': '' })).toEqual({});
  });

  it('makes the parameters of the list', () => {
    const search = tableSearch({ search: 'tea', page: '2', sortColumn: 'item_name', 'filter[brand_fk]': '3' });
    expect(listQuery(listParams(table, search, me))).toEqual({
      search: 'tea',
      sortColumn: 'item_name',
      sortDir: 'desc',
      per_page: 50,
      page: 2,
      'filter[brand_fk]': '3',
    });
  });

  it('leaves the sort to the server when none was chosen', () => {
    expect(listQuery(listParams(table, {}, me))).toEqual({ per_page: 50, page: 1 });
  });

  it('takes rows per page from the profile, and only those that the list accepts', () => {
    expect(listParams(table, tableSearch({ per_page: '33' }), me).per_page).toBe(50);
    expect(listParams(table, {}, { ...me, pagination_options: '7, 9', pagination_default: 7 }).per_page).toBe(10);
  });

  it('returns whether the rows are filtered', () => {
    expect(isNarrowed(tableSearch({ page: '2', panel: '4' }))).toBe(false);
    expect(isNarrowed(tableSearch({ 'filter[brand_fk]': '3' }))).toBe(true);
    expect(filtersOf(tableSearch({ 'filter[brand_fk]': '3', search: 'x' }))).toEqual({ brand_fk: '3' });
  });
});

describe('the seven page buttons', () => {
  it.each([
    [1, 1, [1]],
    [1, 20, [1, 2, 3, 4, 5, 6, 7]],
    [4, 20, [1, 2, 3, 4, 5, 6, 7]],
    [9, 20, [6, 7, 8, 9, 10, 11, 12]],
    [20, 20, [14, 15, 16, 17, 18, 19, 20]],
    [2, 3, [1, 2, 3]],
  ])('on page %i of %i are %j', (current, last, shown) => {
    expect(pageWindow(current, last)).toEqual(shown);
  });
});

describe('an Excel cell', () => {
  it.each(['=HYPERLINK("http://evil")', '+1', '-1+2', '@SUM(A1)', '\tx'])('never makes a formula of %s', (text) => {
    expect(cellOf(text, 'text')).toEqual({ value: text, type: String });
    expect(cellOf(text, 'number')).toEqual({ value: text, type: String });
  });

  it('is no formula in the file either', async () => {
    const typed = ['=HYPERLINK("http://evil")', "=cmd|' /C calc'!A0", '+1', '-1+2', '@SUM(A1)', '<f>1+1</f>'];
    const file = await writeExcelFile([typed.map((text) => cellOf(text, 'text'))] as SheetData).toBuffer();
    const parts = Object.entries(unzipSync(file)).filter(([name]) => name.endsWith('.xml'));
    const all = parts.map(([, bytes]) => strFromU8(bytes)).join();
    expect(all).toContain('HYPERLINK');
    expect(all).not.toMatch(/<f[ >]|ddeLink|externalLink/);
  });

  it('keeps a number as a number', () => {
    expect(cellOf('-1234.5', 'number')).toMatchObject({ value: -1234.5, type: Number });
  });

  it('keeps a number that Excel would round as a text, to the last digit', () => {
    expect(cellOf('12345678901234.5678', 'number')).toEqual({ value: '12345678901234.5678', type: String });
  });

  it('makes a date of a day', () => {
    expect(cellOf('2026-03-15', 'date')).toMatchObject({ value: new Date(Date.UTC(2026, 2, 15)), type: Date });
  });

  it('is empty for an empty text', () => {
    expect(cellOf('', 'number')).toBeNull();
  });

  it('is in a sheet whose name Excel accepts', () => {
    expect(sheetName('Sales: March/April [draft] and everything else')).toBe('Sales  March April  draft  and ');
  });
});
