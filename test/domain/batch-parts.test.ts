/** Batches of lines, counts and arrivals: the parts of which documents are made. */
import { describe, expect, it } from 'vitest';
import { goodsLines } from '../../domain/batches/batch-lines.ts';
import { batchesOfLine, printedBatches } from '../../domain/batches/line-batches.ts';
import { refundedBatches, remainingOf } from '../../domain/batches/returned-batches.ts';
import { adjustmentOf, countsOf } from '../../domain/stock/count-round-rules.ts';
import { unnamedCountedAt } from '../../domain/stock/inventory-adjustment-rules.ts';
import type { EffectiveDate } from '../../domain/values/effective-date.ts';
import { printQuantity, toQuantity } from '../../domain/values/quantity.ts';
import { shop } from './shop.ts';

const of = (batch_number: string | null, quantity: string, expire_date: string | null = null) => ({
  ...{ batch_number, expire_date, quantity },
});
const shown = (batches: readonly { batch_number: string | null; quantity: string }[]) =>
  batches.map(({ batch_number, quantity }) => `${batch_number} ${quantity}`);
const print = (count: bigint) => printQuantity(toQuantity(count));

describe('a line of goods', () => {
  const line = { line_id: 2, item_fk: 11, unit_factor: '12', quantity: '3', bonus_quantity: '1' };
  const found = (more: object = {}) => goodsLines({ lines: [{ ...line, ...more }] }).of(2, 11);
  const refunds = [
    {
      lines: [
        { line_id: 2, unit_factor: '12', quantity: '1' },
        { line_id: 3, quantity: '5' },
      ],
    },
    { lines: [{ line_id: 2, unit_factor: '1', quantity: '4', bonus_quantity: '2' }] },
  ];

  it('counts its goods and its free goods in base units', () => {
    expect([2, 100_002].map((at) => print(found()?.countOf(at) ?? 0n))).toEqual(['36', '12']);
    expect(goodsLines({ lines: [line] }).of(2, 12)).toBeUndefined();
  });

  it('knows what was returned before, in its own unit, in base units, or by the refunds so far', () => {
    const returnedBefore = (more: object, at = 2) => print(found(more)?.returnedBefore(at, { refunds }) ?? 0n);
    expect(returnedBefore({ returned_before: '2' })).toBe('24');
    expect(returnedBefore({ returned_before: '2', counted_in: 'base_units' })).toBe('2');
    expect(returnedBefore({ bonus_returned_before: '1' }, 100_002)).toBe('12');
    expect([returnedBefore({}), returnedBefore({}, 100_002)]).toEqual(['16', '2']);
  });
});

describe('the batches of a stored line', () => {
  const line = { line_id: 1, quantity: '4', batches: [of('N', '4')] };
  const moved = [
    { move_line_id: 1, ...of('B1', '3') },
    { move_line_id: 2, ...of('B9', '7') },
    { move_line_id: 100_001, ...of('B1', '1') },
  ];

  it('are those that moved, free goods too, and of a draft those that it names', () => {
    const batches = (document: object) => shown(batchesOfLine(document as never, line as never));
    expect(batches({ status: 'complete', batches: moved })).toEqual(['B1 4']);
    expect(batches({ status: 'complete', delivery: { batches: moved } })).toEqual(['B1 4']);
    for (const status of ['draft', 'pending']) expect(batches({ status, batches: moved })).toEqual(['N 4']);
    expect(batches({ status: 'complete' })).toEqual(['N 4']);
  });

  it('are on paper the one batch that it receives, where there is no other', () => {
    const printed = (own: object) => shown(printedBatches({ status: 'complete' }, own as never));
    expect(printed({ line_id: 1, quantity: '4', batch_number: 'B5' })).toEqual(['B5 4']);
    expect(printed({ line_id: 1, quantity: '4', expire_date: '2027-01-31' })).toEqual(['null 4']);
    expect(printed({ line_id: 1, quantity: '4' })).toEqual([]);
    expect(printed({ ...line, batch_number: 'B5' })).toEqual(['N 4']);
  });
});

describe('what is left of batches', () => {
  const sold = [of('B1', '3'), of('B2', '2')];

  it('is what returns of them did not take, and returns without batches took them in their order', () => {
    const left = (before: bigint, back: Readonly<Record<string, string>>) =>
      shown(remainingOf(sold, before * 1_000_000n, ({ batch_number }) => back[batch_number ?? ''] ?? '0')).filter(
        (text) => !text.endsWith(' 0'),
      );
    expect(left(0n, {})).toEqual(['B1 3', 'B2 2']);
    expect(left(2n, { B2: '2' })).toEqual(['B1 3']);
    expect(left(2n, {})).toEqual(['B1 1', 'B2 2']);
    expect(left(4n, { B2: '1' })).toEqual(['B2 1']);
    expect(left(0n, { B1: '9' })).toEqual(['B2 2']);
  });

  it('of a receipt is what its refunds did not take of the line, whatever the refund', () => {
    const told: string[] = [];
    const back = (line: number, refunds: readonly object[], named?: readonly (readonly [object, bigint])[]) =>
      refundedBatches(
        { sold, refunds, line },
        { before: 0n, count: toQuantity(2_000_000n), named, words: {} } as never,
        (message) => told.push(message),
      ).map(([{ batch_number }, count]) => `${batch_number} ${print(count)}`);
    const refund = (move_line_id: number) => ({ batches: [{ move_line_id, ...of('B1', '3') }] });
    expect(back(1, [])).toEqual(['B1 2']);
    // The movements of a refund have the number of the line, with a multiple of the offset before it.
    expect(back(1, [refund(200_001)])).toEqual(['B2 2']);
    expect(back(1, [refund(400_001)])).toEqual(['B2 2']);
    expect(back(1, [refund(200_002), refund(100_001)])).toEqual(['B1 2']);
    expect(back(1, [], [[{ batch_number: 'b-2', expire_date: null }, 2_000_000n]])).toEqual(['B2 2']);
    expect(told).toEqual([]);
    back(1, [refund(200_001)], [[of('B1', '0'), 1_000_000n]]);
    expect(told).toEqual(['more_than_left_of_batch']);
  });
});

describe('the count of a round', () => {
  const entry = (number: number, more: object = {}) => ({
    ...{ entry_uuid: `${number}`, item_fk: 11, unit_fk: 1, unit_factor: '1', quantity: '2' },
    ...{ batch_number: null, expire_date: null, counted_at: '2026-03-20T09:00:00', counted_by_fk: 2, ...more },
  });
  const entries = [
    entry(1, { batch_number: 'B1', shelf: 'A' }),
    entry(2, { batch_number: 'B2', unit_factor: '12', counted_at: '2026-03-20T09:30:00' }),
    entry(3, { batch_number: 'B1', shelf: 'A' }),
    entry(4),
    entry(5, { item_fk: 12, shelf: 'C' }),
    entry(6, { batch_number: 'B1', expire_date: '2027-01-31', shelf: 'B' }),
  ] as never[];

  it('adds up each item, each of its batches once, at the moment of its last entry', () => {
    const [first, second] = countsOf(entries);
    expect(first).toMatchObject({ item_fk: 11, quantity: '32', counted_at: '2026-03-20T09:30:00', shelves: 'A, B' });
    expect(shown(first?.batches ?? [])).toEqual(['B1 4', 'B2 24', 'B1 2']);
    expect(second).toMatchObject({ item_fk: 12, quantity: '2', shelves: 'C', batches: [] });
  });

  it('becomes lines of an adjustment, with their batches and shelves, and zeros where they are stated', () => {
    const round = { outlet_fk: 1, inventory_fk: 1, items: [{ item_fk: 11 }, { item_fk: 13 }], entries } as never;
    const done = { is_zero_where_uncounted: true, completed_at: '2026-03-20T10:00:00' } as never;
    const { lines, date, time } = adjustmentOf(round, done, shop());
    expect([date, time]).toEqual(['2026-03-20', '10:00:00']);
    expect(lines.map(({ item_fk, real_quantity, note }) => [item_fk, real_quantity, note])).toEqual([
      [11, '32', 'A, B'],
      [12, '2', 'C'],
      [13, '0', undefined],
    ]);
    expect(lines.map((own) => shown((own.batches ?? []) as never))).toEqual([['B1 4', 'B2 24', 'B1 2'], [], []]);
  });

  it('compares goods of no batch with the books at its moment, where it has some', () => {
    const line = { item_fk: 11, real_quantity: '5', unit_factor: '2', batches: [of('B1', '9')] };
    const at = (own: object, more: object = {}) =>
      unnamedCountedAt({ date: '2026-03-20' as EffectiveDate, time: '09:00', lines: [own], ...more }, 11);
    expect(at(line)).toBe('2026-03-20T09:00:00.5');
    expect(at({ ...line, batches: [of('B1', '10')] })).toBeUndefined();
    expect(at({ ...line, counted_at: '2026-03-19T08:00:00' })).toBe('2026-03-19T08:00:00.5');
    for (const missing of ['real_quantity', 'unit_factor'])
      expect(at({ ...line, [missing]: undefined }), missing).toBeUndefined();
    expect(at(line, { date: undefined })).toBeUndefined();
  });
});
