import { describe, expect, it } from 'vitest';
import { comparedRows, differenceOf } from '../../web/shared/report/compared-rows.ts';
import type { ReportColumn } from '../../web/shared/report/declaration.ts';
import { changedAddress, withDays } from '../../web/shared/report/period-in-address.ts';
import { reportSearch } from '../../web/shared/report/report-search.ts';
import { roundedFigures, roundedRows } from '../../web/shared/report/rounded-rows.ts';

const rows = (...keys: string[]) => keys.map((key) => ({ key }));
const keyOf = ({ key }: { readonly key: string }) => key;

describe('two reports beside each other', () => {
  it('keep the order of now, and rows that are gone stand where they stood then', () => {
    const merged = comparedRows(rows('a', 'c', 'd'), rows('x', 'a', 'b', 'c', 'y'), keyOf);
    expect(merged.map(({ row }) => row.key)).toEqual(['x', 'a', 'b', 'c', 'y', 'd']);
    const there = merged.map(({ now, earlier }) => [now?.key, earlier?.key]);
    expect(there).toEqual([
      [undefined, 'x'],
      ['a', 'a'],
      [undefined, 'b'],
      ['c', 'c'],
      [undefined, 'y'],
      ['d', undefined],
    ]);
  });

  it('are only the rows of now when there is no other moment', () => {
    expect(comparedRows(rows('a'), undefined, keyOf)).toEqual([{ row: { key: 'a' }, now: { key: 'a' } }]);
  });

  it('differ exactly, with nothing as zero and words as nothing', () => {
    expect(differenceOf('12345678901234.5678', '0.0001')).toBe('12345678901234.5677');
    expect(differenceOf('1.5', undefined)).toBe('1.5');
    expect(differenceOf(undefined, '2')).toBe('-2');
    expect(differenceOf('Azad', '2')).toBe('');
  });
});

describe('the address of a report', () => {
  it('keeps what it knows, each as what it is, and drops the rest', () => {
    const read = reportSearch('from', 'known_at', 'outlet_fk', 'by', 'details', 'page');
    expect(
      read({
        from: '2026-03-01',
        known_at: '42',
        outlet_fk: '3',
        by: 'month',
        details: '1',
        page: '2',
        as_at: '2026-01-01',
      }),
    ).toEqual({ from: '2026-03-01', known_at: '42', outlet_fk: 3, by: 'month', details: 1, page: 2 });
    expect(read({ from: '31/3', outlet_fk: '-1', by: 'drop table', details: 'yes', page: '0' })).toEqual({});
  });
});

describe('the figures of a report', () => {
  const column = (name: string, total: string | null, decimals?: number): ReportColumn => ({
    ...{ name, label: '', numeric: true, total, text: (row) => String(row[name] ?? '') },
    ...(decimals === undefined ? {} : { decimals }),
  });

  it('are shown rounded and add up to the total below them', () => {
    expect(roundedFigures(['0.5', '0.5', '0.5', '0.5'], '2', 0)).toEqual(['1', '1', '0', '0']);
    expect(roundedFigures(['-1000.3333', '333.3333', '', '667.25'], '0.25', 0)).toEqual(['-1000', '333', '', '667']);
    expect(roundedFigures(['1.005', '2.005', '-0.01'], '3', 2)).toEqual(['1.01', '2', '-0.01']);
  });

  it('of any size are less than a unit away from what they are', () => {
    const figures = Array.from(
      { length: 200 },
      (_, index) => `${(index * 7919 - 700_000) * 37}.${String((index * 4993) % 10_000).padStart(4, '0')}`,
    );
    const cents = (text: string) => BigInt(text.includes('.') ? text.replace('.', '') : `${text}0000`);
    const exact = figures.reduce((sum, figure) => sum + cents(figure), 0n);
    const sign = exact < 0n ? '-' : '';
    const digits = String(exact < 0n ? -exact : exact).padStart(5, '0');
    const total = `${sign}${digits.slice(0, -4)}.${digits.slice(-4)}`;
    const shown = roundedFigures(figures, total, 0) ?? [];
    const sum = shown.reduce((before, figure) => before + BigInt(figure), 0n) * 10_000n;
    expect(sum - exact <= 5_000n && exact - sum <= 5_000n).toBe(true);
    const far = shown.filter((figure, index) => {
      const apart = BigInt(figure) * 10_000n - cents(figures[index] ?? '');
      return apart >= 10_000n || apart <= -10_000n;
    });
    expect(far).toEqual([]);
  });

  it('stay as they are on a page of many, in a tree, and where a column shows something else', () => {
    const rows = [
      { cost: '0.5', sold: '0.5' },
      { cost: '0.5', sold: '2' },
    ];
    const [first, second] = roundedRows([column('cost', '1', 0), column('sold', '9', 0)], rows);
    expect([first, second]).toEqual([
      { cost: '1', sold: '0.5' },
      { cost: '0', sold: '2' },
    ]);
    expect(roundedRows([column('cost', '1')], rows)).toBe(rows);
    expect(roundedRows([{ ...column('cost', '1', 0), text: () => '1' }], rows)).toBe(rows);
    expect(roundedRows([column('cost', null, 0)], rows)).toBe(rows);
  });
});

describe('the period of a report', () => {
  const TODAY = '2026-03-14';
  const at = (search: Record<string, string | number>) => withDays(search, 'as_at', TODAY);
  const change = (search: Record<string, string | number>, changed: Record<string, string | number | undefined>) =>
    changedAddress(search, changed, 'as_at', TODAY);

  it('is a word in the address and days for whoever reads it', () => {
    expect(at({ period: 'last_month', outlet_fk: 2 })).toEqual({
      from: '2026-02-01',
      as_at: '2026-02-28',
      outlet_fk: 2,
    });
    expect(withDays({ period: 'last_month' }, 'as_at', '2026-05-02')).toEqual({
      from: '2026-04-01',
      as_at: '2026-04-30',
    });
    expect(withDays({ period: 'today' }, 'to', TODAY)).toEqual({ from: TODAY, to: TODAY });
    expect(at({ from: '2026-01-01' })).toEqual({ from: '2026-01-01' });
  });

  it('stays a word until a day is typed; then the other end is what it was', () => {
    expect(change({ from: '2026-01-01', as_at: '2026-01-31', outlet_fk: 2 }, { period: 'this_year' })).toEqual({
      period: 'this_year',
      outlet_fk: 2,
    });
    expect(change({ period: 'this_year' }, { outlet_fk: 3 })).toEqual({ period: 'this_year', outlet_fk: 3 });
    expect(change({ period: 'this_month' }, { period: undefined, from: '2026-03-05' })).toEqual({
      period: undefined,
      from: '2026-03-05',
      as_at: '2026-03-31',
    });
    expect(change({ period: 'this_month' }, { period: undefined, from: undefined, as_at: undefined })).toEqual({
      period: undefined,
      from: undefined,
      as_at: undefined,
    });
  });

  it('is kept by the route of every report that has a first day, when it is a word that is known', () => {
    expect(reportSearch('from', 'as_at')({ period: 'last_quarter' })).toEqual({ period: 'last_quarter' });
    expect(reportSearch('from', 'as_at')({ period: 'some_time' })).toEqual({});
    expect(reportSearch('as_at')({ period: 'last_quarter' })).toEqual({});
  });
});
