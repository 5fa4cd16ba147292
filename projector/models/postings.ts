/** The effect of an event on the books: it posts, it reverses the current postings, or neither. */

import type { RecordedEvent } from '../../domain/deciding/event.ts';
import { correctionType } from '../../domain/documents/rate-correction.ts';
import type { Posting } from '../../domain/entries/entry.ts';
import { postingRuleOf } from '../../domain/registry/posting-table.ts';
import { membersOf } from '../../domain/values/members.ts';
import { trueDateOf } from '../../domain/values/prior-period.ts';
import type { CurrencyId } from '../../domain/values/rate.ts';
import { IQD } from '../../domain/values/rate.ts';

export const reverses = (event: RecordedEvent): boolean => postingRuleOf(event.type)?.does === 'reverse';

/** Whether the event reverses the posting of `earlier`. */
export function isReversalOf(event: RecordedEvent, earlier: Pick<RecordedEvent, 'type' | 'data'>): boolean {
  const rule = postingRuleOf(event.type);
  if (rule?.does !== 'reverse') return false;
  if (rule.of !== undefined && !rule.of.includes(earlier.type)) return false;
  return rule.part === undefined || rule.part(event.data) === rule.part(earlier.data);
}

/** The event posts the document again with a corrected rate. */
export const corrects = (event: RecordedEvent): boolean => event.type.endsWith(CORRECTED);
const CORRECTED = correctionType('');

/** A cache: in a rebuild several models request the posting of the same event. */
const known = new WeakMap<RecordedEvent, Posting>();

/** Undefined when the event posts nothing. */
export function postingOf(event: RecordedEvent): Posting | undefined {
  const rule = postingRuleOf(event.type);
  if (rule?.does !== 'post') return undefined;
  const posting = known.get(event) ?? withTrueDate(rule.post(event.data, event.stream), event.data);
  if (posting) known.set(event, posting);
  return posting;
}

function withTrueDate(posting: Posting | undefined, data: unknown): Posting | undefined {
  const trueDate = trueDateOf(data);
  return posting && trueDate !== undefined ? { ...posting, trueDate } : posting;
}

/** The base currency, in which lines have no rate; otherwise the document's own. */
export function baseCurrencyOf(event: RecordedEvent, posting: Posting): CurrencyId {
  const line = posting.lines.find((line) => line.rate === undefined);
  return line?.currency ?? baseCurrencyIn(event.data) ?? IQD;
}

function baseCurrencyIn(data: unknown): CurrencyId | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const own = membersOf(data)['system_currency_fk'];
  if (typeof own === 'number') return own;
  for (const part of Object.values(data)) {
    const currency = Array.isArray(part) ? undefined : baseCurrencyIn(part);
    if (currency !== undefined) return currency;
  }
  return undefined;
}
