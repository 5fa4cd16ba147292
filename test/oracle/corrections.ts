/** A document whose rate record was the wrong one, with the right one in its place. */
import type { RateCorrection } from '../../domain/kernel/rate-correction.ts';
import { money } from './exact.ts';

type Side = 'in_rate' | 'out_rate';

/** Money that comes to us is carried at the in rate; what we pay, costs among it, at the out rate. */
const sideOf = (kind: string): Side =>
  ['sale', 'sale_return', 'income', 'customer_transaction'].includes(kind) ? 'in_rate' : 'out_rate';
const other = (side: Side): Side => (side === 'in_rate' ? 'out_rate' : 'in_rate');

export function righted<Data extends object>(data: Data, stream: string, correction: RateCorrection): Data {
  return within(data, sideOf(kindOf(stream)), correction) as Data;
}

const kindOf = (stream: string) => stream.slice(0, stream.lastIndexOf('-'));

function within(value: unknown, side: Side, correction: RateCorrection): unknown {
  if (Array.isArray(value)) return value.map((entry) => within(entry, side, correction));
  if (value === null || typeof value !== 'object') return value;
  const fields = Object.entries(value).map(([name, inner]) => {
    return [name, within(inner, name === 'costs' ? 'out_rate' : side, correction)] as const;
  });
  return { ...Object.fromEntries(fields), ...rightRate(value, side, correction) };
}

/** What carries a rate says which record it took it from, or which document it settles at that document's rate. */
function rightRate(value: object, side: Side, correction: RateCorrection): object {
  const { rate, rate_fk, document } = value as { rate?: unknown; rate_fk?: unknown; document?: unknown };
  if (typeof rate !== 'string') return {};
  const isOwn = rate_fk === correction.rate_fk;
  const settles = typeof document === 'string' && correction.documents.includes(document) ? document : undefined;
  if (!isOwn && settles === undefined) return {};
  // One that was typed by hand beside the record stays as it was typed.
  const taken = [side, other(side)].find((candidate) => money(correction[candidate].from) === money(rate));
  if (!taken) return {};
  return { rate: correction[taken].to, ...(isOwn ? { rate_fk: correction.to_rate_fk } : {}) };
}
