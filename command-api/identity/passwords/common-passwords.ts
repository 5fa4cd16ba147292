/**
 * Frequently guessed passwords (`common-passwords.txt`, one per line, at least eight characters, because shorter ones
 * are refused anyway): from published lists of leaked passwords, their base words with common endings, and names of
 * this field and region.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '../../../domain/values/defined.ts';

const FILE = join(import.meta.dirname, 'common-passwords.txt');

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(readFileSync(FILE, 'utf8').split('\n').filter(Boolean));

/** Case-insensitive; also true for repeated characters and simple sequences. */
export function isCommon(password: string): boolean {
  const folded = password.normalize('NFKC').toLowerCase();
  const points = [...folded].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(points.slice(1).map((point, index) => point - defined(points[index])));
  const isRow = steps.size === 1 && [-1, 0, 1].some((step) => steps.has(step));
  return isRow || COMMON_PASSWORDS.has(folded);
}
