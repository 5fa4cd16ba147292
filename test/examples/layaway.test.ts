/**
 * The layaway of docs/how-to/document.md: a document with a lifecycle of its own, a deposit, reserved goods and a last day.
 * It is added only to the lists that the how-to names, and is played as a decider, in its postings, and over HTTP.
 */
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Posting } from '../../domain/entries/entry.ts';
import { membersOf } from '../../domain/values/members.ts';
import { toMoney, ZERO } from '../../domain/values/money.ts';
import { repositoryFiles } from '../../tools/suite/import-graph.ts';
import type { Draft, Value } from '../../web/shared/document/model/draft.ts';
import { given } from '../domain/given.ts';
import { shop as facts } from '../domain/shop.ts';
import { balances } from '../posting/reading.ts';
import { layawayDocument } from './layaway/layaway.document.ts';
import type { LayawayInput } from './layaway/layaway.schema.ts';
import { type LayawayCommand, type LayawayState, layaway } from './layaway/layaway.ts';

vi.mock('../../domain/registry/documents.ts', async (importOriginal) => {
  const { documents, documentResources } = await importOriginal<typeof import('../../domain/registry/documents.ts')>();
  const own = await import('./layaway/layaway.document.ts');
  return {
    documents: [...documents, own.layawayDocument],
    documentResources: [...documentResources, own.layawayDocument],
  };
});
vi.mock('../../web/shared/navigation/menu-table.ts', async (importOriginal) => {
  const menu = await importOriginal<typeof import('../../web/shared/navigation/menu-table.ts')>();
  const line = menu.document('layaway', 'layaways', '/sales/layaways');
  const withLine = (section: (typeof menu.MENU)[number]) =>
    section.name === 'sales' ? { ...section, entries: [...section.entries, line] } : section;
  return { ...menu, MENU: menu.MENU.map(withLine) };
});
vi.mock('../../languages/names/documents-en.ts', async (importOriginal) => {
  const { documentsEn } = await importOriginal<typeof import('../../languages/names/documents-en.ts')>();
  const own = {
    one: 'Layaway',
    many: 'Layaways',
    number: 'Layaway {{number}}',
    new: 'New layaway',
    empty: 'Goods that are kept for customers who paid a deposit appear here.',
  };
  return { documentsEn: { ...documentsEn, layaway: own } };
});
vi.mock('../../languages/names/documents-ar.ts', async (importOriginal) => {
  const { documentsAr } = await importOriginal<typeof import('../../languages/names/documents-ar.ts')>();
  const own = {
    one: 'حجز بعربون',
    the: 'الحجز بعربون',
    many: 'الحجوزات بعربون',
    number: 'حجز بعربون {{number}}',
    new: 'حجز بعربون جديد',
    empty: 'تظهر هنا البضائع المحجوزة للزبائن الذين دفعوا عربونًا.',
  };
  return { documentsAr: { ...documentsAr, layaway: own } };
});
vi.mock('../../languages/names/documents-ckb.ts', async (importOriginal) => {
  const { documentsCkb } = await importOriginal<typeof import('../../languages/names/documents-ckb.ts')>();
  const own = {
    one: 'هەڵگرتن بە پێشەکی',
    many: 'هەڵگرتنەکان بە پێشەکی',
    number: 'هەڵگرتن بە پێشەکی {{number}}',
    new: 'هەڵگرتنی نوێ بە پێشەکی',
    empty: 'ئەو کاڵایانەی بۆ ئەو کڕیارانە هەڵگیراون کە پێشەکییان داوە لێرە دەردەکەون.',
  };
  return { documentsCkb: { ...documentsCkb, layaway: own } };
});
vi.mock('../../web/sales/routes.ts', async (importOriginal) => {
  const { salesRoutes } = await importOriginal<typeof import('../../web/sales/routes.ts')>();
  const { documentRoutes } = await import('../../web/shared/document/document-routes.ts');
  return { salesRoutes: [...salesRoutes, ...documentRoutes('layaways', () => import('./layaway/layaways.tsx'))] };
});

/** 30,000 in all; the facts of decisions are of 2026-03-20. */
const input: LayawayInput = {
  outlet_fk: 1,
  inventory_fk: 1,
  customer_fk: 7,
  date: '2026-03-18',
  expire_date: '2026-03-31',
  currency_fk: 1,
  prepayment: { amount: '10000', account_fk: 3 },
  lines: [{ item_fk: 11, unit_fk: 1, quantity: '3', price: '10000' }],
};
const keeping: LayawayInput = { ...input, income_type_fk: 1 };
const draft = (of: LayawayInput): LayawayCommand => ({ type: 'draft', input: of });
const collect: LayawayCommand = { type: 'complete', input: {} };
const cancel: LayawayCommand = { type: 'cancel', reason: 'went abroad' };

const drafted = given(layaway).after([draft(input)]);
const open = drafted.after([{ type: 'confirm' }]);
const complete = open.after([collect]);
const cancelled = open.after([cancel]);
const STREAM = 'layaway-1';

describe('a layaway as a decider', () => {
  it('is a draft that is changed, opened or discarded', () => {
    given(layaway).when(draft(input)).gives('layaway.drafted');
    drafted.when({ type: 'change', input: { ...input, note: 'x' } }).gives('layaway.draft_changed');
    drafted.when({ type: 'discard' }).gives('layaway.discarded');
    const [opened] = drafted.when({ type: 'confirm' }).gives('layaway.opened');
    expect(opened?.data).toMatchObject({
      ...{ number: null, reserves: true, expire_date: '2026-03-31' },
      prepayment: { amount: '10000', account_fk: 3, account_type: 1, date: '2026-03-18' },
    });
    drafted.when(collect).isWrongState('change', 'confirm', 'discard');
    given(layaway).when({ type: 'confirm' }).isWrongState('draft');
  });

  it('is refused with a last day before its own, a deposit above its total, and income that nobody knows', () => {
    const wrong = { ...input, expire_date: '2026-03-17', income_type_fk: 9 };
    given(layaway).when(draft(wrong)).isRefused('expire_date: date_too_early', 'income_type_fk: unknown_record');
    given(layaway)
      .when(draft({ ...input, expire_date: '2026-02-30' }))
      .isRefused('expire_date: date');
    given(layaway)
      .when(draft({ ...input, prepayment: { amount: '30001', account_fk: 3 } }))
      .isRefused('prepayment.amount: prepayment_above_total');
    given(layaway)
      .when(draft({ ...input, prepayment: { amount: '0', account_fk: 3 } }))
      .isRefused('prepayment.amount: greater_than');
    given(layaway)
      .when(draft({ ...input, prepayment: { amount: '10000', account_fk: 5 } }))
      .isRefused('prepayment.account_fk: account_of_another_currency');
  });

  it('is collected until its last day, and not after it', () => {
    const [event] = open.when(collect).gives('layaway.completed');
    expect(event?.data).toMatchObject({
      sale: { date: '2026-03-20', payment_type: 'cash', account_fk: 3 },
      prepaid: { amount: '10000', date: '2026-03-18' },
    });
    open.when({ type: 'complete', input: { date: '2026-03-31' } }).gives('layaway.completed');
    open.when({ type: 'complete', input: { date: '2026-04-01' } }).isRefused('date: date_too_far_ahead');
    open.when(collect, facts({ today: '2026-04-01' })).isRefused('date: date_too_far_ahead');
    open.when({ type: 'complete', input: { date: '2026-03-17' } }).isRefused('date: before_the_order');
    const other = { type: 'complete', input: { date: '2026-03-20', account_fk: 5 } } as const;
    open.when(other).isRefused('account_fk: account_of_another_currency');
    open.when({ type: 'change', input }).isWrongState('complete', 'cancel');
    complete.when({ type: 'reopen', reason: 'not there' }).gives('layaway.reopened');
    expect(complete.after([{ type: 'reopen', reason: 'x' }]).state()).toEqual(open.state());
  });

  it('is cancelled with a reason, or without one when its last day is over', () => {
    const [event] = open.when(cancel).gives('layaway.cancelled');
    expect(event?.data).toMatchObject({ income_type_fk: null, refund: { date: '2026-03-20', customer_fk: 7 } });
    open.when({ type: 'cancel', reason: null }).isRefused('reason: required');
    open.when({ type: 'cancel', reason: null }, facts({ today: '2026-03-31' })).isRefused('reason: required');
    open.when({ type: 'cancel', reason: null }, facts({ today: '2026-04-01' })).gives('layaway.cancelled');
    cancelled.when(collect).isWrongState('');
  });
});

/** Debits less credits of all lines, in the system currency. */
const difference = ({ lines }: Posting) => lines.reduce((sum, { base }) => toMoney(sum + base), ZERO);
const posted = (state: LayawayState) => layawayDocument.postingsOf(state, STREAM);

describe('a layaway in the books', () => {
  const kept = given(layaway).after([draft(keeping), { type: 'confirm' }, cancel]);

  it('posts nothing as a draft, and the deposit as an advance of the customer when it is opened', () => {
    expect(posted(drafted.state())).toEqual([]);
    expect(posted(open.state()).map(balances)).toEqual([
      { 'cash:3': '10000', 'customer-advances customer-7': '-10000' },
    ]);
  });

  it('is a sale of its goods when they are collected, paid with the deposit and the rest', () => {
    const [, sold] = posted(complete.state());
    expect(sold && balances(sold)).toEqual({
      'customer-advances customer-7': '10000',
      'cash:3': '20000',
      sales: '-30000',
    });
    expect(sold?.movements).toMatchObject([
      { pool: { item: 11, inventory: 1 }, quantity: -3000000n, contra: { key: 'cost-of-goods-sold' } },
    ]);
  });

  it('returns the deposit when it is cancelled, or keeps it as the income that it names', () => {
    expect(posted(cancelled.state()).map(balances)).toEqual([
      { 'cash:3': '10000', 'customer-advances customer-7': '-10000' },
      { 'cash:3': '-10000', 'customer-advances customer-7': '10000' },
    ]);
    expect(posted(kept.state()).map(balances)).toEqual([
      { 'cash:3': '10000', 'customer-advances customer-7': '-10000' },
      { 'income-type:1': '-10000', 'customer-advances customer-7': '10000' },
    ]);
  });

  it('has equal debits and credits in every entry, and leaves nothing open with the customer at its end', () => {
    const dollars = {
      ...keeping,
      ...{ currency_fk: 2, rate_fk: 4, prepayment: { amount: '33.33', account_fk: 5 } },
      lines: [{ item_fk: 11, unit_fk: 1, quantity: '3', price: '33.33' }],
    };
    const inDollars = given(layaway).after([draft(dollars), { type: 'confirm' }]);
    const ended = [complete, cancelled, kept, inDollars.after([collect]), inDollars.after([cancel])];
    for (const each of ended) {
      const postings = posted(each.state());
      expect(postings).toHaveLength(2);
      expect(postings.map(difference)).toEqual([ZERO, ZERO]);
      const changes = postings.flatMap(({ openItems }) => openItems);
      expect(changes.map(({ party, document }) => `${party} ${document}`)).toContain(`customer-7 ${STREAM}`);
      expect(changes.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
    }
  });
});

const { checkBooks } = await import('../../projector/rebuild/invariants.ts');
const { checkAcross } = await import('../../projector/verify/across.ts');
const { checkClaims } = await import('../../projector/verify/claims.ts');
const { currentBuild } = await import('../../projector/builds/build.ts');
const { salesRoutes } = await import('../../web/sales/routes.ts');
const { layawayDeclaration, Table } = await import('./layaway/layaways.tsx');
const { NO_IDENTITIES, toBody } = await import('../../web/shared/document/model/body.ts');
const { completedKey } = await import('../../web/shared/document/model/declaration.ts');
const { LANGUAGES, TEXTS } = await import('../support/texts.ts');
const { openOffice } = await import('../read-api/office.ts');
const { itemBody, openShop, purchaseBody, saleBody } = await import('../api/shop.ts');
type Office = Awaited<ReturnType<typeof openOffice>>;
type Shop = Awaited<ReturnType<typeof openShop>>;

let office: Office;
let shop: Shop;
let now = new Date(2026, 2, 11, 10, 30);

const body = (quantity: string, more: object = {}) => ({
  outlet_fk: shop.outlet,
  inventory_fk: shop.inventory,
  customer_fk: shop.customer,
  date: '2026-03-11',
  expire_date: '2026-03-20',
  currency_fk: 1,
  prepayment: { amount: '1000', account_fk: shop.cash },
  lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity, price: '1000' }],
  ...more,
});
const post = (path: string, sent: unknown = {}) => office.send('POST', path, sent);
const step = async (id: number, name: string, sent: unknown = {}) =>
  (await post(`layaways/${id}/${name}`, sent)).status;
const opened = async (quantity: string, more: object = {}) => {
  const id = await office.add('layaways', body(quantity, more));
  expect(await step(id, 'confirm')).toBe(200);
  return id;
};
const show = async (id: number) => (await office.read(`layaways/${id}`)).data;

async function balance(key: string): Promise<number> {
  const { data } = await office.read('financial_reports/trial_balance');
  const rows = data['rows'] as unknown as readonly Record<string, string>[];
  const row = rows.find((each) => each['key'] === key);
  return Number(row?.['debit'] ?? 0) - Number(row?.['credit'] ?? 0);
}

/** What `verify` finds wrong in the books and in the claims. */
async function findings(): Promise<unknown[]> {
  await Promise.all(['layaways', 'items', 'financial_reports/trial_balance'].map((name) => office.read(name)));
  const client = new pg.Client({ connectionString: office.database.url });
  await client.connect();
  try {
    const schema = (await currentBuild(client))?.schema ?? '';
    const claims = await checkClaims(client, schema);
    const all = [...(await checkBooks(client, schema)), ...(await checkAcross(client, schema)), ...claims];
    return all.filter((answer) => answer.findings.length > 0);
  } finally {
    await client.end();
  }
}

describe('a layaway over HTTP', () => {
  beforeAll(async () => {
    office = await openOffice('', { clock: () => now });
    shop = await openShop(office);
    await office.add('purchases', purchaseBody(shop, '10'));
  });
  afterAll(() => office?.close());

  it('keeps its goods once it is open, and is collected with the rest of its price', async () => {
    const id = await office.add('layaways', body('8'));
    expect(await show(id)).toMatchObject({ status: 'draft', number: null, total: '8000' });
    expect(await balance('customer-advances')).toBe(0);
    expect(await step(id, 'confirm')).toBe(200);
    expect(await show(id)).toMatchObject({
      ...{ status: 'open', number: 'LA-000001', expire_date: '2026-03-20', customer_name: 'Azad' },
    });
    expect(await balance('customer-advances')).toBe(-1000);
    const refused = await post('sales', saleBody(shop, '3'));
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toContain('not reserved for orders');
    expect(await findings()).toEqual([]);

    expect(await step(id, 'complete')).toBe(200);
    expect(await show(id)).toMatchObject({ status: 'complete', payment_status: 'paid', paid: '8000', unpaid: '0' });
    expect(await balance('customer-advances')).toBe(0);
    expect(await balance('cash')).toBe(8000);
    expect(await balance('cost-of-goods-sold')).toBe(4800);
    expect(await findings()).toEqual([]);

    expect(await step(id, 'reopen', { reason: 'took the wrong bag' })).toBe(200);
    expect([await balance('customer-advances'), await balance('cash')]).toEqual([-1000, 1000]);
    expect((await post('sales', saleBody(shop, '3'))).status).toBe(422);
    expect(await step(id, 'cancel', { reason: 'changed their mind' })).toBe(200);
    expect(await show(id)).toMatchObject({ status: 'cancelled', unpaid: '0' });
    expect([await balance('customer-advances'), await balance('cash')]).toEqual([0, 0]);
    expect((await post('sales', saleBody(shop, '3'))).status).toBe(201);
    expect(await findings()).toEqual([]);
  });

  it('is refused when its goods are not there, and has its numbers, its effect, its history and its place in the search', async () => {
    const tooMuch = await office.add('layaways', body('8'));
    expect(await step(tooMuch, 'confirm')).toBe(422);
    const id = await opened('2');
    expect(await show(id)).toMatchObject({ number: 'LA-000002' });
    const found = await office.read('search?q=LA-000002');
    expect(found.data).toMatchObject([{ kind: 'layaway', path: `/sales/layaways/${id}` }]);
    expect(JSON.stringify((await office.read(`layaways/${id}/effect`)).data)).toContain('1000');
    expect(JSON.stringify((await office.read(`layaways/${id}/history`)).data)).toContain('layaway.opened');
    const { data: list } = await office.read('layaways?filter[status]=open');
    expect(list['data']).toMatchObject([{ id, status: 'open' }]);
    expect(await step(id, 'cancel', { reason: 'x' })).toBe(200);
    expect(await step(tooMuch, 'discard')).toBe(200);
  });

  it('is not collected after its last day: it is cancelled then, and the deposit is the income that it names', async () => {
    const income_type_fk = await office.add('income_types', { type_name: 'Kept deposits' });
    const id = await opened('2', { income_type_fk, prepayment: { amount: '500', account_fk: shop.cash } });
    const [cash, income] = [await balance('cash'), await balance('income-type')];
    expect(await step(id, 'cancel', { reason: null })).toBe(422);
    now = new Date(2026, 2, 21, 9, 0);
    const late = await post(`layaways/${id}/complete`);
    expect([late.status, Object.keys(late.body.errors ?? {})]).toEqual([422, ['date']]);
    expect(await step(id, 'cancel', { reason: null })).toBe(200);
    expect(await show(id)).toMatchObject({ status: 'cancelled', income_type_name: 'Kept deposits' });
    expect([await balance('cash'), (await balance('income-type')) - income]).toEqual([cash, -500]);
    expect(await balance('customer-advances')).toBe(0);
    expect(await findings()).toEqual([]);
  });

  it('hands over the batches that its lines name', async () => {
    const dated = { has_expire: true, has_batch_number: true };
    const item_fk = await office.add('items', itemBody(shop.unit, 'Infant formula', dated));
    const line = (quantity: string, more: object) => ({
      item_fk,
      unit_fk: shop.unit,
      quantity,
      price: '1000',
      ...more,
    });
    const day = { date: '2026-03-21' };
    const lines = ['2026-09-30', '2027-03-31'].map((expire_date, index) =>
      line('2', { batch_number: `F${index + 1}`, expire_date }),
    );
    await office.add('purchases', purchaseBody(shop, '1', { ...day, lines }));
    const batches = [{ batch_number: 'F2', expire_date: '2027-03-31', quantity: '2' }];
    const id = await opened('2', { ...day, expire_date: '2026-03-30', lines: [line('2', { batches })] });
    expect((await post('sales', saleBody(shop, '1', { ...day, lines: [line('3', {})] }))).status).toBe(422);
    expect(await step(id, 'complete')).toBe(200);
    expect((await show(id))['delivery']).toMatchObject({ batches });
    expect(await findings()).toEqual([]);
  });

  it('has permissions and names in three languages', async () => {
    for (const [language, name] of [
      ['en', 'Layaways'],
      ['ar', 'الحجوزات بعربون'],
      ['ckb', 'هەڵگرتنەکان بە پێشەکی'],
    ] as const) {
      const { data: tree } = await office.read('menu/menu_tree', office.token, { 'accept-language': language });
      const text = JSON.stringify(tree);
      expect(text).toContain(name);
      for (const action of ['store', 'receive', 'complete', 'unclose', 'destroy']) {
        expect(text).toContain(`"layaways/${action}"`);
      }
    }
    const keeper = await office.person('keeper', ['layaways/store'], {
      outlets: [shop.outlet],
      inventories: [shop.inventory],
    });
    const sent = await office.send('POST', 'layaways', body('1', { date: '2026-03-21', expire_date: '2026-03-30' }), {
      token: keeper,
    });
    expect(sent.status).toBe(201);
    const refused = await office.send('POST', `layaways/${sent.body.data['id']}/confirm`, {}, { token: keeper });
    expect(refused.status).toBe(403);
    expect((await office.read('income_types/list', keeper)).status).toBe(200);
  });
});

describe('the screens of a layaway', () => {
  const place = (header: Readonly<Record<string, Value>>): Draft => ({
    header,
    lines: [{ key: 1, fields: { item_fk: 3, unit_fk: 1, quantity: '2', price: '1000' } }],
    costs: [],
  });

  it('send what the body takes, and show what the answer has', () => {
    const header = { customer_fk: 7, date: '2026-03-11', expire_date: '2026-03-20', deposit: '500', account_fk: 3 };
    const { body: sent, problems } = toBody(layawayDeclaration, place(header), NO_IDENTITIES);
    expect([...problems.keys()].sort()).toEqual(['currency_fk', 'inventory_fk', 'outlet_fk']);
    expect(sent).toMatchObject({ prepayment: { amount: '500', account_fk: 3 }, expire_date: '2026-03-20' });
    const { properties } = layawayDocument.body;
    expect(Object.keys(sent).filter((field) => !(field in membersOf(properties)))).toEqual([]);
    expect(layawayDeclaration.wire?.read(sent)).toMatchObject({ deposit: '500', account_fk: 3 });
    expect(layawayDeclaration.wire?.place?.('prepayment.amount', sent)).toBe('deposit');
  });

  it('have the addresses of the menu, and every transition that the document has', async () => {
    const own = salesRoutes.filter(({ path }) => path.startsWith('/sales/layaways'));
    expect(own.map(({ path }) => path)).toEqual([
      ...['/sales/layaways', '/sales/layaways/$id', '/sales/layaways/upsert/$id', '/sales/layaways/view/$id'],
    ]);
    expect(await own[0]?.load()).toBe(Table);
    const offered = layawayDeclaration.transitions.map(({ name, permission }) => [name, permission]);
    const declared = Object.entries(layawayDocument.transitions).map(([name, { permission }]) => [name, permission]);
    expect(offered.sort()).toEqual(declared.filter(([name]) => name !== 'attach').sort());
  });

  it.each(LANGUAGES)('have a word for each of their fields, states and transitions: %s', (language) => {
    const texts = TEXTS[language];
    const hasText = (key: string) => texts.has(key) || texts.has(key.replace(/^fields:/, 'words:field.'));
    const { header, details, columns, transitions, title, newTitle } = layawayDeclaration;
    const labelOf = ({ field, label }: (typeof header)[number]) =>
      typeof label === 'string' ? [label] : [`fields:${field}`];
    const fields = [...header, ...details, ...columns].flatMap(labelOf);
    const states = ['draft', 'open', 'complete', 'cancelled', 'discarded'];
    const needed = [
      ...[title, newTitle, 'documents:layaway.many', 'documents:layaway.empty', completedKey(layawayDeclaration)],
      ...fields,
      ...states.map((status) => `fields:options.status.${status}`),
      ...transitions.map(({ name }) => `document:transitions.${name}`),
    ];
    expect(needed.filter((key) => !hasText(key))).toEqual([]);
  });
});

describe('the files of a layaway', () => {
  it('are at most twelve: its own, and the lists that name it', () => {
    const own = readdirSync('test/examples/layaway');
    const lists = readFileSync(import.meta.filename, 'utf8').match(/^vi\.mock\('[^']+'/gm) ?? [];
    expect(own).toContain('layaway.document.ts');
    expect(lists.length).toBeGreaterThan(4);
    expect(own.length + lists.length).toBeLessThanOrEqual(12);
  });

  it('are more where a figure or a rule names the kinds that it is about: the how-to has all of these lists', () => {
    const names =
      /'(sale|sales|pos_sale)(\.completed)?'.*'online_order|'reserved', (of|d\.data)|o\.kind = 'online_order'/;
    const naming = repositoryFiles().filter(
      (file) =>
        /^(domain|projector|read-api|command-api)\/.*\.(ts|sql)$/.test(file) && names.test(readFileSync(file, 'utf8')),
    );
    expect(naming).toContain('projector/models/documents/tables.sql');
    expect(naming).toContain('read-api/stock/item-overview.ts');
    const page = readFileSync('docs/how-to/document.md', 'utf8');
    expect(naming.filter((file) => !page.includes(`\`${file}\``))).toEqual([]);
  });
});
