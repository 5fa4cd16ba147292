/** Random batches of claims on few names and few days, so that they affect each other often. */
import fc from 'fast-check';
import type { Claim, PeriodChangeClaim } from '../../domain/deciding/claim.ts';
import type { EffectiveTime } from '../../domain/values/effective-date.ts';
import { date } from './batches.ts';

/** One name begins with another, which a prefix must tell apart only where it ends. */
const name = fc.constantFrom('a', 'b', 'ab');
/** Counts of stock also count its batches of goods. */
const levelled = fc.oneof(
  { arbitrary: fc.constantFrom('a', 'b'), weight: 3 },
  { arbitrary: fc.constantFrom('stock:1:1', 'batch:1:1:x', 'batch:1:1:y', 'batch:1:12:x'), weight: 1 },
);
/** Goods that are sold and not delivered are counted with their stock, and never alone. */
const changed = fc.oneof(
  { arbitrary: levelled, weight: 4 },
  { arbitrary: fc.constantFrom('undelivered:1:1', 'undelivered:1:1:x'), weight: 1 },
);
const paid = fc.constantFrom({}, {}, { paid: true } as const);
/** Openings do not use the days of the first year. */
const opened = fc.constantFrom({}, {}, { unused: true } as const);
const day = fc.integer({ min: 1, max: 6 }).map((n) => date(`2025-03-0${n}`));
const amount = fc.integer({ min: -60, max: 60 }).map((n) => String(n / 10));
const limit = fc.option(fc.constantFrom('-2', '0', '2.5'), { nil: undefined });
type Limit = string | undefined;
/** Mostly one, so that it is changed again. */
const period = fc.constantFrom(
  ['2025-03-01', '2025-03-03'],
  ['2025-03-01', '2025-03-03'],
  ['2025-03-01', '2025-03-03'],
  ['2025-03-04', '2025-03-06'],
  ['2025-03-03', '2025-03-05'],
  ['2025-03-01', '2025-03-06'],
);

const clock = fc.constantFrom('00:00:00', '10:00:00', '15:30:00', '23:59:00');
const moment = (on: string, time: string) => `${on}T${time}` as EffectiveTime;
const levelOf = (of: {
  key: fc.Arbitrary<string>;
  delta: fc.Arbitrary<string>;
  floor: fc.Arbitrary<Limit>;
  ceiling: fc.Arbitrary<Limit>;
}) =>
  fc.record({ ...of, day, clock: fc.option(clock, { nil: undefined }) }).map(
    ({ clock: time, floor, ceiling, ...one }): Claim => ({
      kind: 'level',
      field: 'quantity',
      message: 'not_enough',
      ...one,
      ...(floor === undefined ? {} : { floor }),
      ...(ceiling === undefined ? {} : { ceiling }),
      ...(time === undefined ? {} : { at: moment(one.day, time) }),
    }),
  );
const level = levelOf({ key: changed, delta: amount, floor: limit, ceiling: limit });
const countOf = (of: {
  key: fc.Arbitrary<string>;
  day: fc.Arbitrary<string>;
  clock: fc.Arbitrary<string>;
  real: fc.Arbitrary<string | null>;
}) =>
  fc.record({ ...of, floor: limit }).map(
    ({ day: on, clock: time, floor, ...one }): Claim => ({
      kind: 'count',
      field: 'real_quantity',
      message: 'not_enough',
      ...one,
      ...(floor === undefined ? {} : { floor }),
      at: moment(on, `${time}.5`),
    }),
  );
const counted = fc.integer({ min: 0, max: 90 }).map((n) => String(n / 10));
const count = countOf({ key: levelled, day, clock, real: fc.option(counted) });
type Status = PeriodChangeClaim['status'];
const changeOf = (days: fc.Arbitrary<readonly string[]>, status: fc.Arbitrary<Status>): fc.Arbitrary<Claim> =>
  fc.record({ days, status }).map(
    ({ days: [from = '', to = ''], status: becomes }): Claim => ({
      kind: 'period_change',
      from: date(from),
      to: date(to),
      status: becomes,
      field: 'year',
    }),
  );
const periodChange = changeOf(period, fc.constantFrom('open', 'closed', 'removed'));
const posting = fc
  .tuple(day, paid, opened)
  .map(([on, more, also]): Claim => ({ kind: 'period', day: on, field: 'date', ...more, ...also }));
const number = fc
  .record({ series: name, day })
  .map((one): Claim => ({ kind: 'number', ...one, prefix: 'N', width: 2, write: 0, event: 0 }));
const unique = fc
  .record({
    // The same value in two sets is two values.
    set: fc.constantFrom('names', 'names', 'codes'),
    ...{
      key: fc.constantFrom('a', 'b'),
      owner: fc.constantFrom('a', 'b', 'c'),
      action: fc.constantFrom('take', 'release'),
    },
  })
  .map((one): Claim => ({ kind: 'unique', field: 'name', ...one }));
const other: fc.Arbitrary<Claim> = fc.oneof(
  ...[unique, posting],
  ...[periodChange, periodChange],
  fc.tuple(name, paid).map(([record, more]): Claim => ({ kind: 'use', record, field: 'item_fk', ...more })),
  fc
    .record({ record: name, action: fc.constantFrom('register', 'retire', 'unused') })
    .map((one): Claim => ({ kind: 'record', field: 'item', ...one })),
  ...[number, number],
);
/**
 * A batch has at most one change of periods, or one that is removed and one that replaces it: no command has
 * overlapping ones. It has one claim of a level or one count of it.
 */
const ofCommands = (batches: fc.Arbitrary<Claim[]>) =>
  batches
    .filter((claims) =>
      claims.every(
        (claim) =>
          claim.kind !== 'count' ||
          claims.every((candidate) => candidate === claim || !('key' in candidate) || candidate.key !== claim.key),
      ),
    )
    .filter((claims) => {
      const changes = claims.flatMap((claim) => (claim.kind === 'period_change' ? [claim.status] : []));
      return changes.length <= 1 || (changes.length === 2 && changes.includes('removed') && changes.includes('open'));
    })
    .filter(
      (claims) =>
        new Set(claims.flatMap((c) => (c.kind === 'record' ? [c.record] : []))).size ===
        claims.filter((c) => c.kind === 'record').length,
    );

const batchesOf = (maxLength: number, levels: number, counts: number, others: number) =>
  ofCommands(
    fc.array(
      fc.oneof(
        { arbitrary: level, weight: levels },
        { arbitrary: count, weight: counts },
        { arbitrary: other, weight: others },
      ),
      { minLength: 1, maxLength },
    ),
  );

/** Most claims are of levels, which have most rules. */
export const claimBatches = batchesOf(5, 3, 2, 2);
/** Most claims are of names, records, periods and numbers. */
export const mixedClaimBatches = batchesOf(3, 2, 1, 7);

const some = (claim: fc.Arbitrary<Claim>, minLength: number, maxLength: number) =>
  fc.array(claim, { minLength, maxLength, size: 'max' });

/** Two levels that suffice for one of two batches; changes of zero have limits too. */
const ofLevels = some(
  levelOf({
    key: fc.constantFrom('a', 'a', 'b'),
    delta: fc.constantFrom('0', '0', '-5', '-4', '-3', '-1', '1', '3', '6'),
    floor: fc.constantFrom<Limit[]>('0', '0', '2.5', undefined),
    ceiling: fc.constantFrom<Limit[]>('2.5', '6', undefined, undefined),
  }),
  1,
  3,
);

/** Few moments, each counted, removed and counted again, also for two levels at once. */
const ofCounts = some(
  fc.oneof(
    {
      arbitrary: countOf({
        key: fc.constantFrom('a', 'b', 'stock:1:1', 'batch:1:1:x'),
        day: fc.constantFrom('2025-03-02', '2025-03-04'),
        clock: fc.constantFrom('10:00:00'),
        real: fc.option(counted, { freq: 1 }),
      }),
      weight: 3,
    },
    { arbitrary: level, weight: 1 },
  ),
  1,
  3,
);

/** Periods that meet in one day, follow each other, have one day only, and are posted in on their first and last days. */
const lasting = fc
  .constantFrom('1-2', '1-3', '1-3', '3-5', '4-6', '4-6', '5-6', '3-3', '4-4')
  .map((days) => days.split('-').map((one) => `2025-03-0${one}`));
const unlimited = fc.constant<Limit>(undefined);
const ofPeriods = fc
  .tuple(
    fc.oneof(
      {
        arbitrary: changeOf(lasting, fc.constantFrom('open', 'open', 'open', 'closed', 'removed')).map((one) => [one]),
        weight: 4,
      },
      {
        arbitrary: fc
          .tuple(changeOf(lasting, fc.constant('removed')), changeOf(lasting, fc.constant('open')))
          .map((pair) => [...pair]),
        weight: 1,
      },
      { arbitrary: fc.constant<Claim[]>([]), weight: 1 },
    ),
    fc.array(fc.oneof(posting, levelOf({ key: name, delta: amount, floor: unlimited, ceiling: unlimited })), {
      maxLength: 1,
    }),
  )
  .map((parts) => parts.flat())
  .filter(({ length }) => length > 0);

/** By their subject: the claims of a history of one subject meet each other more often. */
export const batchesOfSubjects: readonly fc.Arbitrary<Claim[]>[] = [
  ofLevels,
  ofCounts,
  ofPeriods,
  some(unique, 2, 4),
  some(number, 1, 3),
].map(ofCommands);
