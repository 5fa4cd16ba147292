/**
 * A stock in the units of its item, the largest first (docs/decisions/0199): `in_units` beside what is on hand of a row, and
 * `minimum_in_units` beside any other figure of it.
 */
import { type Static, Type } from 'typebox';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { partsInUnits, type SizedUnit } from '../../domain/values/in-units.ts';
import { type Members, objectsOf } from '../../domain/values/members.ts';
import { type Quantity, quantity } from '../../domain/values/quantity.ts';
import type { Snapshot } from '../database/reader.ts';
import type { Reader } from '../database/reader-type.ts';
import { fetchNames } from './names.ts';

const Part = Type.Object({ unit_fk: Type.Integer(), unit_name: Nullable(Type.String()), quantity: Type.String() });
export const InUnits = () => Type.Array(Part);
type Part = Static<typeof Part>;

type Unit = SizedUnit & { readonly unit_fk: number };

const unitOf = ({ unit_fk, base_unit_qty }: Members): Unit => ({
  unit_fk: Number(unit_fk),
  base_unit_qty: String(base_unit_qty),
});

/** For rows that `withNames` completes with the names of the units. */
export const inUnits = (held: Quantity, units: readonly Unit[]) =>
  partsInUnits(held, units).map(({ unit: { unit_fk }, quantity }) => ({ unit_fk, quantity }));

/** A figure beside what is on hand, a minimum; no parts without it. */
export const figureInUnits = (figure: string | null | undefined, units: readonly Unit[]) =>
  figure === null || figure === undefined ? [] : inUnits(quantity(figure), units);

/** What is on hand of an item, in base units. */
interface Held {
  readonly item_fk: number;
  readonly quantity: string;
}

/** Quantities of items in their units, in the order that was asked, with the names of the units. */
async function toldInUnits(reader: Reader | Snapshot, stock: readonly Held[]): Promise<readonly Part[][]> {
  if (stock.length === 0) return [];
  const items = [...new Set(stock.map(({ item_fk }) => item_fk))];
  const rows = await reader
    .selectFrom('read.record')
    .select(['id', 'data'])
    .where('kind', '=', 'item')
    .where('id', 'in', items)
    .execute();
  const units = new Map(rows.map(({ id, data }) => [id, objectsOf(data['item_units']).map(unitOf)]));
  const told = stock.map((held) => inUnits(quantity(held.quantity), units.get(held.item_fk) ?? []));
  const nameOf = await fetchNames(reader, new Set(told.flat().map(({ unit_fk }) => `unit-${unit_fk}`)));
  return told.map((parts) => parts.map((part) => ({ ...part, unit_name: nameOf('unit', part.unit_fk) })));
}

/** Rows of a page with what is on hand in the units of its item beside them. */
export async function withUnits<Row>(
  reader: Reader | Snapshot,
  rows: readonly Row[],
  heldOf: (row: Row) => Held,
): Promise<(Row & { in_units: Part[] })[]> {
  const told = await toldInUnits(reader, rows.map(heldOf));
  return rows.map((row, index) => ({ ...row, in_units: told[index] ?? [] }));
}
