/**
 * Passwords that everybody who guesses tries first (`common-passwords.txt`, one on each line, eight characters at least:
 * shorter ones are refused for their length alone). They are those of published lists of leaked passwords, their base words
 * with the endings that such lists hold, and the names of this field and region.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '../../domain/kernel/defined.ts';

const FILE = join(import.meta.dirname, 'common-passwords.txt');

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(readFileSync(FILE, 'utf8').split('\n').filter(Boolean));

/** Letters of either case are the same to whoever guesses; so are one character many times and a plain row of them. */
export function isCommon(password: string): boolean {
  const folded = password.normalize('NFKC').toLowerCase();
  const points = [...folded].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(points.slice(1).map((point, index) => point - defined(points[index])));
  const isRow = steps.size === 1 && [-1, 0, 1].some((step) => steps.has(step));
  return isRow || COMMON_PASSWORDS.has(folded);
}
