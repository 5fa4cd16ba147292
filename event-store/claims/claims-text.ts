/** Serialises claims for the functions of schema `claim`, and parses their refusals. */
import type { ClaimRefusal } from '../../domain/deciding/claim.ts';
import type { Append } from '../port.ts';

/** `{"level": [{"i": 0, …}], …, "read": […]}` as JSON text; null when there are neither claims nor reads. */
export function claimsText({ claims, reads = [] }: Pick<Append, 'claims' | 'reads'>): string | null {
  if (claims.length + reads.length === 0) return null;
  const indexed = claims.map((claim, i) => ({ i, ...claim }));
  const byKind = Object.groupBy(indexed, ({ kind }) => kind);
  return JSON.stringify(reads.length === 0 ? byKind : { ...byKind, read: reads });
}

/** Sorted in the order of the refused claims. */
export function readRefusals(refusals: readonly (ClaimRefusal & { readonly i: number })[]): ClaimRefusal[] {
  return refusals.toSorted((a, b) => a.i - b.i).map(({ field, message, params }) => ({ field, message, params }));
}
