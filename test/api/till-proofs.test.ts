/**
 * Every entry of a till stands behind a sign-in of its cashier at that device, and every approval behind a PIN that was
 * typed for that entry. What does not is stored, because its money has moved, and waits for a review.
 */
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TillTickets } from '../../command-api/identity/at-tills/till-tickets.ts';
import { ensureRecords } from '../../command-api/seed-data/later-records.ts';
import type { EntryContent, ReceiptEntry } from '../../domain/till/device-entry.schema.ts';
import type { ChainedEntry } from '../../domain/till/device-entry.ts';
import { fromBase64Url, macOf, type PinKey, signTicket, type TillTicket } from '../../domain/till/till-ticket.ts';
import type { EntryOf } from '../../tools/demo/tills/device-chain.ts';
import { openOffice } from '../read-api/office.ts';
import { rolesAt } from '../support/database.ts';
import { SECRET } from './api.ts';
import { atTill, PIN } from './people.ts';
import {
  approvedBy,
  CASHIER_RIGHTS,
  DAY,
  type Device,
  newCashier,
  newDevice,
  type OpenedTill,
  openedTill,
  opening,
  openTillShop,
  receiptOf,
  send,
  type TillShop,
} from './tilling.ts';

const ANY_PRICE = 'sales/below_minimum_price';
const WITHOUT_RECEIPT = 'pos_sales/refund_without_receipt';

let shop: TillShop;
let till: OpenedTill;
let mallory: number;
let colleague: number;
let boss: number;
let database: pg.Client;
beforeAll(async () => {
  shop = await openTillShop(await openOffice(), { signsIn: false });
  await ensureRecords({ databaseUrl: rolesAt(shop.api.database.url).command });
  mallory = shop.cashier;
  till = await openedTill(shop, 'Front');
  colleague = await newCashier(shop, 'Colleague');
  boss = await newCashier(shop, 'Boss', [...CASHIER_RIGHTS, ANY_PRICE, WITHOUT_RECEIPT]);
  database = new pg.Client({ connectionString: shop.api.database.url });
  await database.connect();
  await database.query('update identity.till_device set enrolled_at = $1', [new Date('2026-03-08T08:00:00')]);
  await typedPin(mallory, `${DAY}T07:30:00`);
  expect(await send(shop.api, till.device, [till.opened])).toMatchObject([{ state: 'stored' }]);
  await shop.api.send('PATCH', 'till_settings/1', { discount_without_supervisor: '5' });
});
afterAll(async () => {
  await database.end();
  await shop.api.close();
});

/** The PIN was right at the till with the network, at a moment of the business. */
const typedPin = (user: number, at: string, device: Device = till.device) =>
  database.query(
    `insert into identity.login_attempt (at, way, email, user_id, till_id, outcome)
     values ($1, 'pin', $2, $3, $4, 'signed_in')`,
    [new Date(at), `#${user}`, user, device.till],
  );

async function pinKey(user: number, device: Device = till.device): Promise<PinKey> {
  const answer = await atTill(shop.api, device.cookie, { outlet_fk: shop.outlet, user_fk: user, pin: PIN });
  expect(answer.status).toBe(200);
  return answer.body.data['pin_key'] as unknown as PinKey;
}

/** What a device signs with the key of a PIN that was typed without a network. */
const signed = async (key: PinKey, ticket: TillTicket): Promise<string> =>
  signTicket(ticket, await macOf(fromBase64Url(key.secret)));

const at = () => ({ drawer: till.drawer, account: till.account, number: till.device.chain.number });
const made = (content: EntryContent, of: EntryOf = { cashier: mallory }) => till.device.chain.next(content, of);
const receipt = (of: Partial<EntryOf> = {}, more: Partial<ReceiptEntry> = {}) =>
  made(receiptOf(shop, at(), 1, { time: '10:30:00', ...more }), { cashier: mallory, ...of });

/** A receipt of a bag at 1,000 with 99 percent off. */
const given = (of: Partial<EntryOf>) =>
  receipt(of, {
    ...{ total: '10', payments: [{ method: 'cash', amount: '10', account_fk: till.account }] },
    lines: [
      {
        ...{ line_id: 1, item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '1000' },
        ...{ discount: { type: 'percent', value: '99' } },
        ...{ discount_amount: '990', tax_amount: '0', total_amount: '10' },
      },
    ],
  });
const back = (of: Partial<EntryOf> = {}, time = '10:30:00') =>
  made(
    {
      ...{ kind: 'refund', outlet_fk: shop.outlet, inventory_fk: shop.inventory, drawer: till.drawer, receipt: null },
      ...{ date: DAY, time, number: till.device.chain.number, total: '1000', reason: 'spoilt' },
      lines: [
        {
          ...{ line: null, item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '1000' },
          ...{ discount_amount: '0', tax_amount: '0', total_amount: '1000' },
        },
      ],
      payments: [{ method: 'cash', amount: '1000', account_fk: till.account }],
    },
    { cashier: mallory, ...of },
  );

async function rulesOf(entry: ChainedEntry, device: Device = till.device): Promise<readonly string[]> {
  const [answer] = await send(shop.api, device, [entry]);
  expect([answer?.state, answer?.errors]).toEqual(['stored', undefined]);
  return (answer?.review ?? []).map(({ rule, field }) => `${rule} ${field ?? ''}`);
}

describe('an entry in the name of a cashier', () => {
  it('who never typed the PIN at this device is noted, of every kind and however soon it arrives', async () => {
    const account = await shop.api.add('cashes', {
      ...{ account_name: 'Their box', cash_type: 1, currency_fk: 1, outlet_fk: shop.outlet },
    });
    const of = { cashier: colleague };
    const opened = await made(opening(shop, account, '10:30:00', '0'), of);
    expect(await rulesOf(opened)).toEqual(['cashier_without_pin cashier_fk']);
    const drawer = { uuid: opened.uuid };
    const moved = { drawer, date: DAY, time: '10:30:00', account_fk: account, note: 'x', amount: '500' };
    const entries: readonly EntryContent[] = [
      receiptOf(shop, { drawer, account, number: '' }, 1, { time: '10:30:00' }),
      { kind: 'pay_in', ...moved },
      { kind: 'pay_out', ...moved, expense_type_fk: shop.expenseType },
      {
        ...{ kind: 'count', drawer, date: DAY, time: '10:30:00' },
        accounts: [{ account_fk: account, counted_amount: '1000' }],
      },
    ];
    for (const content of entries) {
      const named = 'number' in content ? { ...content, number: till.device.chain.number } : content;
      expect([content.kind, await rulesOf(await made(named, of))]).toEqual([
        content.kind,
        ['cashier_without_pin cashier_fk'],
      ]);
    }
    // The same for the cashier who did type it.
    expect(await rulesOf(await receipt())).toEqual([]);
  });

  it('that is dated before the device existed says so, and needs a sign-in all the same', async () => {
    const early = (of: Partial<EntryOf>) => receipt(of, { date: '2026-03-05', time: '09:00:00' });
    const notes = ['before_enrolment date', 'cashier_without_pin cashier_fk'];
    expect(await rulesOf(await early({ cashier: colleague }))).toEqual(expect.arrayContaining(notes));
    const own = await rulesOf(await early({}));
    expect(own).toContain('before_enrolment date');
    expect(own).not.toContain('cashier_without_pin cashier_fk');
  });

  it('counts at the device where the PIN was typed, and not at another one of the outlet', async () => {
    const other = await newDevice(shop, { till_name: 'Other' });
    await database.query('update identity.till_device set enrolled_at = $1', [new Date('2026-03-08T08:00:00')]);
    await typedPin(colleague, `${DAY}T07:40:00`, other);
    expect(await rulesOf(await receipt({ cashier: colleague }))).toContain('cashier_without_pin cashier_fk');
  });

  it('is noted when the PIN was typed the day before yesterday, though it arrives at once', async () => {
    const side = await openedTill(shop, 'Side', await newCashier(shop, 'Sleepless'));
    await database.query('update identity.till_device set enrolled_at = $1', [new Date('2026-03-08T08:00:00')]);
    await typedPin(side.opened.cashier_fk, '2026-03-09T20:00:00', side.device);
    const content = opening(shop, side.account, '10:30:00');
    const entry = await side.device.chain.next(content, { cashier: side.opened.cashier_fk });
    expect(await rulesOf(entry, side.device)).toContain('sign_in_too_old cashier_fk');
  });

  it('is noted after somebody else signed in there, but for a sign-in without a network that proves itself', async () => {
    const key = await pinKey(mallory);
    await pinKey(colleague);
    await typedPin(colleague, `${DAY}T10:00:00`);
    await database.query('update identity.session set started_at = $1 where user_id = $2', [
      new Date(`${DAY}T10:00:00`),
      colleague,
    ]);
    expect(await rulesOf(await receipt({ cashier: colleague }))).not.toContain('cashier_signed_out cashier_fk');
    expect(await rulesOf(await receipt())).toEqual(['cashier_signed_out cashier_fk']);
    const { enrolment } = till.device;
    const ticket = (more: Partial<TillTicket> = {}): TillTicket =>
      ({
        ...{ kind: 'sign_in', key: key.issued_at, enrolment, user_fk: mallory, at: iso('10:30:00') },
        ...more,
      }) as TillTicket;
    expect(await rulesOf(await receipt({ signIn: await signed(key, ticket()) }))).toEqual([]);
    // The server's clock stands at half past ten, so it gave the key after this.
    const tooEarly = await signed(key, ticket({ at: iso('09:50:00') }));
    const stolen = await signed(await pinKey(colleague), ticket());
    for (const signIn of [tooEarly, stolen, `${tooEarly.split('.')[0]}.AAAA`, 'e30.AAAA']) {
      expect(await rulesOf(await receipt({ signIn }))).toEqual(['cashier_signed_out cashier_fk']);
    }
    await database.query('update identity.session set started_at = now() where user_id = $1', [colleague]);
  });
});

const iso = (time: string) => new Date(`${DAY}T${time}`).toISOString();

describe('an approval', () => {
  const unproved = 'approval_without_pin approved_by_fk';
  /** The ticket of a supervisor who typed the PIN with the network at this time. */
  const typedAt = async (time: string) => {
    const entry = uuid();
    const ticket = { enrolment: till.device.enrolment, user_fk: boss, at: iso(time), entry, rights: [ANY_PRICE] };
    return { approvedBy: boss, uuid: entry, approval: await new TillTickets(SECRET).approve(ticket) };
  };

  it('is for one entry: its ticket proves no other one, and its rights no other action', async () => {
    const once = await approvedBy(shop.api, till.device, boss, [WITHOUT_RECEIPT]);
    expect(await rulesOf(await back(once))).toEqual([]);
    for (const _ of [1, 2]) {
      // The ticket of the refund, and the supervisor who typed the PIN a moment ago, on another entry.
      const rules = await rulesOf(await given({ ...once, uuid: uuid() }));
      expect(rules).toEqual(expect.arrayContaining([unproved, 'discount_above_limit lines.0.discount']));
    }
    const wrong = await approvedBy(shop.api, till.device, boss, [WITHOUT_RECEIPT]);
    expect(await rulesOf(await given(wrong))).toContain('discount_above_limit lines.0.discount');
    const right = await approvedBy(shop.api, till.device, boss, [ANY_PRICE]);
    expect(await rulesOf(await given(right))).toEqual([]);
  });

  it('is noted without a ticket, as a device of a former version sends it, and nothing is lost', async () => {
    expect(await rulesOf(await given({ approvedBy: boss }))).toEqual(
      expect.arrayContaining([unproved, 'discount_above_limit lines.0.discount']),
    );
    expect(await rulesOf(await back({ approvedBy: boss }))).toContain(unproved);
  });

  it('is noted with a ticket that is older than some minutes, of another device, or signed by nobody', async () => {
    const side = await openedTill(shop, 'Yard', await newCashier(shop, 'Yarder'));
    const there = await approvedBy(shop.api, side.device, boss, [ANY_PRICE]);
    expect(await rulesOf(await given(there))).toContain(unproved);
    expect(await rulesOf(await given(await typedAt('10:05:00')))).toContain(unproved);
    expect(await rulesOf(await given(await typedAt('10:16:00')))).not.toContain(unproved);
    const forged = await approvedBy(shop.api, till.device, boss, [ANY_PRICE]);
    const [text = '', mac = ''] = forged.approval.split('.');
    for (const approval of [`${text}.${mac.slice(0, -2)}AA`, `${text}.`.concat('A'), 'AAAA.AAAA']) {
      const entry = await given({ ...forged, uuid: uuid(), approval });
      expect(await rulesOf(entry)).toContain(unproved);
    }
  });

  it('is measured by the shop’s clock: that of the device neither makes it old nor renews it', async () => {
    for (const said of [`${DAY}T10:55:00`, '2026-03-12T10:30:00', '2026-03-10T10:30:00', '2020-01-01T00:00:00']) {
      const wrong = { date: said.slice(0, 10), time: said.slice(11) };
      const moment = { cashier: mallory, ...(await typedAt('10:29:00')) };
      const own = await made(receiptOf(shop, at(), 1, wrong), moment);
      expect([said, (await rulesOf(own)).includes(unproved)]).toEqual([said, false]);
    }
    // The clock of the device says that the PIN was typed a moment ago; the entry before it was made after that.
    const behind = receiptOf(shop, at(), 1, { time: '10:06:00' });
    const old = await made(behind, { cashier: mallory, ...(await typedAt('10:05:00')) });
    expect(await rulesOf(old)).toContain(unproved);
  });

  it('without a network is signed with the key that the PIN of the supervisor opens', async () => {
    const key = await pinKey(boss);
    const offline = async (more: Partial<TillTicket> = {}, by = key) => {
      const entry = uuid();
      const base = { kind: 'approval', key: by.issued_at, enrolment: till.device.enrolment, user_fk: boss } as const;
      const ticket = { ...base, at: iso('10:30:00'), entry, rights: [ANY_PRICE], ...more } as TillTicket;
      return { approvedBy: boss, uuid: entry, approval: await signed(by, ticket) };
    };
    expect(await rulesOf(await given(await offline()))).toEqual([]);
    expect(await rulesOf(await given(await offline({ enrolment: uuid() })))).toContain(unproved);
    // The cashier's own key signs nothing in the name of the supervisor.
    expect(await rulesOf(await given(await offline({}, await pinKey(mallory))))).toContain(unproved);
    // Nor does a key that calls itself the server's.
    expect(await rulesOf(await given(await offline({ key: 'server' })))).toContain(unproved);
  });
});
