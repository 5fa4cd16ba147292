/**
 * What concerns outlets and inventories in documents and records of the whole business, which belong to no place
 * themselves: a person sees, and changes, that of the own places, wherever the document or record is shown.
 */
import { membersOf } from '../values/members.ts';
import { Issues } from '../values/refusal.ts';
import type { Json } from './event.ts';
import type { Actor } from './facts.ts';

type PlaceField = 'outlet_fk' | 'inventory_fk';
type InPlaces = Pick<Actor, 'hasOutlet' | 'hasInventory'>;

/** Lists whose members each name a place, by kind of the document or record. */
const OF_PLACES: Readonly<Record<string, ReadonlyMap<string, PlaceField>>> = {
  year_close: new Map([
    ['balances', 'outlet_fk'],
    ['differences', 'outlet_fk'],
  ]),
  item: new Map([['inventory_levels', 'inventory_fk']]),
};

const listsOf = (kind: string) => (Object.hasOwn(OF_PLACES, kind) ? OF_PLACES[kind] : undefined);

const isOwn = (person: InPlaces, field: PlaceField) => (member: unknown) => {
  const place = membersOf(member)[field];
  return typeof place !== 'number' || (field === 'outlet_fk' ? person.hasOutlet(place) : person.hasInventory(place));
};

/** The data of a document, record or event, or a part of it, without what is of places that the person was not given. */
export function withOwnPlaces(kind: string, data: unknown, person: InPlaces): unknown {
  const lists = listsOf(kind);
  if (!lists) return data;
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        const field = lists.get(name);
        return [name, field && Array.isArray(inner) ? inner.filter(isOwn(person, field)) : visit(inner)];
      }),
    );
  };
  return visit(data);
}

type Fields = { readonly [field: string]: Json };

/**
 * A change of such a list by a person who sees a part of it: the rows of other places stay, after the given ones. Throws
 * Refusal when a row is of a place that the person was not given.
 */
export function withRowsOfOthers(kind: string, given: Fields, before: Fields | undefined, actor: InPlaces): Fields {
  const changed: Record<string, Json> = { ...given };
  const issues = new Issues();
  for (const [list, field] of listsOf(kind) ?? []) {
    if (!Array.isArray(given[list])) continue;
    const own = isOwn(actor, field);
    const rows: readonly Json[] = given[list];
    const message = field === 'outlet_fk' ? 'not_your_outlet' : 'not_your_inventory';
    for (const [index, row] of rows.entries()) if (!own(row)) issues.add(`${list}.${index}.${field}`, message);
    const stored = before?.[list];
    const known: readonly Json[] = Array.isArray(stored) ? stored : [];
    const isAsBefore = JSON.stringify(rows) === JSON.stringify(known.filter(own));
    changed[list] = isAsBefore ? known : [...rows, ...known.filter((row) => !own(row))];
  }
  issues.throwIfAny();
  return changed;
}
