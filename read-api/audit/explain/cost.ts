/**
 * What a movement of goods (or of foreign cash) was worth and why: what was there before it, the average at that moment,
 * and the movements that the average comes from, all as known at a position. A difference of cost is the same movement
 * known before and after the event that caused it.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { divideRounded } from '../../../domain/kernel/fixed-point.ts';
import { type Money, money, printMoney } from '../../../domain/kernel/money.ts';
import { printQuantity, QUANTITY_ONE, type Quantity, quantity } from '../../../domain/kernel/quantity.ts';
import type { Snapshot } from '../../database/reader.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);

const Behind = Type.Object({
  effective_at: Type.String(),
  document: Type.String(),
  document_kind: Type.String(),
  document_id: Type.Integer(),
  number: Text(),
  move_position: Type.String(),
  quantity: Type.String(),
  /** As known then, later differences included. */
  value: Type.String(),
});
const Valuation = Type.Object({
  position: Type.String(),
  /** Of the movement itself. */
  quantity: Type.String(),
  value: Type.String(),
  quantity_before: Type.String(),
  value_before: Type.String(),
  /** Value ÷ quantity; null when nothing was there. */
  average_before: Text(),
});
export const CostSchema = Type.Object({
  pool: Type.Union([Type.Literal('stock'), Type.Literal('cash')]),
  /** Item and inventory, or account and currency. */
  first: Type.Integer(),
  second: Type.Integer(),
  effective_at: Type.String(),
  /** fact, average, like: accounting.md, section 4. */
  valued: Text(),
  now: Valuation,
  /** Before the event that made the line known; null when the line is the movement's own. */
  earlier: Type.Union([Valuation, Type.Null()]),
  /** How many movements came before, and the last of them. */
  movements: Type.Integer(),
  behind: Type.Array(Behind),
});
export type Cost = Static<typeof CostSchema>;

export interface MovementNamed {
  readonly pool: Cost['pool'];
  readonly first: number;
  readonly second: number;
  /** Position of its posting, and its line there. */
  readonly position: string;
  readonly line: number;
}

const BEHIND_MAX = 50;
const KEYS = { stock: ['item_fk', 'inventory_fk'], cash: ['account', 'currency_fk'] } as const;

/** Undefined when there is no such movement. */
export async function costOf(snapshot: Snapshot, named: MovementNamed, knownAt: string): Promise<Cost | undefined> {
  const { rows } = await sql<{ effective_at: string; valued: string | null }>`
    select j.effective_at, j.valued from ${poolLines(named)} and j.move_position = ${named.position}
      and j.move_line = ${named.line} and j.kind = 'movement'`.execute(snapshot);
  const [movement] = rows;
  if (!movement) return undefined;
  const place = { ...named, effectiveAt: movement.effective_at };
  const isOwn = knownAt === named.position;
  return {
    ...{ pool: named.pool, first: named.first, second: named.second },
    effective_at: movement.effective_at,
    valued: movement.valued,
    now: await valuation(snapshot, place, knownAt),
    earlier: isOwn ? null : await valuation(snapshot, place, String(BigInt(knownAt) - 1n)),
    ...(await behind(snapshot, place, knownAt)),
  };
}

type Placed = MovementNamed & { readonly effectiveAt: string };

function poolLines({ pool, first, second }: MovementNamed) {
  const [one, two] = KEYS[pool];
  return sql`${sql.table(`read.${pool}_line`)} j where j.${sql.ref(one)} = ${first} and j.${sql.ref(two)} = ${second}`;
}

/** Order of effect: time, then position of the posting, then line. */
const before = ({ effectiveAt, position, line }: Placed) =>
  sql`(j.effective_at, j.move_position, j.move_line) < (${effectiveAt}::timestamp, ${position}::bigint, ${line}::bigint)`;

async function valuation(snapshot: Snapshot, place: Placed, knownAt: string): Promise<Static<typeof Valuation>> {
  const isIt = sql`j.move_position = ${place.position}::bigint and j.move_line = ${place.line}::bigint`;
  const { rows } = await sql<Record<'quantity' | 'value' | 'quantity_before' | 'value_before', string>>`
    select coalesce(sum(j.quantity) filter (where ${isIt}), 0) as quantity, coalesce(sum(j.value) filter (where ${isIt}), 0) as value,
      coalesce(sum(j.quantity) filter (where ${before(place)}), 0) as quantity_before,
      coalesce(sum(j.value) filter (where ${before(place)}), 0) as value_before
    from ${poolLines(place)} and j.position <= ${knownAt}::bigint and j.effective_at <= ${place.effectiveAt}::timestamp`.execute(
    snapshot,
  );
  const found = rows[0] ?? { quantity: '0', value: '0', quantity_before: '0', value_before: '0' };
  const held = quantity(found.quantity_before);
  const average = held === 0n ? null : divideRounded(money(found.value_before) * QUANTITY_ONE, held);
  return { position: knownAt, ...found, average_before: average === null ? null : printMoney(average as Money) };
}

async function behind(snapshot: Snapshot, place: Placed, knownAt: string): Promise<Pick<Cost, 'movements' | 'behind'>> {
  const { rows } = await sql<Static<typeof Behind> & { movements: number }>`
    select m.*, d.number from (
      select j.effective_at, j.move_position, j.move_line, min(j.document) as document, min(j.document_kind) as document_kind,
        min(j.document_id) as document_id, sum(j.quantity) as quantity, sum(j.value) as value, count(*) over ()::int as movements
      from ${poolLines(place)} and ${before(place)} and j.position <= ${knownAt}::bigint
      group by j.effective_at, j.move_position, j.move_line
      having sum(j.quantity) <> 0 or sum(j.value) <> 0
    ) m
    left join read.document d on d.kind = m.document_kind and d.id = m.document_id
    order by m.effective_at desc, m.move_position desc, m.move_line desc limit ${BEHIND_MAX}`.execute(snapshot);
  const shown = rows.map(({ movements: _movements, ...row }) => ({
    ...row,
    quantity: printQuantity(quantity(row.quantity) as Quantity),
    value: printMoney(money(row.value)),
  }));
  return { movements: rows[0]?.movements ?? 0, behind: shown };
}
