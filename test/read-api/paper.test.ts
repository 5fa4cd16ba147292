/** One answer contains all data of a document's paper, so that a client prints it without further requests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureRecords } from '../../command-api/seed-data/later-records.ts';
import { accountNumber } from '../../domain/chart/chart.ts';
import { documentAnswer } from '../../domain/registry/answers.schema.ts';
import { documentResources } from '../../domain/registry/documents.ts';
import { itemsOf, propertiesOf, withoutNull } from '../../domain/schemas/schema-parts.ts';
import type { Members } from '../../domain/values/members.ts';
import { openEventStore } from '../../event-store/opening/open.ts';
import { inLanguage } from '../../read-api/database/names-by-language.ts';
import { connectReader, inSnapshot } from '../../read-api/database/reader.ts';
import { paperDocuments } from '../../read-api/paper/paper-documents.ts';
import { sealLog } from '../../seal/seal.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { rolesAt } from '../support/database.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let dataDir: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'daftar-papers-'));
  office = await openOffice(dataDir);
  shop = await openShop(office);
  await ensureRecords({ databaseUrl: office.database.url });
  await office.add('purchases', purchaseBody(shop, '100'));
});
afterAll(async () => {
  await office?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function uploadedLogo(): Promise<string> {
  const background = { r: 180, g: 40, b: 40 };
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'logo.png');
  const sent = new Response(form);
  const answer = await office.app.inject({
    method: 'POST',
    url: '/api/attachments',
    headers: {
      'content-type': sent.headers.get('content-type') ?? '',
      authorization: `Bearer ${office.token}`,
    },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
  return answer.json().data.attachment_id;
}

describe('the paper of a sale', () => {
  it('has the shop with its logo, the outlet, and the party with address and phones', async () => {
    const city = await office.add('cities', { city_name: 'Hawler' });
    const profile = await office.send('PATCH', 'system_profiles/1', {
      ...{
        shop_name: 'Bazaar',
        shop_name_ckb: 'بازاڕ',
        phones: ['0750 1'],
        email: 'a@example.com',
        address: 'Street 12',
      },
      ...{ city_fk: city, tax_number: '900', receipt_header: 'Welcome', receipt_footer: 'Thanks' },
      logo: [await uploadedLogo()],
    });
    expect(profile.status, JSON.stringify(profile.body)).toBe(200);
    await office.send('PATCH', `outlets/${shop.outlet}`, {
      ...{ mobile: '0751 2', address: 'Citadel', outlet_name_ckb: 'بازاڕی گەورە' },
    });
    await office.send('PATCH', `customers/${shop.customer}`, {
      mobile: '0752 3',
      office_phone: '066 4',
      // It names its city, which is printed once.
      address: 'Mill lane, Hawler',
      city_fk: city,
    });
    const sale = await office.add(
      'sales',
      saleBody(shop, '3', {
        payment_type: 'on_account',
        account_fk: null,
        customer_fk: shop.customer,
        discount: { type: 'amount', value: '500' },
      }),
    );
    const { data } = await office.read(`sales/${sale}/paper`);
    const inKurdish = await office.read(`sales/${sale}/paper`, office.token, { 'accept-language': 'ckb' });
    expect(inKurdish.data).toMatchObject({ business: { outlet: { name: 'بازاڕی گەورە', address: 'Citadel' } } });
    expect(data).toMatchObject({
      papers: ['sale', 'delivery_note'],
      business: {
        ...{
          shop_name: 'Bazaar',
          shop_name_ckb: 'بازاڕ',
          shop_name_ar: null,
          phones: ['0750 1'],
          address: 'Street 12, Hawler',
        },
        ...{ email: 'a@example.com', tax_number: '900', receipt_header: 'Welcome', receipt_footer: 'Thanks' },
        logo: expect.stringMatching(/^data:image\/png;base64,iVBOR/),
        outlet: { name: 'Bazaar', address: 'Citadel', mobile: '0751 2' },
      },
      documents: [
        {
          layout: { name: 'sale', signatures: ['issued_by', 'received_by'] },
          ...{
            number: 'S-000001',
            status: 'complete',
            date: '2026-03-11',
            total: '2500',
            paid: '0',
            remaining: '2500',
          },
          currency: { currency_fk: 1, decimals: 0 },
          party: { role: 'customer_fk', name: 'Azad', address: 'Mill lane, Hawler', phones: ['0752 3', '066 4'] },
          facts: [
            { field: 'payment_type', kind: 'option', value: 'on_account' },
            { field: 'due_date', kind: 'date', value: '2026-03-11' },
          ],
          totals: [
            { name: 'gross', value: '3000' },
            { name: 'invoice_discount', value: '-500' },
          ],
          lines: [{ item_fk: 'Rice', unit_fk: 'Bag', quantity: '3', price: '1000', line_total: '3000' }],
        },
      ],
    });
  });

  it('has no price where it goes with the goods, and is refused by a name that it does not have', async () => {
    const { data } = await office.read('sales/1/paper?paper=delivery_note');
    const [note] = data['documents'] as unknown as [{ total: unknown; lines: object[] }];
    expect(note).toMatchObject({ layout: { name: 'delivery_note' }, totals: [] });
    expect(JSON.stringify(note)).not.toMatch(/price|1000|3000/);
    expect((await office.read('sales/1/paper?paper=receipt')).status).toBe(400);
    expect((await office.read('sales/99/paper')).status).toBe(404);
  });

  it('names its references in the language that is asked for', async () => {
    await office.send('PATCH', 'currencies/1', { currency_name_ckb: 'دیناری عێراقی' });
    const { data } = await office.read('sales/1/paper', undefined, { 'accept-language': 'ckb' });
    expect(data['documents']).toMatchObject([{ currency: { currency_name: 'دیناری عێراقی' } }]);
  });
});

describe('the proof on a paper', () => {
  it('is the place of the last event of the document, with its mark in the seal', async () => {
    const sale = await office.add('sales', saleBody(shop, '1'));
    const first = await placeOnPaper(sale);
    expect(await office.send('POST', `sales/${sale}/return_to_draft`, { reason: 'wrong goods' })).toMatchObject({
      status: 200,
    });
    expect(await office.send('POST', `sales/${sale}/complete`, {})).toMatchObject({ status: 200 });
    const second = await placeOnPaper(sale);
    expect(Number(second.position)).toBeGreaterThan(Number(first.position));
    const store = await openEventStore({ databaseUrl: office.database.url });
    try {
      const { days } = await sealLog(store);
      const marks = days.flatMap(({ marks }) => marks.match(/.{16}/g) ?? []);
      for (const { position, mark } of [first, second]) expect(marks[Number(position) - 1]).toBe(mark);
    } finally {
      await store.close();
    }
  });

  it('is not on a draft', async () => {
    const draft = await office.add('sales', saleBody(shop, '1', { status: 'draft' }));
    const { data } = await office.read(`sales/${draft}/paper`);
    expect(data['documents']).toMatchObject([{ number: null }]);
  });
});

async function placeOnPaper(sale: number): Promise<{ readonly position: string; readonly mark: string }> {
  const { data } = await office.read(`sales/${sale}/paper`);
  const [{ proof }] = data['documents'] as unknown as [{ proof: { position: string; mark: string } }];
  expect(proof).toEqual({ position: expect.stringMatching(/^\d+$/), mark: expect.stringMatching(/^[0-9a-f]{16}$/) });
  return proof;
}

describe('a template', () => {
  it('is entered, refused where it names what is not there, and given with the paper that it is of', async () => {
    const refused = await office.send('POST', 'print_templates', {
      template_name: 'X',
      printed_paper: 'poster',
      paper: 'A3',
    });
    expect([refused.status, Object.keys(refused.body['errors'] ?? {})]).toEqual([422, ['printed_paper', 'paper']]);
    const own = { template_name: 'Wholesale', printed_paper: 'sale', paper: 'A5', second_language: 'ar' };
    const id = await office.add('print_templates', { ...own, columns: ['item_fk', 'quantity'], terms_ckb: 'مەرج' });
    await office.add('print_templates', { ...own, template_name: 'Retail', is_default: false });
    await office.add('print_templates', { ...own, template_name: 'Notes', printed_paper: 'delivery_note' });
    const { data } = await office.read('sales/1/paper');
    expect(data['templates']).toMatchObject([
      { print_template_id: id, ...own, columns: ['item_fk', 'quantity'], terms_ckb: 'مەرج', is_default: true },
      { template_name: 'Retail', is_default: false },
    ]);
  });
});

describe('the head of a report', () => {
  it('comes with the templates of that report, the default one first', async () => {
    const own = { template_name: 'For customers', printed_paper: 'statement', paper: '80mm', terms_en: 'Please check' };
    const id = await office.add('print_templates', own);
    const { data } = await office.read(`papers/business?outlet_fk=${shop.outlet}&paper=statement`);
    expect(data).toMatchObject({ shop_name: 'Bazaar', templates: [{ print_template_id: id, ...own }] });
    expect((await office.read('papers/business?paper=report')).data).toMatchObject({ templates: [] });
    expect((await office.read('papers/business')).data).toMatchObject({ templates: [] });
    expect((await office.read('papers/business?paper=sale')).status).toBe(400);
  });
});

describe('the papers of other documents', () => {
  it('are a voucher with the debts that it settles', async () => {
    const id = await office.add('customer_transactions', {
      ...{ outlet_fk: shop.outlet, customer_fk: shop.customer, transaction_type: 'receive', date: '2026-03-11' },
      ...{ currency_fk: 1, amount: '2000', account_fk: shop.cash, allocate: 'oldest' },
    });
    const { data } = await office.read(`customer_transactions/${id}/paper`);
    expect(data['documents']).toMatchObject([
      {
        layout: { name: 'customer_transaction' },
        ...{ number: 'CT-000001', total: '2000', totals: [], party: { name: 'Azad' } },
        facts: [
          { field: 'transaction_type', value: 'receive' },
          { field: 'account_fk', value: 'Till' },
        ],
        lines: [{ document_number: 'S-000001', amount: '2000' }],
      },
    ]);
    expect((await office.read('sales/1/paper')).data['documents']).toMatchObject([{ paid: '2000', remaining: '500' }]);
  });

  it('are a slip for each person of a payroll', async () => {
    const users = [
      1,
      await office.add('users', { user_name: 'sara', email: 'sara@example.com', user_full_name: 'Sara' }),
    ];
    const id = await office.add('payrolls', {
      ...{ outlet_fk: shop.outlet, from_date: '2026-03-01', to_date: '2026-03-10', date: '2026-03-11' },
      lines: users.map((user_fk, index) => ({ user_fk, base_salary: '1000', addition: String(index * 100) })),
    });
    const { data } = await office.read(`payrolls/${id}/paper`);
    expect(data['documents']).toMatchObject([
      { layout: { name: 'payroll_slip' }, lines: [{ base_salary: '1000' }], total: '1000' },
      { lines: [{ addition: '100' }], total: '1100' },
    ]);
    expect((await office.read(`payrolls/${id}/paper?paper=payroll`)).data['documents']).toMatchObject([
      { total: '2100' },
    ]);
  });

  it('name accounts of a journal as the business numbers them', async () => {
    const bound = { system_key: 'cash', account_code: '1801', account_name: 'Boxes' };
    expect(await office.send('PATCH', 'system_settings/1', { posting_accounts: [bound] })).toMatchObject({
      status: 200,
    });
    const journal = await office.add('general_journals', {
      ...{ outlet_fk: shop.outlet, date: '2026-03-11', status: 'draft' },
      lines: [
        { account: 111_000_000 + shop.cash, debit: '300', currency_fk: 1 },
        { account: 111_000_001, credit: '300', currency_fk: 1 },
      ],
    });
    const { data } = await office.read(`general_journals/${journal}/paper`);
    const till = `1801${String(shop.cash).padStart(5, '0')} Till`;
    expect(data['documents']).toMatchObject([{ lines: [{ account: till }, {}] }]);
    await office.send('PATCH', 'system_settings/1', { posting_accounts: [] });
  });

  it('name the person of an advance to the staff', async () => {
    const user_fk = await office.add('users', { user_name: 'Nawroz', email: 'nawroz@example.com' });
    const advance = await office.add('general_journals', {
      ...{ outlet_fk: shop.outlet, date: '2026-03-11', status: 'draft' },
      lines: [
        { account: 1240, debit: '300', currency_fk: 1, user_fk },
        { account: 111_000_000 + shop.cash, credit: '300', currency_fk: 1 },
      ],
    });
    const { data } = await office.read(`general_journals/${advance}/paper`);
    expect(data['documents']).toMatchObject([{ lines: [{ party: 'Nawroz' }, { party: null }] }]);
  });

  it('name accounts of a journal, and the sale that a return is of', async () => {
    const journal = await office.add('general_journals', {
      ...{ outlet_fk: shop.outlet, date: '2026-03-11', status: 'draft' },
      lines: [
        { account: 111_000_000 + shop.cash, debit: '300', currency_fk: 1 },
        { account: 111_000_001, credit: '300', currency_fk: 1 },
      ],
    });
    const { data } = await office.read(`general_journals/${journal}/paper`);
    const [{ lines }] = data['documents'] as unknown as [{ lines: { account: string }[] }];
    expect(lines.map(({ account }) => account)).toEqual([expect.stringMatching(/^111\d+ Till$/), expect.any(String)]);
    const back = await office.add('sale_returns', {
      ...{
        outlet_fk: shop.outlet,
        inventory_fk: shop.inventory,
        sale_fk: 1,
        date: '2026-03-11',
        payment_type: 'on_account',
      },
      ...{ status: 'complete', lines: [{ sale_line_id: 1, quantity: '1' }] },
    });
    expect((await office.read(`sale_returns/${back}/paper`)).data['documents']).toMatchObject([
      { facts: [{ field: 'sale_fk', value: 'S-000001' }, { field: 'payment_type' }] },
    ]);
  });
});

describe('the account of a settlement', () => {
  const factOf = async (account: number, language = 'en') => {
    const { customer } = shop;
    await office.add(
      'sales',
      saleBody(shop, '1', { payment_type: 'on_account', account_fk: null, customer_fk: customer }),
    );
    const id = await office.add('settlements', {
      ...{ outlet_fk: shop.outlet, date: '2026-03-15', customer_fk: customer, settled_as: 'debt' },
      ...{ currency_fk: 1, amount: '100', account, reason: 'left the country' },
    });
    const path = `settlements/${id}/paper`;
    const { data } = await office.read(path, office.token, { 'accept-language': language });
    const [{ facts }] = data['documents'] as unknown as [{ facts: { field: string; kind: string; value: string }[] }];
    return facts.find(({ field }) => field === 'account');
  };

  it('has its number and the name of its type, in the language of the paper', async () => {
    const type = await office.add('expense_types', { type_name: 'Bad debts', type_name_ckb: 'قەرزی خراپ' });
    const account = accountNumber({ key: 'expense-type', of: type });
    expect(await factOf(account)).toMatchObject({ kind: 'option', value: `${account} Bad debts` });
    expect(await factOf(account, 'ckb')).toMatchObject({ value: `${account} قەرزی خراپ` });
  });

  it('is an own account by its name, and one of the system by its key, which the paper says in words', async () => {
    const own = { account_name: 'Written off', heading: 'expenses' };
    const account = accountNumber({ key: 'other-expenses', of: await office.add('ledger_accounts', own) });
    expect(await factOf(account)).toMatchObject({ value: `${account} Written off` });
    expect(await factOf(accountNumber({ key: 'rounding' }))).toMatchObject({ kind: 'option', value: 'rounding' });
  });
});

describe('what any paper declares', () => {
  /** The number of an account; as the number of a record it is nobody's. */
  const number = () => accountNumber({ key: 'cash', of: shop.cash });
  const sampleOf = (schema: Members): unknown => {
    const { type, 'x-date': isDay } = withoutNull(schema);
    if (type === 'array') return [sampleOf(itemsOf(withoutNull(schema)) ?? {})];
    if (type === 'object') return samplesOf(propertiesOf(withoutNull(schema)));
    if (type === 'integer' || type === 'number') return number();
    return isDay ? '2026-03-11' : '1';
  };
  const samplesOf = (fields: Readonly<Record<string, Members>>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(fields).map(([field, schema]) => [field, sampleOf(schema)]));
  const WORDS = new Set(['text', 'option']);

  it('is printed as a name, a number of a document or a word, never as the number of a record or an account', async () => {
    const reader = inLanguage(connectReader(rolesAt(office.database.url).read), 'en');
    const bare: string[] = [];
    let [papers, accounts] = [0, 0];
    for (const declaration of documentResources) {
      const sample = samplesOf(propertiesOf(documentAnswer(declaration)));
      for (const paper of declaration.papers ?? []) {
        const { field = '', of = {} } = paper.variants ?? {};
        for (const value of ['', ...Object.keys(of)]) {
          const printed = { shown: { ...sample, [field]: value }, data: {}, settled: {}, proof: undefined };
          const made = await inSnapshot(reader, (snapshot) => paperDocuments(snapshot, paper, printed));
          const told = made.flatMap(({ layout, facts, lines }) => {
            const columns = [...(layout.table?.columns ?? []), ...(layout.table?.further ?? [])];
            const cells = columns.flatMap((column) => lines.map((line) => ({ ...column, value: line[column.field] })));
            return [...facts, ...cells];
          });
          papers += 1;
          accounts += told.filter(({ value }) => value === `${number()} Till`).length;
          const ofRecords = told.filter(({ kind, value }) => WORDS.has(kind) && value === String(number()));
          bare.push(...ofRecords.map((each) => `${paper.name}: ${each.field}`));
        }
      }
    }
    await reader.destroy();
    expect(bare).toEqual([]);
    expect(papers).toBeGreaterThan(40);
    // Those of a journal and of a settlement.
    expect(accounts).toBeGreaterThanOrEqual(2);
  });
});

describe('goods given free', () => {
  const line = () => ({ item_fk: shop.item, unit_fk: shop.unit });
  const givenFree = () => [
    { ...line(), quantity: '3', price: '1000' },
    { ...line(), quantity: '0', bonus_quantity: '1', price: '0' },
  ];

  it('are counted on a receipt, which has no column for them', async () => {
    const box = (account_name: string) =>
      office.add('cashes', { account_name, cash_type: 1, currency_fk: 1, outlet_fk: shop.outlet });
    const [account_fk, safe_account_fk] = [await box('Drawer'), await box('Safe')];
    const moment = { outlet_fk: shop.outlet, date: '2026-03-11', time: '08:00' };
    const accounts = [{ account_fk, safe_account_fk, float_amount: '0' }];
    const drawer_fk = await office.add('closing_drawers', { ...moment, accounts });
    const payments = [{ method: 'cash', amount: '3000', account_fk }];
    const receipt = { ...moment, inventory_fk: shop.inventory, drawer_fk, lines: givenFree(), payments };
    const id = await office.add('pos_sales', { ...receipt, status: 'complete' });
    const { data } = await office.read(`pos_sales/${id}/paper`);
    expect(data['documents']).toMatchObject([
      {
        lines: [
          { quantity: '3', unit_fk: 'Bag', price: '1000', line_total: '3000' },
          { quantity: '1', unit_fk: 'Bag', price: '0', line_total: '0' },
        ],
      },
    ]);
  });

  it('have a column of their own on an invoice and on a delivery note', async () => {
    const id = await office.add('sales', saleBody(shop, '0', { lines: givenFree() }));
    for (const paper of ['sale', 'delivery_note']) {
      const { data } = await office.read(`sales/${id}/paper?paper=${paper}`);
      const [{ layout, lines }] = data['documents'] as unknown as [
        { layout: { table: { columns: { field: string }[] } }; lines: object[] },
      ];
      expect(layout.table.columns.map(({ field }) => field)).toContain('bonus_quantity');
      expect(lines).toMatchObject([
        { quantity: '3', bonus_quantity: null },
        { quantity: '0', bonus_quantity: '1' },
      ]);
    }
  });
});

describe('the paid amount on a paper', () => {
  const onAccount = { payment_type: 'on_account', account_fk: null };
  const settledOn = async (path: string) => {
    const { data } = await office.read(`${path}/paper`);
    const [document] = data['documents'] as unknown as [Readonly<Record<string, unknown>>];
    return { paid: document['paid'], returned: document['returned'], remaining: document['remaining'] };
  };

  it('is without what came back, and is on no return; of a purchase of which nothing has come nothing is due', async () => {
    const sale = await office.add('sales', saleBody(shop, '10', { ...onAccount, customer_fk: shop.customer }));
    await office.add('customer_transactions', {
      ...{ outlet_fk: shop.outlet, customer_fk: shop.customer, transaction_type: 'receive', date: '2026-03-11' },
      ...{ currency_fk: 1, amount: '3000', account_fk: shop.cash },
      allocations: [{ document: `sale-${sale}`, amount: '3000' }],
    });
    const back = await office.add('sale_returns', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, sale_fk: sale, date: '2026-03-11' },
      ...{ ...onAccount, status: 'complete', lines: [{ sale_line_id: 1, quantity: '2' }] },
    });
    expect(await settledOn(`sales/${sale}`)).toEqual({ paid: '3000', returned: '2000', remaining: '5000' });
    expect(await settledOn(`sale_returns/${back}`)).toEqual({});
    const ordered = await office.add('purchases', purchaseBody(shop, '5', { receive: false }));
    expect(await settledOn(`purchases/${ordered}`)).toEqual({ paid: '0', returned: null, remaining: '0' });
    expect(await settledOn('purchases/1')).toEqual({ paid: '0', returned: null, remaining: '60000' });
  });
});

describe('an amount that may be in another currency than its document', () => {
  let dollars: number;
  beforeAll(async () => {
    const box = { account_name: 'Dollars', cash_type: 1, currency_fk: 2, outlet_fk: shop.outlet };
    dollars = await office.add('cashes', box);
  });

  it('has its currency and rate on a journal voucher', async () => {
    const journal = await office.add('general_journals', {
      ...{ outlet_fk: shop.outlet, date: '2026-03-11', status: 'draft' },
      lines: [
        { account: 111_000_000 + dollars, debit: '100', currency_fk: 2, rate: '1480' },
        { account: 111_000_000 + shop.cash, credit: '148000', currency_fk: 1 },
      ],
    });
    const { data } = await office.read(`general_journals/${journal}/paper`);
    expect(data['documents']).toMatchObject([
      {
        total: '148000',
        lines: [
          { currency_fk: 'US dollar', rate: '1480', debit: '100' },
          { currency_fk: 'Iraqi dinar', rate: null, credit: '148000' },
        ],
      },
    ]);
  });

  it('has its currency on a cash transfer, on opening cash and on a price list', async () => {
    const place = { outlet_fk: shop.outlet, date: '2026-03-11' };
    const accounts = { from_account_fk: shop.cash, to_account_fk: dollars };
    const moved = await office.add('cash_transactions', { ...place, ...accounts, amount: '148', to_amount: '0.1' });
    const transfer = (await office.read(`cash_transactions/${moved}/paper`)).data['documents'] as unknown as [
      { facts: readonly object[] },
    ];
    expect(transfer[0].facts).toEqual(
      expect.arrayContaining([
        { field: 'to_currency_fk', kind: 'text', value: 'US dollar' },
        expect.objectContaining({
          ...{ field: 'to_amount', value: '0.1' },
          currency: expect.objectContaining({ currency_fk: 2, decimals: 2 }),
        }),
      ]),
    );
    const opening = await office.add('opening_balances', {
      ...{ outlet_fk: shop.outlet, financial_year_fk: 1 },
      cashes: [{ account_fk: dollars, amount: '50', rate: '1480' }],
    });
    const cash = (await office.read(`opening_balances/${opening}/paper?paper=opening_cash`)).data;
    expect(cash['documents']).toMatchObject([{ lines: [{ currency_fk: 'US dollar', amount: '50' }] }]);
    const radio = await office.add('items', itemBody(shop.unit, 'Radio', { price_currency_fk: 2 }));
    const pricing = await office.add('item_pricings', {
      date: '2026-03-11',
      lines: [
        { item_fk: shop.item, unit_fk: shop.unit, new_price: '1100' },
        { item_fk: radio, unit_fk: shop.unit, new_price: '9.5' },
      ],
    });
    expect((await office.read(`item_pricings/${pricing}/paper`)).data['documents']).toMatchObject([
      {
        lines: [
          { item_fk: 'Rice', price_currency_fk: 'Iraqi dinar' },
          { item_fk: 'Radio', price_currency_fk: 'US dollar' },
        ],
      },
    ]);
  });
});
