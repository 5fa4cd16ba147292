/** Documents may post to a party only in the currencies of the party; a party without a list accepts all. */

import type { Facts } from '../../domain/deciding/facts.ts';
import type { Posting } from '../../domain/entries/entry.ts';
import type { CurrencyData } from '../../domain/organisation/currency.record.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { readStream } from '../aggregates/aggregate-types.ts';

interface Account {
  /** `customer-7` */
  readonly party: string;
  readonly currency: number;
}

interface Named {
  readonly consumer_name: string;
  readonly currencies?: readonly number[];
}

/**
 * `fieldOf` returns the field of the body with the party; undefined when the party was not chosen in this body, which
 * then is not checked.
 */
export function checkPartyCurrencies(
  before: readonly Posting[],
  after: readonly Posting[],
  facts: Facts,
  fieldOf: (kind: string, id: number) => string | undefined,
): void {
  const had = new Set(accountsIn(before).map(keyOf));
  const issues = [];
  for (const account of new Map(accountsIn(after).map((account) => [keyOf(account), account])).values()) {
    const { kind, id } = readStream(account.party) ?? { kind: '', id: 0 };
    const party = facts.record<Named>(kind, id)?.data;
    if (!party?.currencies?.length || had.has(keyOf(account))) continue;
    if (party.currencies.includes(account.currency)) continue;
    const field = fieldOf(kind, id);
    if (field === undefined) continue;
    const currency = facts.record<CurrencyData>('currency', account.currency)?.data.currency_name;
    const params = { party: party.consumer_name, currency: currency ?? String(account.currency) };
    issues.push({ field, message: 'party_without_currency', params });
  }
  if (issues.length > 0) throw new Refusal('claim', issues);
}

const keyOf = ({ party, currency }: Account) => `${party}:${currency}`;

const accountsIn = (postings: readonly Posting[]): Account[] =>
  postings.flatMap(({ lines }) => lines.flatMap(({ party, currency }) => (party ? [{ party, currency }] : [])));
