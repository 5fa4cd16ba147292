/** Claims of counted levels: part of the contract of claims, in the store of its other tests. */
import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../domain/deciding/claim.ts';
import type { EffectiveTime } from '../../domain/values/effective-date.ts';
import { batchWith, level, newStream } from './batches.ts';
import { type Harness, refusalsOf } from './harness.ts';

export function countsContract(harness: () => Harness): void {
  describe('of what was counted', () => {
    const append = (...claims: readonly Claim[]) => harness().store.append(batchWith(...claims));
    const at = (clock: string) => `2025-03-${clock}` as EffectiveTime;
    const goods = (key: string, moment: string, delta: string): Claim => ({
      ...level(key, `2025-03-${moment.slice(0, 2)}`, delta, { floor: '0' }),
      at: at(moment),
    });
    const counted = (key: string, moment: string, real: string | null): Claim => {
      return {
        kind: 'count',
        key,
        at: at(moment),
        real,
        floor: '0',
        field: 'real_quantity',
        message: 'not_enough_stock',
      };
    };
    const total = async (key: string) => (await harness().store.levels(key, 1))[0]?.total ?? '0';
    const justBefore = async (key: string, moment: string) =>
      (await harness().store.levelsBefore([{ key, at: at(moment) }]))[0];

    it('keep the counted level when earlier movements change', async () => {
      const key = newStream('stock');
      await append(goods(key, '01T09:00:00', '10'));
      await append(goods(key, '05T15:00:00', '-1'));
      await append(counted(key, '05T12:00:00.5', '8'));
      expect(await total(key)).toBe('7');
      await append(goods(key, '03T00:00:00', '-5'));
      expect([await justBefore(key, '05T12:00:00.5'), await total(key)]).toEqual(['5', '7']);
      expect(await refusalsOf(append(goods(key, '02T00:00:00', '-6')))).toEqual([
        {
          field: 'quantity',
          message: 'not_enough_stock',
          params: { key, day: '2025-03-03', available: '5', needed: '6' },
        },
      ]);
      await append(goods(key, '05T13:00:00', '-7'));
      expect(await total(key)).toBe('0');
      await append(goods(key, '05T12:00:00', '20'));
      expect([await justBefore(key, '05T12:00:00.5'), await total(key)]).toEqual(['25', '0']);
    });

    it('have their changes after a moment summed by day', async () => {
      const id = randomInt(1_000_000_000);
      const [stock, first, other] = [`stock:${id}:1`, `batch:${id}:1:2027-01-31:A`, `batch:${id}:12:2027-01-31:A`];
      await append(
        goods(stock, '01T09:00:00', '10'),
        goods(first, '01T09:00:00', '10'),
        goods(other, '02T09:00:00', '1'),
      );
      await append(goods(stock, '01T10:00:00', '-1'), goods(first, '01T10:00:00', '-1'));
      await append(goods(stock, '03T10:00:00', '-2'), goods(first, '03T10:00:00', '-2'));
      await append(goods(stock, '03T11:00:00', '-3'), goods(first, '03T11:00:00', '-3'));
      await append(counted(stock, '04T12:00:00.5', '6'));
      await append(level(stock, '9999-12-31', '-1'));
      const changesAfter = (prefix: string, moment: string) => harness().store.changesAfter(prefix, at(moment));
      expect(await changesAfter(`batch:${id}:1:`, '01T09:00:00')).toEqual([
        { key: first, day: '2025-03-01', net: '-1' },
        { key: first, day: '2025-03-03', net: '-5' },
        // The count names no batch.
        { key: first, day: '2025-03-04', net: '-4' },
      ]);
      expect(await changesAfter(stock, '03T10:00:00')).toEqual([
        { key: stock, day: '2025-03-03', net: '-3' },
        { key: stock, day: '2025-03-04', net: '2' },
        { key: stock, day: '9999-12-31', net: '-1' },
      ]);
      expect(await changesAfter(`batch:${id}:1:`, '04T12:00:00.5')).toEqual([]);
    });

    it('leave nothing of a batch that was not named in the count of its stock, whenever it came', async () => {
      const id = randomInt(1_000_000_000);
      const [stock, first, second] = [`stock:${id}:1`, `batch:${id}:1:2027-01-31:A`, `batch:${id}:1:2027-02-28:B`];
      await append(
        goods(stock, '01T09:00:00', '10'),
        goods(first, '01T09:00:00', '6'),
        goods(second, '01T09:00:00', '4'),
      );
      await append(counted(stock, '05T12:00:00.5', '5'), counted(second, '05T12:00:00.5', '5'));
      expect([await total(first), await total(second), await total(stock)]).toEqual(['0', '5', '5']);
      // Goods received before the time of the count are not added to the counted quantity.
      await append(goods(stock, '03T00:00:00', '2'), goods(first, '03T00:00:00', '2'));
      expect([await justBefore(first, '05T12:00:00.5'), await total(first), await total(stock)]).toEqual([
        '8',
        '0',
        '5',
      ]);
      await append(goods(stock, '06T00:00:00', '1'), goods(first, '06T00:00:00', '1'));
      expect(await total(first)).toBe('1');
      await append(counted(stock, '05T12:00:00.5', null), counted(second, '05T12:00:00.5', null));
      expect([await total(first), await total(second), await total(stock)]).toEqual(['9', '4', '13']);
    });

    it('count with a stock and its batches what is sold and not delivered', async () => {
      const id = randomInt(1_000_000_000);
      const [stock, batch] = [`stock:${id}:1`, `batch:${id}:1:2027-01-31:A`];
      const [later, ofBatch] = [`undelivered:${id}:1`, `undelivered:${id}:1:2027-01-31:A`];
      const both = (moment: string, moved: string, left: string) => [
        ...[stock, batch].flatMap((key) => (moved === '0' ? [] : [goods(key, moment, moved)])),
        ...[later, ofBatch].flatMap((key) => (left === '0' ? [] : [goods(key, moment, left)])),
      ];
      const totals = () => Promise.all([stock, batch, later, ofBatch].map(total));
      await append(...both('01T09:00:00', '10', '0'));
      await append(...both('02T09:00:00', '-4', '4'));
      await append(...both('03T09:00:00', '0', '-1'));
      const counts = [counted(stock, '05T12:00:00.5', '9'), counted(batch, '05T12:00:00.5', '9')];
      await append(...counts);
      expect(await totals()).toEqual(['6', '6', '3', '3']);
      // Two more had left before the count, so it found two.
      await append(...both('04T09:00:00', '0', '-2'));
      expect(await totals()).toEqual(['8', '8', '1', '1']);
      // Five more had been sold before it, and stood on the shelf.
      await append(...both('03T10:00:00', '-5', '5'));
      expect(await totals()).toEqual(['3', '3', '6', '6']);
      await append(...both('06T09:00:00', '0', '-6'));
      expect(await totals()).toEqual(['3', '3', '0', '0']);
      await append(...counts.map((claim) => ({ ...claim, real: null })));
      expect(await totals()).toEqual(['1', '1', '0', '0']);
    });

    it('are removed at their level and moment only', async () => {
      const [key, beside] = [newStream('stock'), newStream('stock')];
      const [first, second] = ['05T12:00:00.5', '06T12:00:00.5'];
      const again = (level: string, moment: string) => refusalsOf(append(counted(level, moment, '9')));
      await append(counted(key, first, '4'), counted(beside, first, '4'));
      await append(counted(key, second, '5'));
      await append(counted(key, first, null));
      expect(await again(beside, first)).toMatchObject([{ message: 'counted_already' }]);
      expect(await again(key, second)).toMatchObject([{ message: 'counted_already' }]);
      await append(counted(key, first, '3'));
      expect(await again(key, first)).toMatchObject([{ message: 'counted_already' }]);
    });

    it('are at least the quantity that was issued after it', async () => {
      const key = newStream('stock');
      await append(goods(key, '01T09:00:00', '10'), goods(key, '08T09:00:00', '-8'));
      expect(await refusalsOf(append(counted(key, '05T23:59:59.5', '7')))).toEqual([
        {
          field: 'real_quantity',
          message: 'not_enough_stock',
          params: { key, day: '2025-03-08', available: '2', needed: '3' },
        },
      ]);
      await append(counted(key, '05T23:59:59.5', '8'));
      expect(await refusalsOf(append(counted(key, '05T23:59:59.5', '9')))).toEqual([
        { field: 'real_quantity', message: 'counted_already', params: { key, day: '2025-03-05' } },
      ]);
      await append(counted(key, '06T23:59:59.5', '20'));
      expect(await total(key)).toBe('12');
      // The later count remains in force and gets the difference of the earlier one.
      await append(counted(key, '05T23:59:59.5', null));
      expect([await justBefore(key, '06T23:59:59.5'), await total(key)]).toEqual(['10', '12']);
      await append(counted(key, '06T23:59:59.5', null));
      expect(await total(key)).toBe('2');
    });
  });
}
