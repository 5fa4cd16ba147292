/**
 * The event types that were new with each EVENTS_VERSION, as `type vN`. A list is never changed: stored events remain.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const KEPT_TYPES = JSON.parse(readFileSync(join(import.meta.dirname, 'event-types.json'), 'utf8')) as Readonly<
  Record<string, readonly string[]>
>;
