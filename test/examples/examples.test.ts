/**
 * The worked examples of docs/how-to: a document and a report that the product does not have. Each is added only to the
 * list that the how-to names: routes, claims, number, postings, read models, permissions, API document and menu are
 * derived from its declaration.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { upcast } from '../../domain/versions/upcast.ts';
import { DONATION_UPCASTS } from './donation/upcasts.ts';

vi.mock('../../domain/registry/documents.ts', async (importOriginal) => {
  const { documents, documentResources } = await importOriginal<typeof import('../../domain/registry/documents.ts')>();
  const { donationDocument } = await import('./donation/donation.document.ts');
  return {
    documents: [...documents, donationDocument],
    documentResources: [...documentResources, donationDocument],
  };
});
vi.mock('../../domain/registry/declared-records.ts', async (importOriginal) => {
  const { declaredRecords } = await importOriginal<typeof import('../../domain/registry/declared-records.ts')>();
  const { cause } = await import('./cause.record.ts');
  return { declaredRecords: [...declaredRecords, cause] };
});
vi.mock('../../domain/registry/reports.ts', async (importOriginal) => {
  const declared = await importOriginal<typeof import('../../domain/registry/reports.ts')>();
  const { donationsByCause } = await import('./donations-by-cause.report.ts');
  return { ...declared, reports: [...declared.reports, donationsByCause] };
});
vi.mock('../../read-api/all-reports.ts', async (importOriginal) => {
  const { reportRoutes } = await importOriginal<typeof import('../../read-api/all-reports.ts')>();
  const { donationsByCauseRoute } = await import('./donations-by-cause.ts');
  return { reportRoutes: [...reportRoutes, donationsByCauseRoute] };
});
vi.mock('../../web/shared/navigation/menu-table.ts', async (importOriginal) => {
  const menu = await importOriginal<typeof import('../../web/shared/navigation/menu-table.ts')>();
  const line = menu.document('donation', 'donations', '/accounting/donations');
  const withLine = (section: (typeof menu.MENU)[number]) =>
    section.name === 'accounting' ? { ...section, entries: [...section.entries, line] } : section;
  return { ...menu, MENU: menu.MENU.map(withLine) };
});

const { openOffice } = await import('../read-api/office.ts');
const { openShop } = await import('../api/shop.ts');
type Office = Awaited<ReturnType<typeof openOffice>>;
type Shop = Awaited<ReturnType<typeof openShop>>;

let office: Office;
let shop: Shop;
let school: number;

const body = (amount: string, more: object = {}) => ({
  outlet_fk: shop.outlet,
  expense_type_fk: school,
  date: '2026-03-10',
  amount,
  currency_fk: 1,
  account_fk: shop.cash,
  ...more,
});

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  school = await office.add('expense_types', { type_name: 'School' });
  const stockholder_fk = await office.add('stockholders', { stockholder_name: 'Shilan' });
  await office.add('capital_transactions', {
    ...{ outlet_fk: shop.outlet, stockholder_fk, transaction_type: 'contribution', date: '2026-03-01' },
    ...{ amount: '100000', currency_fk: 1, account_fk: shop.cash },
  });
});
afterAll(() => office?.close());

describe('the document of the how-to', () => {
  it('is entered, numbered, posted, listed, found and reversed', async () => {
    const id = await office.add('donations', body('30000'));
    const { data } = await office.read(`donations/${id}`);
    expect(data).toMatchObject({
      status: 'complete',
      number: 'DN-000001',
      expense_type_name: 'School',
      total: '30000',
    });
    const effect = await office.read(`donations/${id}/effect`);
    expect(JSON.stringify(effect.data)).toContain('30000');
    const found = await office.read('search?q=DN-000001');
    expect(found.data).toMatchObject([{ kind: 'donation', path: `/accounting/donations/${id}` }]);
    const balances = async () => {
      const { data: book } = await office.read(`financial_reports/cash_book?account_id=${shop.cash}&as_at=2026-03-31`);
      return JSON.stringify(book);
    };
    expect(await balances()).toContain('70000');
    const reversed = await office.send('POST', `donations/${id}/reverse`, { reason: 'entered twice' });
    expect(reversed.status).toBe(200);
    const { data: list } = await office.read('donations');
    expect(list['data']).toMatchObject([{ id, status: 'reversed' }]);
  });

  it('is refused as every document is: with all fields at once, and when the account has too little', async () => {
    const wrong = await office.send('POST', 'donations', body('0', { expense_type_fk: 999 }));
    expect(Object.keys(wrong.body.errors ?? {}).sort()).toEqual(['amount', 'expense_type_fk']);
    const tooMuch = await office.send('POST', 'donations', body('100001'));
    expect([tooMuch.status, Object.keys(tooMuch.body.errors ?? {})]).toEqual([422, ['account_fk']]);
  });

  it('has permissions of its own, in their place in the tree', async () => {
    const { data: tree } = await office.read('menu/menu_tree');
    expect(JSON.stringify(tree)).toContain('"donations/store"');
    const clerk = await office.person('clerk', ['donations/store'], { outlets: [shop.outlet] });
    expect((await office.send('POST', 'donations', body('1000'), { token: clerk })).status).toBe(201);
    expect((await office.send('POST', 'incomes', body('1000'), { token: clerk })).status).toBe(403);
    const types = await office.read('expense_types/list', clerk);
    expect(types.status).toBe(200);
  });
});

describe('the record of the how-to', () => {
  it('is entered with its fields, amended, listed, and keeps its history', async () => {
    const city_fk = await office.add('cities', { city_name: 'Halabja' });
    const id = await office.add('causes', { cause_name: 'Orchard', city_fk });
    expect((await office.read(`causes/${id}`)).data).toMatchObject({ is_yearly: false, city_name: 'Halabja' });
    expect((await office.send('PATCH', `causes/${id}`, { is_yearly: true })).status).toBe(200);
    const { data: list } = await office.read('causes?search=orchard');
    expect(list['data']).toMatchObject([{ cause_id: id, cause_name: 'Orchard', is_yearly: true }]);
    const twice = await office.send('POST', 'causes', { cause_name: 'orchard' });
    expect(Object.keys(twice.body.errors ?? {})).toEqual(['cause_name']);
    const { data: history } = await office.read(`causes/${id}/history`);
    expect(JSON.stringify(history)).toContain('is_yearly');
    // A city that a cause refers to cannot be deleted.
    expect((await office.send('DELETE', `cities/${city_fk}`)).status).toBe(422);
  });
});

describe('the version of an event of the how-to', () => {
  it('reads what was stored before in the newest shape', () => {
    const stored = { type: 'donation.completed', v: 1, data: { amount: '1000' } };
    expect(upcast(stored, DONATION_UPCASTS)).toEqual({ ...stored, v: 2, data: { amount: '1000', note: null } });
    expect(() => upcast({ ...stored, v: 3 }, DONATION_UPCASTS)).toThrow(RangeError);
  });
});

describe('the pages of the how-to', () => {
  const pages = readdirSync('docs/how-to').map(
    (file) => [file, readFileSync(join('docs/how-to', file), 'utf8')] as const,
  );
  const blocks = pages.flatMap(([page, text]) =>
    [...text.matchAll(/```ts (\S+)\n([\s\S]*?)```/g)].map(([, file = '', code = '']) => ({ page, file, code })),
  );

  it('show code that is in the files that they name', () => {
    expect(blocks.length).toBeGreaterThan(5);
    const wrong = blocks.filter(({ file, code }) => !readFileSync(file, 'utf8').includes(code.trim()));
    expect(wrong.map(({ page, file }) => `${page}: ${file}`)).toEqual([]);
  });

  it('name files that are there', () => {
    const named = pages.flatMap(([page, text]) =>
      [...text.matchAll(/`((?:domain|web|read-api|command-api|test|docs)\/[\w./-]+\.\w+)`/g)].map(([, file = '']) => ({
        page,
        file,
      })),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(({ file }) => !existsSync(file))).toEqual([]);
  });
});

describe('the report of the how-to', () => {
  it('sums what was given to each cause, for whoever holds its permission', async () => {
    await office.add('donations', body('5000', { date: '2026-03-11' }));
    const { data } = await office.read('reports/donations_by_cause');
    expect(data['data']).toEqual([{ expense_type_fk: school, expense_type_name: 'School', amount: '6000' }]);
    const before = await office.read('reports/donations_by_cause?as_at=2026-03-10');
    expect(before.data['data']).toEqual([{ expense_type_fk: school, expense_type_name: 'School', amount: '1000' }]);
    const reader = await office.person('reader', ['reports/donations_by_cause']);
    expect((await office.read('reports/donations_by_cause', reader)).status).toBe(200);
    expect((await office.read('outlets/list', reader)).status).toBe(200);
    const other = await office.person('other', ['reports/sales']);
    expect((await office.read('reports/donations_by_cause', other)).status).toBe(403);
  });
});
