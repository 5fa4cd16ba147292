/** "Add items" of an items pricing, in a business with more items than a document has lines. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addedLines, fetchUnitsPriced } from '../../web/catalogue/added-lines.ts';

afterEach(() => vi.unstubAllGlobals());

const items = Array.from({ length: 1_200 }, (_, index) => ({
  item_id: index + 1,
  item_name: `Item ${index + 1}`,
  item_units: [
    { unit_fk: 1, base_unit_qty: '1', is_default: true, sale_price: '1000' },
    { unit_fk: 2, base_unit_qty: '12', is_default: false, sale_price: '11000' },
  ],
}));
const header = { date: '2026-07-15', price_method: 'percent', method_value: '25', round_to: '250' };
const draft = (lines: readonly { item_fk: number; unit_fk: number }[] = []) => ({
  header,
  lines: lines.map((fields, index) => ({ key: index + 1, fields })),
  costs: [],
});
const day = { system: 1, inRate: '1480', stepOf: () => '250' };
const usual = { allUnits: false, day, elsewhere: new Set<string>() };

describe('the lines that are added to an items pricing', () => {
  it('fill the document, and those without a place are counted', () => {
    const first = addedLines(draft(), items, usual);
    expect([first.added, first.left, first.priced]).toEqual([1_000, 200, 0]);
    expect(first.lines[0]?.fields).toMatchObject({ item_fk: 1, unit_fk: 1, new_price: '1250' });
    const again = addedLines({ ...draft(), lines: first.lines }, items, usual);
    expect([again.added, again.left, again.lines.length]).toEqual([0, 200, 1_000]);
    expect(addedLines(draft(), items, { ...usual, allUnits: true }).left).toBe(1_400);
  });

  it('are not those that another pricing of the day has', () => {
    const elsewhere = new Set(items.slice(0, 1_000).map(({ item_id }) => `${item_id}:1`));
    const { lines, ...counts } = addedLines(draft([{ item_fk: 1_001, unit_fk: 1 }]), items, { ...usual, elsewhere });
    expect(counts).toEqual({ added: 199, left: 0, priced: 1_000 });
    expect(lines[1]?.fields).toMatchObject({ item_fk: 1_002 });
  });
});

it('other pricings of the same day and pricing list are read, without the document itself', async () => {
  const pricings = new Map([
    [4, { pricing_profile_fk: null, lines: [{ item_fk: 1, unit_fk: 1 }] }],
    [5, { pricing_profile_fk: 7, lines: [{ item_fk: 2, unit_fk: 1 }] }],
    [6, { pricing_profile_fk: null, lines: [{ item_fk: 3, unit_fk: 2 }] }],
  ]);
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    const id = /item_pricings\/(\d+)$/.exec(pathname)?.[1];
    if (id) return Response.json({ data: pricings.get(Number(id)) });
    expect(searchParams.get('filter[date]')).toBe('2026-07-15');
    return Response.json({ data: { data: [...pricings.keys()].map((id) => ({ id })), last_page: 1 } });
  });
  expect([...(await fetchUnitsPriced(header, 4))]).toEqual(['3:2']);
  expect([...(await fetchUnitsPriced({ ...header, pricing_profile_fk: 7 }, undefined))]).toEqual(['2:1']);
});
