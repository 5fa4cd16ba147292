/**
 * Claims of documents that were paid at a till: they are stored like all others, and refused only when both facts
 * cannot be true.
 */
import type { Claim } from '../../domain/deciding/claim.ts';

/**
 * The claim without limits: goods and money are exchanged already. Retired records are accepted; days of a closed year
 * are not.
 */
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
