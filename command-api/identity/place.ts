/** The outlet and inventory in which a user works now: the chosen ones, or the defaults of their record. */
import type pg from 'pg';
import type { Person } from '../../identity/person.ts';

export interface Place {
  readonly current_outlet_fk: number | null;
  readonly current_inventory_fk: number | null;
}

interface Given {
  readonly outlets: readonly Readonly<Record<string, unknown>>[];
  readonly inventories: readonly Readonly<Record<string, unknown>>[];
}

/** Never one that is not assigned to the user or that was retired. */
export async function placeOf(pool: pg.Pool, person: Person, given: Given): Promise<Place> {
  const { rows } = await pool.query<{ outlet_fk: number; inventory_fk: number | null }>(
    'select outlet_fk, inventory_fk from preference.place where user_id = $1',
    [person.user_id],
  );
  const [chosen] = rows;
  const outlets = given.outlets.filter((outlet) => outlet['is_active'] !== false).map((outlet) => outlet['outlet_id']);
  const outlet = [person.till?.outlet_fk, chosen?.outlet_fk, person.user.outlet_fk, outlets[0]].find(
    (value) => typeof value === 'number' && outlets.includes(value),
  );
  const inventories = given.inventories
    .filter((inventory) => inventory['is_active'] !== false && inventory['outlet_fk'] === outlet)
    .map((inventory) => inventory['inventory_id']);
  const inventory = [chosen?.inventory_fk, person.user.default_inventory_fk, inventories[0]].find(
    (value) => typeof value === 'number' && inventories.includes(value),
  );
  return { current_outlet_fk: idOf(outlet), current_inventory_fk: idOf(inventory) };
}

export async function keepPlace(
  pool: pg.Pool,
  userId: number,
  outlet: number,
  inventory: number | null,
): Promise<void> {
  await pool.query(
    `insert into preference.place (user_id, outlet_fk, inventory_fk) values ($1, $2, $3)
     on conflict (user_id) do update set outlet_fk = $2, inventory_fk = $3`,
    [userId, outlet, inventory],
  );
}

const idOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
