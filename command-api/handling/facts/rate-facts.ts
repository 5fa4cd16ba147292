/** The exchange rates for a decision: read only when a foreign currency is involved. */
import { overdueDays } from '../../../domain/debts/overdue.ts';
import type { Facts } from '../../../domain/deciding/facts.ts';
import { currencyRate } from '../../../domain/organisation/currency-rate.record.ts';
import { customer } from '../../../domain/parties/customer.record.ts';
import type { AggregateType } from '../../aggregates/aggregate-types.ts';
import type { CommandContext } from '../../aggregates/command-context.ts';
import type { DecisionReads } from '../decision-reads.ts';
import type { KnownRates } from './known-rates.ts';

interface RateSources {
  /** Undefined when record ids cannot be read. */
  readonly rates: KnownRates | undefined;
  readonly reads: DecisionReads;
}

/** `id` is that of the decided record or document. */
interface RatesOfCommand {
  readonly now: Pick<Facts, 'rateOn'>;
  /** The rates known when the entry happened; absent when none was entered since. A day without one has that of now. */
  readonly past?: Pick<Facts, 'rateOn'>;
}

export async function rateFacts(
  { rates, reads }: RateSources,
  kind: AggregateType,
  requested: {
    readonly id?: number | undefined;
    readonly body: unknown;
    readonly loaded: CommandContext;
    readonly system: number;
    /** When an entry of a till happened. */
    readonly happenedMs?: number | undefined;
  },
): Promise<RatesOfCommand> {
  if (!rates || !concernsRates(kind, requested)) return { now: {} };
  const { position, newestFirst } = await rates.read();
  const own = kind.kind === currencyRate.kind ? requested.id : undefined;
  const rateOn = (day: string) => {
    reads.kind(currencyRate.kind, String(position));
    return newestFirst.find(({ id, date }) => id !== own && date <= day);
  };
  const { happenedMs = Number.POSITIVE_INFINITY } = requested;
  const known = newestFirst.filter(({ recordedMs }) => !(recordedMs > happenedMs));
  if (known.length === newestFirst.length) return { now: { rateOn } };
  return { now: { rateOn }, past: { rateOn: (day) => known.find(({ date }) => date <= day) ?? rateOn(day) } };
}

function concernsRates(kind: AggregateType, { body, loaded, system }: Parameters<typeof rateFacts>[2]): boolean {
  if (kind.is === 'record') return kind.kind === currencyRate.kind;
  if (kind.declaration.readsRates) return true;
  if (saysForeign(body, system) || saysForeign(loaded.own.state, system)) return true;
  // What such a customer paid in a foreign currency counts for the limits of credit and of days, at the rate of the day.
  if ([...loaded.dataOf(customer.kind)].some(isLimited)) return true;
  return NAMED.some(([of, field]) => [...loaded.dataOf(of)].some((data) => isForeign(data[field], system)));
}

/**
 * Kinds of records whose currency applies to documents that refer to them: the price of an item, the money of a cash
 * account.
 */
const NAMED = [
  ['item', 'price_currency_fk'],
  ['cash', 'currency_fk'],
] as const;

const isForeign = (currency: unknown, system: number): boolean => typeof currency === 'number' && currency !== system;

const isLimited = (data: Readonly<Record<string, unknown>>): boolean =>
  typeof data['allowed_debit_amount'] === 'string' || overdueDays(data) !== null;

/** True when the value contains a rate, or a currency other than the system currency, at any depth. */
function saysForeign(value: unknown, system: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, inner]) => {
    if (name === 'rate' && typeof inner === 'string') return true;
    if (name.endsWith('currency_fk') && isForeign(inner, system)) return true;
    return saysForeign(inner, system);
  });
}
