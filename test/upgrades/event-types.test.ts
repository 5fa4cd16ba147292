/**
 * A new event type needs a higher EVENTS_VERSION: otherwise an older program would read the log and omit the events.
 */
import { expect, it } from 'vitest';
import { EVENT_TYPES } from '../../domain/registry/event-types.ts';
import { EVENTS_VERSION } from '../../domain/versions/events-version.ts';
import { newestVersion } from '../../domain/versions/upcast.ts';
import { KEPT_TYPES } from './kept-types.ts';

it('every type of event is in the list of the version that brought it', () => {
  const now = [...EVENT_TYPES.values()]
    .flat()
    .flatMap((type) => Array.from({ length: newestVersion(type) }, (_, index) => `${type} v${index + 1}`));
  expect(
    Object.values(KEPT_TYPES).flat().sort(),
    'raise EVENTS_VERSION and list the new ones under its number',
  ).toEqual(now.sort());
});

it('the last list is that of EVENTS_VERSION, and they follow each other', () => {
  const versions = Object.keys(KEPT_TYPES).map(Number);
  expect(versions).toEqual(Array.from({ length: EVENTS_VERSION }, (_, index) => index + 1));
});
