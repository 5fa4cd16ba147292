/** A stock in the units of its item, the largest first, for rows that `withNames` completes with the names of the units. */
import { Type } from 'typebox';
import type { ItemData } from '../../domain/catalogue/item.schema.ts';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { partsInUnits } from '../../domain/values/in-units.ts';
import type { Quantity } from '../../domain/values/quantity.ts';

export const InUnits = () =>
  Type.Array(Type.Object({ unit_fk: Type.Integer(), unit_name: Nullable(Type.String()), quantity: Type.String() }));

export const inUnits = (held: Quantity, units: ItemData['item_units']) =>
  partsInUnits(held, units).map(({ unit: { unit_fk }, quantity }) => ({ unit_fk, quantity }));
