import { describe, expect, it } from 'vitest';
import { parseFixed, printFixed } from '../../domain/values/fixed-point.ts';
import { eventFilters } from '../../web/ledger/event-filters.ts';
import { EVENT_COLUMNS, type EventSummary } from '../../web/ledger/events.tsx';
import { withItems } from '../../web/reports/sales-row.ts';
import type { Reads } from '../../web/shared/api/read.ts';
import { besideBefore, type ChartData, largest } from '../../web/shared/chart/chart-data.ts';
import { lineColumn } from '../../web/shared/explain/links.tsx';
import { eventColumns, type Recorded } from '../../web/shared/report/columns.tsx';
import { type ComparedRow, comparedColumns } from '../../web/shared/report/compared-columns.ts';
import { comparedRows, differenceOf } from '../../web/shared/report/compared-rows.ts';
import { earlierOf } from '../../web/shared/report/comparing.tsx';
import { PERIOD, type ReportColumn, type ReportFilter } from '../../web/shared/report/declaration.ts';
import { changedAddress, withDays } from '../../web/shared/report/period-in-address.ts';
import { factsOf, printedReport } from '../../web/shared/report/print-report.ts';
import { type ReportSearch, reportSearch } from '../../web/shared/report/report-search.ts';
import { shownFigures } from '../../web/shared/report/shown-figures.ts';
import { nextSort, readSort, sortedRows } from '../../web/shared/report/sorted-rows.ts';
import { formatMoment } from '../../web/shared/typing/date-words.ts';
import { shapeDigits } from '../../web/shared/typing/digits.ts';

const rows = (...keys: string[]) => keys.map((key) => ({ key }));
const keyOf = ({ key }: { readonly key: string }) => key;

describe('the order of rows', () => {
  const owed = [
    { name: 'Zana', base: '900', day: '2026-03-02' },
    { name: 'azad', base: '12500.5', day: '' },
    { name: 'Berîvan', base: '-40', day: '2026-01-30' },
    { name: 'Dilan', base: '', day: '2026-03-01' },
  ];
  const columns = [
    { name: 'party', text: (row: (typeof owed)[number]) => row.name },
    { name: 'base', numeric: true, text: (row: (typeof owed)[number]) => row.base },
    { name: 'due', sheet: 'date' as const, text: (row: (typeof owed)[number]) => row.day },
  ];
  const names = (sort: string | undefined) => sortedRows(owed, columns, readSort(sort)).map(({ name }) => name);

  it('is by the amount, largest first, then smallest first, with empty cells last', () => {
    expect(names('base')).toEqual(['azad', 'Zana', 'Berîvan', 'Dilan']);
    expect(names('-base')).toEqual(['Berîvan', 'Zana', 'azad', 'Dilan']);
  });

  it('is by names without regard of case, and by days', () => {
    expect(names('-party')).toEqual(['azad', 'Berîvan', 'Dilan', 'Zana']);
    expect(names('due')).toEqual(['Zana', 'Dilan', 'Berîvan', 'azad']);
  });

  it('is that of the report for a column that is not there, and after the third press', () => {
    expect(names('gone')).toEqual(owed.map(({ name }) => name));
    expect(names(undefined)).toEqual(owed.map(({ name }) => name));
    const presses = ['base', '-base', undefined].map((now) => nextSort(readSort(now), 'base'));
    expect(presses).toEqual(['-base', undefined, 'base']);
    expect(nextSort(readSort('-base'), 'party')).toBe('party');
  });

  it('is in the address of every report', () => {
    expect(reportSearch('as_at')({ sort: '-base', other: 'x' })).toEqual({ sort: '-base' });
    expect(reportSearch('as_at')({ sort: 'base; drop' })).toEqual({});
  });
});

describe('two reports beside each other', () => {
  it('keep the present order, and removed rows are at their former places', () => {
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

describe('the other moment of a comparison', () => {
  it('keeps the day and the knowledge of the report where its own filters are empty', () => {
    const now = { as_at: '2026-03-31', known_at: '120', outlet_fk: 2 };
    expect(earlierOf({ ...now, compare_known_at: '90' })).toEqual({ ...now, known_at: '90' });
    expect(earlierOf({ ...now, compare_as_at: '2025-03-31' })).toEqual({ ...now, as_at: '2025-03-31' });
  });
});

describe('the printed parameters of a report', () => {
  const printed = async (filters: readonly ReportFilter[], search: ReportSearch) => {
    const report = { title: '', label: '', filters, search, columns: [], rows: [], rowKey: () => '' };
    return (await factsOf(report, 'latin')).map(({ value }) => value);
  };

  it('have both ends of the period of the log, which has no day of its figures', async () => {
    const days = { from: '2026-03-01', to: '2026-03-31' };
    expect(await printed(eventFilters([], '', ''), days)).toEqual(['01/03/2026', '31/03/2026']);
  });

  it('have the first day of another report once', async () => {
    const values = await printed(PERIOD, { from: '2026-03-01', as_at: '2026-03-31' });
    expect(values.slice(0, 2)).toEqual(['01/03/2026', '31/03/2026']);
    expect(values).toHaveLength(3);
  });
});

describe('the times of a report', () => {
  const recorded_at = '2026-11-27T22:30:00.000Z';
  const event: EventSummary = {
    ...{ position: '7', recorded_at, type: 'sale.completed', stream: 'sale-12', kind: 'sale', entity_id: 12 },
    ...{ revision: 1, name: 'S-12', actor: 'person-1', actor_name: 'Azad', outlet_name: 'Bazaar' },
    ...{ device: null, reason: null, user_id: 1, outlet_fk: 2 },
  };

  it('are local moments in Excel and on paper, there in the digits of the paper', () => {
    const inExcel = [
      ...EVENT_COLUMNS.slice(0, 1).map(({ text }) => text(event)),
      ...eventColumns<Recorded>().map(({ text }) => text({ ...RECORDED, recorded_at })),
    ];
    expect(inExcel).toEqual([formatMoment(recorded_at), formatMoment(recorded_at)]);
    const report = { title: '', label: '', filters: [], search: {}, rows: [event], rowKey: () => '' };
    const paper = printedReport({ ...report, columns: EVENT_COLUMNS.slice(0, 1) }, [], 'arabic');
    expect(paper.rows).toMatchObject([{ cells: [shapeDigits(formatMoment(recorded_at), 'arabic')] }]);
  });

  it('and positions in the log are not on the paper of a ledger', () => {
    expect([...eventColumns(), lineColumn()].map(({ isInternal }) => isInternal)).toEqual([true, true]);
  });
});

const RECORDED: Recorded = {
  ...{ position: '7', effective_date: '2026-11-28', recorded_at: '', document_kind: 'sale', document_id: 12 },
  ...{ number: null, kind: 'original', cause_position: '7' },
};

describe('the items of an invoice', () => {
  it('have their own figures, and none of those that only the invoice has', () => {
    const item = {
      ...{ item_fk: 3, item_name: 'Rice', quantity: '2' },
      ...{ gross: '60', returns: '0', discounts: '10', revenue: '50' },
    };
    const invoice: Reads['reports/sales']['data'][number] = {
      ...{ key: 'sale-1', name: 'S-1', date: '2026-03-10', document_kind: 'sale', document_id: 1, party_name: 'Azad' },
      ...{ gross: '110', returns: '0', discounts: '10', revenue: '100', delivery: '5', tax: '8', total: '113' },
      ...{ cost: '70', profit: '30', margin: '30', documents: 1, items: [item] },
    };
    const [whole, part] = withItems([invoice]);
    expect(whole).toBe(invoice);
    expect(part).toMatchObject({ key: 'sale-1 3', ...item, items: [], item });
    const ofInvoice = ['delivery', 'tax', 'total', 'cost', 'profit', 'margin'] as const;
    const blank = ofInvoice.map((name) => part?.[name]);
    expect(blank).toEqual(['', '', '', '', '', '']);
  });
});

describe('a chart', () => {
  const chart = (figures: Readonly<Record<string, readonly (string | null)[]>>, more: Partial<ChartData> = {}) => ({
    ...({ title: '', of: 'names', unit: 'IQD', decimals: 0 } as const),
    categories: ['Azad', 'Sara', 'Zana'].map((label) => ({ key: label, label })),
    series: Object.entries(figures).map(([name, values]) => ({ name, label: name, tone: 'good' as const, values })),
    ...more,
  });
  const labels = { total: 'Total', other: 'Compared' };
  const isStacked = true;

  it('of stacked figures is compared by their sums', () => {
    const now = chart({ not_due: ['1', null, '0.5'], over_90: ['90071992547409.9301', null, '0.25'] }, { isStacked });
    const then = chart({ not_due: ['4', '5', '6'], over_90: ['40', '0', '0'] }, { isStacked });
    const both = besideBefore(now, then, labels);
    expect(both.isStacked).toBeUndefined();
    expect(both.series).toMatchObject([
      { label: 'Total', values: ['90071992547410.9301', null, '0.75'] },
      { label: 'Compared', values: ['44', '5', '6'] },
    ]);
  });

  it('of one figure is compared by it', () => {
    const both = besideBefore(chart({ revenue: ['1', '2', '3'] }), chart({ revenue: ['4', '5', '6'] }), labels);
    expect(both.series).toMatchObject([
      { name: 'revenue', values: ['1', '2', '3'] },
      { name: 'before', values: ['4', '5', '6'] },
    ]);
  });

  it('of too many names has those with the longest bars', () => {
    const named = (data: ChartData) => largest(data, 1).categories.map(({ key }) => key);
    const figures = { not_due: ['3', '2', '1'], over_90: ['0', '0', '9'] };
    expect([named(chart(figures)), named(chart(figures, { isStacked }))]).toEqual([['Azad'], ['Zana']]);
  });
});

describe('the address of a report', () => {
  it('keeps known parameters with their types, and drops the rest', () => {
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
  interface Part extends Readonly<Record<string, unknown>> {
    readonly key: string;
    readonly whole?: string;
    readonly isLess?: boolean;
  }
  const column = (name: string, more: Partial<ReportColumn<Part>> = {}): ReportColumn<Part> => ({
    ...{ name, label: '', numeric: true, decimals: 0, text: (row) => String(row[name] ?? '') },
    ...more,
  });
  const keyed = (figures: readonly string[]): Part[] => figures.map((cost, index) => ({ key: String(index), cost }));
  const shownOf = (rows: readonly Part[], columns: readonly ReportColumn<Part>[], more: object = {}) => {
    const figures = shownFigures<Part>({ columns, rows, rowKey: ({ key }) => key, ...more });
    return columns.map((each) => [...rows.map((row) => figures.of(each, row)), figures.total(each)]);
  };
  const flat = (figures: readonly string[], total: string | null, decimals = 0, more: object = {}) =>
    shownOf(keyed(figures), [column('cost', { total, decimals, ...more })])[0];

  it('are shown rounded and add up to the total below them', () => {
    expect(flat(['0.5', '0.5', '0.5', '0.5'], '2')).toEqual(['1', '1', '0', '0', '2']);
    expect(flat(['-1000.3333', '333.3333', '', '667.25'], '0.25')).toEqual(['-1000', '333', '', '667', '0']);
    expect(flat(['1.005', '2.005', '-0.01'], '3', 2)).toEqual(['1.01', '2', '-0.01', '3']);
  });

  it('are rounded each by itself where they are not what the total is of, and stay as they are without decimals', () => {
    expect(flat(['0.5', '0.5'], '9')).toEqual(['1', '1', '9']);
    expect(flat(['0.5', '0.5'], null)).toEqual(['1', '1', undefined]);
    expect(shownOf(keyed(['0.5', 'Azad']), [column('cost', { total: '1' })])[0]).toEqual(['1', 'Azad', '1']);
    const [plain] = shownOf(keyed(['0.5', '1.25']), [{ name: 'cost', label: '', text: (row) => String(row['cost']) }]);
    expect(plain).toEqual(['0.5', '1.25', undefined]);
  });

  const many = Array.from(
    { length: 200 },
    (_, index) => `${(index * 7919 - 700_000) * 37}.${String((index * 4993) % 10_000).padStart(4, '0')}`,
  );
  const tenThousandths = (text: string) => parseFixed(text, 4) ?? 0n;
  const sum = (figures: readonly string[]) => figures.reduce((before, figure) => before + tenThousandths(figure), 0n);
  const isNear = (figure: string, exact: string) => {
    const apart = tenThousandths(figure) - tenThousandths(exact);
    return apart < 10_000n && apart > -10_000n;
  };

  it('of any size are less than a unit away from what they are', () => {
    const [...shown] = flat(many, printFixed(sum(many), 4)) ?? [];
    const total = shown.pop();
    expect(shown.filter((figure, index) => !isNear(figure ?? '', many[index] ?? ''))).toEqual([]);
    expect(sum(shown.map(String))).toBe(tenThousandths(total ?? ''));
  });

  it('of all pages add up, and are the same on paper, where all pages are one', () => {
    const total = printFixed(sum(many), 4);
    const pages = Array.from({ length: 7 }, (_, page) => {
      const earlier = printFixed(sum(many.slice(0, page * 30)), 4);
      const own = flat(many.slice(page * 30, (page + 1) * 30), total, 0, { earlier }) ?? [];
      return own.slice(0, -1).map(String);
    });
    const whole = sum(many);
    expect(sum(pages.flat())).toBe(((whole > 0n ? whole + 5_000n : whole - 5_000n) / 10_000n) * 10_000n);
    expect(pages.flat().filter((figure, index) => !isNear(figure, many[index] ?? ''))).toEqual([]);
    const columns = [column('cost', { total, earlier: '17.5' })];
    const [printed = []] = shownOf(keyed(many), columns, { perPage: 30, isWhole: true });
    expect(printed.slice(0, -1)).toEqual(pages.flat());
  });

  it('of a tree are the sums of the rows shown below them, including deductions', () => {
    const rows: readonly Part[] = [
      { key: 'revenue', whole: 'gross', cost: '100.5' },
      { key: 'in town', whole: 'revenue', cost: '50.25' },
      { key: 'abroad', whole: 'revenue', cost: '50.25' },
      { key: 'cost', whole: 'gross', cost: '60.75', isLess: true },
      { key: 'gross', whole: 'net', cost: '39.75' },
      { key: 'lost', whole: 'net', cost: '0.4', isLess: true },
      { key: 'net', cost: '39.35' },
    ];
    const partOf = ({ whole, isLess = false }: Part) => (whole === undefined ? undefined : { whole, isLess });
    const [shown = []] = shownOf(rows, [column('cost')], { partOf });
    const of = Object.fromEntries(rows.map(({ key }, index) => [key, Number(shown[index])]));
    expect(of['net']).toBe(39);
    expect((of['gross'] ?? 0) - (of['lost'] ?? 0)).toBe(of['net']);
    expect((of['revenue'] ?? 0) - (of['cost'] ?? 0)).toBe(of['gross']);
    expect((of['in town'] ?? 0) + (of['abroad'] ?? 0)).toBe(of['revenue']);
  });

  it('of two sides that are equal are equal, though what they differ by is no row; what a whole has beside its parts counts', () => {
    const partOf = ({ whole, isLess = false }: Part) => (whole === undefined ? undefined : { whole, isLess });
    for (const amount of ['10.5', '10.3', '10.8', '-10.5']) {
      const rows = [
        { key: 'assets', whole: 'difference', cost: amount },
        { key: 'equity', whole: 'difference', cost: amount, isLess: true },
      ];
      const [[assets, equity] = []] = shownOf(rows, [column('cost')], { partOf });
      expect(assets).toBe(equity);
    }
    const own = [
      { key: 'whole', cost: '3' },
      { key: 'part', whole: 'whole', cost: '1.2' },
    ];
    expect(shownOf(own, [column('cost')], { partOf })[0]).toEqual(['3', '1', undefined]);
  });

  it('of entries are equal on both sides, on whichever page they begin', () => {
    const lines = Array.from({ length: 30 }, (_, at) => [
      { key: `${at} a`, whole: `entry ${at}`, debit: `${at}.3333`, credit: '0' },
      { key: `${at} b`, whole: `entry ${at}`, debit: '0.6667', credit: '0' },
      { key: `${at} c`, whole: `entry ${at}`, debit: '0', credit: `${at + 1}` },
    ]).flat();
    const partOf = ({ whole }: Part) => (whole === undefined ? undefined : { whole });
    const shown = [lines.slice(0, 40), lines.slice(40)].flatMap((page, at) => {
      const before = at === 0 ? [] : lines.slice(0, 40);
      const columns = (['debit', 'credit'] as const).map((side) =>
        column(side, { total: '465', earlier: printFixed(sum(before.map((line) => line[side])), 4) }),
      );
      const [debit = [], credit = []] = shownOf(page, columns, { partOf, perPage: 1 });
      return page.map((line, index) => ({ ...line, debit: String(debit[index]), credit: String(credit[index]) }));
    });
    for (const entry of Map.groupBy(shown, ({ whole }) => whole).values()) {
      expect(sum(entry.map(({ debit }) => debit))).toBe(sum(entry.map(({ credit }) => credit)));
    }
    expect(sum(shown.map(({ debit }) => debit))).toBe(4_650_000n);
  });

  it('that are the difference of two others are so as all are shown', () => {
    const rows = [
      { key: 'a', sold: '3', cost: '0.5', profit: '2.5' },
      { key: 'b', sold: '3', cost: '0.5', profit: '2.5' },
    ];
    const columns = [
      column('sold', { total: '6' }),
      column('cost', { total: '1' }),
      column('profit', { total: '5', difference: ['sold', 'cost'] }),
    ];
    expect(shownOf(rows, columns)).toEqual([
      ['3', '3', '6'],
      ['1', '0', '1'],
      ['2', '3', '5'],
    ]);
  });

  it('of a comparison add up now, then and in what they differ by', () => {
    const rows = comparedRows(
      keyed(['0.5', '0.5', '1']),
      keyed(['0.4', '0.6']),
      ({ key }) => key,
    ) as ComparedRow<Part>[];
    const columns = comparedColumns([column('cost', { total: '2', compare: true })], [column('cost', { total: '1' })]);
    const figures = shownFigures({ columns, rows, rowKey: ({ row }) => row.key });
    const shown = columns.map((each) => [...rows.map((row) => figures.of(each, row)), figures.total(each)]);
    expect(shown).toEqual([
      ['1', '0', '1', '2'],
      ['0', '1', '', '1'],
      ['1', '-1', '1', '1'],
    ]);
  });
});

describe('the period of a report', () => {
  const TODAY = '2026-03-14';
  const at = (search: Record<string, string | number>) => withDays(search, 'as_at', TODAY);
  const change = (search: Record<string, string | number>, changed: Record<string, string | number | undefined>) =>
    changedAddress(search, changed, 'as_at', TODAY);

  it('is a word in the address and days on the screen', () => {
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

  it('remains a word until a day is typed; then the other end is unchanged', () => {
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
