/** The input of each ordeal, and its result: figures of what it checked. Throws WrongResult for a failed check. */
import type { Figure } from '../measure.ts';
import type { Business } from './business.ts';

export interface Ordeal {
  readonly name: string;
  readonly about: string;
  /** The missing requirement of this machine, or undefined. */
  missing?(): string | undefined;
  run(place: OrdealPlace): Promise<readonly Figure[]>;
}

export interface OrdealPlace {
  readonly business: Business;
  /** A factor for every count of the ordeal. */
  readonly size: number;
}
