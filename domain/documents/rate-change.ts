/**
 * Plausibility of rates: a rate that differs from the rate in force by more than the percentage in the settings must
 * be confirmed (docs/decisions/0053). The usual mistake is one digit too many, and it changes every amount of a
 * document.
 */

import type { Facts, RateInForce } from '../deciding/facts.ts';
import { membersOf } from '../values/members.ts';
import { HUNDRED_PERCENT, money } from '../values/money.ts';
import { type Rate, readRate } from '../values/rate.ts';
import type { Issue } from '../values/refusal.ts';

const PERCENT_USUALLY = '20';

type Compared = Pick<RateInForce, 'date' | 'rate' | 'in_rate'>;

/**
 * The confirmation that a rate in `field` requires; undefined when it is plausible or confirmed, or when there is no
 * rate to compare with.
 */
export function rateQuestion(
  field: string,
  text: string,
  inForce: Compared | undefined,
  facts: Facts,
): Issue | undefined {
  return facts.confirmed ? undefined : farRate(field, text, inForce, facts);
}

/**
 * The issue that a rate in `field` differs too much from the one in force; undefined when it does not, or when there
 * is no rate to compare with.
 */
export function farRate(field: string, text: string, inForce: Compared | undefined, facts: Facts): Issue | undefined {
  const value = readRate(text);
  if (!inForce || value === undefined) return undefined;
  const usual = usualRate(value, inForce, percentOf(facts));
  if (usual === undefined) return undefined;
  const params = { rate: text, value: usual, day: inForce.date, percent: percentOf(facts) ?? '' };
  return { field, message: 'rate_changes_much', params };
}

/** Null disables the check. */
function percentOf(facts: Facts): string | null {
  const percent = facts.record('system_setting', 1)?.data['rate_change_percent'];
  if (percent === null) return null;
  return typeof percent === 'string' ? percent : PERCENT_USUALLY;
}

/** The nearest rate in force, when `value` differs from it by more than `percent`. */
function usualRate(value: Rate, { rate, in_rate }: Compared, percent: string | null): string | undefined {
  if (percent === null) return undefined;
  const differences = [rate, in_rate].flatMap((text) => {
    const from = readRate(text);
    return from === undefined || from <= 0n
      ? []
      : [{ text, from, difference: value > from ? value - from : from - value }];
  });
  const [nearest] = differences.sort((a, b) => (a.difference < b.difference ? -1 : 1));
  if (!nearest) return undefined;
  return nearest.difference * HUNDRED_PERCENT > nearest.from * money(percent) ? nearest.text : undefined;
}

export interface RateField {
  readonly field: string;
  readonly rate: string;
  /** Id of the rate record; not a number when the rate was typed. */
  readonly rate_fk: unknown;
}

/** Refuses a rate record that comes into force after the day of the document. */
export function laterRates(rates: readonly RateField[], day: string, facts: Facts): Issue[] {
  return rates.flatMap(({ field, rate_fk }): Issue[] => {
    const date = typeof rate_fk === 'number' ? facts.record('currency_rate', rate_fk)?.data['date'] : undefined;
    if (typeof date !== 'string' || date <= day) return [];
    return [{ field: `${field}_fk`, message: 'rate_of_a_later_day', params: { value: date } }];
  });
}

/** Every rate in a value, at any depth, with the id of its rate record or null. */
export function ratesIn(value: unknown, path = ''): RateField[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((entry, index) => ratesIn(entry, `${path}.${index}`));
  const { rate, rate_fk } = membersOf(value);
  const prefix = /\.\d+$/.test(path) ? `${path}.` : '';
  const own = typeof rate === 'string' && 'rate_fk' in value ? [{ field: `${prefix}rate`, rate, rate_fk }] : [];
  const inner = Object.entries(value).filter(([, each]) => typeof each === 'object');
  return [...own, ...inner.flatMap(([name, each]) => ratesIn(each, `${prefix}${name}`))];
}
