/**
 * Cache of records known to be in use. A used record can never be retired, so the store need not check it again; most
 * commands refer to records that were used long ago.
 */
import type { Claim } from '../../domain/deciding/claim.ts';

const KNOWN_MAX = 200_000;

export class UsedRecords {
  readonly #known = new Set<string>();

  /** The claims without use claims on records known to be in use. */
  without(claims: readonly Claim[]): Claim[] {
    return claims.filter((claim) => claim.kind !== 'use' || !this.#known.has(claim.record));
  }

  /** Call only after the claims were accepted. */
  remember(claims: readonly Claim[]): void {
    if (this.#known.size > KNOWN_MAX) this.#known.clear();
    // A use at a till may refer to a retired record, so it is not cached.
    for (const claim of claims) if (claim.kind === 'use' && !claim.paid) this.#known.add(claim.record);
  }
}
