/** What the rows of a spreadsheet become: the problems of each row, and the bodies of the commands. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cells } from '../../domain/imports/cells.ts';
import { openingBody, placeOf, pricingBody } from '../../domain/imports/goods-documents.ts';
import type { ReadLine } from '../../domain/imports/import-format.ts';
import { itemImport } from '../../domain/imports/items.ts';
import { readRows, repeated } from '../../domain/imports/read-rows.ts';
import { Issues } from '../../domain/values/refusal.ts';

const SUFFIXES = ['', '_2', '_3', '_4'];
const some = <Value>(...values: readonly Value[]) => fc.constantFrom(undefined, ...values);
const alternative = fc.record({ unit: some(1, 2, 3, 4), price: some('5'), barcode: some('77'), count: some('12') });
const row = fc.record({
  base: fc.constantFrom(1, 2),
  chosen: some(1, 2, 3, 9),
  others: fc.array(alternative, { minLength: 4, maxLength: 4 }),
});
type Row = typeof row extends fc.Arbitrary<infer Value> ? Value : never;

function cellsOf({ base, chosen, others }: Row): Cells {
  const all = others.flatMap(({ unit, price, barcode, count }, at) => {
    const end = SUFFIXES[at];
    return [
      [`alternative_unit${end}`, unit],
      [`alternative_price${end}`, price],
      [`alternative_barcode${end}`, barcode],
      [`base_unit_qty${end}`, count],
    ] as const;
  });
  const cells = [['base_unit', base], ['default_unit', chosen], ...all] as const;
  return Object.fromEntries(cells.filter(([, value]) => value !== undefined)) as Cells;
}

const problemsOf = (cells: Cells): string[] => {
  const issues = new Issues();
  itemImport.checkRow?.(cells, issues);
  return issues.list.map(({ field, message }) => `${field}: ${message}`).sort();
};

/** The same said plainly: no gaps, a quantity for every unit, and no unit twice. */
function expectedProblems({ base, chosen, others }: Row): string[] {
  const units = [base, ...others.map(({ unit }) => unit)];
  const lastUsed = others.findLastIndex(({ unit }) => unit !== undefined);
  const found = others.flatMap(({ unit, price, barcode, count }, at) => {
    const end = SUFFIXES[at];
    if (unit === undefined) {
      const isEmpty = price === undefined && barcode === undefined && count === undefined;
      return isEmpty && at > lastUsed ? [] : [`alternative_unit${end}: required`];
    }
    return [
      ...(count === undefined ? [`base_unit_qty${end}: required`] : []),
      ...(units.indexOf(unit) <= at ? [`alternative_unit${end}: unique`] : []),
    ];
  });
  const isKnown = chosen === undefined || units.includes(chosen);
  return [...found, ...(isKnown ? [] : ['default_unit: not_a_unit_of_the_item'])].sort();
}

describe('the units of an imported item', () => {
  it('are refused with gaps, without their quantity, and twice', () => {
    fc.assert(
      fc.property(row, (one) => {
        expect(problemsOf(cellsOf(one))).toEqual(expectedProblems(one));
      }),
      { numRuns: 150 },
    );
  });

  it('are the base unit and the others, each once, and one of them is the usual one', () => {
    fc.assert(
      fc.property(row, (one) => {
        const units = itemImport.bodyOf(cellsOf(one))['item_units'] as readonly Record<string, unknown>[];
        const others = one.others.filter(({ unit }) => unit !== undefined && unit !== one.base);
        const usual = others.some(({ unit }) => unit === one.chosen) ? one.chosen : one.base;
        expect(units.map(({ unit_fk }) => unit_fk)).toEqual([one.base, ...others.map(({ unit }) => unit)]);
        expect(units.map(({ is_base }) => is_base)).toEqual([true, ...others.map(() => false)]);
        expect(units.map(({ is_default }) => is_default)).toEqual(units.map(({ unit_fk }) => unit_fk === usual));
        expect(units.slice(1)).toMatchObject(
          others.map(({ count, price, barcode }) => ({
            base_unit_qty: count ?? '1',
            sale_price: price ?? '0',
            barcodes: barcode === undefined ? [] : [barcode],
          })),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('expire when the alert is more than one day before', () => {
    const bodyOf = (cells: Cells) => itemImport.bodyOf({ base_unit: 1, ...cells });
    expect(bodyOf({ expire_alert: 2 })).toMatchObject({ has_expire: true, expire_alert_days: 2 });
    expect(bodyOf({ expire_alert: 1 })).toMatchObject({ has_expire: false, expire_alert_days: 1 });
    expect(bodyOf({})).not.toHaveProperty('has_expire');
  });

  it('are named by their own columns in a refusal', () => {
    const columns = (...fields: readonly string[]) => fields.map((field) => itemImport.columnOf(field));
    expect(columns('item_name', 'category_fk', 'has_expire', 'photo')).toEqual([
      ...['item_name', 'category', 'expire_alert', null],
    ]);
    expect(columns('item_units', 'item_units.0.sale_price', 'item_units.2.barcodes', 'item_units.4.unit_fk')).toEqual([
      ...['base_unit', 'sale_price', 'alternative_barcode_2', 'alternative_unit_4'],
    ]);
    expect(columns('item_units.9.unit_fk', 'item_units.1.is_base')).toEqual(['base_unit', 'base_unit']);
  });
});

describe('imported lines of goods', () => {
  const line: ReadLine = {
    ...{ row: 2, item_fk: 11, unit_fk: 1, quantity: '2', bonus_quantity: null, price: '1500' },
    ...{ batch_number: null, expire_date: null, note: null },
  };
  const place = { outlet: 1, inventory: 3, against: 'capital' } as const;

  it('are an opening balance, whose contra account has the opposite of all their values', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ count: fc.nat(9), bonus: some(0, 1, 4), price: fc.nat(9_999) }), { maxLength: 5 }),
        (goods) => {
          const lines = goods.map(({ count, bonus, price }) => ({
            ...{ ...line, quantity: `${count}`, bonus_quantity: bonus === undefined ? null : `${bonus}` },
            price: `${price}`,
          }));
          const { stock, accounts } = openingBody(lines, place);
          const total = goods.reduce((sum, { count, price }) => sum + count * price, 0);
          expect(stock?.map(({ quantity }) => quantity)).toEqual(
            goods.map(({ count, bonus = 0 }) => String(count + bonus)),
          );
          expect(stock?.map(({ value }) => value)).toEqual(goods.map(({ count, price }) => String(count * price)));
          expect(accounts).toEqual(total === 0 ? undefined : [{ account: 'capital', amount: String(-total) }]);
        },
      ),
    );
    expect(openingBody([line], { ...place, against: undefined })).not.toHaveProperty('accounts');
  });

  it('keep what is told of their batch, and nothing that is not', () => {
    const told = { batch_number: 'B7', expire_date: '2027-01-31', note: 'cool' };
    const [bare] = openingBody([line], place).stock ?? [];
    expect(Object.keys(bare ?? {})).toEqual(['inventory_fk', 'item_fk', 'unit_fk', 'quantity', 'value']);
    expect(openingBody([{ ...line, ...told }], place).stock).toMatchObject([told]);
    expect(pricingBody([line], '2026-03-10', 4)).toMatchObject({
      pricing_profile_fk: 4,
      lines: [{ item_fk: 11, unit_fk: 1, new_price: '1500' }],
    });
  });

  it('are found by the fields of a refusal', () => {
    expect(placeOf('stock.3.quantity')).toEqual({ line: 3, column: 'unit_quantity' });
    expect(placeOf('lines.0.new_price')).toEqual({ line: 0, column: 'new_price' });
    expect(placeOf('stock.3.inventory_fk')).toEqual({ line: undefined, column: 'inventory' });
    expect(placeOf('date')).toEqual({ line: undefined, column: 'date' });
    expect(placeOf('accounts')).toEqual({ line: undefined, column: null });
    expect(placeOf('stock.1.unknown')).toEqual({ line: 1, column: null });
  });
});

describe('the rows of a sheet', () => {
  const columns = [
    { name: 'name', kind: 'text', required: true, example: '' },
    { name: 'price', kind: 'amount', example: '' },
  ] as const;
  const read = (...cells: readonly Record<string, string>[]) =>
    readRows(
      { columns },
      cells.map((own, index) => ({ row: index + 2, cells: own })),
      { wordsOf: () => [], clears: false },
    );
  const told = (...cells: readonly Record<string, string>[]) =>
    read(...cells).issues.map(({ at, column, message }) => `${at} ${column}: ${message}`);

  it('have values in known columns, and a problem for each other one, each in its row', () => {
    const rows = [{ name: ' Rice ', price: '1,250' }, { price: 'x' }, { name: ' ', colour: 'red', price: ' ' }];
    expect(told(...rows)).toEqual([
      ...['1 price: must_be_amount', '1 name: required', '2 null: import_unknown_column', '2 name: required'],
    ]);
    expect(read(...rows).rows.map(({ at, cells }) => [at, { ...cells }])).toEqual([
      [0, { name: 'Rice', price: '1250' }],
      [1, {}],
      [2, {}],
    ]);
  });

  it('that have one value alike are told each of the others', () => {
    const places = ['a', 'b', 'a', 'c', 'a'].map((key, at) => ({ at, key }));
    const found = repeated(places, ({ key }) => key);
    expect(found.map(({ place, others }) => [place.at, others.map(({ at }) => at)])).toEqual([
      [0, [2, 4]],
      [2, [0, 4]],
      [4, [0, 2]],
    ]);
  });
});
