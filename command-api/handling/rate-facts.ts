/** The exchange rates that a decision may ask for: read only where the command has to do with a foreign currency. */
import type { Facts, RateInForce } from '../../domain/kernel/facts.ts';
import type { RecordState } from '../../domain/kernel/record.ts';
import { type CurrencyRateData, currencyRate } from '../../domain/organisation/currency-rate.record.ts';
import type { DecisionReads } from './decision-reads.ts';
import { type Kind, streamOf } from './kinds.ts';
import type { Loaded } from './load.ts';
import type { RecordNumbers } from './more-facts.ts';
import type { States } from './states.ts';

interface RateSources {
  readonly states: States;
  readonly recordNumbers?: RecordNumbers;
  readonly reads: DecisionReads;
}

/** Nothing where the numbers of the records cannot be read. `id` is that of the record or document that is decided on. */
export async function rateFacts(
  { states, recordNumbers, reads }: RateSources,
  kind: Kind,
  asked: { readonly id: number | undefined; readonly body: unknown; readonly loaded: Loaded; readonly system: number },
): Promise<Pick<Facts, 'rateOn'>> {
  if (!recordNumbers || !concernsRates(kind, asked)) return {};
  const numbers = await recordNumbers(currencyRate.kind);
  const read = await states.read(numbers.map((each) => streamOf(currencyRate.kind, each)));
  const own = kind.kind === currencyRate.kind ? asked.id : undefined;
  const rates = numbers.flatMap((id): Rate[] => {
    const folded = read.get(streamOf(currencyRate.kind, id));
    const state = folded?.state as RecordState | undefined;
    if (id === own || state?.status !== 'active') return [];
    const { date, time, rate, in_rate } = state.data as CurrencyRateData;
    return [{ id, date, time: time ?? '00:00:00', rate, in_rate }];
  });
  const newestFirst = rates.sort((a, b) => orderOf(b).localeCompare(orderOf(a)) || b.id - a.id);
  return {
    rateOn: (day) => {
      const found = newestFirst.find(({ date }) => date <= day);
      reads.records(currencyRate.kind, numbers.length);
      if (found) noteRead(found.id, read, reads);
      return found;
    },
  };
}

type Rate = RateInForce & { readonly time: string };
/** A time may be said without its seconds. */
const orderOf = ({ date, time }: Rate): string => `${date} ${time.padEnd(8, ':00')}`;

function noteRead(id: number, read: Awaited<ReturnType<States['read']>>, reads: DecisionReads): void {
  const stream = streamOf(currencyRate.kind, id);
  const revision = read.get(stream)?.revision;
  if (revision !== undefined) reads.stream(stream, revision);
}

function concernsRates(kind: Kind, { body, loaded, system }: Parameters<typeof rateFacts>[2]): boolean {
  if (kind.is === 'record') return kind.kind === currencyRate.kind;
  if (saysForeign(body, system) || saysForeign(loaded.own.state, system)) return true;
  return NAMED.some(([of, field]) => [...loaded.dataOf(of)].some((data) => isForeign(data[field], system)));
}

/** Records that say the currency of what names them: prices of goods, money of an account. */
const NAMED = [
  ['item', 'price_currency_fk'],
  ['cash', 'currency_fk'],
] as const;

const isForeign = (currency: unknown, system: number): boolean => typeof currency === 'number' && currency !== system;

/** Somewhere in it stands a rate, or another currency. */
function saysForeign(value: unknown, system: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, inner]) => {
    if (name === 'rate' && typeof inner === 'string') return true;
    if (name.endsWith('currency_fk') && isForeign(inner, system)) return true;
    return saysForeign(inner, system);
  });
}
