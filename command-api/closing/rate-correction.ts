/** The documents that a corrected rate concerns, each with its correcting event. */

import type { Pool } from 'pg';
import { ownRateSide, SETTLEMENT } from '../../domain/debts/settlement-events.ts';
import type { Claim } from '../../domain/deciding/claim.ts';
import type { Actor } from '../../domain/deciding/facts.ts';
import { correctionType, type RateCorrection } from '../../domain/documents/rate-correction.ts';
import type { Recalculation } from '../../domain/ledger/recalculation.ts';
import { advanceDaysAt } from '../../domain/purchasing/order-advances.ts';
import { isBilled, PURCHASE_ORDER, type PurchaseOrderState } from '../../domain/purchasing/purchase-order.ts';
import { RATE_SIDES } from '../../domain/registry/rate-sides.ts';
import { defined } from '../../domain/values/defined.ts';
import { membersOf } from '../../domain/values/members.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import type { DecisionRead } from '../../event-store/decision-read.ts';
import { readStream, streamOf } from '../aggregates/aggregate-types.ts';
import { type CommandContext, load } from '../aggregates/command-context.ts';
import type { Commands } from '../commands/open-commands.ts';
import { claimsOf, type Decision, decide, factsOf } from '../handling/decision.ts';
import { DecisionReads } from '../handling/decision-reads.ts';
import { inScope } from '../handling/scope.ts';
import { askCurrent, type ModelsAt } from '../read-models/models-at.ts';
import {
  AT_RATE,
  COMMIT_STARTED,
  CORRECTED_BY,
  RETURNS_OF,
  SETTLING,
  type StreamRow,
} from '../read-models/rate-corrections.ts';

export interface PlannedCorrection {
  readonly stream: string;
  /** Revision of the last event. */
  readonly revision: number;
  readonly decision: Decision;
  readonly claims: readonly Claim[];
  /** Conditions besides its own stream (docs/decisions/0045). */
  readonly reads: readonly DecisionRead[];
}

type Asked = Pick<Recalculation, 'date' | 'item_fk' | 'inventory_fk' | 'rate_fk' | 'to_rate_fk'>;

/**
 * Every document with the wrong rate, and the documents that settle one of them; for a started commit, the remaining
 * ones. `begun` is the position of the start: documents entered at the wrong rate afterwards were not listed and
 * remain, while documents that settle a corrected one are always corrected. Throws Refusal.
 */
export async function plannedCorrections(
  { commands, at }: { readonly commands: Commands; readonly at: ModelsAt },
  requested: Asked,
  recalculation_fk: number,
  actor: Actor,
  begun?: bigint,
): Promise<PlannedCorrection[]> {
  const { pool } = commands;
  const { rate_fk, to_rate_fk, date, item_fk, inventory_fk } = requested;
  const kinds = [...RATE_SIDES.keys()];
  const left = await askCurrent(pool, AT_RATE, at, kinds, date, rate_fk, item_fk, inventory_fk, begun ?? null);
  const done =
    begun === undefined
      ? []
      : await askCurrent(pool, CORRECTED_BY, at, kinds.map(correctionType), recalculation_fk, to_rate_fk);
  const entered = streamsOf([...left, ...done]);
  const wrong = [...entered, ...streamsOf(await askCurrent(pool, RETURNS_OF, at, entered))];
  const settling = streamsOf(await askCurrent(pool, SETTLING, at, JSON.stringify(wrong)));
  const correction = await correctionOf(commands, requested, recalculation_fk);
  const planned: PlannedCorrection[] = [];
  const all = new Set(wrong);
  const said = await saidOf(commands, wrong, correction);
  for (const stream of new Set([...wrong, ...settling])) {
    const one = await plan(commands, stream, { correction, wrong: all, said }, actor);
    if (one) planned.push(one);
  }
  return planned;
}

const streamsOf = (rows: readonly StreamRow[]): string[] => rows.map(({ stream }) => stream);

/** Position of the event that started the commit. Throws while the read models are behind it. */
export async function beginningOf(pool: Pool, recalculation_fk: number, at: ModelsAt): Promise<bigint> {
  const [row] = await askCurrent(pool, COMMIT_STARTED, at, recalculation_fk);
  if (!row) throw new Error('the read models have not reached the beginning of the commit');
  return BigInt(row.position);
}

async function correctionOf(
  { handler, kinds }: Commands,
  { rate_fk, to_rate_fk }: Asked,
  recalculation_fk: number,
): Promise<RateCorrection> {
  const [wrong, right] = [`currency_rate-${rate_fk}`, `currency_rate-${to_rate_fk}`];
  const states = await handler.states.read([wrong, right]);
  const [from, to] = [wrong, right].map((stream) => membersOf(states.get(stream)?.state)['data']);
  if (!from || !to || !kinds.get('currency_rate')) throw new RangeError('the rates of the recalculation are not there');
  const [before, after] = [membersOf(from), membersOf(to)];
  return {
    recalculation_fk,
    rate_fk: Number(rate_fk),
    to_rate_fk: Number(to_rate_fk),
    in_rate: { from: String(before['in_rate']), to: String(after['in_rate']) },
    out_rate: { from: String(before['rate']), to: String(after['rate']) },
    documents: [],
  };
}

interface Wrong {
  readonly correction: RateCorrection;
  readonly wrong: ReadonlySet<string>;
  readonly said: SaidOfCorrected;
}

/** What corrections say of the corrected documents, for those that settle them. */
type SaidOfCorrected = Required<Pick<RateCorrection, 'settlements' | 'advance_days'>>;

/** The settlements among the corrected documents, each with the side of its own rate, and the days of the orders. */
export async function saidOf(
  { handler }: Pick<Commands, 'handler'>,
  wrong: readonly string[],
  { rate_fk, to_rate_fk }: Pick<RateCorrection, 'rate_fk' | 'to_rate_fk'>,
): Promise<SaidOfCorrected> {
  const own = wrong.filter((stream) => [SETTLEMENT, PURCHASE_ORDER].includes(readStream(stream)?.kind ?? ''));
  const states = await handler.states.read(own);
  const settlements = own.flatMap((document) => {
    const { data } = membersOf(states.get(document)?.state);
    return data === undefined ? [] : [{ document, side: ownRateSide(membersOf(data)) }];
  });
  const advance_days = own.flatMap((document) => {
    const state = states.get(document)?.state as PurchaseOrderState | undefined;
    // An order that a started commit has corrected is at the right record already.
    return state && isBilled(state) ? [{ document, dates: advanceDaysAt([rate_fk, to_rate_fk], state) }] : [];
  });
  return { settlements, advance_days };
}

/** The documents among the corrected ones that the state names. */
export function namedIn(
  state: unknown,
  wrong: ReadonlySet<string>,
  { settlements, advance_days }: SaidOfCorrected,
): Pick<RateCorrection, 'documents' | 'settlements' | 'advance_days'> {
  const documents = mentioned(state, wrong);
  const named = {
    settlements: settlements.filter(({ document }) => documents.includes(document)),
    advance_days: advance_days.filter(({ document }) => documents.includes(document)),
  };
  const sided = named.settlements.length === 0 ? { documents } : { documents, settlements: named.settlements };
  return named.advance_days.length === 0 ? sided : { ...sided, advance_days: named.advance_days };
}

/** Undefined when the document has nothing at the wrong rate record; typed rates are not corrected. */
async function plan(
  { handler, kinds }: Commands,
  stream: string,
  { correction, wrong, said }: Wrong,
  actor: Actor,
): Promise<PlannedCorrection | undefined> {
  const named = readStream(stream);
  const kind = defined(kinds.get(named?.kind ?? ''));
  const loaded = await load(kinds, handler.states, kind, stream, {
    rate_fk: correction.rate_fk,
    to_rate_fk: correction.to_rate_fk,
  });
  const reads = new DecisionReads();
  const facts = factsOf(loaded, { actor, moment: new Date(), reads });
  const { revision, state } = loaded.own;
  const own = { ...correction, ...namedIn(state, wrong, said) };
  const decision = decide(kind, [{ type: 'correct_rate', correction: own }], state, facts);
  if (decision.events.length === 0) return undefined;
  // Correcting only a part of the documents would leave the books inconsistent.
  if (!inScope(kind, named?.id ?? 0, state, actor)) {
    throw new Refusal('forbidden', [{ field: '', message: 'correction_beyond_your_outlets' }]);
  }
  const claims = claimsOf(kinds, kind, stream, decision, facts, {}).map(withoutCeiling);
  noteRates(loaded, correction, reads);
  return { stream, revision, decision, claims, reads: reads.besides([stream]) };
}

/** The decision depends on the values of both rates. */
function noteRates(loaded: CommandContext, { rate_fk, to_rate_fk }: RateCorrection, reads: DecisionReads): void {
  for (const stream of [rate_fk, to_rate_fk].map((id) => streamOf('currency_rate', id))) {
    const revision = loaded.revisionOf(stream);
    if (revision !== undefined) reads.stream(stream, revision);
  }
}

/** A corrected rate is not refused because of a credit limit. */
function withoutCeiling(claim: Claim): Claim {
  if (claim.kind !== 'level' || !claim.key.startsWith('debit:')) return claim;
  const { ceiling: _ceiling, ...kept } = claim;
  return kept;
}

function mentioned(state: unknown, documents: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string' && documents.has(value)) found.add(value);
    else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) visit(inner);
  };
  visit(state);
  return [...found];
}
