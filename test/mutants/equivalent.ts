/**
 * Mutants that no test can catch, because the program is the same with them. The key is the one that `npm run
 * test:mutants` prints for a survivor; each has its reason. A mutant that a test could catch does not belong here.
 */
export interface Equivalent {
  readonly key: string;
  readonly why: string;
}

export const EQUIVALENT: readonly Equivalent[] = [];
