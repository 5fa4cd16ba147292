/**
 * Entries of a till are paid already, so they are stored anyway (decisions/0074): violations of rules become notes on
 * the event. Only an entry that cannot be posted at all is refused.
 */
import { type Issue, type Issues, Refusal } from '../../values/refusal.ts';
import type { BrokenRule } from '../device-entry.ts';
import type { ByDevice, DeviceMark } from '../device-mark.ts';

/** The till of an entry, and the rules that it violated before the decision. */
export interface Received {
  readonly device: DeviceMark;
  readonly broken: readonly BrokenRule[];
}

/** Message keys of issues that prevent posting: malformed entries, and references to nothing. */
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

/** Returns the issues as notes. Throws Refusal `validation` for an entry that cannot be posted. */
export function brokenRules(issues: Issues): readonly BrokenRule[] {
  const refused = issues.list.filter(({ message }) => NOTHING_TO_POST.has(message));
  if (refused.length > 0) throw new Refusal('validation', refused);
  return issues.list.map(brokenRule);
}

export function brokenRule({ field, message, params }: Issue): BrokenRule {
  return { rule: message, ...(field === '' ? {} : { field }), ...(params === undefined ? {} : { values: params }) };
}

/**
 * The device fields of an event; empty for an event without a till. Throws Refusal: without a till for every issue,
 * with one only when the entry cannot be posted.
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
