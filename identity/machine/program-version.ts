/** The version of Daftar. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { membersOf } from '../../domain/values/members.ts';

/** From package.json: `0.2.0`. */
export function programVersion(): string {
  const manifest = readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8');
  return String(membersOf(JSON.parse(manifest))['version']);
}
