/**
 * The value of a movement of goods (or of foreign cash) and its derivation: the level before it, the average at that
 * moment, and the movements that the average comes from, all as known at a position. A cost difference is the same
 * movement as known before and after the event that caused it.
 */

import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { accountOf, isCarried } from '../../../domain/chart/chart.ts';
import { type AverageScope, type CostMethod, CostRules, type RuleChange } from '../../../domain/costing/rules.ts';
import { divideRounded } from '../../../domain/values/fixed-point.ts';
import { numbersOf } from '../../../domain/values/members.ts';
import { money, printMoney, toMoney } from '../../../domain/values/money.ts';
import { printQuantity, QUANTITY_ONE, quantity, toQuantity } from '../../../domain/values/quantity.ts';
import type { Person } from '../../../identity/person.ts';
import type { Snapshot } from '../../database/reader.ts';
import { allOf, rowScope } from '../../http/scope.ts';
import { CostOfLineSchema, lineCost, MadeOfSchema, madeOf, shownLine } from './given-cost.ts';
import { lastCostBefore } from './last-cost.ts';
import { DocumentOrNone, documentsOf, LayerSchema, layersBefore } from './layers.ts';
import { reckoning, TermSchema } from './reckoning.ts';
import { type MovementNamed, POOL_KEYS, type StoredMovement, storedMovement } from './stored-movement.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);

const Behind = Type.Object({
  effective_at: Type.String(),
  document: Type.String(),
  document_kind: Type.String(),
  document_id: Type.Integer(),
  number: Text(),
  move_position: Type.String(),
  quantity: Type.String(),
  /** As known at the position, including later differences. */
  value: Type.String(),
});
const Valuation = Type.Object({
  position: Type.String(),
  /** The movement's own quantity. */
  quantity: Type.String(),
  value: Type.String(),
  quantity_before: Type.String(),
  value_before: Type.String(),
  /** Value ÷ quantity; null when the quantity is zero. */
  average_before: Text(),
});
export const CostSchema = Type.Object({
  pool: Type.Union([Type.Literal('stock'), Type.Literal('cash')]),
  /** Item and inventory, or account and currency. */
  first: Type.Integer(),
  second: Type.Integer(),
  effective_at: Type.String(),
  /** `fact`, `average`, `like`: docs/accounting.md, section 4. */
  valued: Text(),
  /** The document that the goods are valued by: at the cost of its line, or of its layers first. */
  valued_by: DocumentOrNone,
  /** For goods at the cost of a line: what this line moved, what it cost, and how much of it such movements took before. */
  cost_of_line: Type.Union([CostOfLineSchema, Type.Null()]),
  /** For goods that were made: what went in, and the share of each that came out. */
  made_of: Type.Union([MadeOfSchema, Type.Null()]),
  /** What the document's own lines hold of the value of `now`; null for the difference that a later event made. */
  posted: Text(),
  /** The terms that add up to the value of `now`. */
  terms: Type.Array(TermSchema),
  /** The value that the goods brought along, where the stock below zero or the worth on hand changed it. */
  came_with: Type.Array(TermSchema),
  /** The layers on hand before, oldest first; null unless goods leave first in, first out. */
  layers: Type.Union([Type.Array(LayerSchema), Type.Null()]),
  /** The scope of the average and the costing method, as known at the position; null for foreign cash. */
  average_scope: Text(),
  cost_method: Text(),
  now: Valuation,
  /** As known before the event that recorded the line; null when the line is the movement's own. */
  earlier: Type.Union([Valuation, Type.Null()]),
  /** Number of earlier movements, and the last of those in the outlets and inventories of the person. */
  movements: Type.Integer(),
  behind: Type.Array(Behind),
});
export type Cost = Static<typeof CostSchema>;

const BEHIND_MAX = 50;
/** Undefined when there is no such movement. */
export async function costOf(
  snapshot: Snapshot,
  person: Person,
  requested: MovementNamed,
  knownAt: string,
): Promise<Cost | undefined> {
  const movement = await storedMovement(snapshot, requested);
  if (!movement) return undefined;
  const named = { ...requested, second: movement.second };
  const known = async (position: string) => {
    const rule = named.pool === 'stock' ? await ruleOf(snapshot, named, movement.effective_at, position) : undefined;
    const members = rule?.members ?? [named.second];
    return {
      rule,
      place: { ...named, effectiveAt: movement.effective_at, members, outlet: outletOf(named, movement) },
    };
  };
  const { rule, place } = await known(knownAt);
  const before = String(BigInt(knownAt) - 1n);
  const { like_document: like } = movement;
  const by = like === null || like === movement.document ? undefined : (await documentsOf(snapshot, [like])).get(like);
  const now = await valuation(snapshot, place, knownAt);
  const line = await lineCost(snapshot, movement, knownAt);
  const made = await madeOf(snapshot, movement, knownAt);
  const layers =
    rule?.method === 'fifo' ? await layersBefore(snapshot, person, layersAt(place, knownAt), rule.rules) : undefined;
  const [held, worth] = [quantity(now.quantity_before), money(now.value_before)];
  const last = held > 0n ? undefined : await lastCostBefore(snapshot, linesBefore(place, knownAt));
  const moved = { quantity: quantity(now.quantity), held, worth };
  return {
    pool: named.pool,
    first: named.first,
    second: named.second,
    effective_at: movement.effective_at,
    valued: movement.valued,
    valued_by: by ?? null,
    cost_of_line: line ? shownLine(line) : null,
    made_of: made?.shown ?? null,
    posted: knownAt === named.position ? movement.posted : null,
    ...reckoning({ movement, ...moved, line, made, layers, last }),
    layers: layers?.map(({ shown }) => shown) ?? null,
    average_scope: rule?.scope ?? null,
    cost_method: rule?.method ?? null,
    now,
    earlier: knownAt === named.position ? null : await valuation(snapshot, (await known(before)).place, before),
    ...(await behind(snapshot, person, place, knownAt)),
  };
}

/** Balances of accounts that several outlets use are valued for each outlet. */
function outletOf({ pool, first }: MovementNamed, { outlet_fk }: StoredMovement): number | undefined {
  const account = pool === 'cash' ? accountOf(first) : undefined;
  return account && isCarried(account) ? outlet_fk : undefined;
}

const layersAt = (place: Placed, knownAt: string) => ({
  item: place.first,
  inventory: place.second,
  effectiveAt: place.effectiveAt,
  position: place.position,
  line: place.line,
  knownAt,
});

interface Placed extends MovementNamed {
  readonly effectiveAt: string;
  /** Inventories (currencies) that share one average. */
  readonly members: readonly number[];
  /** Undefined unless the balance is of one outlet. */
  readonly outlet: number | undefined;
}

/** The costing rule of the movement, and the inventories that share one average under it. */
async function ruleOf(
  snapshot: Snapshot,
  { first: item, second: inventory }: MovementNamed,
  at: string,
  knownAt: string,
) {
  const { rows: changes } = await sql<RuleRow>`
    select from_date, item_fk, inventory_fk, average_scope, cost_method from read.cost_rule
    where position <= ${knownAt}::bigint order by position`.execute(snapshot);
  const rules = new CostRules(changes.map(changeOf));
  const own = rules.at({ kind: 'stock', item, inventory }, at);
  if (own.scope === 'inventory') return { ...own, rules, members: [inventory] };
  const rows = await snapshot
    .selectFrom('read.stock_line')
    .select('inventory_fk')
    .distinct()
    .where('item_fk', '=', item)
    .execute();
  const members = rows.map((row) => row.inventory_fk);
  return {
    ...own,
    rules,
    members: members.filter((member) => {
      const rule = rules.at({ kind: 'stock', item, inventory: member }, at);
      return rule.scope === 'company' && rule.method === own.method;
    }),
  };
}

interface RuleRow {
  readonly from_date: string;
  readonly item_fk: string;
  readonly inventory_fk: string;
  readonly average_scope: AverageScope | null;
  readonly cost_method: CostMethod | null;
}

const changeOf = ({ from_date: from, item_fk, inventory_fk, average_scope, cost_method }: RuleRow): RuleChange => ({
  from,
  items: numbersOf(JSON.parse(item_fk)),
  inventories: numbersOf(JSON.parse(inventory_fk)),
  ...(average_scope ? { scope: average_scope } : {}),
  ...(cost_method ? { method: cost_method } : {}),
});

function poolLines({ pool, first, members, outlet }: Placed) {
  const [one, two] = POOL_KEYS[pool];
  const own = outlet === undefined ? sql`` : sql` and j.outlet_fk = ${outlet}`;
  return sql`${sql.table(`read.${pool}_line`)} j where j.${sql.ref(one)} = ${first} and j.${sql.ref(two)} = any(${[...members]}::int[])${own}`;
}

/** Effective order: time, then position of the posting, then line. */
const before = ({ effectiveAt, position, line }: Placed) =>
  sql`(j.effective_at, j.move_position, j.move_line) < (${effectiveAt}::timestamp, ${position}::bigint, ${line}::bigint)`;

const linesBefore = (place: Placed, knownAt: string) =>
  sql`${poolLines(place)} and j.position <= ${knownAt}::bigint and ${before(place)}`;

async function valuation(snapshot: Snapshot, place: Placed, knownAt: string): Promise<Static<typeof Valuation>> {
  // Value changes in other inventories are not part of the movement's own value.
  const isIt = sql`j.move_position = ${place.position}::bigint and j.move_line = ${place.line}::bigint and j.kind <> 'share'`;
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
  return { position: knownAt, ...found, average_before: average === null ? null : printMoney(toMoney(average)) };
}

/** Movements that the person may not see are counted, not named: an average may be that of several outlets. */
async function behind(
  snapshot: Snapshot,
  person: Person,
  place: Placed,
  knownAt: string,
): Promise<Pick<Cost, 'movements' | 'behind'>> {
  const inventory = place.pool === 'stock' ? { inventory: sql`j.inventory_fk` } : {};
  const seen = allOf(rowScope(person, { outlet: sql`j.outlet_fk`, ...inventory }));
  const { rows } = await sql<Static<typeof Behind> & { movements: number; move_line: number; seen: boolean }>`
    select m.*, d.number from (
      select j.effective_at, j.move_position, j.move_line, min(j.document) as document, min(j.document_kind) as document_kind,
        min(j.document_id) as document_id, sum(j.quantity) as quantity, sum(j.value) as value, count(*) over ()::int as movements,
        coalesce(bool_or(${seen}) filter (where j.kind = 'movement'), false) as seen
      from ${poolLines(place)} and ${before(place)} and j.position <= ${knownAt}::bigint
      group by j.effective_at, j.move_position, j.move_line
      having sum(j.quantity) <> 0 or sum(j.value) <> 0
    ) m
    left join read.document d on d.kind = m.document_kind and d.id = m.document_id
    order by m.seen desc, m.effective_at desc, m.move_position desc, m.move_line desc limit ${BEHIND_MAX}`.execute(
    snapshot,
  );
  const shown = rows.flatMap(({ movements: _movements, move_line: _line, seen, ...row }) => {
    if (!seen) return [];
    return [
      { ...row, quantity: printQuantity(toQuantity(quantity(row.quantity))), value: printMoney(money(row.value)) },
    ];
  });
  return { movements: rows[0]?.movements ?? 0, behind: shown };
}
