/**
 * Four eyes: who drafted or changed a document neither brings it into force nor pays it, where the settings name its kind
 * and from the amount that they state (docs/decisions/0216). Every kind in random histories: test/handling/four-eyes.test.ts.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FOUR_EYES_KINDS } from '../../domain/registry/four-eyes.ts';
import { allPermissions } from '../../domain/registry/permissions.ts';
import { type Office, openOffice } from '../read-api/office.ts';
import { PASSWORD } from './api.ts';
import { openShop, purchaseBody, type Shop } from './shop.ts';

const LIMIT = '1000';
const BELOW = '999';
let api: Office;
let shop: Shop;
let maker: string;
let editor: string;
let owner: number;
let asset: number;
let chest: number;
let way: number;
let chart: readonly [number, number];
let count = 0;
let alone: Awaited<ReturnType<Office['send']>>;
beforeAll(async () => {
  api = await openOffice();
  shop = await openShop(api);
  owner = await api.add('stockholders', { stockholder_name: 'Shilan', share_percentage: '100' });
  asset = await api.add('asset_types', { asset_type_name: 'Vans' });
  chest = await api.add('cashes', { account_name: 'Chest', cash_type: 1, currency_fk: 1, allow_overdraft: true });
  way = await api.add('cashes', { account_name: 'On its way', cash_type: 3, currency_fk: 1 });
  chart = [
    190000000 + (await api.add('ledger_accounts', { account_name: 'Furniture', heading: 'assets' })),
    390000000 + (await api.add('ledger_accounts', { account_name: 'Capital of Azad', heading: 'equity' })),
  ];
  await api.add('purchases', purchaseBody(shop, '100'));
  await limitAt(LIMIT);
  alone = await api.send('POST', 'general_journals', {
    ...(await DRAFTS['general_journals']?.body(LIMIT)),
    status: 'posted',
  });
  const given = { outlets: [1, shop.outlet], inventories: [1, shop.inventory] };
  maker = await api.person('maker', [...allPermissions()], given);
  editor = await api.person('editor', [...allPermissions()], given);
});
afterAll(() => api?.close());

const limitAt = (from_amount: string | null) =>
  api.send('PATCH', 'system_settings/1', {
    four_eyes: FOUR_EYES_KINDS.map((document) => ({ document, from_amount })),
  });

interface Draft {
  readonly body: (amount: string) => object | Promise<object>;
  readonly release: string;
  /** The status with which it is entered at once. */
  readonly atOnce?: string;
  readonly pay?: () => object;
}

const dated = () => ({ outlet_fk: shop.outlet, date: '2026-03-10', currency_fk: 1 });
const onAccount = () => ({ ...dated(), payment_type: 'on_account', supplier_fk: shop.supplier });
const goods = (price: string) => [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price }];
const paidFrom = () => ({ date: '2026-03-12', account_fk: chest });

/** One kind of each lifecycle, and every one that pays. */
const DRAFTS: Readonly<Record<string, Draft>> = {
  expenses: {
    body: async (amount) => ({
      ...onAccount(),
      expense_type_fk: await api.add('expense_types', { type_name: `Power ${++count}` }),
      amount,
    }),
    release: 'complete',
    atOnce: 'complete',
  },
  asset_purchases: {
    body: async (amount) => ({
      ...onAccount(),
      fixed_asset_fk: await api.add('fixed_assets', { asset_name: `Van ${++count}`, asset_type_fk: asset }),
      amount,
      useful_life_months: 12,
    }),
    release: 'complete',
    atOnce: 'complete',
  },
  purchases: {
    body: (amount) => ({ ...purchaseBody(shop, '1', { lines: goods(amount) }), status: 'draft' }),
    release: 'complete',
    atOnce: 'complete',
  },
  purchase_returns: {
    body: (amount) => ({ ...onAccount(), inventory_fk: shop.inventory, lines: goods(amount) }),
    release: 'complete',
    atOnce: 'complete',
  },
  general_journals: {
    body: (amount) => ({
      outlet_fk: shop.outlet,
      date: '2026-03-11',
      lines: [
        { account: chart[0], debit: amount, currency_fk: 1 },
        { account: chart[1], credit: amount, currency_fk: 1 },
      ],
    }),
    release: 'post',
    atOnce: 'posted',
  },
  payrolls: {
    body: (amount) => ({
      outlet_fk: shop.outlet,
      from_date: '2026-03-01',
      to_date: '2026-03-31',
      date: '2026-03-31',
      lines: [{ user_fk: 1, base_salary: amount }],
    }),
    release: 'approve',
    pay: () => ({ date: '2026-04-01', account_fk: chest }),
  },
  dividends: {
    body: (amount) => ({
      outlet_fk: shop.outlet,
      date: '2026-03-31',
      amount,
      lines: [{ stockholder_fk: owner, amount }],
    }),
    release: 'approve',
    pay: () => ({ date: '2026-04-01', account_fk: chest }),
  },
  remittances: {
    body: (amount) => ({
      outlet_fk: shop.outlet,
      date: '2026-03-05',
      account_fk: chest,
      remittance_account_fk: way,
      amount,
    }),
    release: 'approve',
    pay: paidFrom,
  },
};
const drafts = Object.entries(DRAFTS);

const draft = async (resource: string, body: object, token = maker): Promise<number> => {
  const { status, body: answer } = await api.send('POST', resource, body, { token });
  expect([resource, status, answer.errors]).toEqual([resource, 201, undefined]);
  return Number(answer.data['id']);
};
const act = async (path: string, token: string, body: object = {}) => {
  const sent = await api.send('POST', path, { ...body, confirmed: true }, { token });
  return sent.status === 200 ? 'done' : String(Object.values(sent.body.errors ?? {}));
};
const ANOTHER = 'Somebody else than those who drafted, changed or sent this must approve or pay it';
const AS_A_DRAFT = 'Leave this as a draft: somebody else must complete it';

describe('a document whose kind needs four eyes', () => {
  it('is entered by the only user of a business, who is all there is', () => {
    expect([alone.status, alone.body.data['status']]).toEqual([201, 'posted']);
  });

  it.each(drafts)(
    'is brought into force, and paid, by its maker below the amount: %s',
    async (resource, { body, release, pay }) => {
      const id = await draft(resource, await body(BELOW));
      expect(await act(`${resource}/${id}/${release}`, maker)).toBe('done');
      if (pay) expect(await act(`${resource}/${id}/pay_out`, maker, pay())).toBe('done');
    },
  );

  it.each(drafts)('is neither brought into force nor paid by who drafted or changed it: %s', async (resource, of) => {
    const { body, release, pay } = of;
    const path = `${resource}/${await draft(resource, await body(LIMIT))}`;
    const again = await api.signIn('maker@example.com', PASSWORD);
    for (const token of [maker, again]) expect(await act(`${path}/${release}`, token)).toBe(ANOTHER);
    const changed = await api.send('PATCH', path, { ...(await body(LIMIT)), note: 'looked at' }, { token: editor });
    expect([changed.status, changed.body.errors]).toEqual([200, undefined]);
    for (const token of [maker, editor]) expect(await act(`${path}/${release}`, token)).toBe(ANOTHER);
    expect(await act(`${path}/${release}`, api.token)).toBe('done');
    if (!pay) return;
    for (const token of [maker, editor]) expect(await act(`${path}/pay_out`, token, pay())).toBe(ANOTHER);
    expect(await act(`${path}/pay_out`, api.token, pay())).toBe('done');
  });

  it.each(drafts.filter(([, { atOnce }]) => atOnce))(
    'is saved as a draft instead of entered at once, by the super user too: %s',
    async (resource, of) => {
      for (const token of [maker, api.token]) {
        const whole = { ...(await of.body(LIMIT)), status: of.atOnce };
        const sent = await api.send('POST', resource, whole, { token });
        expect([sent.status, Object.values(sent.body.errors ?? {})]).toEqual([422, [[AS_A_DRAFT]]]);
        const tried = await api.send('POST', `${resource}?dry_run=1`, whole, { token });
        expect(tried.status).toBe(422);
      }
      const id = await draft(resource, await of.body(LIMIT), api.token);
      expect(await act(`${resource}/${id}/${of.release}`, api.token)).toBe(ANOTHER);
      const whole = await api.send(
        'POST',
        resource,
        { ...(await of.body(BELOW)), status: of.atOnce },
        { token: maker },
      );
      expect(whole.status).toBe(201);
    },
  );

  it('is not changed and completed in one command, which nobody else has seen', async () => {
    const body = { ...(await DRAFTS['expenses']?.body(LIMIT)) };
    const id = await draft('expenses', body);
    const changed = { ...body, amount: '5000', status: 'complete' };
    const sent = await api.send('PATCH', `expenses/${id}`, changed, { token: editor });
    expect([sent.status, Object.values(sent.body.errors ?? {})]).toEqual([422, [[AS_A_DRAFT]]]);
    // Nothing of it changes: the draft is completed as it was saved.
    const same = await api.send('PATCH', `expenses/${id}`, { ...body, status: 'complete' }, { token: editor });
    expect([same.status, same.body.data['status']]).toEqual([200, 'complete']);
  });

  it('that was corrected after its approval is paid by somebody else', async () => {
    const id = await draft('payrolls', {
      ...(await DRAFTS['payrolls']?.body(LIMIT)),
      from_date: '2026-02-01',
      to_date: '2026-02-28',
    });
    expect(await act(`payrolls/${id}/approve`, editor)).toBe('done');
    const correction = { date: '2026-04-02', line_id: 1, base_salary: '9000', reason: 'agreed' };
    const sent = await api.send(
      'POST',
      `payrolls/${id}/correct`,
      { ...correction, confirmed: true },
      { token: editor },
    );
    expect([sent.status, sent.body.errors]).toEqual([200, undefined]);
    const pay = { date: '2026-04-03', account_fk: chest };
    expect(await act(`payrolls/${id}/pay_out`, editor, pay)).toBe(ANOTHER);
    expect(await act(`payrolls/${id}/pay_out`, api.token, pay)).toBe('done');
  });

  it('counts with any amount when its posting has none: goods, and what of a transfer did not arrive', async () => {
    const back = await api.add('inventories', { inventory_name: 'Back', outlet_fk: shop.outlet });
    const line = { item_fk: shop.item, unit_fk: shop.unit, quantity: '1' };
    const transfer = {
      outlet_fk: shop.outlet,
      inventory_fk: shop.inventory,
      to_outlet_fk: shop.outlet,
      to_inventory_fk: back,
      date: '2026-03-10',
      lines: [line],
      status: 'sent',
    };
    const arrived = await api.add('stock_transfers', transfer);
    expect(await act(`stock_transfers/${arrived}/receive`, api.token, {})).toBe('done');
    const lost = await api.add('stock_transfers', transfer);
    expect(await act(`stock_transfers/${lost}/report_missing`, api.token)).toBe(ANOTHER);
    const other = await api.person('finds-out', [...allPermissions()], {
      ...{ outlets: [1, shop.outlet], inventories: [shop.inventory, back] },
    });
    expect(await act(`stock_transfers/${lost}/report_missing`, other)).toBe('done');
    const disposal = { outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-03-10', lines: [line] };
    const id = await draft('asset_disposals', { ...disposal, disposal_type: 'damaged' });
    expect(await act(`asset_disposals/${id}/done`, maker)).toBe('done');
    expect(await act(`asset_disposals/${id}/approve`, maker)).toBe(ANOTHER);
    expect(await act(`asset_disposals/${id}/approve`, editor)).toBe('done');
  });
});

describe('the settings', () => {
  it('name each kind once, of those that have a draft', async () => {
    const row = { document: 'payroll', from_amount: '5' };
    const twice = await api.send('PATCH', 'system_settings/1', { four_eyes: [row, { document: 'payroll' }] });
    expect(Object.keys(twice.body.errors ?? {})).toEqual(['four_eyes.1.document']);
    const unknown = await api.send('PATCH', 'system_settings/1', { four_eyes: [{ document: 'supplier_transaction' }] });
    expect(unknown.status).toBe(422);
  });

  it('need no second person for kinds that they do not name, and need one from zero on without an amount', async () => {
    await limitAt(null);
    const small = await draft('expenses', { ...(await DRAFTS['expenses']?.body('1')) });
    expect(await act(`expenses/${small}/complete`, maker)).toBe(ANOTHER);
    await api.send('PATCH', 'system_settings/1', { four_eyes: [{ document: 'payroll' }] });
    expect(await act(`expenses/${small}/complete`, maker)).toBe('done');
  });

  it('may ask for a note on each general journal that is posted', async () => {
    await api.send('PATCH', 'system_settings/1', { four_eyes: [], journal_needs_note: true });
    const journal = { ...(await DRAFTS['general_journals']?.body('10')) };
    const id = await draft('general_journals', journal);
    const refused = await api.send('POST', `general_journals/${id}/post`, {}, { token: maker });
    expect([refused.status, refused.body.errors]).toEqual([422, { note: ['Note is required'] }]);
    await api.send('PATCH', `general_journals/${id}`, { ...journal, note: 'rent of March' });
    expect(await act(`general_journals/${id}/post`, maker)).toBe('done');
    await api.send('PATCH', 'system_settings/1', { journal_needs_note: false });
  });
});
