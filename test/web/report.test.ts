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
import { roundingLines, shownFigure, shownTotal } from '../../web/shared/report/shown-figures.ts';
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
    const lines = roundingLines<Part>({ columns, rows, rowKey: ({ key }) => key, ...more });
    return {
      columns: columns.map((each) => [...rows.map((row) => shownFigure(each, row)), shownTotal(each)]),
      lines: lines.map(({ below, figures }) => [below, figures]),
    };
  };
  const flat = (figures: readonly string[], total: string | null, decimals = 0) => {
    const { columns, lines } = shownOf(keyed(figures), [column('cost', { total, decimals })]);
    return [columns[0], lines];
  };

  it('are each its own nearest value, and what they are less than their total is a line below them', () => {
    expect(flat(['0.5', '0.5', '0.5', '0.5'], '2')).toEqual([['1', '1', '1', '1', '2'], [[4, { cost: '-2' }]]]);
    expect(flat(['-1000.3333', '333.3333', '', '667.25'], '0.25')).toEqual([['-1000', '333', '', '667', '0'], []]);
    expect(flat(['1.005', '2.005', '-0.01'], '3', 2)).toEqual([
      ['1.01', '2.01', '-0.01', '3'],
      [[3, { cost: '-0.01' }]],
    ]);
  });

  it('have no such line where they are not what the total is of, or no number, or are one page of several', () => {
    expect(flat(['0.5', '0.5'], '9')).toEqual([['1', '1', '9'], []]);
    expect(flat(['0.5', '0.5'], null)).toEqual([['1', '1', undefined], []]);
    const words = shownOf(keyed(['0.5', 'Azad']), [column('cost', { total: '1' })]);
    expect(words).toEqual({ columns: [['1', 'Azad', '1']], lines: [] });
    const plain = shownOf(keyed(['0.5', '1.25']), [{ name: 'cost', label: '', text: (row) => String(row['cost']) }]);
    expect(plain).toEqual({ columns: [['0.5', '1.25', undefined]], lines: [] });
    expect(shownOf(keyed(['0.5', '0.5']), [column('cost', { total: '1' })], { isPage: true }).lines).toEqual([]);
  });

  const many = Array.from(
    { length: 200 },
    (_, index) => `${(index * 7919 - 700_000) * 37}.${String((index * 4993) % 10_000).padStart(4, '0')}`,
  );
  const tenThousandths = (text: string) => parseFixed(text, 4) ?? 0n;
  const sum = (figures: readonly string[]) => figures.reduce((before, figure) => before + tenThousandths(figure), 0n);

  it('of any size add up with that line', () => {
    const [[...shown] = [], lines] = flat(many, printFixed(sum(many), 4)) as [string[], [number, { cost: string }][]];
    const total = shown.pop();
    const apart = shown.map((figure, index) => tenThousandths(figure) - tenThousandths(many[index] ?? ''));
    expect(apart.filter((each) => each > 5000n || each < -5000n)).toEqual([]);
    expect(sum([...shown, ...lines.map(([, { cost }]) => cost)])).toBe(tenThousandths(total ?? ''));
  });

  const partOf = ({ whole, isLess = false }: Part) => (whole === undefined ? undefined : { whole, isLess });

  it('of a tree add up to what is at its top, deductions included, and the line is above or below that', () => {
    const rows: readonly Part[] = [
      { key: 'revenue', whole: 'gross', cost: '101' },
      { key: 'in town', whole: 'revenue', cost: '50.5' },
      { key: 'abroad', whole: 'revenue', cost: '50.5' },
      { key: 'cost', whole: 'gross', cost: '60.75', isLess: true },
      { key: 'gross', whole: 'net', cost: '40.25' },
      { key: 'lost', whole: 'net', cost: '0.4', isLess: true },
      { key: 'net', cost: '39.85' },
    ];
    const { columns, lines } = shownOf(rows, [column('cost')], { partOf });
    expect(columns[0]).toEqual(['101', '51', '51', '61', '40', '0', '40', undefined]);
    // 40 of 51 + 51 - 61 - 0
    expect(lines).toEqual([[6, { cost: '-1' }]]);
    const turned = [rows[6], ...rows.slice(0, 6)] as readonly Part[];
    expect(shownOf(turned, [column('cost')], { partOf }).lines).toEqual([[7, { cost: '-1' }]]);
  });

  it('of a tree have no line for what a whole has beside its parts, and one below the tops where there is a total', () => {
    const own = [
      { key: 'whole', cost: '3' },
      { key: 'part', whole: 'whole', cost: '1.2' },
    ];
    expect(shownOf(own, [column('cost')], { partOf })).toEqual({ columns: [['3', '1', undefined]], lines: [] });
    const entries = ['0.5', '0.5', '1'].map((cost, at) => ({ key: String(at), whole: 'entry', cost }));
    expect(shownOf(entries, [column('cost', { total: '2' })], { partOf }).lines).toEqual([[3, { cost: '-1' }]]);
  });

  it('of a comparison are nearest now, then and in what they differ by', () => {
    const rows = comparedRows(
      keyed(['0.5', '0.5', '1']),
      keyed(['0.4', '0.6']),
      ({ key }) => key,
    ) as ComparedRow<Part>[];
    const columns = comparedColumns([column('cost', { total: '2', compare: true })], [column('cost', { total: '1' })]);
    const shown = columns.map((each) => [...rows.map((row) => shownFigure(each, row)), shownTotal(each)]);
    expect(shown).toEqual([
      ['1', '1', '1', '2'],
      ['0', '1', '', '1'],
      ['0', '0', '1', '1'],
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
