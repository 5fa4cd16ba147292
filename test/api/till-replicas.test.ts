/**
 * Two servers on one database receive the entries of one till: at the same moment, after one of them ended in the midst, with
 * another key, and while the time zone of the business is changed.
 */
import Fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureRecords } from '../../command-api/seed-data/later-records.ts';
import { commandApi } from '../../command-api/server.ts';
import type { ChainedEntry, EntryAnswer } from '../../domain/till/device-entry.ts';
import { readRoutes } from '../../read-api/read-routes.ts';
import { type Office, openOffice } from '../read-api/office.ts';
import { rolesAt } from '../support/database.ts';
import { SECRET } from './api.ts';
import { PIN } from './people.ts';
import {
  acrossFindings,
  approvedBy,
  CASHIER_RIGHTS,
  caughtUp,
  DAY,
  type Device,
  newCashier,
  type OpenedTill,
  openedTill,
  openTillShop,
  receiptOf,
  send,
  type TillShop,
} from './tilling.ts';

const ANY_PRICE = 'sales/below_minimum_price';

let now = new Date(`${DAY}T10:30:00`);
let office: Office;
let shop: TillShop;
let database: pg.Client;
let boss: number;
/** Another server with the same key, and one whose key was changed. */
let [other, changed]: FastifyInstance[] = [];
beforeAll(async () => {
  office = await openOffice('', { clock: () => now });
  shop = await openTillShop(office);
  await ensureRecords({ databaseUrl: rolesAt(office.database.url).command });
  boss = await newCashier(shop, 'Boss', [...CASHIER_RIGHTS, ANY_PRICE]);
  await office.send('PATCH', 'till_settings/1', { discount_without_supervisor: '5' });
  database = new pg.Client({ connectionString: office.database.url });
  await database.connect();
  [other, changed] = [await replica(SECRET), await replica(`another ${SECRET}`)];
});
afterAll(async () => {
  await other?.close();
  await changed?.close();
  await database?.end();
  await office?.close();
});

async function replica(jwtSecret: string): Promise<FastifyInstance> {
  const { command, projector: projectorDatabaseUrl } = rolesAt(office.database.url);
  const app = Fastify();
  const options = { databaseUrl: command, projectorDatabaseUrl, clock: () => now, dataDir: '', readRoutes };
  await app.register(commandApi({ ...options, secrets: { jwtSecret } }), { prefix: '/api' });
  await app.ready();
  return app;
}

async function sendTo(
  app: FastifyInstance | undefined,
  { cookie }: Pick<Device, 'cookie'>,
  entries: readonly object[],
): Promise<EntryAnswer[]> {
  const answer = await app?.inject({
    method: 'POST',
    url: '/api/till/entries',
    headers: { cookie },
    payload: { entries },
  });
  expect(answer?.statusCode, answer?.body).toBe(200);
  return answer?.json<{ data: EntryAnswer[] }>().data ?? [];
}

const sold = (till: OpenedTill, time: string, more: object = {}, of: object = {}) => {
  const at = { drawer: till.drawer, account: till.account, number: till.device.chain.number };
  return till.device.chain.next({ ...receiptOf(shop, at), time, ...more }, { cashier: till.opened.cashier_fk, ...of });
};

interface ChainEnd {
  readonly last_sequence: number | null;
  readonly last_moment: Date | null;
}

async function chainEnd({ enrolment }: Device): Promise<ChainEnd | undefined> {
  const { rows } = await database.query<ChainEnd>(
    'select last_sequence, last_moment from identity.till_device where enrolment = $1',
    [enrolment],
  );
  return rows[0];
}

/** The day and time of each stored entry, in the order of the chain: twice for one that is stored twice. */
async function booked(entries: readonly ChainedEntry[]): Promise<readonly string[]> {
  const { rows } = await database.query<{ at: string }>(
    `select (data ->> 'date') || ' ' || (data ->> 'time') as at from log.event
     where data #>> '{device,uuid}' = any($1) order by (data #>> '{device,sequence}')::int`,
    [entries.map(({ uuid }) => uuid)],
  );
  return rows.map(({ at }) => at);
}

const rulesOf = ({ state, review = [] }: EntryAnswer) => [state, ...review.map(({ rule }) => rule)];

describe('two servers that receive one chain', () => {
  it('store each entry once, however their requests cross', async () => {
    const till = await openedTill(shop, 'Crossing', await newCashier(shop, 'Ako'));
    await send(office, till.device, [till.opened]);
    const all: ChainedEntry[] = [till.opened];
    for (const [round, shift] of [0, 1, 2, 3].map((number) => [number, number % 3] as const)) {
      const batch: ChainedEntry[] = [];
      for (let count = 0; count < 4; count += 1) batch.push(await sold(till, `09:${round}${count}:00`));
      all.push(...batch);
      const answers = await Promise.all([
        send(office, till.device, batch),
        sendTo(other, till.device, batch.slice(shift)),
      ]);
      // A server that was not sent the entry before may receive the next one first.
      const rules = answers.flat().map(rulesOf);
      for (const [state, ...more] of rules) {
        expect([state, ...more.filter((rule) => rule !== 'entries_missing')]).toEqual([
          expect.stringMatching(/^stored/),
        ]);
      }
    }
    expect(await booked(all)).toHaveLength(all.length);
    expect(await chainEnd(till.device)).toMatchObject({ last_sequence: all.length });
    expect(await acrossFindings(office)).toEqual([]);
  });

  it('of which one ended before it kept the end of the chain: the other one stores nothing again, and goes on', async () => {
    const till = await openedTill(shop, 'Ended', await newCashier(shop, 'Baran'));
    await send(office, till.device, [till.opened, await sold(till, '09:00:00')]);
    const before = await chainEnd(till.device);
    const batch = [await sold(till, '09:10:00'), await sold(till, '09:20:00')];
    await send(office, till.device, batch);
    const [first, second] = await booked(batch);
    // As if it had ended between the last event and the end of the chain: no answer has reached the till.
    await database.query('update identity.till_device set last_sequence = $2, last_moment = $3 where enrolment = $1', [
      till.device.enrolment,
      before?.last_sequence,
      before?.last_moment,
    ]);
    // The battery of the clock was empty in between.
    const next = await sold(till, '00:00:10', { date: '1970-01-01' });
    const answers = await sendTo(other, till.device, [...batch, next]);
    expect(answers.map(rulesOf)).toEqual([
      ['stored_before'],
      ['stored_before'],
      ['stored', 'clock_impossible', 'before_enrolment'],
    ]);
    expect(await booked([...batch, next])).toEqual([first, second, second]);
    expect(await chainEnd(till.device)).toMatchObject({ last_sequence: 5 });
    expect((await send(office, till.device, [...batch, next])).map(({ state }) => state)).toEqual(
      Array(3).fill('stored_before'),
    );
    expect(await acrossFindings(office)).toEqual([]);
  });
});

describe('a ticket of an approval', () => {
  it('counts at every server of one key; after a change of the key it is noted, and a new one counts', async () => {
    const till = await openedTill(shop, 'Keys', await newCashier(shop, 'Rubar'));
    await send(office, till.device, [till.opened]);
    const given = (of: object) =>
      sold(
        till,
        '10:30:00',
        {
          ...{ total: '10', payments: [{ method: 'cash', amount: '10', account_fk: till.account }] },
          lines: [
            {
              ...{ line_id: 1, item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '1000' },
              ...{ discount: { type: 'percent', value: '99' } },
              ...{ discount_amount: '990', tax_amount: '0', total_amount: '10' },
            },
          ],
        },
        of,
      );
    const approved = () => approvedBy(office, till.device, boss, [ANY_PRICE]);
    const alike = await given(await approved());
    expect((await sendTo(other, till.device, [alike])).map(rulesOf)).toEqual([['stored']]);
    const former = await given(await approved());
    const noted = ['stored', 'approval_without_pin', 'discount_above_limit'];
    expect((await sendTo(changed, till.device, [former])).map(rulesOf)).toEqual([noted]);
    // Sent again to a server that still has the former key, it stays what it is.
    expect((await send(office, till.device, [former])).map(rulesOf)).toEqual([['stored_before', ...noted.slice(1)]]);
    const entry = crypto.randomUUID().replace(/^(.{14})./, '$17');
    const payload = { user_fk: boss, pin: PIN, rights: [ANY_PRICE], entry };
    const headers = { cookie: till.device.cookie };
    const answer = await changed?.inject({ method: 'POST', url: '/api/till/approvals', headers, payload });
    const { ticket } = answer?.json<{ data: { ticket: string } }>().data ?? {};
    const renewed = await given({ approvedBy: boss, approval: ticket, uuid: entry });
    expect((await sendTo(changed, till.device, [renewed])).map(rulesOf)).toEqual([['stored']]);
    expect(await acrossFindings(office)).toEqual([]);
  });
});

describe('a time zone that is changed', () => {
  const setZone = async (time_zone: string) =>
    expect((await office.send('PATCH', 'system_settings/1', { time_zone })).status).toBe(200);

  it.each([
    ['to the east', 'Asia/Baghdad', 'Asia/Karachi', ['2026-03-11 12:40:00', '2026-03-11 14:45:00']],
    ['to the west', 'Asia/Baghdad', 'Europe/London', ['2026-03-11 12:40:00', '2026-03-11 09:45:00']],
  ])('%s while entries wait at a till: each is booked once, at its instant', async (where, zone, next, times) => {
    await setZone(zone);
    now = new Date('2026-03-11T09:50:00Z');
    const till = await openedTill(shop, `Zone ${where}`, await newCashier(shop, `Zone${where.slice(-4)}`));
    const made = (instant: string, time: string) => sold(till, time, {}, { made: new Date(`2026-03-11T${instant}Z`) });
    await send(office, till.device, [till.opened]);
    const first = await made('09:40:00', '12:40:00');
    // Printed in the former zone, and sent after the change.
    const second = await made('09:45:00', '12:45:00');
    expect((await send(office, till.device, [first])).map(rulesOf)).toEqual([['stored']]);
    await setZone(next);
    const answers = await Promise.all([
      send(office, till.device, [first, second]),
      sendTo(other, till.device, [second]),
    ]);
    for (const answer of answers.flat()) expect(rulesOf(answer)).toEqual([expect.stringMatching(/^stored/)]);
    expect(await booked([first, second])).toEqual(times);
    await caughtUp(office);
    expect(await acrossFindings(office)).toEqual([]);
    now = new Date(`${DAY}T10:30:00`);
  });
});
