/**
 * Entries that were made longer after the last sign-in with the network than the settings permit are stored, and wait
 * for a review.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureRecords } from '../../command-api/seed-data/later-records.ts';
import type { ChainedEntry } from '../../domain/till/device-entry.ts';
import { openOffice } from '../read-api/office.ts';
import { rolesAt } from '../support/database.ts';
import {
  CASHIER_RIGHTS,
  caughtUp,
  newCashier,
  type OpenedTill,
  openedTill,
  openTillShop,
  receiptOf,
  send,
  type TillShop,
} from './tilling.ts';

let shop: TillShop;
let till: OpenedTill;
let boss: number;
let database: pg.Client;
beforeAll(async () => {
  shop = await openTillShop(await openOffice(), { signsIn: false });
  await ensureRecords({ databaseUrl: rolesAt(shop.api.database.url).command });
  till = await openedTill(shop, 'Front', shop.cashier);
  boss = await newCashier(shop, 'Boss', [...CASHIER_RIGHTS, 'sales/below_minimum_price']);
  database = new pg.Client({ connectionString: shop.api.database.url });
  await database.connect();
  // The device was enrolled days ago; its cashier last signed in with the network at half past eight of the evening
  // before.
  await database.query(`update identity.till_device set enrolled_at = $1`, [new Date('2026-03-08T08:00:00')]);
  await signedIn(shop.cashier, '2026-03-10T20:30:00');
  await send(shop.api, till.device, [till.opened]);
});
afterAll(async () => {
  await database.end();
  await shop.api.close();
});

const signedIn = (user: number, at: string, outcome = 'signed_in') =>
  database.query(
    `insert into identity.login_attempt (at, way, email, user_id, till_id, outcome) values ($1, 'pin', $2, $3, $4, $5)`,
    [new Date(at), `#${user}`, user, till.device.till, outcome],
  );

const sold = (time: string, more: { readonly approvedBy?: number; readonly cashier?: number } = {}) => {
  const { chain } = till.device;
  const at = { drawer: till.drawer, account: till.account, number: chain.number };
  return chain.next(receiptOf(shop, at, 1, { time }), { cashier: shop.cashier, ...more });
};
/** The rules that each entry broke, with their fields. */
async function rulesOf(entries: readonly ChainedEntry[]) {
  // The batches of these tests are each of a morning of its own, and do not follow each other.
  await database.query('update identity.till_device set last_sequence = null, last_moment = null');
  const answers = await send(shop.api, till.device, entries);
  expect(answers.map(({ state }) => state)).toEqual(entries.map(() => 'stored'));
  return answers.map(({ review = [] }) => review.map(({ rule, field, values }) => [rule, field, values?.['hours']]));
}

describe('what a device enters without a network', () => {
  it('is stored within the hours and beyond them, and only that beyond them waits for a review', async () => {
    // The server's clock is at half past ten.
    const [within, beyond, now] = [await sold('08:20:00'), await sold('09:10:00'), await sold('10:29:00')];
    expect(await rulesOf([within, beyond, now])).toEqual([[], [['offline_too_long', 'cashier_fk', '12']], []]);
    await caughtUp(shop.api);
    for (const [language, said] of [
      ['en', 'more than 12 hours'],
      ['ckb', '12 کاتژمێر'],
      ['ar', '12 ساعة'],
    ] as const) {
      const rows = await shop.api.send('GET', 'till_reviews', undefined, { headers: { 'accept-language': language } });
      expect(JSON.stringify(rows.body.data).replace(/[\u2066-\u2069]/g, '')).toContain(said);
    }
    const again = await send(shop.api, till.device, [beyond]);
    expect(again).toMatchObject([{ state: 'stored_before' }]);
  });

  it('counts from the last time that the PIN was right with the network, here, of the one who entered it', async () => {
    await signedIn(shop.cashier, '2026-03-11T09:12:00');
    await signedIn(boss, '2026-03-11T09:12:00', 'wrong');
    expect(await rulesOf([await sold('09:20:00')])).toEqual([[]]);
    const stranger = await newCashier(shop, 'Stranger');
    expect(await rulesOf([await sold('09:30:00', { cashier: stranger })])).toEqual([
      expect.arrayContaining([['cashier_without_pin', 'cashier_fk', undefined]]),
    ]);
  });

  it('is held against what the settings say now', async () => {
    await shop.api.send('PATCH', 'till_settings/1', { offline_hours: 0 });
    expect(await rulesOf([await sold('09:50:00')])).toEqual([[['offline_too_long', 'cashier_fk', '0']]]);
    await shop.api.send('PATCH', 'till_settings/1', { offline_hours: 12 });
  });
});
