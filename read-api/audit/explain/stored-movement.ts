/** A movement of goods or of foreign cash, with how it is valued, as its first line stores it. */
import { sql } from 'kysely';
import type { Snapshot } from '../../database/reader.ts';

/** The columns of a pool's key: item and inventory, or account and currency. */
export const POOL_KEYS = { stock: ['item_fk', 'inventory_fk'], cash: ['account', 'currency_fk'] } as const;

export interface MovementNamed {
  readonly pool: keyof typeof POOL_KEYS;
  readonly first: number;
  readonly second: number;
  /** Position of the movement's posting, and its line there. */
  readonly position: string;
  readonly line: number;
}

export interface StoredMovement {
  /** Null for foreign cash. */
  readonly item: number | null;
  readonly second: number;
  readonly effective_at: string;
  readonly move_position: string;
  readonly move_line: string;
  readonly outlet_fk: number;
  readonly document: string;
  /** `fact`, `average`, `like`, …: docs/accounting.md, section 4. */
  readonly valued: string | null;
  /** What the document's own entry posts for the movement. */
  readonly posted: string | null;
  /** The cost that was entered for goods that are found where there are none. */
  readonly unit_cost: string | null;
  readonly like_document: string | null;
  readonly like_line: string | null;
  readonly like_after: string | null;
  readonly inputs: string | null;
}

/** Undefined when there is none. A line that records a share of another inventory's change belongs to that movement. */
export async function storedMovement(
  snapshot: Snapshot,
  { pool, first, second, position, line }: MovementNamed,
): Promise<StoredMovement | undefined> {
  const [one, two] = POOL_KEYS[pool];
  const isThere = sql`j.${sql.ref(two)} = ${second}`;
  const { rows } = await sql<StoredMovement>`
    select ${pool === 'stock' ? sql`j.item_fk` : sql`null::int`} as item, j.${sql.ref(two)} as second, j.effective_at,
      j.move_position, j.move_line, j.outlet_fk, j.document, j.valued, j.posted, j.unit_cost, j.like_document, j.like_line,
      j.like_after, j.inputs
    from ${sql.table(`read.${pool}_line`)} j
    where j.${sql.ref(one)} = ${first} and j.move_position = ${position} and j.move_line = ${line}
      and j.kind = 'movement' and (${pool} = 'stock' or ${isThere})
    order by ${isThere} desc limit 1`.execute(snapshot);
  return rows[0];
}
