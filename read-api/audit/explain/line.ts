/** A line of the journal, explained: its event and person, the document, the rule that posted it, the rate, and the cost behind it. */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { forbidden } from '../../../identity/guard.ts';
import type { Person } from '../../../identity/person.ts';
import type { Snapshot } from '../../database/reader.ts';
import type { JournalLineRow } from '../../database/tables.ts';
import { allOf, notFound, rowScope, seesCost } from '../../http/scope.ts';
import { fetchNames } from '../../lists/names.ts';
import { userId } from '../../lists/record-list.ts';
import { costAccounts, readChart } from '../../reports/chart.ts';
import { type Cost, CostSchema, costOf, type MovementNamed } from './cost.ts';
import { COSTING, type RuleOfPosting, ruleOfPosting } from './posting-rule.ts';

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
const Rule = Type.Object({ file: Type.String(), section: Text(), text: Type.String() });
export const ExplainedLine = Type.Object({
  position: Type.String(),
  line_no: Type.Integer(),
  kind: Type.String(),
  account: Type.Integer(),
  account_key: Type.String(),
  account_name: Text(),
  effective_date: Type.String(),
  base: Type.String(),
  currency_fk: Type.Integer(),
  foreign_amount: Type.String(),
  party: Text(),
  party_name: Text(),
  document: Type.String(),
  document_kind: Type.String(),
  document_id: Type.Integer(),
  /** What made the line known, and the posting that it belongs to or corrects. */
  event: EventOfLine,
  cause: EventOfLine,
  rule: Type.Union([Rule, Type.Null()]),
  /** As the document says it; null in the system currency. */
  rate: Text(),
  rate_fk: Id(),
  cost: Type.Union([CostSchema, Type.Null()]),
});

/** Throws 403 for lines that tell what goods cost, 404 for what is not there or out of the person's outlets. */
export async function explainLine(
  snapshot: Snapshot,
  person: Person,
  { position, line_no }: { readonly position: string; readonly line_no: string },
): Promise<Static<typeof ExplainedLine>> {
  const scope = allOf(rowScope(person, { outlet: sql`j.outlet_fk` }));
  const { rows } = await sql<JournalLineRow>`
    select j.* from read.journal_line j where j.position = ${position} and j.line_no = ${Number(line_no)} and ${scope}`.execute(
    snapshot,
  );
  const [line] = rows;
  if (!line) throw notFound();
  const chart = await readChart(snapshot);
  const tellsCost = ['cost', 'restatement'].includes(line.kind) || costAccounts(chart).includes(line.account);
  if (tellsCost && !seesCost(person)) throw forbidden('items/show_cost');
  const [event, cause] = await eventsAt(snapshot, [line.position, line.cause_position]);
  if (!event || !cause) throw notFound();
  const nameOf = await fetchNames(snapshot, line.party === null ? [] : [line.party]);
  const { data, ...posted } = cause;
  const rate_fk = data['rate_fk'];
  return {
    ...line,
    account_key: chart.get(line.account)?.key ?? '',
    account_name: chart.get(line.account)?.name ?? null,
    party_name: line.party === null ? null : nameOf(undefined, line.party),
    event: withoutData(event),
    cause: posted,
    rule: ruleOf(line, cause.type) ?? null,
    rate_fk: line.rate !== null && typeof rate_fk === 'number' ? rate_fk : null,
    cost: tellsCost || line.item_fk === null ? await costBehind(snapshot, line) : null,
  };
}

const withoutData = ({ data: _data, ...event }: StoredEvent) => event;

/** A difference of cost is costing's; everything else is the rule of the document's own event, or that rule taken back. */
function ruleOf({ kind }: JournalLineRow, causeType: string): RuleOfPosting | undefined {
  return kind === 'cost' || kind === 'restatement' ? COSTING : ruleOfPosting(causeType);
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

/** Undefined for lines that no movement of goods or foreign cash stands behind. */
async function costBehind(snapshot: Snapshot, line: JournalLineRow): Promise<Cost | null> {
  const { item_fk, inventory_fk, account, currency_fk, cause_position: position, line_id } = line;
  if (line_id === null) return null;
  const named: MovementNamed =
    item_fk !== null && inventory_fk !== null
      ? { pool: 'stock', first: item_fk, second: inventory_fk, position, line: line_id }
      : { pool: 'cash', first: account, second: currency_fk, position, line: line_id };
  return (await costOf(snapshot, named, line.position)) ?? null;
}
