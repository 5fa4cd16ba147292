/**
 * The auditor's screens over HTTP: from a figure to the person who entered it, the changes of a figure, and exports,
 * each by permission.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from '../read-api/office.ts';

interface Part {
  readonly of: string;
  readonly amount: string;
  readonly figure: string | null;
  readonly line: { readonly position: string; readonly line_no: number; readonly actor_name: string };
}

let office: Office;
let shop: Shop;
/** The last position before goods were entered late. */
let before: string;
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  const goods = (price: string) => [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '10', price }];
  await office.add('purchases', purchaseBody(shop, '10', { date: '2026-03-01', lines: goods('1000') }));
  await office.add('sales', saleBody(shop, '6', { date: '2026-03-05' }));
  before = office.position;
  await office.add('purchases', purchaseBody(shop, '10', { date: '2026-03-03', lines: goods('1300') }));
});
afterAll(() => office?.close());

const explained = async (figure: string, token = office.token) =>
  office.read(`explain?figure=${encodeURIComponent(figure)}`, token);

describe('explain', () => {
  it('leads from a heading of the trial balance to an account, to its lines, and to the average behind the cost', async () => {
    const heading = await explained('trial_balance;account=5000;of=debit');
    expect(heading.data).toMatchObject({ amount: '6900', of: 'account', total: 1, subject: { account_key: 'costs' } });
    const [account] = heading.data['data'] as unknown as Part[];
    expect(account).toMatchObject({ of: 'account', amount: '6900' });
    const lines = (await explained(account?.figure ?? '')).data['data'] as unknown as Part[];
    expect(lines.map(({ amount, line }) => [amount, line.actor_name])).toEqual([
      ['6000', 'Administrator'],
      ['900', 'Administrator'],
    ]);
    const { position, line_no } = lines[1]?.line ?? { position: '', line_no: 0 };
    const { data } = await office.read(`explain/line?position=${position}&line_no=${line_no}`);
    expect(data).toMatchObject({
      ...{ kind: 'restatement', base: '900', rule: { section: '4' } },
      event: { type: 'purchase.completed', kind: 'purchase' },
      cause: { type: 'sale.completed', kind: 'sale', number: 'S-000001' },
      cost: {
        earlier: { quantity_before: '10', value_before: '10000', average_before: '1000', value: '-6000' },
        now: { quantity_before: '20', value_before: '23000', average_before: '1150', value: '-6900' },
        movements: 2,
      },
    });
  });

  it('refuses an invalid figure with 400 and a missing one with 404, in the common shape', async () => {
    for (const figure of ['x', 'trial_balance', 'trial_balance;account=5000;of=debit;account=1', 'a'.repeat(500)]) {
      const { status, body } = await explained(figure);
      expect([status, body['errors']]).toEqual([400, { figure: [expect.any(String)] }]);
    }
    expect((await explained('trial_balance;account=999;of=debit')).status).toBe(404);
    expect((await office.read('explain')).status).toBe(400);
    expect((await office.read('explain/line?position=999999&line_no=1')).status).toBe(404);
  });
});

describe('a line', () => {
  const revenue = 'sales;of=revenue;from=2026-03-01;as_at=2026-03-31';
  const at = (line: Part['line'], figure = '') =>
    `explain/line?position=${line.position}&line_no=${line.line_no}${figure && `&figure=${encodeURIComponent(figure)}`}`;
  const linesOf = async (figure: string, token?: string) =>
    ((await explained(figure, token)).data['data'] as unknown as Part[]).map(({ line }) => line);

  it('is for whoever may see a ledger with it, its document, or a figure that contains it, and for nobody else', async () => {
    const [sold] = await linesOf(revenue);
    const [bought] = await linesOf('trial_balance;account=2110;of=credit');
    if (!sold || !bought) throw new Error('no lines');
    const inOutlet = { outlets: [shop.outlet] };
    const statusesOf = async (name: string, permissions: readonly string[]) => {
      const token = await office.person(name, permissions, inOutlet);
      const asked = [at(sold), at(sold, revenue), at(bought), at(bought, revenue)];
      const answers = await Promise.all(asked.map((address) => office.read(address, token)));
      return answers.map(({ status }) => status);
    };
    expect(await statusesOf('seller', ['reports/sales'])).toEqual([404, 200, 404, 404]);
    expect(await statusesOf('counter', ['reports/most_active_items'])).toEqual([404, 403, 404, 403]);
    expect(await statusesOf('clerk', ['reports/most_active_items', 'sales/show'])).toEqual([200, 200, 404, 403]);
    expect(await statusesOf('buyer', ['reports/suppliers_statement'])).toEqual([404, 403, 200, 200]);
    expect(await statusesOf('accountant', ['financial_reports/journal'])).toEqual([200, 200, 200, 200]);
  });
});

describe('what changed', () => {
  it('is listed with the late purchase, the person, and the sale whose cost changed', async () => {
    const { data } = await office.read(`what_changed?from_known_at=${before}&account=5100`);
    expect(data).toMatchObject({ before: '6000', after: '6900', difference: '900', total: 1 });
    expect((data['data'] as unknown as object[])[0]).toMatchObject({
      ...{ base: '900', kind: 'restatement', document_kind: 'sale', number: 'S-000001' },
      ...{ event_kind: 'purchase', event_number: 'P-000002', actor_name: 'Administrator' },
    });
    expect((await office.read('what_changed')).status).toBe(400);
  });
});

describe('exports', () => {
  it.each([
    ['hledger', 'text/plain', /^2026-03-05 \* \(S-000001\) sale S-000001$/m],
    ['beancount', 'text/plain', /^2026-03-05 \* "sale S-000001"$/m],
    ['saft', 'application/xml', /<SourceDocumentID>S-000001<\/SourceDocumentID>/],
  ])('gives the books to %s as a file', async (format, type, entry) => {
    const answer = await office.app.inject({
      url: `/api/exports/${format}?as_at=2026-03-31`,
      headers: { authorization: `Bearer ${office.token}` },
    });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, expect.stringContaining(type)]);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="daftar-2026-03-31\.[a-z]+"$/);
    expect(answer.body).toMatch(entry);
    expect(answer.body).toMatch(/Administrator/);
  });

  it('are for those who may export and may see what goods cost', async () => {
    const url = 'exports/hledger';
    const statuses = [];
    const permissions = [
      ['sales/index'],
      ['financial_reports/export'],
      ['financial_reports/export', 'items/show_cost'],
    ];
    for (const [index, each] of permissions.entries()) {
      const token = await office.person(`exporter-${index}`, each, { outlets: [shop.outlet] });
      const answer = await office.app.inject({ url: `/api/${url}`, headers: { authorization: `Bearer ${token}` } });
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([403, 403, 200]);
    expect((await office.read('exports/excel')).status).toBe(400);
    expect((await office.read('exports/hledger?as_at=2026-02-30')).status).toBe(400);
  });
});

describe('the event browser', () => {
  it('finds the events of a person in an outlet, with their reasons', async () => {
    await office.send('POST', 'sales/1/return_to_draft', { reason: 'Wrong price, says Azad' });
    const found = async (query: string) => {
      const { data } = await office.read(`events?${query}`);
      return (data['data'] as unknown as { type: string }[]).map(({ type }) => type);
    };
    expect(await found('reason=wrong PRICE')).toEqual(['sale.returned_to_draft']);
    expect(await found('reason=no such reason')).toEqual([]);
    const first = await found('reason_code=first_start&per_page=200');
    expect(first).toContain('currency.registered');
    expect(first.filter((type) => !type.endsWith('.registered'))).toEqual([]);
    expect(await found('reason=wrong PRICE&reason_code=failed')).toEqual(['sale.returned_to_draft']);
    expect(await found('reason_code=Wrong')).toEqual([]);
    expect(await found(`user_fk=1&kind=sale&outlet_fk=${shop.outlet}`)).toContain('sale.completed');
    expect(await found('stream=S-000001')).toEqual(['sale.returned_to_draft', 'sale.completed']);
    expect(await found('stream=sale-1')).toEqual(['sale.returned_to_draft', 'sale.completed']);
    expect(await found('stream=S-999999')).toEqual([]);
    expect(await found('user_fk=99')).toEqual([]);
    expect(await found(`outlet_fk=99&kind=sale`)).toEqual([]);
    expect(await found('device=no such till')).toEqual([]);
    const place = { outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-03-06' };
    const lost = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '-1' }];
    await office.add('inventory_direct_adjustments', { ...place, reason: 'A torn bag', lines: lost });
    const { data: adjusted } = await office.read('events?reason=torn&type=completed');
    const [listed] = adjusted['data'] as unknown as { position: string; reason: string | null }[];
    const { data: shown } = await office.read(`events/${listed?.position}`);
    expect([listed?.reason, shown['reason']]).toEqual(['A torn bag', 'A torn bag']);
    const history = (await office.read('sales/1/history')).data as unknown as {
      type: string;
      changes: { field: string }[];
    }[];
    expect(history.at(-1)).toMatchObject({ type: 'sale.returned_to_draft', reason: 'Wrong price, says Azad' });
    expect(history.flatMap(({ changes }) => changes).map(({ field }) => field)).toContain('lines.1.quantity');
  });
});
