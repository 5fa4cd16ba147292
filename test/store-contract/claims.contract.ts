/** Claims of each kind: which are refused, with which messages, and that a refused batch changes nothing. */
import { describe, expect, it } from 'vitest';
import type { Claim, PeriodChangeClaim } from '../../domain/deciding/claim.ts';
import { NO_STREAM } from '../../event-store/port.ts';
import { batchOf, batchWith, date, level, newEvent, newStream, take, write } from './batches.ts';
import { countsContract } from './counts.contract.ts';
import { type OpenHarness, refusalsOf, useHarness } from './harness.ts';

const record = (name: string, action: 'register' | 'retire' | 'unused'): Claim => ({
  kind: 'record',
  record: name,
  action,
  field: 'item',
});
const use = (name: string): Claim => ({ kind: 'use', record: name, field: 'item_fk' });
const period = (day: string): Claim => ({ kind: 'period', day: date(day), field: 'date' });
const year = (number: number, status: 'open' | 'closed'): PeriodChangeClaim => {
  const [from, to] = [date(`${number}-01-01`), date(`${number}-12-31`)];
  return { kind: 'period_change', from, to, status, field: 'year' };
};

const removed = (days: PeriodChangeClaim): Claim => ({ ...days, status: 'removed' });

export function claimsContract(open: OpenHarness): void {
  describe('claims', () => {
    const harness = useHarness(open);
    const append = (...claims: readonly Claim[]) => harness().store.append(batchWith(...claims));

    it('assigns a unique value to one owner until it is released', async () => {
      const set = newStream('set');
      const name = (owner: string, action: 'take' | 'release', key = 'nike'): Claim => {
        return { kind: 'unique', set, key, owner, action, field: 'brand_name' };
      };
      await append(name('brand-1', 'take'));
      await append(name('brand-1', 'take'));
      expect(await refusalsOf(append(name('brand-2', 'take')))).toEqual([
        { field: 'brand_name', message: 'already_taken', params: { key: 'nike', owner: 'brand-1' } },
      ]);
      await append(name('brand-2', 'release'));
      expect(await refusalsOf(append(name('brand-2', 'take')))).toHaveLength(1);
      await append(name('brand-1', 'release'), name('brand-1', 'take', 'puma'));
      await append(name('brand-2', 'take'));
      await append(name('brand-2', 'release'), name('brand-1', 'take'), name('brand-1', 'release', 'puma'));
      expect(await refusalsOf(append(name('brand-2', 'take'), name('brand-3', 'take', 'puma')))).toHaveLength(1);
    });

    it('frees a value by its own release only, and gives it to the first of two in a batch', async () => {
      const [set, other] = [newStream('set'), newStream('set')];
      const name = (key: string, owner: string, action: 'take' | 'release' = 'take', of = set): Claim => {
        return { kind: 'unique', set: of, key, owner, action, field: owner };
      };
      await append(name('nike', 'brand-1'), name('puma', 'brand-2'));
      expect(await refusalsOf(append(name('puma', 'brand-2', 'release'), name('nike', 'brand-2')))).toEqual([
        { field: 'brand-2', message: 'already_taken', params: { key: 'nike', owner: 'brand-1' } },
      ]);
      expect(await refusalsOf(append(name('asics', 'brand-3'), name('asics', 'brand-4')))).toEqual([
        { field: 'brand-4', message: 'already_taken', params: { key: 'asics', owner: 'brand-3' } },
      ]);
      await append(name('asics', 'brand-3'), name('asics', 'brand-4', 'take', other), name('asics', 'brand-3'));
    });

    it('names the owners of unique values, and the records of a kind with retired ones', async () => {
      const { store } = harness();
      const set = newStream('set');
      const kind = newStream('kind').replaceAll('-', '_');
      const name = (key: string, owner: string, action: 'take' | 'release' = 'take'): Claim => {
        return { kind: 'unique', set, key, owner, action, field: 'brand_name' };
      };
      expect([...(await store.ownersOf(set, ['nike', 'puma']))]).toEqual([]);
      expect(await store.records(`${kind}-`)).toEqual([]);
      await append(name('nike', 'brand-1'), name('puma', 'brand-2'), record(`${kind}-1`, 'register'));
      await append(name('puma', 'brand-2', 'release'), name('asics', 'brand-2'), record(`${kind}-20`, 'register'));
      await append(record(`${kind}-1`, 'retire'));
      const owners = await store.ownersOf(set, ['asics', 'nike', 'puma', 'never']);
      expect(Object.fromEntries(owners)).toEqual({ asics: 'brand-2', nike: 'brand-1' });
      expect([...(await store.records(`${kind}-`))].sort()).toEqual([`${kind}-1`, `${kind}-20`]);
      expect(await store.records(`${kind}-2`)).toEqual([`${kind}-20`]);
    });

    it('writes the next number of the series into its event, and into no other', async () => {
      const { store } = harness();
      const [series, stream, other] = [newStream('series'), newStream(), newStream()];
      const day = date('2025-03-01');
      const number: Claim = { kind: 'number', series, day, prefix: 'S-', width: 3, write: 1, event: 1 };
      const data = { number: null, total: '1.00' };
      const writes = [
        write(other, NO_STREAM, newEvent({ number: 'own' })),
        write(stream, NO_STREAM, newEvent(), newEvent(data)),
      ];
      expect((await store.append(batchOf(writes, { claims: [number] }))).numbers).toEqual(['S-001']);
      const read = await store.readStreams([stream, other].map((name) => ({ stream: name, after: NO_STREAM })));
      expect(read.get(stream)?.map((event) => event.data)).toEqual([
        { total: '12.50' },
        { total: '1.00', number: 'S-001' },
      ]);
      expect(read.get(other)?.[0]?.data).toEqual({ number: 'own' });
      const first = { ...number, write: 0, event: 0, width: 1 };
      const bare = batchOf([write(newStream(), NO_STREAM, newEvent({}))], { claims: [first] });
      expect((await store.append(bare)).numbers).toEqual(['S-2']);
      expect((await store.append(bare)).numbers).toEqual(['S-2']);
      const two = [first, { ...first, event: 1 }];
      const pair = batchOf([write(newStream(), NO_STREAM, newEvent(), newEvent())], { claims: two });
      expect((await store.append(pair)).numbers).toEqual(['S-3', 'S-4']);
    });

    it('keeps a floor on the day and on every later day', async () => {
      const key = newStream('stock');
      await append(level(key, '2025-03-10', '10'));
      await append(take(key, '2025-03-20', '7.5'));
      expect(await refusalsOf(append(take(key, '2025-03-20', '2.6')))).toEqual([
        {
          field: 'quantity',
          message: 'not_enough_stock',
          params: { key, day: '2025-03-20', available: '2.5', needed: '2.6' },
        },
      ]);
      expect(await refusalsOf(append(take(key, '2025-03-05', '1')))).toMatchObject([
        { params: { day: '2025-03-05', available: '0' } },
      ]);
      expect(await refusalsOf(append(take(key, '2025-03-15', '3')))).toMatchObject([
        { params: { day: '2025-03-20', available: '2.5' } },
      ]);
      await append(take(key, '2025-03-15', '2.5'));
      expect(await refusalsOf(append(take(key, '2025-04-01', '0.001')))).toHaveLength(1);
      await append(level(key, '2025-03-01', '4'));
      await append(take(key, '2025-03-05', '4'));
    });

    it('keeps a ceiling in the other direction', async () => {
      const key = newStream('debit');
      const debit = (delta: string, ceiling: string) =>
        append(level(key, '2025-03-01', delta, { ceiling, field: 'customer_fk', message: 'allowed_debit_exceeded' }));
      await debit('80', '100');
      expect(await refusalsOf(debit('21', '100'))).toEqual([
        {
          field: 'customer_fk',
          message: 'allowed_debit_exceeded',
          params: { key, day: '2025-03-01', available: '20', needed: '21' },
        },
      ]);
      await debit('20', '100');
      await debit('-30', '10');
    });

    it('judges several changes of one level together, on the result', async () => {
      const key = newStream('stock');
      await append(level(key, '2025-03-10', '5'));
      await append(take(key, '2025-03-12', '5'));
      await append(level(key, '2025-03-12', '5'), take(key, '2025-03-11', '5'));
      expect(await refusalsOf(append(level(key, '2025-03-11', '5'), take(key, '2025-03-09', '5')))).toMatchObject([
        { params: { day: '2025-03-09', available: '0', needed: '5' } },
      ]);
      await append(level(key, '2025-03-20', '3'));
      const both = [take(key, '2025-03-20', '2'), { ...take(key, '2025-03-20', '2'), field: 'lines.1.quantity' }];
      expect(await refusalsOf(append(...both))).toMatchObject([
        { field: 'quantity', params: { available: '3', needed: '4' } },
        { field: 'lines.1.quantity', params: { available: '3', needed: '4' } },
      ]);
    });

    it('lets a level that is already too low be raised, and be moved without getting lower', async () => {
      const key = newStream('stock');
      await append(level(key, '2025-03-10', '-4'));
      await append(level(key, '2025-03-10', '1', { floor: '0' }));
      await append(take(key, '2025-03-10', '2'), level(key, '2025-03-10', '2'));
      expect(await refusalsOf(append(take(key, '2025-03-10', '1')))).toMatchObject([{ params: { available: '-3' } }]);
    });

    it('refuses no change of zero, whatever the others of its batch break', async () => {
      const key = newStream('stock');
      await append(level(key, '2025-03-10', '1'));
      const none = { floor: '0', ceiling: '2', field: 'none' };
      expect(await refusalsOf(append(level(key, '2025-03-10', '0', none), take(key, '2025-03-10', '2')))).toMatchObject(
        [{ field: 'quantity', params: { available: '1', needed: '2' } }],
      );
      const more = level(key, '2025-03-10', '3', { ceiling: '3', field: 'more' });
      expect(await refusalsOf(append(level(key, '2025-03-10', '0', none), more))).toMatchObject([
        { field: 'more', params: { available: '2', needed: '3' } },
      ]);
    });

    countsContract(harness);

    it('lists the levels that are not zero, in order of key', async () => {
      const prefix = `${newStream('open')}:`;
      await append(
        level(`${prefix}b`, '2025-03-01', '10.50'),
        level(`${prefix}a`, '2025-03-01', '2'),
        level(`${prefix}c`, '2025-03-01', '1'),
      );
      await append(level(`${prefix}a`, '2025-03-04', '-2'));
      expect(await harness().store.levels(prefix, 10)).toEqual([
        { key: `${prefix}b`, total: '10.5' },
        { key: `${prefix}c`, total: '1' },
      ]);
      expect(await harness().store.levels(prefix, 1)).toHaveLength(1);
    });

    it('takes days of open periods only', async () => {
      const number = 2100 + Math.floor(Math.random() * 7000);
      expect(await refusalsOf(append(period(`${number}-05-01`)))).toEqual([
        { field: 'date', message: 'outside_open_year', params: { day: `${number}-05-01` } },
      ]);
      await append(year(number, 'open'), period(`${number}-05-01`));
      await append(period(`${number}-12-31`));
      const longer: Claim = { ...year(number, 'open'), to: date(`${number + 1}-01-31`) } as Claim;
      expect(await refusalsOf(append(longer))).toMatchObject([{ field: 'year', message: 'period_overlaps' }]);
      await append(year(number, 'closed'), period(`${number}-12-31`));
      expect(await refusalsOf(append(period(`${number}-05-01`)))).toMatchObject([{ message: 'closed_period' }]);
      await append(year(number, 'open'));
      await append(period(`${number}-05-01`));
    });

    it('takes no new period before a closed one', async () => {
      const number = 1200 + Math.floor(Math.random() * 700);
      await append(year(number, 'open'));
      await append(year(number, 'closed'));
      expect(await refusalsOf(append(year(number - 1, 'open')))).toMatchObject([
        {
          field: 'year',
          message: 'year_before_closed',
          params: { from: `${number}-01-01`, to: `${number}-12-31` },
        },
      ]);
      await append(year(number, 'open'));
      await append(year(number - 1, 'open'));
    });

    it('changes the days of a period or removes it while nothing is in it, and leaves no gap', async () => {
      const first = 1050 + Math.floor(Math.random() * 100);
      const [one, two] = [year(first, 'open'), year(first + 1, 'open')];
      await append(one);
      await append(two);
      expect(await refusalsOf(append(year(first + 3, 'open')))).toMatchObject([
        { message: 'year_leaves_a_gap', params: { value: `${first + 2}-01-01` } },
      ]);
      const shorter: Claim = { ...one, to: date(`${first}-06-30`) };
      expect(await refusalsOf(append(removed(one), shorter))).toMatchObject([
        { message: 'year_is_followed', params: { from: two.from, to: two.to } },
      ]);
      const longer: Claim = { ...two, to: date(`${first + 2}-06-30`) };
      await append(removed(two), longer);
      await append(period(`${first + 2}-06-30`));
      expect(await refusalsOf(append(removed({ ...two, to: date(`${first + 2}-06-30`) }), two))).toMatchObject([
        { message: 'year_in_use' },
      ]);
      await append(removed(one));
      expect(await refusalsOf(append(removed(one)))).toMatchObject([{ message: 'year_in_use' }]);
      expect(await refusalsOf(append(period(`${first}-05-01`)))).toMatchObject([{ message: 'outside_open_year' }]);
    });

    it('lets one of two win who post in a period and remove it, or follow it and remove it, at once', async () => {
      const first = 1010 + Math.floor(Math.random() * 30);
      const days = (number: number) => year(number, 'open');
      await append(days(first));
      await append(days(first + 1));
      const won = async (...work: readonly Promise<unknown>[]) =>
        (await Promise.allSettled(work)).map(({ status }) => status === 'fulfilled');
      const [followed, gone] = await won(append(days(first + 2)), append(removed(days(first + 1))));
      expect(followed).not.toBe(gone);
      await append(followed ? removed(days(first + 2)) : days(first + 1));
      const [left, posted] = await won(append(removed(days(first + 1))), append(period(`${first + 1}-03-03`)));
      expect(left).not.toBe(posted);
    });

    it('begins the numbers of a series again with each financial year', async () => {
      const days = (number: number) => {
        const [from, to] = [date(`${number}-07-01`), date(`${number + 1}-06-30`)];
        return { kind: 'period_change', from, to, status: 'open', field: 'year' } as const;
      };
      await append(days(1004));
      await append(days(1005));
      const series = newStream('series');
      const next = async (day: string) => {
        const claim: Claim = { kind: 'number', series, day: date(day), prefix: '', width: 1, write: 0, event: 0 };
        return (await append(claim)).numbers[0];
      };
      expect([await next('1004-12-31'), await next('1005-01-01'), await next('1005-06-30')]).toEqual(['1', '2', '3']);
      expect([await next('1005-07-01'), await next('1005-06-30')]).toEqual(['1', '4']);
      // Days without a financial year, as of the payments at a till, belong to their calendar year.
      expect([await next('1003-12-31'), await next('1004-01-01'), await next('1004-06-30')]).toEqual(['1', '1', '2']);
    });

    it('keeps the days of a financial year in which a number was given', async () => {
      const days = year(1001, 'open');
      await append(days);
      const series = newStream('series');
      const number: Claim = { kind: 'number', series, day: days.from, prefix: '', width: 1, write: 0, event: 0 };
      await append(number);
      const moved: Claim = { ...days, to: date('1001-06-30') };
      expect(await refusalsOf(append(removed(days), moved))).toMatchObject([{ message: 'year_in_use' }]);
    });

    describe('of periods that meet', () => {
      const days = (from: string, to: string, status: PeriodChangeClaim['status'] = 'open'): Claim => {
        return { kind: 'period_change', from: date(`1000-${from}`), to: date(`1000-${to}`), status, field: 'year' };
      };

      it('tell apart the last day of one and the first day of the other', async () => {
        await append(days('06-01', '06-01'));
        await append(days('06-02', '06-30'));
        expect(await refusalsOf(append(days('05-15', '06-01')))).toEqual([
          {
            field: 'year',
            message: 'period_overlaps',
            params: { to: '1000-06-01', from: '1000-06-01', value: '1000-06-02' },
          },
        ]);
        await append(days('05-15', '05-31'));
        // The first period is followed by one of a single day, and no period is before it.
        await append(days('05-15', '05-31', 'removed'));
        await append(days('05-01', '05-31'), period('1000-05-01'), period('1000-05-31'));
      });

      it('are in use when a level was changed on their first or last day, or when they were ever closed', async () => {
        const key = newStream('stock');
        await append(level(key, '1000-04-01', '1'), level(key, '1000-03-31', '1'));
        await append(days('04-01', '04-30'));
        expect(await refusalsOf(append(days('04-01', '04-30', 'removed')))).toMatchObject([{ message: 'year_in_use' }]);
        await append(days('03-01', '03-31'));
        expect(await refusalsOf(append(days('03-01', '03-31', 'removed')))).toMatchObject([{ message: 'year_in_use' }]);
        await append(days('02-01', '02-28'));
        await append(days('02-01', '02-28', 'closed'));
        await append(days('02-01', '02-28'));
        expect(await refusalsOf(append(days('02-01', '02-28', 'removed')))).toMatchObject([{ message: 'year_in_use' }]);
      });

      it('are left unused by openings, also beside a day of another one that is used', async () => {
        const opening = (day: string, more: object = {}): Claim => ({
          ...{ kind: 'period', day: date(day), field: 'date', unused: true },
          ...more,
        });
        await append(days('01-01', '01-10'));
        await append(opening('1000-01-01'), opening('0999-12-31', { paid: true }));
        await append(days('01-01', '01-10', 'removed'), days('01-05', '01-10'));
        expect(await refusalsOf(append(opening('1000-01-04')))).toMatchObject([{ message: 'outside_open_year' }]);
        // The next period is used by the same batch, the first one is not.
        await append(days('01-11', '01-20'));
        await append(opening('1000-01-05'), opening('1000-01-11'), period('1000-01-12'));
        expect(await refusalsOf(append(days('01-11', '01-20', 'removed')))).toMatchObject([{ message: 'year_in_use' }]);
        await append(days('01-05', '01-10', 'removed'), days('01-01', '01-10'));
        // A closed period takes no opening either.
        await append(days('01-01', '01-10', 'closed'));
        for (const more of [{}, { paid: true }]) {
          expect(await refusalsOf(append(opening('1000-01-10', more)))).toMatchObject([{ message: 'closed_period' }]);
        }
        await append(days('01-01', '01-10'));
      });
    });

    it('lets only registered, active records be used, and used ones not be retired', async () => {
      const [item, unused] = [newStream('item'), newStream('item')];
      expect(await refusalsOf(append(use(item)))).toEqual([
        { field: 'item_fk', message: 'not_found', params: { record: item } },
      ]);
      expect(await refusalsOf(append(record(item, 'retire')))).toMatchObject([{ field: 'item', message: 'not_found' }]);
      await append(record(item, 'register'), use(item));
      await append(record(unused, 'register'));
      for (const action of ['retire', 'unused'] as const) {
        expect(await refusalsOf(append(record(item, action)))).toMatchObject([
          { message: 'in_use', params: { record: item } },
        ]);
      }
      await append(record(unused, 'unused'));
      await append(record(unused, 'retire'));
      expect(await refusalsOf(append(use(unused)))).toMatchObject([{ message: 'retired' }]);
      await append(record(unused, 'register'));
      await append(use(unused));
    });

    it('names all refused claims at once, in their order, and stores nothing', async () => {
      const [item, key, series, set] = [newStream('item'), newStream('stock'), newStream('series'), newStream('set')];
      const day = date('2025-03-01');
      const number: Claim = { kind: 'number', series, day, prefix: '', width: 1, write: 0, event: 0 };
      const name: Claim = { kind: 'unique', set, key: 'x', owner: 'brand-1', action: 'take', field: 'name' };
      await append(record(item, 'register'));
      const refused = [
        number,
        use('item-none'),
        use(item),
        take(key, '2025-03-01', '1'),
        name,
        period('1950-01-01'),
        level(key, '2025-03-02', '5'),
      ];
      const before = await harness().store.head();
      expect((await refusalsOf(append(...refused))).map(({ message }) => message)).toEqual([
        'not_found',
        'not_enough_stock',
        'outside_open_year',
      ]);
      expect(await harness().store.head()).toBe(before);
      expect(await harness().store.levels(key, 1)).toEqual([]);
      expect((await append(number, { ...name, owner: 'brand-2' } as Claim, record(item, 'retire'))).numbers).toEqual([
        '1',
      ]);
    });

    it('does not apply claims twice when the command is sent twice', async () => {
      const { store } = harness();
      const key = newStream('stock');
      const batch = batchWith(level(key, '2025-03-01', '5'));
      await store.append(batch);
      await store.append(batch);
      expect(await store.levels(key, 1)).toEqual([{ key, total: '5' }]);
    });
  });
}
