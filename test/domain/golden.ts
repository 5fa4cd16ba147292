/**
 * The golden samples: a stored stream and the state that it folds to, each in a file of `golden` with one event a line.
 * Samples are only added, never changed (docs/how-to/event-version.md).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DomainEvent } from '../../domain/deciding/event.ts';

export interface Golden {
  readonly kind: string;
  readonly events: readonly DomainEvent[];
  readonly state: { readonly status: string };
}

export interface GoldenFile extends Golden {
  /** Its name, such as `sale-1.json`. */
  readonly file: string;
  readonly text: string;
}

const FOLDER = join(import.meta.dirname, 'golden');

/** In the order of their names. */
export function readGolden(): readonly GoldenFile[] {
  return readdirSync(FOLDER)
    .toSorted()
    .map((file) => {
      const text = readFileSync(join(FOLDER, file), 'utf8');
      return { ...(JSON.parse(text) as Golden), file, text };
    });
}

/** The text of a file: JSON, in which a diff shows an added event as one added line. */
export function printGolden({ kind, events, state }: Golden): string {
  const lines = events.map((event) => JSON.stringify(event)).join(',\n');
  return `{"kind":${JSON.stringify(kind)},"events":[\n${lines}\n],"state":${JSON.stringify(state)}}\n`;
}
