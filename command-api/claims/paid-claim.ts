/** Claims of what was paid at a till already: they are kept like all others, and refuse what cannot be both. */
import type { Claim } from '../../domain/kernel/claim.ts';

/** Without its limits: goods and money are gone, records were named, and the day is not that of a closed year. */
export function paidClaim(claim: Claim): Claim {
  switch (claim.kind) {
    case 'level': {
      const { floor: _floor, ceiling: _ceiling, ...kept } = claim;
      return kept;
    }
    case 'use':
    case 'period':
      return { ...claim, paid: true };
    default:
      return claim;
  }
}
