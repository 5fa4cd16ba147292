/** Changes of an inventory's value that come from sharing one average. */

/**
 * Change of an inventory's value beyond the value of the movement itself, in units of the fourth decimal; all shares
 * of a movement add up to zero.
 */
export interface Share {
  readonly inventory: number;
  readonly outlet: number;
  readonly value: bigint;
}
