/** What leaves a business is read by the import of another one. */
import { describe, expect, it } from 'vitest';
import { readSeparatedText } from '../../command-api/spreadsheets/reading/delimited-text.ts';
import { exportedCells, separatedText } from '../../domain/imports/exported-cells.ts';
import { itemImport } from '../../domain/imports/items.ts';
import { customerImport } from '../../domain/imports/parties.ts';
import { readRows } from '../../domain/imports/read-rows.ts';
import type { RecordFormat } from '../../domain/imports/record-format.ts';
import type { RecordData } from '../../domain/records/record.ts';

const nameIn = (resource: string, id: number) => `${resource} ${id}`;

/** The body that the import makes of the exported cells, with names as the ids that they had. */
function again(format: RecordFormat, data: RecordData) {
  const { rows, issues } = readRows(format, [{ row: 2, cells: exportedCells(format, data, nameIn) }], {
    wordsOf: () => [],
    clears: false,
  });
  expect(issues).toEqual([]);
  const cells = Object.entries(rows[0]?.cells ?? {}).map(([column, value]) => {
    const { kind, resource = '' } = format.columns.find(({ name }) => name === column) ?? {};
    return [column, kind === 'reference' ? Number(String(value).slice(resource.length + 1)) : value] as const;
  });
  return format.bodyOf(Object.fromEntries(cells));
}

describe('an exported record', () => {
  it('is the same after its import: an item with its units, prices and barcodes', () => {
    const unit = (unit_fk: number, base_unit_qty: string, sale_price: string, barcodes: readonly string[]) => ({
      ...{ unit_fk, base_unit_qty, is_base: base_unit_qty === '1', is_default: unit_fk === 2, sale_price, barcodes },
    });
    const item = {
      item_name: 'Rice, "best"',
      item_name_ar: 'رز',
      category_fk: 3,
      item_type: 'goods',
      sale_price_editable: true,
      has_expire: true,
      expire_alert_days: 30,
      shortage_alert: '10.5',
      weight: '0.5',
      volume: '0.0012',
      item_units: [unit(1, '1', '80.25', []), unit(2, '12', '900', ['6291041500213']), unit(5, '144', '0', ['77'])],
    };
    expect(again(itemImport, item)).toEqual(item);
    // Its units may stand in any order.
    const turned = { ...item, item_units: item.item_units.toReversed() };
    expect(again(itemImport, turned)).toMatchObject({ item_units: [{ unit_fk: 1 }, { unit_fk: 5 }, { unit_fk: 2 }] });
  });

  it('is the same after its import: a customer with its terms', () => {
    const customer = {
      ...{ consumer_name: '=Azad, market', code: '0017', customer_type: 'company', mobile: '+964 770 123 4567' },
      ...{ city_fk: 4, customer_group_fk: 2, allowed_debit_amount: '1000000', payment_terms_days: 30, note: 'x' },
    };
    expect(again(customerImport, customer)).toEqual(customer);
  });
});

describe('exported values', () => {
  it('are read back as they were, with separators, quotation marks and line ends, and no cell is a formula', () => {
    const rows = [
      ['a', 'b'],
      ['=1+1', 'x, "y"'],
      ['-5', '+964 770'],
      ['', 'line\nbreak'],
    ];
    const text = separatedText(rows);
    expect(text).toContain('="=1+1"'.replaceAll('"', '""'));
    expect(readSeparatedText(new TextEncoder().encode(text))).toEqual({ encoding: 'utf-8', separator: 'comma', rows });
  });
});
