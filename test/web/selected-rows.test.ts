/** Print and Excel of selected rows: their request, and their order over the blocks in which they are read. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ListParams } from '../../web/shared/api/list.ts';
import { completeTable } from '../../web/shared/table/declaration.ts';
import { pageOfRows } from '../../web/shared/table/excel/export.tsx';
import { inTableOrder } from '../../web/shared/table/selected-rows.ts';

afterEach(() => vi.unstubAllGlobals());

const table = completeTable({
  resource: 'stocks',
  title: 'stock:warehouse',
  idField: 'stock_id',
  path: null,
  columns: [
    { field: 'item_fk', kind: 'reference', resource: 'items', nameField: 'item_name' },
    { field: 'item_code', kind: 'code' },
    { field: 'quantity', kind: 'quantity' },
  ],
});

/** Answers the rows with the requested identifiers by quantity, ascending: a row's quantity is its id without 1000s. */
function serve(): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('fetch', async (address: string) => {
    const { searchParams } = new URL(address, 'http://localhost');
    asked.push(searchParams);
    const ids = (searchParams.get('filter[id]') ?? '').split(',').map(Number);
    const data = ids.map((stock_id) => ({ stock_id, quantity: String(stock_id % 1_000) }));
    data.sort((one, other) => Number(one.quantity) - Number(other.quantity) || one.stock_id - other.stock_id);
    return Response.json({ data: { data, total: data.length } });
  });
  return asked;
}

const params: ListParams = {
  ...{ search: 'tea', page: 3, per_page: 10, sortColumn: 'quantity', sortDir: 'asc' },
  filter: { inventory_fk: '4', category_fk: '7' },
  extra: { shortage: 1, 'filter[status]': 'confirmed', with_lines: 1 },
};

describe('selected rows', () => {
  it('are requested in blocks with the sort and what makes the rows, without filters that they may no longer fit', async () => {
    const asked = serve();
    const ids = Array.from({ length: 450 }, (_, index) => ((index * 7) % 450) + 1_000 * (1 + (index % 3)));
    const { data, total } = await pageOfRows(table, ids, params);
    expect(asked.map((query) => query.get('filter[id]')?.split(',').length)).toEqual([200, 200, 50]);
    const { 'filter[id]': _ids, ...rest } = Object.fromEntries(asked[0] ?? []);
    expect(rest).toEqual({
      ...{ sortColumn: 'quantity', sortDir: 'asc', 'filter[inventory_fk]': '4' },
      ...{ shortage: '1', with_lines: '1', show_all: '1', is_paginated: '0' },
    });
    expect(total).toBe(450);
    expect(data.map((row) => row['quantity'])).toEqual(Array.from({ length: 450 }, (_, index) => String(index)));
  });

  const row = (stock_id: number, item_name: string | null, item_code: string | null = null) => ({
    stock_id,
    item_fk: stock_id,
    item_name,
    item_code,
  });
  const merged = (sort: ListParams, ...blocks: ReturnType<typeof row>[][]) =>
    inTableOrder(table, sort, blocks).map((each) => each['stock_id']);

  it('are in one order: names as people sort them, nothing last, the newest first without a sort', () => {
    const apples = [row(1, 'apple'), row(2, 'Zebra'), row(3, 'كوردستان')];
    const pears = [row(4, 'Apricot'), row(6, 'pear'), row(5, 'pear')];
    expect(merged({ sortColumn: 'item_fk', sortDir: 'asc' }, apples, pears)).toEqual([1, 4, 6, 5, 2, 3]);
    const up = merged(
      { sortColumn: 'item_code', sortDir: 'asc' },
      [row(1, 'a', '10'), row(2, 'b')],
      [row(3, 'c', '9')],
    );
    const down = merged({ sortColumn: 'item_code' }, [row(1, 'a', '10'), row(2, 'b')], [row(3, 'c', '9')]);
    expect([up, down]).toEqual([
      [1, 3, 2],
      [3, 1, 2],
    ]);
    expect(merged({}, [row(9, 'a'), row(2, 'b')], [row(7, 'c'), row(1, 'd')])).toEqual([9, 7, 2, 1]);
  });
});
