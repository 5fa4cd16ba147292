/** A shop with tills: their devices, a cashier, the accounts of a drawer, and entries that devices make and send. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { EntryContent, ReceiptEntry } from '../../domain/till/device-entry.schema.ts';
import type { ChainedEntry, EntryAnswer } from '../../domain/till/device-entry.ts';
import { currentBuild } from '../../projector/builds/build.ts';
import { checkAcross } from '../../projector/verify/across.ts';
import { checkClaims } from '../../projector/verify/claims.ts';
import { DeviceChain } from '../../tools/demo/tills/device-chain.ts';
import { type Api, openApi, type Sent } from './api.ts';
import { colleague, cookieOf, PIN } from './people.ts';
import { openShop, purchaseBody, type Shop } from './shop.ts';

export const DAY = '2026-03-11';

export interface Device {
  readonly till: number;
  readonly cookie: string;
  readonly enrolment: string;
  readonly chain: DeviceChain;
}

export interface TillShop extends Shop {
  readonly api: Api;
  /** False: no cashier has typed a PIN at a till, so that a test decides who did, and when. */
  readonly signsIn?: boolean;
  readonly safe: number;
  readonly cashier: number;
  readonly expenseType: number;
}

export const CASHIER_RIGHTS = [
  ...['index', 'store', 'complete', 'return_to_draft'].map((action) => `pos_sales/${action}`),
  ...['index', 'store', 'update', 'close'].map((action) => `closing_drawers/${action}`),
];

/** `opened` is an office with a projector, for tests that query the read models. */
export async function openTillShop(opened?: Api, { signsIn = true } = {}): Promise<TillShop> {
  const api = opened ?? (await openApi());
  const shop = await openShop(api);
  const safe = await box(api, shop.outlet, 'Safe');
  const owner = await api.add('stockholders', { stockholder_name: 'Shilan' });
  await api.add('capital_transactions', {
    ...{ outlet_fk: shop.outlet, stockholder_fk: owner, transaction_type: 'contribution', date: '2026-03-01' },
    ...{ amount: '10000000', currency_fk: 1, account_fk: safe },
  });
  await api.add('purchases', purchaseBody(shop, '1000'));
  const expenseType = await api.add('expense_types', { type_name: 'Tea' });
  const cashier = await newCashier({ api, ...shop, signsIn }, 'Rezan');
  return { ...shop, api, safe, cashier, expenseType, signsIn };
}

export const box = (api: Api, outlet_fk: number, account_name: string, currency_fk = 1): Promise<number> =>
  api.add('cashes', { account_name, cash_type: 1, currency_fk, outlet_fk });

export async function newCashier(
  { api, outlet, inventory, cash, signsIn }: Pick<TillShop, 'api' | 'outlet' | 'inventory' | 'cash' | 'signsIn'>,
  name: string,
  rights: readonly string[] = CASHIER_RIGHTS,
): Promise<number> {
  const { id } = await colleague(api, name, rights, {
    ...{ is_cashier: true, outlets: [outlet], inventories: [inventory], staff_pin: PIN },
    ...{ default_inventory_fk: inventory, default_account_fk: cash, user_code: name.slice(0, 10) },
  });
  if (signsIn !== false) await signInEverywhere(api);
  return id;
}

/** The devices were enrolled weeks ago, and every cashier typed the PIN at each of them in the morning. */
async function signInEverywhere({ database }: Api): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query('update identity.till_device set enrolled_at = $1 where enrolled_at > $1', [
      new Date('2026-03-01T00:00:00'),
    ]);
    await client.query(
      `insert into identity.login_attempt (at, way, email, user_id, till_id, outcome)
       select $1, 'pin', '#' || p.user_id, p.user_id, t.till_id, 'signed_in'
       from identity.pin p cross join (select distinct till_id from identity.till_device) t
       where not exists (
         select from identity.login_attempt a where a.user_id = p.user_id and a.till_id = t.till_id and a.at = $1)`,
      [new Date(`${DAY}T07:00:00`)],
    );
  } finally {
    await client.end();
  }
}

export async function newDevice(
  { api, outlet, signsIn }: Pick<TillShop, 'api' | 'outlet' | 'signsIn'>,
  given: object,
): Promise<Device> {
  const answer = await api.send('POST', 'tills/enrol', { outlet_fk: outlet, ...given });
  if (signsIn !== false) await signInEverywhere(api);
  const { till_id, enrolment, number_prefix } = answer.body.data;
  const chain = new DeviceChain(String(enrolment), String(number_prefix));
  return { till: Number(till_id), cookie: cookieOf(answer), enrolment: String(enrolment), chain };
}

/** Waits until the read models contain all stored events. */
export async function caughtUp({ database }: Api): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query<{ done: boolean }>(
        `select min(position) >= (select max(position) from log.event) as done from read.checkpoint`,
      );
      if (rows[0]?.done) return;
      await sleep(50);
    }
  } finally {
    await client.end();
  }
}

/**
 * Returns the findings of `verify` between the tables of the read models, and between them and the claims, when the
 * models contain all events.
 */
export async function acrossFindings(api: Api): Promise<readonly string[]> {
  await caughtUp(api);
  const client = new pg.Client({ connectionString: api.database.url });
  await client.connect();
  try {
    const build = await currentBuild(client);
    const schema = build?.schema ?? '';
    const answers = [...(await checkAcross(client, schema)), ...(await checkClaims(client, schema))];
    return answers.flatMap((answer) => answer.findings);
  } finally {
    await client.end();
  }
}

/** Sends entries. Returns the answer to each of them, in their order. */
export async function send(
  api: Api,
  { cookie }: Pick<Device, 'cookie'>,
  entries: readonly object[],
): Promise<EntryAnswer[]> {
  const answer = await sendRaw(api, cookie, entries);
  return answer.body.data as unknown as EntryAnswer[];
}

export const sendRaw = (api: Api, cookie: string, entries: readonly object[]): Promise<Sent> =>
  api.send('POST', 'till/entries', { entries }, { token: '', key: '', headers: cookie ? { cookie } : {} });

export const opening = (shop: TillShop, account: number, time = '08:00:00', float_amount = '10000'): EntryContent => ({
  ...{ kind: 'open_drawer', outlet_fk: shop.outlet, date: DAY, time },
  accounts: [{ account_fk: account, safe_account_fk: shop.safe, float_amount }],
});

/** A receipt of some bags of rice at 1,000, paid in cash. */
export function receiptOf(
  shop: TillShop,
  at: { readonly drawer: ReceiptEntry['drawer']; readonly account: number; readonly number: string },
  count = 2,
  more: Partial<ReceiptEntry> = {},
): ReceiptEntry {
  const total = String(count * 1000);
  const line = { item_fk: shop.item, unit_fk: shop.unit, quantity: String(count), price: '1000' };
  const printed = { discount_amount: '0', tax_amount: '0', total_amount: total };
  return {
    ...{ kind: 'receipt', outlet_fk: shop.outlet, inventory_fk: shop.inventory, drawer: at.drawer },
    ...{ date: DAY, time: '09:00:00', number: at.number, total, change: '0' },
    lines: [{ line_id: 1, ...line, ...printed }],
    payments: [{ method: 'cash', amount: total, account_fk: at.account }],
    ...more,
  };
}

/** The approval of a supervisor who types the PIN at the device now, for one entry: what `DeviceChain.next` takes. */
export async function approvedBy(
  api: Api,
  { cookie }: Pick<Device, 'cookie'>,
  supervisor: number,
  rights: readonly string[],
): Promise<{ readonly approvedBy: number; readonly approval: string; readonly uuid: string }> {
  const entry = uuidv7();
  const body = { user_fk: supervisor, pin: PIN, rights, entry };
  const answer = await api.send('POST', 'till/approvals', body, { token: '', key: '', headers: { cookie } });
  return { approvedBy: supervisor, approval: String(answer.body.data['ticket']), uuid: entry };
}

export interface OpenedTill {
  readonly device: Device;
  readonly account: number;
  readonly drawer: { readonly uuid: string };
  readonly opened: ChainedEntry;
}

/** A device with its own drawer, whose opening is entered and not yet sent. */
export async function openedTill(
  shop: TillShop,
  name: string,
  cashier = shop.cashier,
  { date = DAY }: { readonly date?: string } = {},
): Promise<OpenedTill> {
  const [device, account] = [
    await newDevice(shop, { till_name: name }),
    await box(shop.api, shop.outlet, `Box ${name}`),
  ];
  const opened = await device.chain.next({ ...opening(shop, account), date }, { cashier });
  return { device, account, opened, drawer: { uuid: opened.uuid } };
}
