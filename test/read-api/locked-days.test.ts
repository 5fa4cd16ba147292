/** Days of an open year that are locked: who is refused, what is offered, and how they are opened again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureRecords } from '../../command-api/seed-data/later-records.ts';
import { allPermissions } from '../../domain/registry/permissions.ts';
import { templatePermissions } from '../../domain/registry/role-templates.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { rolesAt } from '../support/database.ts';
import { type Office, openOffice } from './office.ts';

const UNTIL = '2026-02-28';
const DAY = '2026-02-20';
const OPEN = '2026-03-01';

let office: Office;
let shop: Shop;
/** A clerk who sells, an accountant who may post on days that are locked for others, and one who enters late papers. */
let clerk: string;
let accountant: string;
let late: string;
let sold: number;
beforeAll(async () => {
  office = await openOffice();
  await ensureRecords({ databaseUrl: rolesAt(office.database.url).command, countries: '/none' });
  shop = await openShop(office);
  await office.add('purchases', purchaseBody(shop, '100', { date: '2026-02-01' }));
  sold = await office.add('sales', saleBody(shop, '3', { date: DAY }));
  const given = { outlet_fk: shop.outlet, outlets: [shop.outlet], inventories: [shop.inventory] };
  clerk = await office.person('clerk', templatePermissions('sales_clerk'), given);
  accountant = await office.person('accountant', allPermissions(), given);
  late = await office.person('late', [...templatePermissions('sales_clerk'), 'financial_years/prior_period'], given);
});
afterAll(() => office.close());

interface Row {
  readonly locked_area?: string;
  readonly outlet_fk?: number | null;
  readonly locked_until?: string | null;
  readonly days_open?: number | null;
  readonly locked_for?: string;
}
const EVERYTHING = { locked_area: 'all', outlet_fk: null, locked_until: UNTIL, days_open: null, locked_for: 'others' };
let changes = 0;
const lock = (rows: readonly Row[], more: object = {}) => {
  changes += 1;
  const locks = rows.map((row) => ({ ...EVERYTHING, ...row }));
  return office.send('PATCH', 'period_locks/1', { lock_reason: `Change ${changes}`, locks, confirmed: true, ...more });
};
const sell = (token: string, more: object = {}) =>
  office.send('POST', 'sales', saleBody(shop, '1', { date: DAY, ...more }), { token });

describe('days that are locked for others', () => {
  beforeAll(async () => expect((await lock([{}])).status).toBe(200));

  it('take no new sale of a clerk, but one of the next day and a draft', async () => {
    const refused = await sell(clerk);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      {
        date: [
          'The days until 28/02/2026 are locked: choose a later day, or ask somebody who may post on locked days or enter prior-period adjustments',
        ],
      },
    ]);
    expect((await sell(clerk, { date: OPEN })).status).toBe(201);
    expect((await sell(clerk, { status: 'draft' })).status).toBe(201);
  });

  it('keep what was posted: nobody takes it back or changes it', async () => {
    const back = await office.send('POST', `sales/${sold}/return_to_draft`, { reason: 'wrong' }, { token: clerk });
    expect([back.status, back.body.errors?.['date']?.[0]]).toEqual([
      422,
      expect.stringMatching(/are locked, so what was posted on 20\/02\/2026 stays/),
    ]);
    expect((await office.read(`sales/${sold}`)).data).toMatchObject({ status: 'complete' });
  });

  it('take what somebody enters who may', async () => {
    expect((await sell(accountant)).status).toBe(201);
  });

  it('offer the first open day to those who may enter prior-period adjustments', async () => {
    const offered = await sell(late);
    expect([offered.status, offered.body['details']]).toEqual([
      422,
      expect.objectContaining({ prior_period: { date: DAY, open_day: OPEN } }),
    ]);
    const entered = await sell(late, { prior_period: true });
    expect((await office.read(`sales/${entered.body.data['id']}`)).data).toMatchObject({ date: OPEN, true_date: DAY });
  });
});

describe('a lock', () => {
  it('for everybody binds the super user too', async () => {
    expect((await lock([{ locked_for: 'everybody' }])).status).toBe(200);
    expect([(await sell(office.token)).status, (await sell(accountant)).status]).toEqual([422, 422]);
  });

  it('of another outlet, or of purchases, does not hold a sale', async () => {
    expect((await lock([{ outlet_fk: 1 }, { locked_area: 'purchases' }])).status).toBe(200);
    expect((await sell(clerk)).status).toBe(201);
  });

  it('of cash holds a sale for cash, and not one on account', async () => {
    const customer = await office.add('customers', { consumer_name: 'Karwan', allowed_debit_amount: '1000000' });
    expect((await lock([{ locked_area: 'cash' }])).status).toBe(200);
    const account = { customer_fk: customer, payment_type: 'on_account', account_fk: null };
    expect([(await sell(clerk)).status, (await sell(clerk, account)).status]).toEqual([422, 201]);
  });

  it('of stock holds what moves goods, and no journal', async () => {
    expect((await lock([{ locked_area: 'stock', locked_for: 'everybody' }])).status).toBe(200);
    const journal = {
      ...{ outlet_fk: shop.outlet, date: DAY, status: 'posted', note: 'Late' },
      lines: [
        { account: 6300, currency_fk: 1, debit: '500' },
        { account: 4500, currency_fk: 1, credit: '500' },
      ],
    };
    const posted = await office.send('POST', 'general_journals', journal);
    expect([(await sell(office.token)).status, posted.status]).toEqual([422, 201]);
  });

  it('that moves with the calendar leaves as many days open as it says', async () => {
    expect((await lock([{ locked_until: null, days_open: 5 }])).status).toBe(200);
    const statuses = [];
    for (const date of ['2026-03-04', '2026-03-05', '2026-03-06', '2026-03-10']) {
      statuses.push((await sell(clerk, { date })).status);
    }
    expect(statuses).toEqual([422, 422, 201, 201]);
  });

  it('has a last day or a number of days, and no day that is to come', async () => {
    const refused = await lock([{ locked_until: null }, { locked_until: '2026-04-01' }]);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      {
        'locks.0.locked_until': ['Enter a last locked day, or the number of days that stay open'],
        'locks.1.locked_until': [expect.stringMatching(/the last day that can be locked/)],
      },
    ]);
  });
});

describe('days that were locked', () => {
  it('are opened again with another reason, after a question', async () => {
    expect((await lock([{}])).status).toBe(200);
    const same = await lock([], { lock_reason: `Change ${changes}` });
    expect([same.status, same.body.errors]).toEqual([
      422,
      { lock_reason: ['Days that were locked are opened again: say why'] },
    ]);
    const asked = await lock([{ locked_until: '2026-01-31' }], { confirmed: false });
    expect([asked.status, asked.body.code, asked.body.errors]).toEqual([
      422,
      'confirmation',
      { locks: ['Days until 28/02/2026 that were locked are opened again'] },
    ]);
    expect((await lock([{ locked_until: '2026-01-31' }])).status).toBe(200);
    expect((await sell(clerk)).status).toBe(201);
  });

  it('are locked by nobody who was given one outlet only', async () => {
    const { status } = await office.send('PATCH', 'period_locks/1', { lock_reason: 'Mine' }, { token: accountant });
    expect(status).toBe(403);
  });
});

describe('a lock and twenty sales at the same moment', () => {
  it('leave no sale on a locked day that was stored after the lock', async () => {
    expect((await lock([])).status).toBe(200);
    const sales = Array.from({ length: 20 }, () => sell(clerk));
    const [locked, ...answers] = await Promise.all([lock([{}]), ...sales]);
    expect(locked.status).toBe(200);
    const stored = answers.filter(({ status }) => status === 201).map(({ body }) => BigInt(String(body['position'])));
    expect(answers.filter(({ status }) => status !== 201 && status !== 422)).toEqual([]);
    expect(stored.filter((position) => position > BigInt(String(locked.body['position'])))).toEqual([]);
    expect((await sell(clerk)).status).toBe(422);
  });
});
