/**
 * A line with its explanation: its event and person, the document, the posting rule, the rate, and its cost derivation.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { accountOf, isCarried, isCashAccount } from '../../../domain/chart/chart.ts';
import { forbidden } from '../../../identity/guard.ts';
import type { Person } from '../../../identity/person.ts';
import { costAccounts, readChart } from '../../books/chart.ts';
import type { Snapshot } from '../../database/reader.ts';
import { notFound, rowScope, seesCost } from '../../http/scope.ts';
import { whereAll } from '../../lists/list.ts';
import { fetchNames } from '../../lists/names.ts';
import { userId } from '../../lists/record-list.ts';
import { movementPosition, rateRecordOf } from './corrected-line.ts';
import { type Cost, CostSchema, costOf } from './cost.ts';
import { type LineQuery, readLine, type StoredLine } from './line-read.ts';
import { costingRule, type RuleOfPosting, RuleSchema, ruleOfPosting } from './posting-rule.ts';
import { mustSeeLine } from './seen-line.ts';
import { type MovementNamed, POOL_KEYS } from './stored-movement.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);
const Id = () => Type.Union([Type.Integer(), Type.Null()]);

const EventOfLine = Type.Object({
  position: Type.String(),
  type: Type.String(),
  stream: Type.String(),
  kind: Type.String(),
  entity_id: Id(),
  number: Text(),
  recorded_at: Type.String(),
  actor_name: Text(),
  outlet_name: Text(),
  device: Text(),
  reason: Text(),
});
export const ExplainedLine = Type.Object({
  source: Type.Enum(['journal', 'stock', 'open']),
  position: Type.String(),
  line_no: Type.Integer(),
  kind: Type.String(),
  effective_date: Type.String(),
  /** For a prior-period adjustment: the day in a closed year that it concerns. */
  true_date: Text(),
  account: Id(),
  account_key: Text(),
  account_name: Text(),
  /**
   * System currency, debit positive; for goods, their value. Null for open items, and where the person may not see it.
   */
  base: Text(),
  currency_fk: Id(),
  currency_name: Text(),
  /** In the line's currency; for open items, the change. */
  foreign_amount: Text(),
  quantity: Text(),
  party: Text(),
  party_name: Text(),
  item_name: Text(),
  inventory_name: Text(),
  document: Type.String(),
  document_kind: Type.String(),
  document_id: Type.Integer(),
  /** The event that recorded the line, and the posting that the line belongs to or corrects. */
  event: EventOfLine,
  cause: EventOfLine,
  rule: Type.Union([RuleSchema, Type.Null()]),
  /** As the document states it; null in the system currency. */
  rate: Text(),
  rate_fk: Id(),
  cost: Type.Union([CostSchema, Type.Null()]),
});
export type ExplainedLine = Static<typeof ExplainedLine>;

/**
 * Throws 403 for lines that reveal the cost of goods, 404 for a line that does not exist, is outside the person's scope,
 * or is in no ledger, document or figure that they may see.
 */
export async function explainLine(snapshot: Snapshot, person: Person, requested: LineQuery): Promise<ExplainedLine> {
  const line = await readLine(snapshot, person, requested);
  const chart = await readChart(snapshot);
  await mustSeeLine({ snapshot, person, chart }, line, requested.figure);
  const account = line.account === null ? undefined : chart.get(line.account);
  const tellsCost =
    line.source === 'journal' &&
    (['cost', 'restatement'].includes(line.kind) || costAccounts(chart).includes(line.account ?? 0));
  if (tellsCost && !seesCost(person)) throw forbidden('items/show_cost');
  const [event, cause] = await eventsAt(snapshot, [line.position, line.cause_position]);
  if (!event || !cause) throw notFound();
  const { party, item_fk: item, inventory_fk: inventory, currency_fk: currency } = line;
  const streams = { item, inventory, currency };
  const nameOf = await fetchNames(snapshot, [
    party ?? '',
    ...Object.entries(streams).map(([kind, id]) => `${kind}-${id}`),
  ]);
  const { line_id: _lineId, cause_position: _cause, item_fk: _item, inventory_fk: _inventory, ...shown } = line;
  const isOfGoods = tellsCost || line.source === 'stock';
  const cost = seesCost(person) && (isOfGoods || item === null) ? await costBehind(snapshot, person, line) : null;
  return {
    ...shown,
    true_date: shown.true_date ?? null,
    account_key: account?.key ?? null,
    account_name: account?.name ?? null,
    party_name: party === null ? null : nameOf(undefined, party),
    item_name: nameOf('item', item),
    inventory_name: nameOf('inventory', inventory),
    currency_name: nameOf('currency', currency),
    event: withoutData(event),
    cause: withoutData(cause),
    rule: (await ruleOf(snapshot, line, cause, cost)) ?? null,
    rate_fk: await rateRecordOf(snapshot, line, cause),
    cost,
  };
}

const withoutData = ({ data: _data, ...event }: StoredEvent) => event;

/**
 * Cost differences come from the costing rule, all other lines from the rule of the document's event. A reversal has no
 * rule of its own: its rule is that of the document's last posting.
 */
async function ruleOf(
  snapshot: Snapshot,
  { kind, account }: StoredLine,
  cause: StoredEvent,
  cost: Cost | null,
): Promise<RuleOfPosting | undefined> {
  if (kind === 'cost' || kind === 'restatement')
    return costingRule(account === null ? undefined : accountOf(account)?.key, cost);
  const own = ruleOfPosting(cause.type);
  if (own) return own;
  const rows = await snapshot
    .selectFrom('read.event')
    .select('type')
    .where('stream', '=', cause.stream)
    .where('position', '<', cause.position)
    .orderBy('position', 'desc')
    .execute();
  return rows.map(({ type }) => ruleOfPosting(type)).find((rule) => rule !== undefined);
}

type StoredEvent = Static<typeof EventOfLine> & { readonly data: Readonly<Record<string, unknown>> };

async function eventsAt(snapshot: Snapshot, positions: readonly string[]): Promise<(StoredEvent | undefined)[]> {
  const { rows } = await sql<
    Omit<StoredEvent, 'actor_name' | 'outlet_name'> & { actor: string; outlet_fk: number | null }
  >`
    select e.position, e.type, e.stream, e.kind, e.entity_id, d.number, e.recorded_at, e.actor, e.outlet_fk, e.device,
      coalesce(e.reason, e.data ->> 'reason') as reason, e.data
    from read.event e left join read.document d on d.kind = e.kind and d.id = e.entity_id
    where e.position = any(${[...positions]}::bigint[])`.execute(snapshot);
  const nameOf = await fetchNames(
    snapshot,
    rows.flatMap(({ actor, outlet_fk }) => [`user-${userId(actor) ?? 0}`, `outlet-${outlet_fk ?? 0}`]),
  );
  return positions.map((position) => {
    const found = rows.find((row) => row.position === position);
    if (!found) return undefined;
    const { actor, outlet_fk, ...event } = found;
    const outlet_name = outlet_fk === null ? null : nameOf('outlet', outlet_fk);
    return { ...event, actor_name: nameOf('user', actor) ?? actor, outlet_name };
  });
}

/** Null for lines without a movement of goods or foreign cash. */
async function costBehind(snapshot: Snapshot, person: Person, line: StoredLine): Promise<Cost | null> {
  const place = placeOf(line) ?? (await otherSide(snapshot, person, line));
  if (!place) return null;
  const position = await movementPosition(snapshot, line, place);
  return (await costOf(snapshot, person, { ...place, position }, line.position)) ?? null;
}

type PlaceInPool = Omit<MovementNamed, 'position'>;

function placeOf(line: StoredLine): PlaceInPool | undefined {
  const { item_fk, inventory_fk, account, currency_fk, line_id } = line;
  if (line_id === null) return undefined;
  if (item_fk !== null && inventory_fk !== null) {
    return { pool: 'stock', first: item_fk, second: inventory_fk, line: line_id };
  }
  const ref = account === null ? undefined : accountOf(account);
  if (!ref || account === null || currency_fk === null || !(isCashAccount(ref) || isCarried(ref))) return undefined;
  return { pool: 'cash', first: account, second: currency_fk, line: line_id };
}

/** The movement whose cost the line has on the other side, or between outlets, when the person sees its place. */
async function otherSide(snapshot: Snapshot, person: Person, line: StoredLine): Promise<PlaceInPool | undefined> {
  const { kind, line_id, document_kind, document_id, position, cause_position } = line;
  if (line_id === null || !(kind === 'cost' || kind === 'restatement')) return undefined;
  for (const pool of ['stock', 'cash'] as const) {
    const [first, second] = POOL_KEYS[pool];
    const inventory = pool === 'stock' ? { inventory: sql`j.inventory_fk` } : {};
    const { rows } = await sql<{ first: number; second: number }>`
      select j.${sql.ref(first)} as first, j.${sql.ref(second)} as second from ${sql.table(`read.${pool}_line`)} j
      ${whereAll([
        sql`j.document_kind = ${document_kind} and j.document_id = ${document_id} and j.move_line = ${line_id}`,
        sql`j.kind = 'movement' and j.move_position in (${position}::bigint, ${cause_position}::bigint)`,
        ...rowScope(person, { outlet: sql`j.outlet_fk`, ...inventory }),
      ])} limit 1`.execute(snapshot);
    if (rows[0]) return { pool, ...rows[0], line: line_id };
  }
  return undefined;
}
