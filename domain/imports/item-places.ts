/**
 * Lists of an item in columns: its units, and, for each inventory and each pricing list, columns of their own. What an
 * inventory keeps of the item is one row of a list, and so is the price of a unit in a pricing list.
 */
import type { Json } from '../deciding/event.ts';
import type { RecordData } from '../records/record.ts';
import { defined } from '../values/defined.ts';
import type { Language } from '../values/language.ts';
import type { Cells, CellValue } from './cells.ts';
import type { ImportColumn } from './import-format.ts';
import { amendedUnits, rowsIn, UNIT_GROUPS, type UnitPlaces, unitCells, unitPlaces } from './item-units.ts';
import type { CellChange, CellIssue, ListsInColumns, RecordFormat } from './record-format.ts';

/** The lists that have columns for each record of a resource. */
const LISTS = {
  inventory_levels: { place: 'inventory_fk', resource: 'inventories' },
  item_prices: { place: 'pricing_profile_fk', resource: 'pricing_profiles' },
} as const;
type ListName = keyof typeof LISTS;
export const PLACE_RESOURCES = Object.values(LISTS).map(({ resource }) => resource);

/** What the headings of the columns begin with; prices by the group of their unit. */
const LEVEL_WORDS = { minimum: 'level_minimum', maximum: 'level_maximum' } as const;
const PRICE_WORDS = ['list_price', 'list_price_1', 'list_price_2', 'list_price_3', 'list_price_4'];

/** One column of a place, and the field of the row that it fills. */
interface PlaceColumn {
  readonly name: string;
  readonly list: ListName;
  readonly field: 'minimum' | 'maximum' | 'sale_price';
  /** Of the inventory or the pricing list. */
  readonly id: number;
  /** The group of the unit, for prices. */
  readonly group?: number;
}

/** A record that has columns. */
export interface Place {
  readonly resource: string;
  readonly id: number;
}
export type HeadingsOf<Of extends Place> = (word: string, place: Of) => Readonly<Record<Language, string>>;

/** The format with columns for these places; `headingsOf` has the headings for a word and a place. */
export function withPlaces<Of extends Place>(
  format: RecordFormat,
  places: readonly Of[],
  headingsOf: HeadingsOf<Of>,
): RecordFormat {
  const made = places.flatMap((place) => columnsOf(place).map((column) => ({ column, place })));
  if (made.length === 0) return format;
  const columns = made.map(({ column, place }): ImportColumn => {
    const { name, field, group = 0 } = column;
    const word = field === 'sale_price' ? PRICE_WORDS[group] : LEVEL_WORDS[field];
    const kind = field === 'sale_price' ? 'amount' : 'quantity';
    return { name, kind, example: '', headings: headingsOf(defined(word), place) };
  });
  const lists = itemLists(made.map(({ column }) => column));
  return {
    ...format,
    columns: [...format.columns, ...columns],
    lists,
    checkRow(cells, issues) {
      format.checkRow?.(cells, issues);
      for (const { column } of made) {
        const { unit } = UNIT_GROUPS[column.group ?? 0] ?? { unit: '' };
        if (cells[column.name] !== undefined && cells[unit] === undefined) issues.add(unit, 'required');
      }
    },
    bodyOf(cells, of) {
      const body = format.bodyOf(cells, of);
      return { ...body, ...lists.ofPlaces(body, cells) };
    },
    columnOf: (field) => lists.columnOfPlace(field) ?? format.columnOf(field),
  };
}

function columnsOf({ resource, id }: Place): readonly PlaceColumn[] {
  if (resource !== LISTS.inventory_levels.resource)
    return UNIT_GROUPS.map((_, group) => {
      return { name: `list_price_${id}_${group}`, list: 'item_prices', field: 'sale_price', id, group };
    });
  return (['minimum', 'maximum'] as const).map((field) => ({
    name: `${field}_${id}`,
    list: 'inventory_levels',
    field,
    id,
  }));
}

const NO_UNIT: CellIssue = { column: 'default_unit', message: 'not_a_unit_of_the_item' };
const isUnitOf = (units: readonly RecordData[], unit: CellValue | undefined): boolean =>
  unit === undefined || units.some((each) => each['unit_fk'] === unit);

type UnitOf = (group: number | undefined) => Json | undefined;

interface ItemLists extends ListsInColumns {
  /** The lists of places of a new item. */
  ofPlaces(body: RecordData, cells: Cells): RecordData;
  /** By the path of a field in the body of a new item. */
  columnOfPlace(field: string): string | null;
}

export function itemLists(columns: readonly PlaceColumn[]): ItemLists {
  return {
    fields: ['item_units', ...Object.keys(LISTS)],
    raw(data, cells) {
      const places = unitPlaces(data, cells);
      const unitOf = unitsAt(data, places);
      return new Map([
        ...unitCells(data, places, cells),
        ...columns.map((column): [string, unknown] => [column.name, rowOf(data, column, unitOf)?.[column.field]]),
      ]);
    },
    amended(data, change, cells) {
      const places = unitPlaces(data, cells);
      const { units, groups, lacking } = amendedUnits(data, places, change);
      const unitOf: UnitOf = (group) => units[groups.indexOf(group)]?.['unit_fk'];
      const priced = { ...data, item_units: units, item_prices: pricesOf(data, places, unitOf) };
      const ofPlaces = amendedPlaces(columns, priced, change, unitOf);
      const next: RecordData = { ...priced, ...ofPlaces.lists };
      return {
        changed: changedOf(data, next),
        issues: [
          ...[...lacking, ...ofPlaces.lacking].map((column) => ({ column, message: 'required' })),
          ...(isUnitOf(units, cells['default_unit']) ? [] : [NO_UNIT]),
        ],
        columnOf(field, own) {
          const [list, index, inner] = field.split('.');
          if (list !== 'item_units') return columnOfRow(columns, next, unitOf, field) ?? own(field);
          const group = groups[Number(index)];
          return own(inner === undefined || group === undefined ? 'item_units' : `item_units.${group}.${inner}`);
        },
      };
    },
    ofPlaces(body, cells) {
      const change = { cells, cleared: new Set<string>() };
      return amendedPlaces(columns, body, change, unitsAt(body, unitPlaces(body, cells))).lists;
    },
    columnOfPlace(field) {
      const [list] = field.split('.');
      return columns.find((column) => column.list === list)?.name ?? null;
    },
  };
}

function unitsAt(data: RecordData, places: UnitPlaces): UnitOf {
  const units = rowsIn(data['item_units']);
  return (group) => units[places[group ?? -1] ?? -1]?.['unit_fk'];
}

/** The fields that differ. */
const changedOf = (before: RecordData, next: RecordData): RecordData =>
  Object.fromEntries(
    Object.entries(next).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field])),
  );

const isRowOf =
  ({ list, id, group }: PlaceColumn, unitOf: UnitOf) =>
  (row: RecordData) =>
    row[LISTS[list].place] === id && (group === undefined || row['unit_fk'] === unitOf(group));

const rowOf = (data: RecordData, column: PlaceColumn, unitOf: UnitOf): RecordData | undefined =>
  rowsIn(data[column.list]).find(isRowOf(column, unitOf));

function amendedPlaces(columns: readonly PlaceColumn[], data: RecordData, change: CellChange, unitOf: UnitOf) {
  const lists: Record<string, readonly RecordData[]> = Object.create(null);
  const lacking: string[] = [];
  for (const column of columns) {
    const { name, list, field, group } = column;
    const value = change.cells[name];
    if (value === undefined && !change.cleared.has(name)) continue;
    const unit = unitOf(group);
    if (group !== undefined && unit === undefined) {
      lacking.push(UNIT_GROUPS[group]?.unit ?? name);
      continue;
    }
    const rows = lists[list] ?? rowsIn(data[list]);
    const own = rows.find(isRowOf(column, unitOf));
    // Without its minimum, or its price, a row says nothing.
    if (value === undefined && field !== 'maximum') lists[list] = rows.filter((row) => row !== own);
    else if (own) lists[list] = rows.map((row) => (row === own ? { ...own, [field]: value ?? null } : row));
    else if (value !== undefined) lists[list] = [...rows, newRow(column, unit ?? null, value)];
  }
  return { lists, lacking };
}

function newRow({ list, field, id }: PlaceColumn, unit_fk: Json, value: CellValue): RecordData {
  if (list === 'item_prices') return { unit_fk, pricing_profile_fk: id, sale_price: value };
  return { inventory_fk: id, minimum: null, maximum: null, [field]: value };
}

function columnOfRow(columns: readonly PlaceColumn[], data: RecordData, unitOf: UnitOf, field: string) {
  const [list = '', index, inner] = field.split('.');
  const row = rowsIn(data[list])[Number(index)];
  const own = columns.filter((column) => row && column.list === list && isRowOf(column, unitOf)(row));
  return (own.find((column) => column.field === inner) ?? own[0])?.name;
}

/** A price follows its unit when another unit takes the place of that one, and goes with it. */
function pricesOf(data: RecordData, places: UnitPlaces, unitOf: UnitOf): readonly RecordData[] {
  const before = unitsAt(data, places);
  const next = new Map(places.map((_, group) => [before(group), unitOf(group)] as const));
  return rowsIn(data['item_prices']).flatMap((price): RecordData[] => {
    const unit = next.has(price['unit_fk']) ? next.get(price['unit_fk']) : price['unit_fk'];
    return unit === undefined ? [] : [{ ...price, unit_fk: unit }];
  });
}
