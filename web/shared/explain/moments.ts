/** The parameters of reports that compare the books as known at two moments, of which one is earlier. */
import type { ReportSearch } from '../report/report-search.ts';

/** The books after an event compared with those before it; undefined for the first event, which has no books before it. */
export function booksAround(
  position: string,
): { readonly compared: ReportSearch; readonly changed: ReportSearch } | undefined {
  if (BigInt(position) <= 1n) return undefined;
  const previous = String(BigInt(position) - 1n);
  return {
    compared: { known_at: position, compare_known_at: previous },
    changed: { from_known_at: previous, known_at: position },
  };
}

/**
 * What changed from the earlier to the later of the two known-at moments of a comparison: the server refuses the reverse
 * order. Undefined without a second moment. Books without a known-at moment are those of now, after every moment.
 */
export function changedBetween(search: ReportSearch): ReportSearch | undefined {
  const { compare_known_at: other, known_at: own, as_at, outlet_fk } = search;
  if (other === undefined) return undefined;
  const isReversed = own !== undefined && isBefore(String(own), String(other));
  const [from_known_at, known_at] = isReversed ? [own, other] : [other, own];
  return { from_known_at, known_at, as_at, outlet_fk };
}

const POSITION = /^\d+$/;

/** Of two positions, or of two points in time; only the server can order a position and a point in time. */
function isBefore(moment: string, other: string): boolean {
  if (POSITION.test(moment) !== POSITION.test(other)) return false;
  return POSITION.test(moment) ? BigInt(moment) < BigInt(other) : Date.parse(moment) < Date.parse(other);
}
