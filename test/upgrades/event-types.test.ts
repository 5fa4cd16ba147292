/** A type of event that is added without a higher EVENTS_VERSION would be left out by an older program, which nothing stops then. */
import { expect, it } from 'vitest';
import { correctionType } from '../../domain/kernel/rate-correction.ts';
import { eventSetAside } from '../../domain/kernel/set-aside.ts';
import { postingTable } from '../../domain/posting/table.ts';
import { RATE_SIDES } from '../../domain/rate-sides.ts';
import { records } from '../../domain/records.ts';
import { EVENTS_VERSION } from '../../domain/versions/events-version.ts';
import { newestVersion } from '../../domain/versions/upcast.ts';
import { KEPT_TYPES } from './kept-types.ts';

/** What a record can have; those that are never deleted (`singleton`, years) have the first two. */
const OF_RECORDS = ['registered', 'amended', 'retired', 'restored'];

const types = [
  ...Object.keys(postingTable),
  ...[...RATE_SIDES.keys()].map(correctionType),
  ...records.flatMap(({ kind }) => OF_RECORDS.map((name) => `${kind}.${name}`)),
  eventSetAside({} as never).type,
];
const isNever = (type: string): boolean =>
  /\.(retired|restored)$/.test(type) &&
  records.some(
    (record) => type.startsWith(`${record.kind}.`) && (record.singleton || record.kind === 'financial_year'),
  );

it('every type of event is in the list of the version that brought it', () => {
  const now = types
    .filter((type) => !isNever(type))
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
