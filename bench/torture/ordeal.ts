/** What each ordeal is given, and what it gives: figures of what held. It throws WrongResult when something did not. */
import type { Figure } from '../measure.ts';
import type { Business } from './business.ts';

export interface Ordeal {
  readonly name: string;
  readonly about: string;
  /** What this machine lacks for it, or undefined. */
  missing?(): string | undefined;
  run(place: OrdealPlace): Promise<readonly Figure[]>;
}

export interface OrdealPlace {
  readonly business: Business;
  /** A share, or a multiple, of every count of the ordeal. */
  readonly size: number;
}
