/** The part of a value that one of several has. */

/** What a movement did to the value of an inventory beside its own value, in units of the fourth decimal; all of them add up to zero. */
export interface Share {
  readonly inventory: number;
  readonly outlet: number;
  readonly value: bigint;
}
