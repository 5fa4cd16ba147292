/** Random batches of claims on few names and few days, so that they affect each other often. */
import fc from 'fast-check';
import type { Claim } from '../../domain/kernel/claim.ts';
import type { EffectiveTime } from '../../domain/kernel/effective-date.ts';
import { date } from './batches.ts';

/** One name begins with another, which a prefix must tell apart only where it ends. */
const name = fc.constantFrom('a', 'b', 'ab');
/** Counts of stock also count its batches of goods. */
const levelled = fc.oneof(
  { arbitrary: fc.constantFrom('a', 'b'), weight: 3 },
  { arbitrary: fc.constantFrom('stock:1:1', 'batch:1:1:x', 'batch:1:1:y', 'batch:1:12:x'), weight: 1 },
);
const paid = fc.constantFrom({}, {}, { paid: true } as const);
const day = fc.integer({ min: 1, max: 6 }).map((n) => date(`2025-03-0${n}`));
const amount = fc.integer({ min: -60, max: 60 }).map((n) => String(n / 10));
const limit = fc.option(fc.constantFrom('-2', '0', '2.5'), { nil: undefined });
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
const level = fc
  .record({
    key: levelled,
    day,
    clock: fc.option(clock, { nil: undefined }),
    delta: amount,
    floor: limit,
    ceiling: limit,
  })
  .map(
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
const count = fc
  .record({
    key: levelled,
    day,
    clock,
    real: fc.option(fc.integer({ min: 0, max: 90 }).map((n) => String(n / 10))),
    floor: limit,
  })
  .map(
    ({ day: on, clock: time, floor, ...one }): Claim => ({
      kind: 'count',
      field: 'real_quantity',
      message: 'not_enough',
      ...one,
      ...(floor === undefined ? {} : { floor }),
      at: moment(on, `${time}.5`),
    }),
  );
const moment = (on: string, time: string) => `${on}T${time}` as EffectiveTime;
const periodChange = fc.record({ days: period, status: fc.constantFrom('open', 'closed', 'removed') }).map(
  ({ days: [from = '', to = ''], status }): Claim => ({
    kind: 'period_change',
    from: date(from),
    to: date(to),
    status,
    field: 'year',
  }),
);
const number = fc
  .record({ series: name, day })
  .map((one): Claim => ({ kind: 'number', ...one, prefix: 'N', width: 2, write: 0, event: 0 }));
const other: fc.Arbitrary<Claim> = fc.oneof(
  fc
    .record({
      // The same value in two sets is two values.
      set: fc.constantFrom('names', 'names', 'codes'),
      ...{
        key: fc.constantFrom('a', 'b'),
        owner: fc.constantFrom('a', 'b', 'c'),
        action: fc.constantFrom('take', 'release'),
      },
    })
    .map((one): Claim => ({ kind: 'unique', field: 'name', ...one })),
  fc.tuple(day, paid).map(([on, more]): Claim => ({ kind: 'period', day: on, field: 'date', ...more })),
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
const batchesOf = (maxLength: number, levels: number, counts: number, others: number) =>
  fc
    .array(
      fc.oneof(
        { arbitrary: level, weight: levels },
        { arbitrary: count, weight: counts },
        { arbitrary: other, weight: others },
      ),
      {
        minLength: 1,
        maxLength,
      },
    )
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

/** Most claims are of levels, which have most rules. */
export const claimBatches = batchesOf(5, 3, 2, 2);
/** Most claims are of names, records, periods and numbers. */
export const mixedClaimBatches = batchesOf(3, 2, 1, 7);
