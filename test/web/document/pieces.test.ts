/** Serial numbers on the lines of a document in the office: pasted, and scanned after their item or alone. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../web/shared/api/query.ts';
import type { EditorDeclaration } from '../../../web/shared/document/model/declaration.ts';
import type { Fields } from '../../../web/shared/document/model/draft.ts';
import { EditingStore } from '../../../web/shared/document/model/editing-store.ts';
import { unpackBatches } from '../../../web/shared/document/model/goods/batches.ts';
import { loadItem } from '../../../web/shared/document/model/goods/items.ts';
import { scanItem } from '../../../web/shared/document/model/goods/line-items.ts';
import { numbersIn } from '../../../web/shared/document/model/goods/pieces.ts';
import { allHaveCome } from '../../../web/shared/document/model/on-the-way.ts';

const PHONE = {
  ...{ item_id: 7, item_name: 'Phone', serial_numbers: 'at_receipt' },
  item_units: [{ unit_fk: 3, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1', barcodes: ['77'] }],
};
const columns = ['item_fk', 'quantity', 'unit_fk', 'batches'].map((field) => ({ field, kind: 'text', width: '1px' }));
const declaration = {
  ...{ columns, lineOf: () => ({ unit_fk: 3 }), blankLine: { item_fk: null, quantity: '1', unit_fk: null } },
} as unknown as EditorDeclaration;
/** What the server knows of codes. */
const KNOWN: Readonly<Record<string, string | null>> = { '77': null, '356938': '356938' };
/** Its answers to these codes come after all others. */
const slow = new Set<string>();

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('location', new URL('http://shop.example/'));
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes('items/scanned')) return Response.json({ data: url.includes('/batches') ? [] : PHONE });
    const code = new URL(url, 'http://shop.example/').searchParams.get('code') ?? '';
    if (slow.has(code)) await new Promise((resolve) => setTimeout(resolve, 50));
    const serial_number = KNOWN[code];
    const found = { item_fk: 7, unit_fk: 3, quantity: '1', batch_number: null, expire_date: null, serial_number };
    return Response.json({ data: serial_number === undefined ? null : found });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
  slow.clear();
});

/** The lines after scans that wait for each other, or that come faster than their answers. */
async function scanned(codes: readonly string[], ...lines: readonly Fields[]): Promise<string[]> {
  const store = new EditingStore({
    ...{ header: { inventory_fk: 1 }, costs: [] },
    lines: lines.map((fields, index) => ({ key: index + 1, fields })),
  });
  await loadItem(7);
  for (const code of codes) {
    scanItem({ store, declaration }, code);
    if (slow.size === 0) await allHaveCome();
  }
  await allHaveCome();
  return store.state.draft.lines.map(({ fields }) => {
    const numbers = unpackBatches(fields['batches']).map(({ batch_number }) => batch_number);
    return `${String(fields['quantity'])}: ${numbers.join(' ')}`;
  });
}

it('numbers are one a line, a cell or a word after a comma', () => {
  expect(numbersIn('A1\nB2\tC3, D 4؛E5\r\n')).toEqual(['A1', 'B2', 'C3', 'D 4', 'E5']);
});

it('a known number adds its piece to the line of its item, once', async () => {
  expect(await scanned(['356938'])).toEqual(['1: 356938']);
  expect(await scanned(['356938', '356938'])).toEqual(['1: 356938']);
});

it('scans are taken in their order, though the answer to the first comes last', async () => {
  slow.add('77');
  expect(await scanned(['77', '490154203237518', 'N2-000', '77', 'N3-000'])).toEqual(['2: 490154203237518 N3-000']);
});

it('after the barcode of the item, or a typed quantity, numbers that nobody knows fill the line', async () => {
  expect(await scanned(['77', '490154203237518', '77', '490154203237526'])).toEqual([
    '2: 490154203237518 490154203237526',
  ]);
  const typed = { item_fk: 7, unit_fk: 3, quantity: '3', batches: null };
  expect(await scanned(['N1-000', 'N2-000'], typed)).toEqual(['3: N1-000 N2-000']);
});

it('an IMEI that nobody knows is one piece more of the last line; any other code that nobody knows is not', async () => {
  const first = ['77', '490154203237518'];
  expect(await scanned([...first, '490154203237526', '٤٩٠١٥٤٢٠٣٢٣٧٥٣٤'])).toEqual([
    '3: 490154203237518 490154203237526 ٤٩٠١٥٤٢٠٣٢٣٧٥٣٤',
  ]);
  for (const other of ['490154203237527', '6291041500213', 'N1-000'])
    expect(await scanned([...first, other])).toEqual(['1: 490154203237518']);
});
