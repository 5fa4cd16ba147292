/**
 * The units of an item in the columns of its import. A group of columns means one unit: the first group the base unit, the
 * others the alternative unit that their first column names, or else the one in their place.
 */
import { keyOfCode } from '../catalogue/code.ts';
import type { Json } from '../deciding/event.ts';
import type { RecordData } from '../records/record.ts';
import { listOf } from '../values/members.ts';
import type { Cells, CellValue } from './cells.ts';
import type { ImportColumn } from './import-format.ts';
import type { CellChange } from './record-format.ts';

/** The columns of a unit; the first alternative has the names of the specification. */
interface UnitColumns {
  readonly unit: string;
  readonly price: string;
  readonly barcode: string;
  /** The base unit holds one. */
  readonly base_unit_qty?: string;
}
interface AlternativeColumns extends UnitColumns {
  readonly base_unit_qty: string;
}

/** As many as an item usually has; further units are added in its editor. */
export const ALTERNATIVES: readonly AlternativeColumns[] = [
  {
    unit: 'alternative_unit',
    price: 'alternative_price',
    barcode: 'alternative_barcode',
    base_unit_qty: 'base_unit_qty',
  },
  {
    unit: 'alternative_unit_2',
    price: 'alternative_price_2',
    barcode: 'alternative_barcode_2',
    base_unit_qty: 'base_unit_qty_2',
  },
  {
    unit: 'alternative_unit_3',
    price: 'alternative_price_3',
    barcode: 'alternative_barcode_3',
    base_unit_qty: 'base_unit_qty_3',
  },
  {
    unit: 'alternative_unit_4',
    price: 'alternative_price_4',
    barcode: 'alternative_barcode_4',
    base_unit_qty: 'base_unit_qty_4',
  },
];
export const UNIT_GROUPS: readonly UnitColumns[] = [
  { unit: 'base_unit', price: 'sale_price', barcode: 'barcode' },
  ...ALTERNATIVES,
];

const EXAMPLES = ['Bag', '24000', '6291041500220', '10'];
export const alternativeColumns = ALTERNATIVES.flatMap(
  ({ unit, price, barcode, base_unit_qty }, index): ImportColumn[] => {
    const [unitName = '', amount = '', code = '', held = ''] = index === 0 ? EXAMPLES : [];
    return [
      { name: unit, kind: 'reference', resource: 'units', creatable: true, example: unitName },
      { name: price, kind: 'amount', example: amount },
      { name: barcode, kind: 'code', length: 48, example: code },
      { name: base_unit_qty, kind: 'quantity', example: held },
    ];
  },
);

const isRow = (value: Json): value is RecordData =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The rows of a list in a record. */
export function rowsIn(value: Json | undefined): readonly RecordData[] {
  const rows: readonly Json[] = Array.isArray(value) ? value : [];
  return rows.filter(isRow);
}

/** The place in `item_units` of the unit that each group means; undefined for a unit that the item does not have. */
export type UnitPlaces = readonly (number | undefined)[];

export function unitPlaces(data: RecordData, cells: Cells = {}): UnitPlaces {
  const units = rowsIn(data['item_units']);
  const base = units.findIndex((unit) => unit['is_base'] === true);
  const others = [...units.keys()].filter((index) => index !== base);
  const named = ALTERNATIVES.map(({ unit }) => others.find((index) => units[index]?.['unit_fk'] === cells[unit]));
  const taken = new Set(named);
  const inPlace = named.map((index, group) => {
    const own = others[group];
    return index ?? (own !== undefined && !taken.has(own) ? own : undefined);
  });
  return [base < 0 ? undefined : base, ...inPlace];
}

/** The content of the columns of each group. Of several barcodes the first, or the one that the cell names. */
export function unitCells(data: RecordData, places: UnitPlaces, cells: Cells = {}): readonly [string, unknown][] {
  const units = rowsIn(data['item_units']);
  const inGroups = UNIT_GROUPS.flatMap((columns, group): [string, unknown][] => {
    const unit = units[places[group] ?? -1];
    if (!unit) return [];
    const held: [string, unknown][] =
      columns.base_unit_qty === undefined ? [] : [[columns.base_unit_qty, unit['base_unit_qty']]];
    return [
      [columns.unit, unit['unit_fk']],
      [columns.price, unit['sale_price']],
      [columns.barcode, barcodeOf(unit, cells[columns.barcode])],
      ...held,
    ];
  });
  const usual = units.find((unit) => unit['is_default'] === true);
  return [...inGroups, ['default_unit', usual?.['is_base'] === true ? null : usual?.['unit_fk']]];
}

function barcodeOf(unit: RecordData, cell: CellValue | undefined): unknown {
  const barcodes = listOf(unit['barcodes']);
  const isMeant = (barcode: unknown) => keyOfCode(String(barcode)) === keyOfCode(String(cell));
  return (cell === undefined ? undefined : barcodes.find(isMeant)) ?? barcodes[0];
}

interface AmendedUnits {
  /** With further fields, which stay as they are. */
  readonly units: readonly RecordData[];
  /** The group of each unit; undefined for a unit that no column means. */
  readonly groups: readonly (number | undefined)[];
  /** Columns that lack a unit. */
  readonly lacking: readonly string[];
}

/** The units with what the cells change of them: those of no group, and what no cell says, stay. */
export function amendedUnits(data: RecordData, places: UnitPlaces, change: CellChange): AmendedUnits {
  const { cells, cleared } = change;
  const units = [...rowsIn(data['item_units'])];
  const groups: (number | undefined)[] = units.map(() => undefined);
  const lacking: string[] = [];
  const removed = new Set<number>();
  UNIT_GROUPS.forEach((columns, group) => {
    const place = places[group];
    if (place !== undefined) groups[place] = group;
    const names = Object.values(columns);
    if (place !== undefined && cleared.has(columns.unit)) removed.add(place);
    if (removed.has(place ?? -1) || !names.some((name) => cells[name] !== undefined || cleared.has(name))) return;
    if (place === undefined && cells[columns.unit] === undefined) {
      lacking.push(columns.unit);
      return;
    }
    const at = place ?? units.length;
    units[at] = withCells(units[at] ?? NEW_UNIT, columns, change);
    groups[at] = group;
  });
  const usual = usualUnit(units, change);
  const kept = [...units.keys()].filter((index) => !removed.has(index));
  return {
    units: kept.map((index) => {
      const unit = units[index] ?? NEW_UNIT;
      return usual === undefined ? unit : { ...unit, is_default: unit['unit_fk'] === usual };
    }),
    groups: kept.map((index) => groups[index]),
    lacking,
  };
}

const NEW_UNIT: RecordData = {
  unit_fk: null,
  base_unit_qty: '1',
  is_base: false,
  is_default: false,
  sale_price: '0',
  barcodes: [],
};

function withCells(unit: RecordData, columns: UnitColumns, { cells, cleared }: CellChange): RecordData {
  const next: Record<string, Json> = { ...unit };
  const { unit: unitName, price, barcode, base_unit_qty = '' } = columns;
  if (cells[unitName] !== undefined) next['unit_fk'] = cells[unitName];
  if (cells[base_unit_qty] !== undefined) next['base_unit_qty'] = cells[base_unit_qty];
  if (cleared.has(base_unit_qty)) next['base_unit_qty'] = null;
  if (cells[price] !== undefined) next['sale_price'] = cells[price];
  if (cleared.has(price)) next['sale_price'] = '0';
  const [, ...others] = listOf(unit['barcodes']).map(String);
  if (cleared.has(barcode)) next['barcodes'] = others;
  if (cells[barcode] !== undefined) next['barcodes'] = [String(cells[barcode]), ...others];
  return next;
}

/** The default unit that the cells choose; undefined when they say nothing about it. */
function usualUnit(units: readonly RecordData[], { cells, cleared }: CellChange): Json | undefined {
  if (cleared.has('default_unit')) return units.find((unit) => unit['is_base'] === true)?.['unit_fk'];
  return cells['default_unit'];
}
