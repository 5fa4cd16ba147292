/** The folder of a run, which its workers know from their environment: the plan, the switched sources, the journal. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './sites.ts';

export interface Plan {
  /** By their numbers in the switched sources. */
  readonly mutants: readonly Mutant[];
  /** Files with switches, from the root. */
  readonly files: readonly string[];
}

/** First the quick tests, then the slow ones for the mutants that are left. */
export type Round = 'quick' | 'slow';

export const planIn = (folder: string): string => join(folder, 'plan.json');
export const journalIn = (folder: string): string => join(folder, 'journal');

export const FOLDER = 'MUTANTS_FOLDER';
export const ROUND = 'MUTANTS_ROUND';

export const folderOfRun = (): string => process.env[FOLDER] ?? '';
export const roundOfRun = (): Round => (process.env[ROUND] === 'slow' ? 'slow' : 'quick');
export const planOfRun = (): Plan => JSON.parse(readFileSync(planIn(folderOfRun()), 'utf8')) as Plan;
