/** One table of codes, read at every door of Daftar with the same result. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ensureRecords } from '../../../command-api/seed-data/later-records.ts';
import { checkDigit } from '../../../domain/catalogue/barcode.ts';
import { USUAL_SCALES } from '../../../domain/catalogue/scales.ts';
import { defined } from '../../../domain/values/defined.ts';
import { queryClient } from '../../../web/shared/api/query.ts';
import { findItem } from '../../../web/shared/document/model/goods/items.ts';
import { findScanned as scannedInEditor } from '../../../web/shared/document/model/goods/scanned-line.ts';
import { type CountedItem, findUnlisted, findScanned as scannedInRound } from '../../../web/stock/counting/round.ts';
import type { Catalogue } from '../../../web/till/device/catalogue/catalogue.ts';
import { barcodesOf, bestPlace } from '../../../web/till/device/catalogue/catalogue-index.ts';
import type { TillItem } from '../../../web/till/device/catalogue/catalogue-rows.ts';
import { lookUpAtServer } from '../../../web/till/price-checker/look-up-at-server.ts';
import { createSaleStore } from '../../../web/till/selling/sale-store.ts';
import { takeScan } from '../../../web/till/selling/scan-actions.ts';
import { itemBody, openShop, type Shop } from '../../api/shop.ts';
import { check, requestOf, rowsOf } from '../../imports/requests.ts';
import { type Office, openOffice } from '../../read-api/office.ts';
import { rolesAt } from '../../support/database.ts';
import { terms } from './till-shop.ts';

const GS = '\u001d';
const checked = (twelve: string) => twelve + checkDigit(twelve);
const pill = (more: string) => `0106291041500213${more}`;

const COLA = 'Cola';
const TABLETS = 'Tablets';
const LABELLED = ['Cheese', 'Olives'];
const [EGGS, CHEESE, OLIVES, RICE, NUTS, SOAP] = ['Eggs', 'Cheese', 'Olives', 'Rice', 'Nuts', 'Soap'];

type Expected =
  /** The count in the unit: `Bag` is the base unit. */
  readonly [item: string, unit: 'Bag' | 'Case', count?: string, batch?: string, expires?: string] | undefined;

type Row = readonly [code: string, expected: Expected];

/** The whole code of goods, in several spellings. */
const WHOLE: readonly Row[] = [
  // A GTIN is a number: UPC-A, EAN-13, GTIN-14 and EAN-8, with zeros and without.
  ['036000291452', [COLA, 'Bag']],
  ['0036000291452', [COLA, 'Bag']],
  ['00036000291452', [COLA, 'Bag']],
  ['36000291452', [COLA, 'Bag']],
  ['10036000291459', [COLA, 'Case']],
  ['96385074', [EGGS, 'Bag']],
  ['0000096385074', [EGGS, 'Bag']],
  ['00000096385074', [EGGS, 'Bag']],
  ['12345678905', [NUTS, 'Bag']],
  ['012345678905', [NUTS, 'Bag']],
  ['0012345678905', [NUTS, 'Bag']],
  // Digits of other scripts, blanks, and the apostrophe of a spreadsheet.
  ['٠٣٦٠٠٠٢٩١٤٥٢', [COLA, 'Bag']],
  ['۰۰۳۶۰۰۰۲۹۱۴۵۲', [COLA, 'Bag']],
  ['０３６０００２９１４５２', [COLA, 'Bag']],
  ['०३६०००२९१४५२', [COLA, 'Bag']],
  ["'036000291452", [COLA, 'Bag']],
  ['’036000291452', [COLA, 'Bag']],
  [' 0 36000 29145 2 ', [COLA, 'Bag']],
  ['0-36000-29145-2', [COLA, 'Bag']],
  ['٩٦٣٨ ٥٠٧٤', [EGGS, 'Bag']],
  // Codes that look like labels of scales; the business's own range; letters.
  ['2000000000022', [RICE, 'Bag']],
  ['2100000012374', [RICE, 'Case']],
  ['٢٠٠٠٠٠٠٠٠٠٠٢٢', [RICE, 'Bag']],
  [checked('290000000077'), [SOAP, 'Bag']],
  ['SOAP-1', [SOAP, 'Case']],
  ['soap-1', [SOAP, 'Case']],
];

/** Codes that contain the code of goods, or none. */
const OTHERS: readonly Row[] = [
  // Prefixes of scanners.
  [']E00036000291452', [COLA, 'Bag']],
  [']E496385074', [EGGS, 'Bag']],
  [']C0SOAP-1', [SOAP, 'Case']],
  // GS1, with and without separators and brackets, in any order, with elements that are skipped.
  ['0106291041500213', [TABLETS, 'Bag']],
  ['(01)06291041500213', [TABLETS, 'Bag']],
  [pill('1727123110B7'), [TABLETS, 'Bag', '1', 'B7', '2027-12-31']],
  [`]d2${pill('1727123110B7')}`, [TABLETS, 'Bag', '1', 'B7', '2027-12-31']],
  [`]C1${pill('1727123110B7')}`, [TABLETS, 'Bag', '1', 'B7', '2027-12-31']],
  [pill(`1727123110B7${GS}21SER1`), [TABLETS, 'Bag', '1', 'B7', '2027-12-31']],
  [pill(`1727123110B7${GS}21SER1${GS}7127098690`), [TABLETS, 'Bag', '1', 'B7', '2027-12-31']],
  [pill(`1727123110B7${GS}91COMPANY`), [TABLETS, 'Bag', '1', 'B7', '2027-12-31']],
  [pill('122701011727123110B7'), [TABLETS, 'Bag', '1', 'B7', '2027-12-31']],
  [pill('162701011727123110B7'), [TABLETS, 'Bag', '1', 'B7', '2027-12-31']],
  [pill(`39221250${GS}1727123110B7`), [TABLETS, 'Bag', '1', 'B7', '2027-12-31']],
  [`10B7${GS}17271231${pill('')}`, [TABLETS, 'Bag', '1', 'B7', '2027-12-31']],
  [`21SER1${GS}${pill('1727123110B7')}`, [TABLETS, 'Bag', '1', 'B7', '2027-12-31']],
  [`17271231${pill('10B7')}`, [TABLETS, 'Bag', '1', 'B7', '2027-12-31']],
  ['(10)B7(17)271231(01)06291041500213', [TABLETS, 'Bag', '1', 'B7', '2027-12-31']],
  ['(01) 06291041500213 (712) 7098690 (17) 271231 (10) B7', [TABLETS, 'Bag', '1', 'B7', '2027-12-31']],
  [pill('16271231'), [TABLETS, 'Bag']],
  [`01${'00036000291452'}10L1`, [COLA, 'Bag']],
  [`01${'10036000291459'}17271231`, [COLA, 'Case']],
  [`02${'00036000291452'}3712`, [COLA, 'Bag', '12']],
  ['(02)10036000291459(37)4', [COLA, 'Case', '4']],
  ['٠١٠٦٢٩١٠٤١٥٠٠٢١٣١٧٢٧١٢٣١١٠B7', [TABLETS, 'Bag', '1', 'B7', '2027-12-31']],
  ['(۰۱)۰۶۲۹۱۰۴۱۵۰۰۲۱۳(۱۷)۲۷۱۲۳۱(۱۰)B7', [TABLETS, 'Bag', '1', 'B7', '2027-12-31']],
  ['\u200f(01)06291041500213(17)271231(10)B7', [TABLETS, 'Bag', '1', 'B7', '2027-12-31']],
  [`00${'062910415002130001'}02${'00036000291452'}3712`, [COLA, 'Bag', '12']],
  ['[01]06291041500213[17]271231[10]B7', [TABLETS, 'Bag', '1', 'B7', '2027-12-31']],
  [pill('1527123110B7'), [TABLETS, 'Bag', '1', 'B7', '2027-12-31']],
  // A link of GS1 in a QR code.
  ['https://id.gs1.org/01/06291041500213/10/B7?17=271231', [TABLETS, 'Bag', '1', 'B7', '2027-12-31']],
  ['https://shop.example/goods/gtin/00036000291452', [COLA, 'Bag']],
  // Labels of scales, by weight and by price.
  [checked('211234501250'), [CHEESE, 'Bag', '1.25']],
  [`]E0${checked('211234500500')}`, [CHEESE, 'Bag', '0.5']],
  [checked('241234505000'), [CHEESE, 'Bag', '0.5']],
  [checked('200077700250'), [OLIVES, 'Bag', '0.25']],
  [`0${checked('211234501250')}`, [CHEESE, 'Bag', '1.25']],
  ['٢١١٢٣٤٥٠٠٥٠٠'.concat(String(checkDigit('211234500500'))), [CHEESE, 'Bag', '0.5']],
  // The code of an item.
  ['G-0433', [SOAP, 'Bag']],
  // Codes of nothing.
  ['0036000291453', undefined],
  ['2112345012500', undefined],
  ['T3-000127', undefined],
  ['6.29104E+12', undefined],
  [`]C1${'00062910415002130001'}`, undefined],
  ['(10)B7', undefined],
  ['%_\\', undefined],
  ['nothing of the kind', undefined],
];

const CODES = [...WHOLE, ...OTHERS];
const SPELLINGS = WHOLE.map(([code]) => code);

let office: Office;
let shop: Shop;
let box: number;
const ids = new Map<string, number>();
let rows: TillItem[] = [];
let round: number;
let unlisted: number;
let goods: readonly CountedItem[];

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  await ensureRecords({ databaseUrl: rolesAt(office.database.url).command, countries: '/none' });
  box = await office.add('units', { unit_name: 'Case' });
  const units = (bag: readonly string[], ofBox: readonly string[] = [], price = '10000') => [
    { unit_fk: shop.unit, base_unit_qty: '1', is_base: true, is_default: true, sale_price: price, barcodes: bag },
    { unit_fk: box, base_unit_qty: '12', is_base: false, is_default: false, sale_price: '110000', barcodes: ofBox },
  ];
  const add = async (name: string, item_units: object, more: object = {}) =>
    ids.set(name, await office.add('items', itemBody(shop.unit, name, { item_units, ...more })));
  // An earlier program of the shop printed such codes, before it had a scale.
  expect((await office.send('PATCH', 'till_settings/1', { scales: [] })).body).toMatchObject({ data: { id: 1 } });
  await add('Rice', units(['2000000000022'], ['2100000012374']));
  await office.send('PATCH', 'till_settings/1', { scales: USUAL_SCALES, confirmed: true });
  await add('Cola', units(['036000291452'], ['10036000291459']));
  await add('Tablets', units(['6291041500213']), { has_batch_number: true, has_expire: true });
  await add('Eggs', units(['96385074']));
  await add('Nuts', units(['12345678905']));
  await add('Cheese', units([], []), { item_code: '12345' });
  await add('Olives', units(['777']));
  await add('Soap', units([checked('290000000077')], ['SOAP-1']), { item_code: 'G-0433' });
  rows = await Promise.all(
    [...ids.values()].map(async (id) => ({ ...(await office.read(`items/${id}`)).data, id }) as unknown as TillItem),
  );
  const at = { outlet_fk: shop.outlet, inventory_fk: shop.inventory, count_scope: 'inventory', date: '2026-03-11' };
  const opened = async (items: readonly number[]) =>
    office.add('count_rounds', { ...at, items: items.map((item_fk) => ({ item_fk })) });
  [round, unlisted] = [await opened([...ids.values()]), await opened([shop.item])];
  goods = (await office.read(`count_rounds/${round}/goods`)).data as unknown as readonly CountedItem[];
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('location', new URL('http://shop.example/'));
  // The screens ask the real server.
  vi.stubGlobal('fetch', async (url: string) => {
    const { text, status } = await office.read(String(url).replace(/^.*?\/api\//, ''));
    return new Response(text, { status, headers: { 'content-type': 'application/json' } });
  });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  queryClient.clear();
  await office?.close();
});

const nameOf = (id: unknown) => [...ids].find(([, own]) => own === id)?.[0];
const unitNamed = (unit: number | undefined) => (unit === box ? 'Case' : 'Bag');
type Seen = readonly [
  item: string | undefined,
  unit: string,
  count?: string,
  batch?: string | undefined,
  expires?: string | undefined,
];

const plainCount = (count: string) => count.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
/** Without the values at the end that say nothing. */
function seen(...all: Seen): Seen {
  const [item, unit, count = '1', batch, expires] = all;
  const whole = [item, unit, plainCount(count), batch, expires] as const;
  if (expires !== undefined) return whole;
  if (batch !== undefined) return [item, unit, plainCount(count), batch];
  return plainCount(count) === '1' ? [item, unit] : [item, unit, plainCount(count)];
}

/** The catalogue of a device, by the index that the device stores. */
const catalogue = {
  byBarcode: (text: string, key: string) => {
    const place = bestPlace(rows.flatMap(barcodesOf), key, text);
    const item = place && rows.find(({ id }) => id === place.item);
    return Promise.resolve(item && { item, unit_fk: defined(place).unit });
  },
  searchCustomers: () => Promise.resolve([]),
} as unknown as Catalogue;

async function atTill(code: string): Promise<Seen | undefined> {
  const records = Object.fromEntries(rows.map((row) => [`item-${row.id}`, row]));
  const store = createSaleStore();
  await takeScan(code, { store, catalogue, terms: terms({}, { records: records as never }), scales: USUAL_SCALES });
  const [line] = store.current().cart.lines;
  const batch = line?.batch;
  const of = [batch?.batch_number ?? undefined, batch?.expire_date ?? undefined] as const;
  return line && seen(nameOf(line.item.id), unitNamed(line.unit_fk), line.quantity, ...of);
}

async function inEditor(code: string): Promise<Seen | undefined> {
  const found = await scannedInEditor(code);
  if (!found) return undefined;
  const { item, unit } = found.found;
  const { batch, expires } = found.goods;
  const count = String(Number(found.count) / 1_000_000);
  return seen(nameOf(item['item_id']), unitNamed(unit), count, ...ofBatch(item['item_id'], batch, expires));
}

/** The editors and the round keep a batch of goods that have batches. */
const ofBatch = (item: unknown, batch?: string, expires?: string) =>
  item === ids.get(TABLETS) ? ([batch, expires] as const) : ([] as const);

async function typedInEditor(code: string): Promise<readonly [string | undefined, string] | undefined> {
  const found = await findItem(code);
  return typeof found === 'string' ? undefined : [nameOf(found.item['item_id']), unitNamed(found.unit)];
}

async function atChecker(code: string): Promise<readonly [string | undefined, string] | undefined> {
  const lookUp = lookUpAtServer({
    currency: { currency_id: 1, currency_name: 'Iraqi dinar', symbol: 'IQD', decimals: 0 },
    outlet: null,
    can: () => false,
  });
  const price = await lookUp(code, 'en');
  return price && [price.names[0]?.name, price.unit.name];
}

function inRound(among: readonly CountedItem[], code: string): Seen | undefined {
  const found = scannedInRound(among, code, USUAL_SCALES);
  if (!found) return undefined;
  // The price of a package says no quantity to a person who counts.
  const count = found.count ?? '0.5';
  const { batch_number, expire_date } = found.batch ?? { batch_number: null, expire_date: null };
  const of = [batch_number ?? undefined, expire_date ?? undefined] as const;
  return seen(nameOf(found.item.item_fk), unitNamed(found.unit.unit_fk), count, ...of);
}

const found = async (path: string, idField: string) => {
  const { data } = await office.read(path);
  const list = (Array.isArray(data) ? data : data['data']) as unknown as readonly Record<string, unknown>[];
  return list.filter(({ kind = 'item' }) => kind === 'item').map((row) => nameOf(row[idField]));
};

describe.each(CODES)('the code %j', (code, expected) => {
  // Typed into a line or a spreadsheet, a label of a scale is no name of goods.
  const isLabel = expected !== undefined && LABELLED.includes(expected[0]);

  it('names the same goods at a till, in an editor, in both price checkers and in a count', async () => {
    const [item, unit] = expected ?? [];
    const either = expected && [item, unit];
    expect({ till: await atTill(code), editor: await inEditor(code), round: inRound(goods, code) }).toEqual({
      till: expected,
      editor: expected,
      round: expected,
    });
    expect(await atChecker(code)).toEqual(either);
    const one = await findUnlisted(unlisted, code);
    expect(one && inRound([one], code)).toEqual(expected);
  });

  it('is found by the search of a list and of everything, and typed into a line', async () => {
    const search = encodeURIComponent(code);
    const [item, unit] = expected ?? [];
    const wanted = item === undefined ? [] : [item];
    expect(await found(`items?search=${search}`, 'item_id')).toEqual(wanted);
    expect(await found(`search?q=${search}`, 'id')).toEqual(wanted);
    if (!isLabel) expect(await typedInEditor(code)).toEqual(expected && [item, unit]);
    const { data } = await office.read(`items/list?barcode=${search}`);
    expect((data['data'] as unknown as { item_id: number }[]).map(({ item_id }) => nameOf(item_id))).toEqual(wanted);
  });

  it('names the goods of a row that is imported', async () => {
    if (isLabel || code.includes(GS)) return;
    const row = { item: code, unit_quantity: '3', unit_price: '5' };
    const { lines = [] } = await check(office, 'purchase_lines', requestOf(rowsOf([row])));
    const named = lines.map(({ item_fk, unit_fk }) => [nameOf(item_fk), unitNamed(unit_fk)]);
    expect(named).toEqual(expected === undefined ? [] : [[expected[0], expected[1]]]);
  });
});

describe('a new item', () => {
  const twin = (barcode: string) =>
    itemBody(shop.unit, 'Twin', {
      item_units: [
        {
          unit_fk: shop.unit,
          base_unit_qty: '1',
          is_base: true,
          is_default: true,
          sale_price: '1',
          barcodes: [barcode],
        },
      ],
    });

  it.each(SPELLINGS)('cannot take %j, which is the code of another one', async (code) => {
    const { status, body } = await office.send('POST', 'items', twin(code));
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [expect.stringMatching(/^item_units.0.barcodes/)]]);
  });

  it('is not imported with a code in another spelling, nor with one that a spreadsheet has changed', async () => {
    const rowOf = (barcode: string) => ({ item_name: `Of ${barcode}`, base_unit: 'Bag', barcode });
    const codes = [...["'0036000291452", '٩٦٣٨ ٥٠٧٤'], '6.29104E+12', '1997-10-05', checked('211234501250')];
    const { problems } = await check(office, 'items', requestOf(rowsOf(codes.map(rowOf))));
    const changed =
      'A spreadsheet has changed this: it is a number without its last digits, or a day. Format the column as text and enter it again';
    expect(problems.map(({ row, column }) => [row, column])).toEqual([2, 3, 4, 5, 6].map((row) => [row, 'barcode']));
    expect(problems.slice(0, 4).map(({ message }) => message)).toEqual([
      ...['“0036000291452” is that of “Cola” already', '“96385074” is that of “Eggs” already', changed, changed],
    ]);
    expect(problems[4]?.message).toContain('label of a scale');
    // Two rows with one number in two spellings name each other.
    const twice = await check(office, 'items', requestOf(rowsOf([rowOf('4006381333931'), rowOf('04006381333931')])));
    expect(twice.problems.map(({ row, column }) => [row, column])).toEqual([
      [2, 'barcode'],
      [3, 'barcode'],
    ]);
  });
});
