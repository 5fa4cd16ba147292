import { describe, expect, it } from 'vitest';
import { listQuery } from '../../web/shared/api/list.ts';
import { archivedIn } from '../../web/shared/calendar/archived-year.tsx';
import { minutesLeft, percentOf, ratePerSecond, stepsOf } from '../../web/shared/jobs/job-progress-words.ts';
import type { Me } from '../../web/shared/session/session.ts';
import { listParams } from '../../web/shared/table/address.ts';
import { besideView, moved, shownAfter } from '../../web/shared/table/column-choice.tsx';
import {
  type Arrangement,
  AS_IT_COMES,
  arrangementOf,
  type HeadedColumn,
  inOrder,
  placedColumns,
} from '../../web/shared/table/columns.ts';
import { completeTable } from '../../web/shared/table/declaration.ts';
import { tableSearch } from '../../web/shared/table/table-search.ts';
import { isSameView, searchOfView, viewAddress } from '../../web/shared/table/view-address.ts';
import { clampWidth } from '../../web/shared/table/width-handle.tsx';

const me: Pick<Me, 'pagination_default' | 'pagination_options'> = {
  pagination_default: 10,
  pagination_options: '10,50',
};

describe('a period of the advanced search', () => {
  const dated = completeTable({
    resource: 'sales',
    title: 'documents:sale.many',
    idField: 'id',
    path: null,
    columns: [],
    filters: [
      { field: 'date', kind: 'date_range' },
      { field: 'total', kind: 'amount_range' },
    ],
  });
  const asked = (filter: string, value: string) =>
    listQuery(listParams(dated, tableSearch({ [`filter[${filter}]`]: value }), me))[`filter[${filter}]`];
  const today = new Date().toISOString().slice(0, 4);

  it('begins with 1900-01-01 and ends now where an end is missing', () => {
    expect(asked('date', ',2026-03-31')).toBe('1900-01-01,2026-03-31');
    expect(asked('date', '2020-01-01,')).toMatch(/^2020-01-01,\d{4}-\d\d-\d\d$/);
    expect(asked('date', '2999-01-01,')).toBe('2999-01-01,');
  });

  it('stays a word in the address, and is worked out when it is asked for', () => {
    expect(asked('date', 'this_year')).toBe(`${today}-01-01,${today}-12-31`);
    expect(asked('date', '2026-03-01,2026-03-05')).toBe('2026-03-01,2026-03-05');
  });

  it('leaves a range of amounts as start and end', () => {
    expect(asked('total', '100,')).toBe('100,');
  });
});

describe('a saved view', () => {
  const search = tableSearch({ sortColumn: 'total', 'filter[status]': 'complete', columns: 'number,total', page: '3' });

  it('is the address without its page, row and open search, and is found again in any order', () => {
    const address = viewAddress(search);
    expect(address).not.toContain('page');
    expect(isSameView(address, search)).toBe(true);
    expect(isSameView('?filter[status]=complete&columns=number,total&sortColumn=total&panel=7', search)).toBe(true);
    expect(isSameView('?filter[status]=draft&columns=number,total&sortColumn=total', search)).toBe(false);
    expect(isSameView(address, tableSearch({ ...search, columns: 'total,number' }))).toBe(false);
  });

  it('opens as it was kept', () => {
    expect(searchOfView('?filter[status]=complete&columns=number')).toEqual({
      'filter[status]': 'complete',
      columns: 'number',
    });
    expect(searchOfView('?columns=a;drop&view=map')).toEqual({});
  });
});

describe('the columns of a table', () => {
  const columns = [{ field: 'number', main: true }, { field: 'date' }, { field: 'total' }];
  const layout = { order: ['total'], widths: { total: 90 }, pinned: [] };

  it('are as the person left them, or as in the address', () => {
    expect(arrangementOf(columns, { hidden_columns: 'date', layout }, {})).toEqual({ hidden: ['date'], layout });
    expect(arrangementOf(columns, { hidden_columns: 'date', layout }, { columns: 'date,number' })).toEqual({
      hidden: ['total'],
      layout: { ...layout, order: ['date', 'number'] },
    });
    expect(arrangementOf(columns, undefined, {}).hidden).toEqual([]);
  });

  it('never hide the one that names the row', () => {
    expect(arrangementOf(columns, undefined, { columns: 'total' }).hidden).toEqual(['date']);
  });

  it('move one place at a time, and a new one is after the arranged ones', () => {
    expect(inOrder(columns, ['total', 'gone']).map(({ field }) => field)).toEqual(['total', 'number', 'date']);
    expect(moved(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b']);
    expect(moved(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c']);
  });

  it('are placed with pinned ones first, each as far from the start as those before it are wide', () => {
    const columns: readonly HeadedColumn[] = [
      { field: 'number', heading: 'Number', kind: 'text', main: true },
      { field: 'date', heading: 'Date', kind: 'text', width: 90 },
      { field: 'total', heading: 'Total', kind: 'text' },
      { field: 'note', heading: 'Note', kind: 'text' },
    ];
    const layout = { order: ['total', 'number'], widths: { note: 300, total: 120 }, pinned: ['note', 'gone', 'total'] };
    const placed = placedColumns(columns, { hidden: ['date'], layout });
    expect(placed.map(({ field, pinnedAt, fixedWidth }) => [field, pinnedAt, fixedWidth])).toEqual([
      ['total', 0, 120],
      ['number', 120, 180],
      ['note', 300, 300],
    ]);
    const usual = placedColumns(columns, { hidden: [], layout: AS_IT_COMES });
    expect(usual.map(({ field, pinnedAt, fixedWidth }) => [field, pinnedAt, fixedWidth])).toEqual([
      ['number', 0, undefined],
      ['date', undefined, undefined],
      ['total', undefined, undefined],
      ['note', undefined, undefined],
    ]);
    const resized = placedColumns(columns, { hidden: ['note'], layout: { ...AS_IT_COMES, widths: { date: 200 } } });
    expect(resized.map(({ field, fixedWidth }) => [field, fixedWidth])).toEqual([
      ['number', undefined],
      ['date', 200],
      ['total', undefined],
    ]);
  });

  it('are in the address of a view that is changed', () => {
    const arrangement = { hidden: ['date'], layout: { ...layout, order: [] } };
    expect(shownAfter(columns, arrangement, { hidden: [] })).toBe('number,date,total');
    expect(shownAfter(columns, arrangement, { layout })).toBe('total,number');
  });

  it('that are pinned while a view is open are stored with the order and widths of the person', () => {
    const own = { hidden: ['date'], layout };
    const pin = ({ layout: now }: Arrangement) => ({ layout: { ...now, pinned: [...now.pinned, 'date'] } });
    expect(besideView(pin)(own)).toEqual({ layout: { ...layout, pinned: ['date'] } });
    const move = ({ layout: now }: Arrangement) => ({ layout: { ...now, order: ['date', 'total'] } });
    expect(besideView(move)(own)).toEqual({});
    expect(besideView(() => ({ hidden: [] }))(own)).toEqual({});
    expect(besideView(() => ({ hidden: [], layout: AS_IT_COMES }))(own)).toEqual({});
  });

  it('are as wide as a hand can hold', () => {
    expect([clampWidth(3), clampWidth(120.4), clampWidth(9999)]).toEqual([48, 120, 800]);
  });
});

describe('the banner of an archived year', () => {
  const years = [{ start_date: '2024-01-01', end_date: '2024-12-31' }];
  it.each([
    [{ from: '2024-12-31', to: '2025-02-01' }, 1],
    [{ from: '2025-01-01', to: '2025-02-01' }, 0],
    [{ to: '2023-12-31' }, 0],
    [{ from: '2023-12-31' }, 1],
    [{}, 0],
  ])('for %j', (days, count) => {
    expect(archivedIn(years, days)).toHaveLength(count);
  });
});

describe('the progress of a job', () => {
  it('is read from its line, and states the remaining time at the present rate', () => {
    expect(stepsOf('30 of 300')).toEqual({ done: 30, all: 300 });
    expect(stepsOf('waiting for the books')).toBeUndefined();
    const started = '2026-01-01T00:00:00.000Z';
    expect(minutesLeft(started, { done: 30, all: 300 }, Date.parse(started) + 60_000)).toBe(9);
    expect(minutesLeft(started, { done: 290, all: 300 }, Date.parse(started) + 60_000)).toBeUndefined();
  });

  it('states its share in whole percent, and how many steps a second were finished', () => {
    const started = '2026-01-01T00:00:00.000Z';
    const later = (ms: number) => Date.parse(started) + ms;
    expect([0, 29, 299, 300].map((done) => percentOf({ done, all: 300 }))).toEqual([0, 9, 99, 100]);
    expect(percentOf({ done: 0, all: 0 })).toBe(0);
    expect(ratePerSecond(started, { done: 0, all: 300 }, later(5_000))).toBeUndefined();
    expect(ratePerSecond(started, { done: 12, all: 300 }, later(5_000))).toBe('2.4');
    expect(ratePerSecond(started, { done: 3_000, all: 9_000 }, later(20_000))).toBe('150');
  });
});
