/**
 * Five-line receipts of twenty devices that were offline, sent over HTTP as devices do, a hundred in a request and in
 * the order of their chains, compared with the sales of `command` in the same shop.
 */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { ensureFirstUser } from '../command-api/seed-data/first-user.ts';
import { templatePermissions } from '../domain/registry/role-templates.ts';
import type { EntryContent, ReceiptEntry } from '../domain/till/device-entry.schema.ts';
import type { ChainedEntry } from '../domain/till/device-entry.ts';
import { listOf, membersOf, objectsOf } from '../domain/values/members.ts';
import { DeviceChain } from '../tools/demo/tills/device-chain.ts';
import { type Figure, median, mustHold, perSecond, type Run, type Scenario, scaled } from './measure.ts';
import {
  type Call,
  CLIENTS,
  caller,
  LINES,
  openShop,
  PASSWORD,
  poster,
  type Shop,
  sell,
  startApi,
} from './selling-shop.ts';

const DEVICES = 20;
const RECEIPTS = 20_000;
/** Memory is compared after the first half, when the caches of the server are full, and after the last round. */
const ROUNDS = 6;
const SALES = 2_500;
const WARM_UP = 500;
const ITEMS = 200;
/** The number that `web/till/device` sends in one request. */
const AT_ONCE = 100;
const PRICE = 1_000;
const PIN = '481516';

export const till: Scenario = {
  name: 'till',
  about: `${RECEIPTS.toLocaleString('en')} five-line receipts of ${DEVICES} devices drained over HTTP, beside the sales of command`,
  async run(run) {
    const { databaseUrl, size } = run;
    const first = await ensureFirstUser({ databaseUrl, password: PASSWORD, rate: '1480' });
    const api = await startApi(databaseUrl);
    try {
      const session = await caller(api.port)('auth/login', { email: first?.email, password: PASSWORD });
      const token = String(session['access_token']);
      const call = caller(api.port, token);
      const shop = await openShop(call, scaled(ITEMS, size, LINES));
      const devices = await enrolled(api.port, token, call);
      return await measure(run, call, { shop, devices, pid: api.pid });
    } finally {
      await api.stop();
    }
  },
};

interface Device {
  readonly chain: DeviceChain;
  readonly cashier: number;
  readonly account: number;
  readonly drawer: string;
  /** Throws for a status other than 2xx. */
  readonly send: (entries: readonly ChainedEntry[]) => Promise<void>;
}

/** Each with an open drawer and its own cashier. */
async function enrolled(port: number, token: string, call: Call): Promise<readonly Device[]> {
  const role_fk = (await call('roles', { role_name: 'Till', permissions: templatePermissions('cashier') }))['id'];
  const asOffice = poster(port, { authorization: `Bearer ${token}` });
  const devices: Device[] = [];
  for (let number = 1; number <= DEVICES; number += 1) {
    const user = await call('users', {
      user_name: `Cashier ${number}`,
      email: `cashier${number}@example.com`,
      role_fk,
      is_cashier: true,
      staff_pin: PIN,
      outlets: [1],
      inventories: [1],
      default_inventory_fk: 1,
      default_account_fk: 1,
    });
    const box = { account_name: `Till ${number}`, cash_type: 1, currency_fk: 1, outlet_fk: 1 };
    const account = Number((await call('cashes', box))['id']);
    const { data, cookie } = await asOffice('tills/enrol', { till_name: `Till ${number}`, outlet_fk: 1 });
    const { enrolment, number_prefix } = membersOf(data);
    const chain = new DeviceChain(String(enrolment), String(number_prefix));
    const cashier = Number(user['id']);
    const post = poster(port, { cookie });
    await post('auth/login_cashier', { outlet_fk: 1, user_fk: cashier, pin: PIN });
    const send = sender(post);
    const accounts = [{ account_fk: account, safe_account_fk: 1, float_amount: '0' }];
    const opened = await chain.next({ kind: 'open_drawer', outlet_fk: 1, ...moment(), accounts }, { cashier });
    await send([opened]);
    devices.push({ chain, cashier, account, drawer: opened.uuid, send });
  }
  return devices;
}

/** Every entry is stored at the first attempt, and breaks no rule. */
const sender =
  (post: ReturnType<typeof poster>) =>
  async (entries: readonly ChainedEntry[]): Promise<void> => {
    const answers = objectsOf((await post('till/entries', { entries })).data);
    const odd = answers.find(({ state, review }) => state !== 'stored' || listOf(review).length > 0);
    mustHold(answers.length === entries.length && odd === undefined, `an entry was answered ${JSON.stringify(odd)}`);
  };

/** The shop's local day and time. */
function moment(): Pick<EntryContent, 'date' | 'time'> {
  const now = new Date();
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    date: `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`,
    time: [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join(':'),
  };
}

interface Place {
  readonly shop: Shop;
  readonly devices: readonly Device[];
  readonly pid: number;
}

async function measure({ size, databaseUrl }: Run, call: Call, { shop, devices, pid }: Place): Promise<Figure[]> {
  const rounds = scaled(ROUNDS, size, 1);
  const each = scaled(RECEIPTS / DEVICES / rounds, size, 1);
  const [salesOfRound, warmUp] = [scaled(SALES, size, CLIENTS), scaled(WARM_UP, size, CLIENTS)];
  await sell(call, shop, warmUp);
  const [sales, drains, memory]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    sales.push(await sell(call, shop, salesOfRound));
    const waiting = await Promise.all(devices.map((device) => receiptsOf(device, shop, each)));
    drains.push(await drain(devices, waiting));
    memory.push(memoryOf(pid));
  }
  await check(databaseUrl, { shop, devices, receipts: rounds * each, sales: warmUp + rounds * salesOfRound });
  const ratio = median(drains) / median(sales);
  const [before = 0, after = 0] = [memory[Math.ceil(rounds / 2) - 1], memory.at(-1)];
  return [
    {
      name: `${DEVICES} devices`,
      value: perSecond(median(drains), 'receipts'),
      reference: { name: 'command', value: perSecond(median(sales), 'sales'), ratio },
      target: { text: 'at least 0.5 ×', reached: ratio >= 0.5 },
    },
    {
      name: 'memory of the server',
      value: `${before} MiB, then ${after} MiB`,
      target: { text: 'grows by a quarter at most after the first half', reached: after <= before * 1.25 },
    },
  ];
}

async function receiptsOf(device: Device, { items, unit }: Shop, count: number): Promise<readonly ChainedEntry[]> {
  const { chain, cashier, account, drawer } = device;
  const total = String(LINES * PRICE);
  const receipts: ChainedEntry[] = [];
  for (let piece = 0; piece < count; piece += 1) {
    const content: ReceiptEntry = {
      kind: 'receipt',
      outlet_fk: 1,
      inventory_fk: 1,
      drawer: { uuid: drawer },
      ...moment(),
      lines: Array.from({ length: LINES }, (_, line) => ({
        line_id: line + 1,
        item_fk: items[(piece * 7 + line * 31) % items.length] ?? 0,
        unit_fk: unit,
        quantity: '1',
        price: String(PRICE),
        discount_amount: '0',
        tax_amount: '0',
        total_amount: String(PRICE),
      })),
      payments: [{ method: 'cash', amount: total, account_fk: account }],
      number: chain.number,
      total,
      change: '0',
    };
    receipts.push(await chain.next(content, { cashier }));
  }
  return receipts;
}

/** Receipts per second, all devices concurrently. */
async function drain(devices: readonly Device[], waiting: readonly (readonly ChainedEntry[])[]): Promise<number> {
  const startedMs = performance.now();
  await Promise.all(
    devices.map(async ({ send }, index) => {
      const receipts = waiting[index] ?? [];
      for (let from = 0; from < receipts.length; from += AT_ONCE) await send(receipts.slice(from, from + AT_ONCE));
    }),
  );
  const count = waiting.reduce((sum, receipts) => sum + receipts.length, 0);
  return (count / (performance.now() - startedMs)) * 1_000;
}

/** Resident memory of the process in MiB; 0 where the system does not report it. */
function memoryOf(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const resident = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(resident ?? 0) / 1024);
}

interface Sold extends Pick<Place, 'shop' | 'devices'> {
  /** Receipts of each device. */
  readonly receipts: number;
  readonly sales: number;
}

/** Every receipt is stored once, no number of a device is missing, and stock and drawers match. */
async function check(url: string, { shop, devices, receipts, sales }: Sold): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const one = async (text: string, values: readonly unknown[] = []) =>
    Number((await client.query({ text, values: [...values], rowMode: 'array' })).rows[0]?.[0]);
  const completed = await one(`select count(distinct stream) from log.event where type = 'pos_sale.completed'`);
  const taken = await one(`select count(*) from claim.taken where "set" = 'till.sequence'`);
  const stock = await one(`select sum(total) from claim.level where key ^@ 'stock:'`);
  const drawers: number[] = [];
  for (const { account } of devices) {
    drawers.push(await one('select total from claim.level where key = $1', [`cash:${account}`]));
  }
  await client.end();
  const all = receipts * devices.length;
  mustHold(completed === all, `${all} receipts were sent, ${completed} are in the log`);
  mustHold(taken === all + devices.length, `${taken} numbers of devices are taken`);
  mustHold(stock === shop.items.length * 1_000_000 - (all + sales) * LINES, `the stock is ${stock}`);
  mustHold(
    drawers.every((cash) => cash === receipts * LINES * PRICE),
    `the drawers hold ${drawers.join(', ')}`,
  );
}
