/** Claims on their way to the functions of schema `claim`, and refusals on their way back. */
import type { Claim, ClaimRefusal } from '../../domain/kernel/claim.ts';

/** `{"level": [{"i": 0, …}], …}` as JSON text; null when there are none. */
export function claimsText(claims: readonly Claim[]): string | null {
  if (claims.length === 0) return null;
  const indexed = claims.map((claim, i) => ({ i, ...claim }));
  const byKind = Object.groupBy(indexed, ({ kind }) => kind);
  return JSON.stringify(byKind);
}

/** In the order of the claims that were refused. */
export function readRefusals(refusals: readonly (ClaimRefusal & { readonly i: number })[]): ClaimRefusal[] {
  return refusals.toSorted((a, b) => a.i - b.i).map(({ field, message, params }) => ({ field, message, params }));
}
