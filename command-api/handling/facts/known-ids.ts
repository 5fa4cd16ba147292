/**
 * Fixed ids in the rules: these records are registered with their id at the first start, without the counter of their
 * kind.
 */

import { SUPER_USER_ID } from '../../../domain/people/user.record.ts';
import { IQD, USD } from '../../../domain/values/rate.ts';

const LAST_KNOWN: ReadonlyMap<string, number> = new Map([
  ['currency', Math.max(IQD, USD)],
  ['user', SUPER_USER_ID],
  ...['system_setting', 'system_profile', 'app_setting', 'till_setting', 'period_lock'].map(
    (kind) => [kind, 1] as const,
  ),
]);

export const isKnownId = (kind: string, id: number): boolean => id <= (LAST_KNOWN.get(kind) ?? 0);
