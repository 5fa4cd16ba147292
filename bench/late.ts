/**
 * Five-line sales of an earlier day, whose items were changed since, beside the same sales of today: the late ones have
 * the values of their day, from the histories of the items (docs/decisions/0228). Both are entered by turns, so that other
 * work of the machine affects both.
 */
import pg from 'pg';
import { ensureFirstUser } from '../command-api/seed-data/first-user.ts';
import { localAt } from '../domain/values/zone.ts';
import { zoneIn } from '../identity/shop-zone.ts';
import { type Figure, median, mustHold, perSecond, type Run, type Scenario, scaled } from './measure.ts';
import {
  type Call,
  CLIENTS,
  caller,
  day,
  LINES,
  openShop,
  PASSWORD,
  type Shop,
  sell,
  startApi,
} from './selling-shop.ts';

const ITEMS = 50;
const SALES = 400;
const WARM_UP = 200;
const ROUNDS = 5;
/** How often each item is changed after the day of the late sales. */
const CHANGES = [1, 100] as const;
const TIMES_AT_MOST = 1.5;

export const late: Scenario = {
  name: 'late',
  about: 'five-line sales of an earlier day, their items changed once and 100 times since, beside the same of today',
  async run(run) {
    const { size, databaseUrl } = run;
    // What is entered first was stored long ago, so that the changes that follow are on a later day.
    await clockBehind(databaseUrl, '3 years');
    const user = await ensureFirstUser({ databaseUrl, password: PASSWORD, rate: '1480' });
    const signIn = async (port: number) =>
      String((await caller(port)('auth/login', { email: user?.email, password: PASSWORD }))['access_token']);
    const shop = await onServer(databaseUrl, async (port) =>
      openShop(caller(port, await signIn(port)), scaled(ITEMS, size, LINES)),
    );
    await clockBehind(databaseUrl, '0');
    return onServer(databaseUrl, async (port) => {
      const token = await signIn(port);
      return measure(run, shop, { call: caller(port, token), amend: caller(port, token, 'PATCH') });
    });
  },
};

async function onServer<Found>(databaseUrl: string, work: (port: number) => Promise<Found>): Promise<Found> {
  const api = await startApi(databaseUrl);
  try {
    return await work(api.port);
  } finally {
    await api.stop();
  }
}

interface Calls {
  readonly call: Call;
  readonly amend: Call;
}

async function measure({ size, databaseUrl }: Run, shop: Shop, { call, amend }: Calls): Promise<Figure[]> {
  const days = { late: day(), today: localAt(zoneIn(undefined), Date.now()).date };
  const figures: Figure[] = [];
  let [changed, sold] = [0, 0];
  const enter = (date: string, count: number) => {
    sold += count;
    return sell(call, shop, count, [], date);
  };
  for (const times of CHANGES) {
    for (; changed < times; changed += 1) await changeAll(amend, shop, changed);
    const rates: Readonly<Record<keyof typeof days, number[]>> = { late: [], today: [] };
    for (const date of Object.values(days)) await enter(date, scaled(WARM_UP, size, CLIENTS));
    for (let round = 0; round < scaled(ROUNDS, size, 1); round += 1) {
      rates.today.push(await enter(days.today, scaled(SALES, size, CLIENTS)));
      rates.late.push(await enter(days.late, scaled(SALES, size, CLIENTS)));
    }
    figures.push(figureOf(times, median(rates.late), median(rates.today)));
  }
  await check(databaseUrl, days.late, sold);
  return figures;
}

function figureOf(times: number, lately: number, today: number): Figure {
  const slower = today / lately;
  return {
    name: times === 1 ? 'changed once' : `changed ${times} times`,
    value: perSecond(lately, 'sales'),
    reference: { name: 'sales of today', value: perSecond(today, 'sales'), ratio: lately / today },
    target: { text: `at most ${TIMES_AT_MOST} × the time of today`, reached: slower <= TIMES_AT_MOST },
  };
}

/** Another price and another warranty, which documents of an earlier day do not have. */
async function changeAll(amend: Call, { items, unit }: Shop, time: number): Promise<void> {
  const own = { unit_fk: unit, base_unit_qty: '1', is_base: true, is_default: true, barcodes: [] };
  const changed = {
    item_units: [{ ...own, sale_price: `${1_001 + time}` }],
    warranty_months: 1 + time,
    revision: time,
  };
  await Promise.all(items.map((item) => amend(`items/${item}`, changed)));
}

/** The clock of the log, by which events are stored. */
async function clockBehind(url: string, interval: '3 years' | '0'): Promise<void> {
  await onDatabase(url, async (client) => {
    await client.query(`create or replace function log.clock() returns timestamptz language sql volatile
      as 'select clock_timestamp() - interval ''${interval}'''`);
  });
}

async function onDatabase(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** All sales are there, the late ones with the values of their day and those of today with the present ones. */
async function check(url: string, lateDay: string, sold: number): Promise<void> {
  await onDatabase(url, async (client) => {
    const { rows } = await client.query<{ is_late: boolean; warranty: string | null; count: string }>(
      `select data ->> 'date' = $1 as is_late, data -> 'lines' -> 0 ->> 'warranty_months' as warranty, count(*) as count
       from log.event where type = 'sale.completed' group by 1, 2`,
      [lateDay],
    );
    const found = rows.reduce((all, { count }) => all + Number(count), 0);
    mustHold(found === sold, `${found} of ${sold} sales are there`);
    const warranties = (isLate: boolean) =>
      rows.flatMap(({ is_late, warranty }) => (is_late === isLate ? [warranty ?? 'none'] : [])).toSorted();
    const told = [warranties(true), warranties(false)].map((each) => each.join());
    mustHold(told.join('; ') === 'none; 1,100', `late sales and those of today have: ${told.join('; ')}`);
  });
}
