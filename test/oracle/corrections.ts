/** Replaces a wrong rate record in the data of an event. */
import type { RateCorrection } from '../../domain/documents/rate-correction.ts';
import { money } from './exact.ts';

type Side = 'in_rate' | 'out_rate';

/** The side of a rate record that a kind of document uses (docs/accounting.md, section 0). */
const sideOf = (kind: string): Side =>
  ['sale', 'sale_return', 'income', 'customer_transaction', 'asset_sale', 'capital_transaction'].includes(kind)
    ? 'in_rate'
    : 'out_rate';
const other = (side: Side): Side => (side === 'in_rate' ? 'out_rate' : 'in_rate');

/** The customers of the settlements by stream: null where the first party is a supplier. */
export type Settling = ReadonlyMap<string, number | null>;

interface Wrong extends RateCorrection {
  readonly settling: Settling;
}

export function righted<Data extends object>(
  data: Data,
  stream: string,
  correction: RateCorrection,
  settling: Settling = new Map(),
): Data {
  return within(data, sideOf(kindOf(stream)), { ...correction, settling }) as Data;
}

const kindOf = (stream: string) => stream.slice(0, stream.lastIndexOf('-'));

/** What a customer owes is at the in rate, what a supplier is owed at the out rate. */
const sideTo = (customer: unknown): Side => (customer === null ? 'out_rate' : 'in_rate');

function within(value: unknown, side: Side, correction: Wrong): unknown {
  if (Array.isArray(value)) return value.map((entry) => within(entry, side, correction));
  if (value === null || typeof value !== 'object') return value;
  if ('settled_as' in value) return settlement(value, correction);
  const isWithdrawal = 'transaction_type' in value && value.transaction_type === 'withdrawal';
  if (isWithdrawal && side === 'in_rate') return within(value, 'out_rate', correction);
  const fields = Object.entries(value).map(([name, inner]) => {
    const right = within(inner, name === 'costs' ? 'out_rate' : side, correction);
    return [name, name === 'lines' ? withAmounts(right, correction) : right] as const;
  });
  return { ...Object.fromEntries(fields), ...rightRate(value, side, correction) };
}

interface SettlementOf {
  readonly settled_as: unknown;
  readonly customer_fk?: number | null;
  readonly to_customer_fk?: number | null;
  readonly allocations?: unknown;
  readonly to_allocations?: unknown;
}

/** A settlement is at the side of its first party, and settles the documents of each party at theirs. */
function settlement(of: SettlementOf, correction: Wrong): object {
  const own = sideTo(of.customer_fk);
  return {
    ...of,
    allocations: within(of.allocations, own, correction),
    to_allocations: within(of.to_allocations, sideTo(of.to_customer_fk), correction),
    ...rightRate(of, own, correction),
  };
}

/** The amounts that the correction of a purchase return contains; settling.ts compares them with computed ones. */
function withAmounts(lines: unknown, { lines: amounts }: RateCorrection): unknown {
  if (!amounts || !Array.isArray(lines)) return lines;
  return lines.map((line) => ({ ...line, ...amounts.find(({ line_id }) => line_id === line.line_id) }));
}

/**
 * Returns the new `rate` and `rate_fk` of an object that uses the wrong record, or that settles a corrected document;
 * otherwise nothing.
 */
function rightRate(value: object, given: Side, correction: Wrong): object {
  const { rate, rate_fk, document, date } = value as {
    readonly [Name in 'rate' | 'rate_fk' | 'document' | 'date']?: unknown;
  };
  if (typeof rate !== 'string') return {};
  const isOwn = rate_fk === correction.rate_fk;
  const isNamed = typeof document === 'string' && correction.documents.includes(document);
  // The advances of an order are at a rate of their own each day, and only some days were at the wrong one.
  const ofOrder = correction.advance_days?.find((order) => order.document === document);
  const settles = isNamed && (!ofOrder || ofOrder.dates.some((day) => day === date)) ? document : undefined;
  const customer = settles === undefined ? undefined : correction.settling.get(settles);
  const side = customer === undefined ? given : sideTo(customer);
  // The advance payments of a corrected order have its rate, without the record.
  const isAdvance = correction.advances === true && rate_fk === undefined && document === undefined;
  if (!isOwn && !isAdvance && settles === undefined) return {};
  // A rate that was typed beside the record is unchanged.
  const taken = [side, other(side)].find((candidate) => money(correction[candidate].from) === money(rate));
  if (!taken) return {};
  return { rate: correction[taken].to, ...(isOwn ? { rate_fk: correction.to_rate_fk } : {}) };
}
