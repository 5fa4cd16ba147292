/**
 * Corrections of rates: documents with a wrong rate record get the right rate, and their postings are replaced. All
 * documents with a rate are corrected in the same way.
 */

import type { Decider } from './decider.ts';
import type { DomainEvent } from './event.ts';
import type { Facts } from './facts.ts';
import { membersOf } from './members.ts';
import { readRate } from './rate.ts';

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
  const after: Record<string, unknown> = Object.create(null);
  let changed = false;
  for (const [name, inner] of Object.entries(before)) {
    // Costs use the out rate in every kind of document.
    after[name] = visit(inner, name === 'costs' ? 'out' : side, correction);
    if (after[name] !== inner) changed = true;
  }
  const own = ownRate(before, side, correction);
  return own ? { ...after, ...own } : changed ? after : value;
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
    const right = rightRate(rate, side, correction);
    return right === undefined ? undefined : { rate_fk: correction.to_rate_fk, rate: right };
  }
  if (typeof document !== 'string' || !correction.documents.includes(document)) return undefined;
  // Settled items use the same side of the rate as this document: a supplier is owed the costs of a sale at the sale's
  // side.
  const right = rightRate(rate, side, correction);
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

/** Adds the correction command to a decider; it returns no event when the document has no wrong rate. */
export function withRateCorrection<State, Command, Event extends DomainEvent>(
  kind: string,
  side: RateSide,
  decider: Decider<State, Command, Event, Facts>,
): Decider<State, Command, Event, Facts> {
  const type = correctionType(kind);
  return {
    initial: decider.initial,
    evolve: (state, event) =>
      event.type === type ? corrected(state, side, event.data as RateCorrection) : decider.evolve(state, event),
    decide(command, state, facts) {
      if (!isCorrectRate(command)) return decider.decide(command, state, facts);
      if (corrected(state, side, command.correction) === state) return [];
      return [{ type, v: 1, data: command.correction } as unknown as Event];
    },
  };
}
