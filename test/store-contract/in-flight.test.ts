/** What is reserved beside KurrentDB and not settled: what waits for it, and what is left when it is given up. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Claim, PeriodChangeClaim } from '../../domain/deciding/claim.ts';
import type { EffectiveDate } from '../../domain/values/effective-date.ts';
import { claimsText } from '../../event-store/claims/claims-text.ts';
import { clientOnFreshDatabase } from '../support/database.ts';
import { date, level } from './batches.ts';

describe('reservations', () => {
  let client: pg.Client;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ client, close } = await clientOnFreshDatabase());
  });
  afterAll(() => close());

  /** Leaves nothing behind. */
  const withoutTrace = async (work: () => Promise<void>) => {
    await client.query('begin');
    try {
      await isAt('2025-03-01T10:00:00.250Z');
      await work();
    } finally {
      await client.query('rollback');
    }
  };
  /** The time of the log. */
  const isAt = (clock: string) => client.query(`select set_config('daftar.recorded_at', $1, true)`, [clock]);
  /** The outcome of a command without events, as a caller reserves it. */
  const reserved = async (claims: readonly Claim[], command: string = randomUUID()) => {
    const text = `select outcome from claim.reserve_group(array[$1::uuid], array[null], array[json_build_array($1)], array['{}'::json], array[$2::jsonb])`;
    const { rows } = await client.query<{ outcome: string }>(text, [command, claimsText({ claims }) ?? '{}']);
    return { command, outcome: rows[0]?.outcome };
  };
  const [first, last] = [date('2025-03-01'), date('2026-02-28')];
  const period =
    (status: 'open' | 'closed') =>
    (_day: EffectiveDate): Claim => ({ kind: 'period_change', from: first, to: last, status, field: 'year' });
  const number = (day: EffectiveDate): Claim => {
    return { kind: 'number', series: 'sale', day, prefix: '', width: 1, write: 0, event: 0 };
  };
  const posting = (day: EffectiveDate): Claim => ({ kind: 'period', day, paid: true, field: 'date' });

  it.each([
    ['a number', 'the opening of a period on its day', number, period('open')],
    ['the opening of a period', 'a number on one of its days', period('open'), number],
    ['the closing of a period', 'a number on one of its days', period('closed'), number],
    ['a payment without a period', 'the opening of one on its day', posting, period('open')],
    ['the opening of a period', 'a payment on one of its days', period('open'), posting],
  ])('%s in flight holds up %s until its outcome is known', async (_, __, one, other) => {
    for (const day of [first, last]) {
      await withoutTrace(async () => {
        const { command, outcome } = await reserved([one(day)]);
        expect([outcome, (await reserved([other(day)])).outcome]).toEqual(['reserved', 'busy']);
        await client.query('select claim.release($1)', [command]);
        expect((await reserved([other(day)])).outcome).toBe('reserved');
      });
    }
  });

  it('what is in flight counts against a command that takes of the same level', async () => {
    await withoutTrace(async () => {
      await client.query('select claim.replay($1)', [[claimsText({ claims: [level('a', '2025-03-01', '6')] })]]);
      const claims = [level('a', '2025-03-02', '-4', { floor: '0' })];
      expect([(await reserved(claims)).outcome, (await reserved(claims)).outcome]).toEqual(['reserved', 'refused']);
    });
  });

  it('numbers that were given up are given again, the lowest of their series first', async () => {
    const numbersOf = async (series: string, count: number) => {
      const one: Claim = { kind: 'number', series, day: first, prefix: '', width: 1, write: 0, event: 0 };
      const { command } = await reserved(Array.from({ length: count }, () => one));
      const { rows } = await client.query<{ numbers: string[] }>(
        'select numbers from claim.intent where command_id = $1',
        [command],
      );
      return { command, numbers: rows[0]?.numbers };
    };
    await withoutTrace(async () => {
      await numbersOf('sale', 1);
      const tried = [await numbersOf('sale', 2), await numbersOf('order', 2)];
      expect(tried.map(({ numbers }) => numbers)).toEqual([
        ['2', '3'],
        ['1', '2'],
      ]);
      for (const { command } of tried) await client.query('select claim.release($1)', [command]);
      expect((await numbersOf('sale', 3)).numbers).toEqual(['2', '3', '4']);
      expect((await numbersOf('order', 3)).numbers).toEqual(['1', '2', '3']);
    });
  });

  it('periods are closed and removed by a reservation, and as they were when it is given up', async () => {
    const change = (from: number, status: PeriodChangeClaim['status']): Claim => {
      return {
        ...{ kind: 'period_change', status, field: 'year' },
        ...{ from: date(`2025-03-0${from}`), to: date(`2025-03-0${from + 2}`) },
      };
    };
    const periods = async () => {
      const text = `select array(select concat_ws(' ', from_day, to_day, status, used::text) from claim.period order by from_day) as all`;
      return (await client.query<{ all: string[] }>(text)).rows[0]?.all;
    };
    const [open, closed] = ['2025-03-01 2025-03-03 open false', '2025-03-04 2025-03-06 closed true'];
    await withoutTrace(async () => {
      const found = [change(1, 'open'), change(4, 'closed')].map((claim) => claimsText({ claims: [claim] }));
      await client.query('select claim.replay($1)', [found]);
      const meanwhile = async (claim: Claim) => {
        const { command } = await reserved([claim]);
        const held = await periods();
        await client.query('select claim.release($1)', [command]);
        expect(await periods()).toEqual([open, closed]);
        return held;
      };
      expect(await meanwhile(change(1, 'closed'))).toEqual(['2025-03-01 2025-03-03 closed true', closed]);
      expect(await meanwhile(change(1, 'removed'))).toEqual([closed]);
      // One that nobody has opened.
      expect(await meanwhile(change(7, 'closed'))).toEqual([open, closed, '2025-03-07 2025-03-09 closed true']);
    });
  });

  it('what is stuck is taken up alone, and of several the one that is named', async () => {
    await withoutTrace(async () => {
      const [one, other] = [await reserved([]), await reserved([])];
      const all = [one.command, other.command];
      await client.query(`update claim.intent set stuck = 'why' where command_id = any($1)`, [all]);
      await client.query(`select claim.resolve_stuck($1, 'who', 'so')`, [one.command]);
      const { rows } = await client.query('select command_id from claim.intent where stuck is not null');
      expect(rows).toEqual([{ command_id: other.command }]);
    });
  });

  it('what is in flight for more than 100 ms of the log holds up a command, until it has waited for a second', async () => {
    // As if reserved that long ago, by the clock of the computer.
    const isSince = ({ command }: { command: string }, age: string, stuck: string | null = null) => {
      const text = `update claim.intent set created_at = clock_timestamp() - $2::interval, stuck = $3 where command_id = $1`;
      return client.query(text, [command, age, stuck]);
    };
    await withoutTrace(async () => {
      const [one, other] = [await reserved([]), await reserved([])];
      for (const command of [one, other]) await isSince(command, '-1 hour');
      await isAt('2025-03-01T10:00:00.350Z');
      const third = await reserved([]);
      expect(third.outcome).toBe('reserved');
      await isSince(third, '-1 hour');
      await isAt('2025-03-01T10:00:00.351Z');
      expect((await reserved([])).outcome).toBe('busy');
      expect((await reserved([], one.command)).outcome).toBe('pending');
      // A stuck one waits for a person, and nobody else waits for it.
      await isSince(one, '1 minute', 'why');
      expect((await reserved([])).outcome).toBe('busy');
      await isSince(one, '1 minute');
      expect((await reserved([])).outcome).toBe('reserved');
    });
  });
});
