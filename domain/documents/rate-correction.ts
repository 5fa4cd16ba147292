/**
 * Corrections of rates: documents with a wrong rate record get the right rate, and their postings are replaced. All
 * documents with a rate are corrected in the same way.
 */

import type { Decider } from '../deciding/decider.ts';
import type { DomainEvent } from '../deciding/event.ts';
import type { Facts } from '../deciding/facts.ts';
import { type Members, membersOf } from '../values/members.ts';
import { readRate } from '../values/rate.ts';

// The event `<kind>.rate_corrected` is a storage format: a changed shape gets a new `v` and an upcaster in domain/versions.

export interface RateCorrection {
  readonly recalculation_fk: number;
  /** The wrong rate record, and the right one. */
  readonly rate_fk: number;
  readonly to_rate_fk: number;
  readonly in_rate: { readonly from: string; readonly to: string };
  readonly out_rate: { readonly from: string; readonly to: string };
  /** Documents that are corrected together with this one; settlements of them use their right rate. */
  readonly documents: readonly string[];
  /**
   * The amounts of a purchase return's lines in the system currency at the right rate; absent for other documents, and
   * in corrections from before this field.
   */
  readonly lines?: readonly CorrectedLine[];
  /** True when an order is at the wrong rate: its advance payments store the value of its rate, without the record. */
  readonly advances?: true;
  /**
   * Of a settlement between parties. Absent for other documents, and in corrections from before this field, which took
   * the side of the kind for all of it.
   */
  readonly sides?: SettlementSides;
  /**
   * The settlements among `documents`: what is open under them is at their own side, whoever owes it. Absent without
   * any, and in corrections from before this field.
   */
  readonly settlements?: readonly { readonly document: string; readonly side: RateSide }[];
  /**
   * The orders among `documents`, whose advances have a rate of their own each day: the days that are corrected. Absent
   * without any, and in corrections from before this field.
   */
  readonly advance_days?: readonly { readonly document: string; readonly dates: readonly string[] }[];
}

/** The side of the settlement's own rate, and those of the documents of both parties. */
export interface SettlementSides {
  readonly own: RateSide;
  readonly allocations: RateSide;
  readonly to_allocations: RateSide;
}

export interface CorrectedLine {
  readonly line_id: number;
  readonly net_base: string;
  readonly tax_base: string;
  readonly goods_base: string | null;
}

/** The side of a day's rate that a document uses. */
export type RateSide = 'in' | 'out';

export const correctionType = (kind: string): string => `${kind}.rate_corrected`;

/** The data or state of a document at the right rate; the same object when no part of it has the wrong rate. */
export function corrected<Value>(value: Value, side: RateSide, correction: RateCorrection): Value {
  return visit(value, side, correction) as Value;
}

function visit(value: unknown, side: RateSide, correction: RateCorrection): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const next = value.map((entry) => visit(entry, side, correction));
    return next.some((entry, index) => entry !== value[index]) ? next : value;
  }
  const before = membersOf(value);
  // Capital is withdrawn at the out rate, and contributed at the in rate.
  const ownSide = before['transaction_type'] === 'withdrawal' ? 'out' : side;
  const after: Record<string, unknown> = Object.create(null);
  let changed = false;
  for (const [name, inner] of Object.entries(before)) {
    const right = visit(inner, sideIn(name, ownSide, correction), correction);
    after[name] = name === 'lines' ? withAmounts(right, correction.lines) : right;
    if (after[name] !== inner) changed = true;
  }
  const own = ownRate(before, ownSide, correction);
  return own ? { ...after, ...own } : changed ? after : value;
}

function sideIn(name: string, side: RateSide, { sides }: RateCorrection): RateSide {
  // Costs use the out rate in every kind of document.
  if (name === 'costs') return 'out';
  return (name === 'allocations' || name === 'to_allocations' ? sides?.[name] : undefined) ?? side;
}

function withAmounts(lines: unknown, amounts: RateCorrection['lines']): unknown {
  if (!amounts || !Array.isArray(lines)) return lines;
  return lines.map((line): Members => {
    const own = membersOf(line);
    return { ...own, ...amounts.find(({ line_id }) => line_id === own['line_id']) };
  });
}

/** The corrected fields of the object's own rate when it has the wrong record; typed rates are not corrected. */
function ownRate(
  of: Readonly<Record<string, unknown>>,
  side: RateSide,
  correction: RateCorrection,
): Readonly<Record<string, unknown>> | undefined {
  const { rate, rate_fk, document } = of;
  if (typeof rate !== 'string') return undefined;
  if (rate_fk === correction.rate_fk) {
    const right = rightRate(rate, correction.sides?.own ?? side, correction);
    return right === undefined ? undefined : { rate_fk: correction.to_rate_fk, rate: right };
  }
  if (correction.advances && rate_fk === undefined && document === undefined) {
    const right = rightRate(rate, side, correction);
    return right === undefined ? undefined : { rate: right };
  }
  if (typeof document !== 'string' || !correction.documents.includes(document)) return undefined;
  const days = correction.advance_days?.find((order) => order.document === document)?.dates;
  if (days && !days.includes(String(of['date']))) return undefined;
  // Settled items use the side of the party: a supplier is owed the costs of a sale at the out rate.
  const settled = correction.settlements?.find((settlement) => settlement.document === document);
  const right = rightRate(rate, settled?.side ?? side, correction);
  return right === undefined ? undefined : { rate: right };
}

function rightRate(rate: string, side: RateSide, { in_rate, out_rate }: RateCorrection): string | undefined {
  const [own, other] = side === 'in' ? [in_rate, out_rate] : [out_rate, in_rate];
  if (isSame(rate, own.from)) return own.to;
  return isSame(rate, other.from) ? other.to : undefined;
}

const isSame = (a: string, b: string): boolean => readRate(a) === readRate(b);

export interface CorrectRate {
  readonly type: 'correct_rate';
  readonly correction: RateCorrection;
}

const isCorrectRate = (command: unknown): command is CorrectRate => membersOf(command)['type'] === 'correct_rate';

/** The part of a declaration that corrections read. */
interface Correctable<State, Command, Event extends DomainEvent> {
  readonly kind: string;
  readonly decider: Decider<State, Command, Event, Facts>;
  readonly correctionOf?: CorrectionOf<State>;
}

/** What the correction of a document contains besides the rates: parts that the document stores without a rate. */
export type CorrectionOf<State> = (
  state: State,
  correction: RateCorrection,
  facts: Facts,
) => Pick<RateCorrection, 'lines' | 'advances' | 'sides'>;

/** Adds the correction command to a decider; it returns no event when the document has no wrong rate. */
export function withRateCorrection<State, Command, Event extends DomainEvent>(
  { kind, decider, correctionOf }: Correctable<State, Command, Event>,
  side: RateSide,
): Decider<State, Command, Event, Facts> {
  const type = correctionType(kind);
  return {
    initial: decider.initial,
    evolve: (state, event) =>
      event.type === type ? corrected(state, side, event.data as RateCorrection) : decider.evolve(state, event),
    decide(command, state, facts) {
      if (!isCorrectRate(command)) return decider.decide(command, state, facts);
      const { correction } = command;
      if (corrected(state, side, correction) === state) return [];
      const data = { ...correction, ...correctionOf?.(state, correction, facts) };
      return [{ type, v: 1, data } as unknown as Event];
    },
  };
}
