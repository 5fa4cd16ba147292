/**
 * A till whose clock is wrong: its entries are booked when they can have happened, in years that exist, and the ledger of
 * its drawer has on the day of its closing what its report says.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountNumber } from '../../domain/chart/chart.ts';
import type { EntryContent } from '../../domain/till/device-entry.schema.ts';
import type { ChainedEntry } from '../../domain/till/device-entry.ts';
import { openOffice } from '../read-api/office.ts';
import { TODAY } from './api.ts';
import {
  acrossFindings,
  caughtUp,
  DAY,
  newCashier,
  type OpenedTill,
  openedTill,
  openTillShop,
  receiptOf,
  send,
  type TillShop,
} from './tilling.ts';

let shop: TillShop;
let database: pg.Client;
let now = TODAY;
beforeAll(async () => {
  shop = await openTillShop(await openOffice('', { clock: () => now }));
  database = new pg.Client({ connectionString: shop.api.database.url });
  await database.connect();
});
afterAll(async () => {
  await database?.end();
  await shop?.api.close();
});

/** The clock of the server is at 10:30 of the day; the drawer is opened at 08:00, the first receipt is of 09:00. */
const ARRIVAL = '10:30:00';
/** Their device was enrolled on the first of March of that year, before which nobody can have signed in. */
const EARLY = 'before_enrolment';
const CLOCKS: readonly (readonly [said: string, booked: string, early?: string])[] = [
  ['2029-11-28T10:00:00', ARRIVAL],
  ['2026-03-12T10:00:00', ARRIVAL],
  ['2060-01-01T10:00:00', ARRIVAL],
  ['2020-06-01T10:00:00', ARRIVAL, EARLY],
  ['1970-01-01T00:00:00', ARRIVAL, EARLY],
  ['2025-06-01T10:00:00', ARRIVAL, EARLY],
  // Before its drawer was opened, and before the entry before it.
  ['2026-03-10T10:00:00', ARRIVAL],
];

const moment = (said: string) => ({ date: said.slice(0, 10), time: said.slice(11) });
const next = (till: OpenedTill, content: EntryContent) =>
  till.device.chain.next(content, { cashier: till.opened.cashier_fk });
const sold = (till: OpenedTill, said: string, more: object = {}) => {
  const at = { drawer: till.drawer, account: till.account, number: till.device.chain.number };
  return next(till, { ...receiptOf(shop, at), ...moment(said), ...more });
};
const counted = (till: OpenedTill, said: string, amount: number) =>
  next(till, {
    ...{ kind: 'count', drawer: till.drawer, ...moment(said) },
    accounts: [{ account_fk: till.account, counted_amount: String(amount) }],
  });
const closed = (till: OpenedTill, said: string, amount: number) =>
  next(till, {
    ...{ kind: 'close_drawer', drawer: till.drawer, ...moment(said) },
    accounts: [{ account_fk: till.account, left_amount: String(amount), expected_amount: String(amount) }],
  });

/** The events that hold these entries, in the order of the chain. */
async function eventsOf(entries: readonly ChainedEntry[]) {
  const { rows } = await database.query<{ data: Record<string, unknown> }>(
    `select data from log.event where data #>> '{device,uuid}' = any($1) order by (data #>> '{device,sequence}')::int`,
    [entries.map(({ uuid }) => uuid)],
  );
  return rows.map(({ data }) => ({ at: `${data['date']}T${data['time']}`, device: data['device'] }));
}

/** The cash of an account in the ledger, on the day and in all. */
async function cashOf(account: number) {
  await caughtUp(shop.api);
  const { rows } = await database.query<{ on_day: string; in_all: string }>(
    `select coalesce(sum(base) filter (where effective_date <= $2::date), 0)::int::text as on_day,
       coalesce(sum(base), 0)::int::text as in_all
     from read.journal_line where account = $1`,
    [accountNumber({ key: 'cash', of: account }), DAY],
  );
  return rows[0];
}
const rulesOf = (answers: Awaited<ReturnType<typeof send>>) =>
  answers.map(({ state, review = [] }) => [state, ...review.map(({ rule }) => rule)]);

describe('a till whose clock is wrong', () => {
  it('books each receipt when it can have happened, says so, and its drawer agrees with its report', async () => {
    const till = await openedTill(shop, 'Wrong clock', await newCashier(shop, 'Hemin'));
    const first = await sold(till, `${DAY}T09:00:00`);
    await send(shop.api, till.device, [till.opened, first]);
    const receipts: ChainedEntry[] = [];
    for (const [said, , early] of CLOCKS) {
      const receipt = await sold(till, said);
      receipts.push(receipt);
      // One at a time, as a till with a network sends them.
      const answers = await send(shop.api, till.device, [receipt]);
      expect(rulesOf(answers)).toEqual([['stored', 'clock_impossible', ...(early ? [early] : [])]]);
      expect(answers[0]?.review?.[0]).toMatchObject({
        values: { said: said.replace('T', ' '), clock: `${DAY} ${ARRIVAL}`, booked: `${DAY} ${ARRIVAL}` },
      });
    }
    const stored = await eventsOf(receipts);
    expect(stored.map(({ at }) => at)).toEqual(CLOCKS.map(([, booked]) => `${DAY}T${booked}`));
    expect(stored.map(({ device }) => device)).toMatchObject(
      CLOCKS.map(([said]) => ({ printed_at: said.replace('T', ' '), made_at: new Date(said).toISOString() })),
    );
    const expected = 10_000 + 2_000 * (1 + CLOCKS.length);
    const end = [
      await counted(till, '2029-11-28T20:00:00', expected),
      await closed(till, '2029-11-28T20:01:00', expected),
    ];
    expect(rulesOf(await send(shop.api, till.device, end))).toEqual([
      ['stored', 'clock_impossible'],
      ['stored', 'clock_impossible'],
    ]);
    expect((await eventsOf(end)).map(({ at }) => at)).toEqual([`${DAY}T${ARRIVAL}`, `${DAY}T${ARRIVAL}`]);
    expect(await cashOf(till.account)).toEqual({ on_day: String(expected), in_all: String(expected) });
    const [{ id } = {}] = await send(shop.api, till.device, [till.opened]);
    const { body } = await shop.api.send('GET', `closing_drawers/${id}`);
    expect(body.data).toMatchObject({
      closing: { accounts: [{ expected_amount: String(expected), counted_amount: String(expected) }] },
    });
    expect(await acrossFindings(shop.api)).toEqual([]);
  });

  it('books all that it sends at once in the order of its chain, of every kind', async () => {
    const cashier = await newCashier(shop, 'Hiwa');
    const till = await openedTill(shop, 'Empty battery', cashier);
    const moved = { drawer: till.drawer, account_fk: till.account, note: 'change', amount: '1000' };
    const line = { item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '1000' };
    const printed = { discount_amount: '0', tax_amount: '0', total_amount: '1000' };
    const first = await sold(till, `${DAY}T09:00:00`);
    const entries = [
      first,
      await next(till, { kind: 'pay_in', ...moved, ...moment('1970-01-01T00:00:10') }),
      await next(till, {
        ...{ kind: 'pay_out', ...moved, ...moment('2020-01-01T00:00:20'), expense_type_fk: shop.expenseType },
      }),
      await next(till, {
        ...{ kind: 'refund', outlet_fk: shop.outlet, inventory_fk: shop.inventory, drawer: till.drawer },
        ...{ receipt: { uuid: first.uuid }, ...moment('2029-01-01T00:00:30'), reason: 'broken' },
        ...{ number: till.device.chain.number, total: '1000', lines: [{ line: 1, ...line, ...printed }] },
        payments: [{ method: 'cash', amount: '1000', account_fk: till.account }],
      }),
      await sold(till, `${DAY}T09:10:00`, {
        removed: [{ ...line, ...moment('2060-01-01T00:00:00'), cashier_fk: cashier }],
      }),
      await counted(till, '2029-01-01T00:00:40', 13_000),
      await closed(till, '1971-01-01T00:00:50', 13_000),
    ];
    const answers = await send(shop.api, till.device, [till.opened, ...entries]);
    const wrong = ['stored', 'clock_impossible'];
    const early = [...wrong, EARLY];
    // The clock was right again for one receipt, which the refund before it does not move.
    expect(rulesOf(answers)).toEqual([['stored'], ['stored'], early, early, wrong, ['stored'], wrong, early]);
    const stored = await eventsOf([till.opened, ...entries]);
    expect(stored.map(({ at }) => at)).toEqual(
      ['08:00:00', '09:00:00', '09:00:00', '09:00:00', '09:10:00', '09:10:00', ARRIVAL, ARRIVAL].map(
        (time) => `${DAY}T${time}`,
      ),
    );
    expect(await cashOf(till.account)).toEqual({ on_day: '13000', in_all: '13000' });
    const [{ id } = {}] = await send(shop.api, till.device, [till.opened]);
    const { body } = await shop.api.send('GET', `closing_drawers/${id}/figures`);
    expect(body.data).toMatchObject({ removed: [{ date: DAY, time: '09:10:00' }] });
  });

  it('sends again what a process stored before it ended: the next entry follows what is in the books, not the second arrival', async () => {
    const till = await openedTill(shop, 'Interrupted', await newCashier(shop, 'Zana'));
    const ahead = await sold(till, '2026-03-12T10:00:00');
    expect(rulesOf(await send(shop.api, till.device, [till.opened, ahead]))[1]).toEqual(['stored', 'clock_impossible']);
    // The process ended before it kept the end of the chain, or another replica keeps an earlier one.
    await database.query('update identity.till_device set last_sequence = 1, last_moment = $2 where enrolment = $1', [
      till.device.enrolment,
      new Date(`${DAY}T08:00:00`),
    ]);
    try {
      now = new Date(`${DAY}T11:00:00`);
      expect(await send(shop.api, till.device, [ahead])).toMatchObject([{ state: 'stored_before' }]);
      const after = await sold(till, `${DAY}T10:40:00`);
      expect(rulesOf(await send(shop.api, till.device, [after]))).toEqual([['stored']]);
      expect((await eventsOf([ahead, after])).map(({ at }) => at)).toEqual([`${DAY}T${ARRIVAL}`, `${DAY}T10:40:00`]);
      // In one request with the entry that is sent again, too.
      await database.query('update identity.till_device set last_sequence = 1 where enrolment = $1', [
        till.device.enrolment,
      ]);
      const last = await sold(till, `${DAY}T10:45:00`);
      expect(rulesOf(await send(shop.api, till.device, [ahead, after, last]))).toEqual([
        ['stored_before', 'clock_impossible'],
        ['stored_before'],
        ['stored'],
      ]);
      expect((await eventsOf([last])).map(({ at }) => at)).toEqual([`${DAY}T10:45:00`]);
    } finally {
      now = TODAY;
    }
  });

  it('is told in both clocks to whoever reviews it, and the paper keeps what it says', async () => {
    const till = await openedTill(shop, 'Told', await newCashier(shop, 'Shvan'));
    const receipt = await sold(till, '2029-11-28T10:00:00');
    const [, answer] = await send(shop.api, till.device, [till.opened, receipt]);
    await caughtUp(shop.api);
    const shown = await shop.api.send('GET', `pos_sales/${answer?.id}/till_entries`);
    expect(shown.body.data).toMatchObject({
      entries: [
        {
          printed_at: '2029-11-28 10:00:00',
          rules: [
            'The till printed 28/11/2029 10:00:00; the shop’s clock said 11/03/2026 10:30:00; it is booked at 11/03/2026 10:30:00',
          ],
        },
      ],
    });
  });

  it('cannot open a drawer before its device was enrolled, nor in another year', async () => {
    for (const [said, booked] of [
      ['2019-01-01T08:00:00', '2026-03-01T00:00:00'],
      ['2031-01-01T08:00:00', `${DAY}T${ARRIVAL}`],
    ] as const) {
      const cashier = await newCashier(shop, `Opens${said.slice(0, 4)}`);
      const till = await openedTill(shop, `Opened ${said.slice(0, 4)}`, cashier, moment(said));
      const [opened] = await send(shop.api, till.device, [till.opened]);
      expect(opened).toMatchObject({ state: 'stored' });
      expect(opened?.review?.[0]).toMatchObject({ rule: 'clock_impossible' });
      expect((await eventsOf([till.opened])).map(({ at }) => at)).toEqual([booked]);
    }
  });

  it('of a drawer that comes after its receipts opens it before them', async () => {
    const till = await openedTill(shop, 'Late drawer', await newCashier(shop, 'Nazdar'), moment('2031-01-01T08:00:00'));
    const receipt = await sold(till, `${DAY}T09:00:00`);
    await send(shop.api, till.device, [receipt]);
    await send(shop.api, till.device, [till.opened]);
    expect((await eventsOf([till.opened, receipt])).map(({ at }) => at)).toEqual([
      `${DAY}T09:00:00`,
      `${DAY}T09:00:00`,
    ]);
  });
});
