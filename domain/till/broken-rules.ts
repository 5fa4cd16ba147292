/**
 * What was paid is stored (decisions/0074): what a rule finds wrong with an entry of a till becomes a note on its event.
 * Only what leaves nothing that could be posted is refused.
 */
import { type Issue, type Issues, Refusal } from '../kernel/refusal.ts';
import type { BrokenRule } from './device-entry.ts';
import type { ByDevice, DeviceMark } from './device-mark.ts';

/** What came from a till, and what was found wrong with it before it was decided on. */
export interface Received {
  readonly device: DeviceMark;
  readonly broken: readonly BrokenRule[];
}

/** The entry is malformed, or names what was never there. */
const NOTHING_TO_POST: ReadonlySet<string> = new Set([
  'accounts_must_differ',
  'at_least_one_line',
  'currency_without_rates',
  'date',
  'greater_than',
  'min',
  'required',
  'unique',
  'unknown_record',
]);

const nameOf = ({ rule, field = '' }: BrokenRule): string => `${rule} ${field}`;

/** Throws Refusal `validation` for what cannot be posted. */
export function brokenRules(issues: Issues): readonly BrokenRule[] {
  const refused = issues.list.filter(({ message }) => NOTHING_TO_POST.has(message));
  if (refused.length > 0) throw new Refusal('validation', refused);
  return issues.list.map(brokenRule);
}

export function brokenRule({ field, message, params }: Issue): BrokenRule {
  return { rule: message, ...(field === '' ? {} : { field }), ...(params === undefined ? {} : { values: params }) };
}

/**
 * What an event says of the till that it came from; without one, nothing. Throws Refusal: without a till for every issue,
 * with one for what cannot be posted.
 */
export function settled(received: Received | undefined, issues: Issues): ByDevice {
  if (received === undefined) {
    issues.throwIfAny();
    return {};
  }
  const known = new Set(received.broken.map(nameOf));
  const broken = [...received.broken, ...brokenRules(issues).filter((own) => !known.has(nameOf(own)))];
  return { device: received.device, ...(broken.length === 0 ? {} : { broken }) };
}
