/**
 * Records that are known to be in use. A record that was used once is never retired again, so the store need not
 * be asked about it a second time; most commands name records that were used long ago.
 */
import type { Claim } from '../../domain/kernel/claim.ts';

const KNOWN_MAX = 200_000;

export class UsedRecords {
  readonly #known = new Set<string>();

  /** The claims without those on records that are known to be in use. */
  without(claims: readonly Claim[]): Claim[] {
    return claims.filter((claim) => claim.kind !== 'use' || !this.#known.has(claim.record));
  }

  /** Only after the claims were taken. */
  remember(claims: readonly Claim[]): void {
    if (this.#known.size > KNOWN_MAX) this.#known.clear();
    // What was paid may name a record that was retired.
    for (const claim of claims) if (claim.kind === 'use' && !claim.paid) this.#known.add(claim.record);
  }
}
