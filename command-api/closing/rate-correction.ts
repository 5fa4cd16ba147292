/** The documents that a corrected rate concerns, each with the event that corrects it. */
import type { Pool } from 'pg';
import { v5 as uuid } from 'uuid';
import type { Claim } from '../../domain/kernel/claim.ts';
import type { Actor } from '../../domain/kernel/facts.ts';
import { CORRECTABLE, type RateCorrection } from '../../domain/kernel/rate-correction.ts';
import { Refusal } from '../../domain/kernel/refusal.ts';
import type { Recalculation } from '../../domain/ledger/recalculation.ts';
import { claimsOf, type Decision, decide, factsOf } from '../handling/decision.ts';
import { type Kind, readStream, type Status } from '../handling/kinds.ts';
import { load } from '../handling/load.ts';
import type { Commands } from '../handling/open-commands.ts';
import { inScope } from '../handling/scope.ts';

export interface PlannedCorrection {
  readonly stream: string;
  /** Of the last event that is there. */
  readonly revision: number;
  readonly decision: Decision;
  readonly claims: readonly Claim[];
}

type Asked = Pick<Recalculation, 'date' | 'item_fk' | 'inventory_fk' | 'rate_fk' | 'to_rate_fk'>;

/** Every document that is carried at the wrong rate, and those that settle one of them. Throws Refusal. */
export async function plannedCorrections(
  commands: Commands,
  asked: Asked,
  recalculation_fk: number,
  actor: Actor,
): Promise<PlannedCorrection[]> {
  const entered = await streamsAtRate(commands.pool, asked);
  const wrong = [...entered, ...(await returnsOf(commands.pool, entered))];
  const settling = await streamsSettling(commands.pool, wrong);
  const correction = await correctionOf(commands, asked, recalculation_fk);
  const planned: PlannedCorrection[] = [];
  for (const stream of new Set([...wrong, ...settling])) {
    const one = await plan(commands, stream, { ...correction, documents: [...wrong] }, actor);
    if (one) planned.push(one);
  }
  return planned;
}

/** What comes back has the rate of what it comes back of, and is right or wrong with it, whenever it came. */
const ORIGIN = `case d.kind when 'sale_return' then 'sale-' || (d.data ->> 'sale_fk')
  when 'purchase_return' then 'purchase-' || (d.data ->> 'purchase_fk') end`;

async function returnsOf(pool: Pool, documents: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ stream: string }>(
    `select d.kind || '-' || d.id as stream from read.document d
     where d.kind in ('sale_return', 'purchase_return') and d.status not in ('discarded', 'reversed')
       and ${ORIGIN} = any($1)
     order by d.kind, d.id`,
    [documents],
  );
  return rows.map(({ stream }) => stream);
}

async function streamsAtRate(pool: Pool, { rate_fk, date, item_fk, inventory_fk }: Asked): Promise<string[]> {
  const { rows } = await pool.query<{ stream: string }>(
    `select d.kind || '-' || d.id as stream from read.document d
     where d.kind = any($1) and d.status not in ('discarded', 'reversed') and d.date >= $2
       and ${ORIGIN} is null
       and jsonb_path_exists(d.data, '$.**.rate_fk ? (@ == $rate)', jsonb_build_object('rate', $3::int))
       and (cardinality($4::int[]) = 0 or exists (
         select from read.document_line l where l.kind = d.kind and l.id = d.id and l.item_fk = any($4)))
       and (cardinality($5::int[]) = 0 or d.inventory_fk = any($5))
     order by d.kind, d.id`,
    [Object.keys(CORRECTABLE), date, rate_fk, [...item_fk], [...inventory_fk]],
  );
  return rows.map(({ stream }) => stream);
}

async function streamsSettling(pool: Pool, documents: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ stream: string }>(
    `select d.kind || '-' || d.id as stream from read.document d
     where d.kind in ('customer_transaction', 'supplier_transaction', 'sale_return', 'purchase_return')
       and d.status not in ('discarded', 'reversed')
       and jsonb_path_exists(d.data, '$.**.document ? (@ == $of[*])', jsonb_build_object('of', $1::jsonb))
     order by d.kind, d.id`,
    [JSON.stringify(documents)],
  );
  return rows.map(({ stream }) => stream);
}

async function correctionOf(
  { handler, kinds }: Commands,
  { rate_fk, to_rate_fk }: Asked,
  recalculation_fk: number,
): Promise<RateCorrection> {
  const [wrong, right] = [`currency_rate-${rate_fk}`, `currency_rate-${to_rate_fk}`];
  const states = await handler.states.read([wrong, right]);
  const dataOf = (stream: string) =>
    (states.get(stream)?.state as (Status & { readonly data?: { rate: string; in_rate: string } }) | undefined)?.data;
  const [from, to] = [dataOf(wrong), dataOf(right)];
  if (!from || !to || !kinds.get('currency_rate')) throw new RangeError('the rates of the recalculation are not there');
  return {
    recalculation_fk,
    rate_fk: Number(rate_fk),
    to_rate_fk: Number(to_rate_fk),
    in_rate: { from: from.in_rate, to: to.in_rate },
    out_rate: { from: from.rate, to: to.rate },
    documents: [],
  };
}

/** Undefined when nothing in the document is at the wrong rate: one that was typed by hand stays. */
async function plan(
  { handler, kinds }: Commands,
  stream: string,
  correction: RateCorrection,
  actor: Actor,
): Promise<PlannedCorrection | undefined> {
  const named = readStream(stream);
  const kind = kinds.get(named?.kind ?? '') as Kind;
  const loaded = await load(kinds, handler.states, kind, stream, {
    rate_fk: correction.rate_fk,
    to_rate_fk: correction.to_rate_fk,
  });
  const facts = factsOf(loaded, { actor, moment: new Date() });
  const { revision, state } = loaded.own;
  const own = { ...correction, documents: mentioned(state, correction.documents) };
  const decision = decide(kind, [{ type: 'correct_rate', correction: own }], state, facts);
  if (decision.events.length === 0) return undefined;
  // Half of a correction would leave the books wrong in another way.
  if (!inScope(kind, named?.id ?? 0, state, actor)) {
    throw new Refusal('forbidden', [{ field: '', message: 'correction_beyond_your_outlets' }]);
  }
  const claims = claimsOf(kinds, kind, stream, decision, facts, {}).map(withoutCeiling);
  return { stream, revision, decision, claims };
}

/** What a customer owes is what it is: a right rate is not refused for what they may owe. */
function withoutCeiling(claim: Claim): Claim {
  if (claim.kind !== 'level' || !claim.key.startsWith('debit:')) return claim;
  const { ceiling: _ceiling, ...kept } = claim;
  return kept;
}

function mentioned(state: unknown, documents: readonly string[]): string[] {
  const said = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string') said.add(value);
    else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) visit(each);
  };
  visit(state);
  return documents.filter((each) => said.has(each));
}

/** One append: the recalculation, every correction or what else it brings with it, and their claims; or none. Throws ClaimsRefused, WrongRevision, BatchTooLarge. */
export async function commitCorrections(
  { store, kinds }: Commands,
  own: Omit<PlannedCorrection, 'claims'>,
  others: readonly PlannedCorrection[],
  { actor, commandId }: { readonly actor: Actor; readonly commandId: string },
): Promise<bigint> {
  const kind = kinds.get('recalculation') as Kind;
  const facts = { record: () => undefined, document: () => undefined } as never;
  const written = [own, ...others].filter(({ decision }) => decision.events.length > 0);
  const writes = written.map(({ stream, revision, decision }, write) => ({
    stream,
    expectedRevision: revision,
    events: decision.events.map((event, index) => ({ ...event, id: uuid(`${write}:${index}`, commandId) })),
  }));
  const claims = [
    ...claimsOf(kinds, kind, own.stream, own.decision, facts, {}).filter((claim) => claim.kind === 'number'),
    ...others.flatMap((each) => each.claims),
  ];
  const { position } = await store.append({
    commandId,
    writes,
    claims,
    meta: { actor: String(actor.user_id), commandId },
  });
  return position;
}
