/** General journals on goods received and not billed: what clears them, and what leaves more (docs/decisions/0230). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Api } from '../api/api.ts';
import { decidedAtOnce, secondServer } from '../api/at-one-moment.ts';
import { openShop, purchaseBody, type Shop } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let branch: number;
let bank: number;
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  branch = await office.add('outlets', { outlet_name: 'Branch' });
  bank = await office.add('ledger_accounts', { account_name: 'Adjustments', heading: 'expenses' });
});
afterAll(() => office.close());

const UNBILLED = 2130;
const line = (account: number, debit: string | null, credit: string | null, more: object = {}) => ({
  ...{ account, debit, credit, currency_fk: 1 },
  ...more,
});
/** Debits the account with an amount, or credits it where the amount is below zero. */
const move = (amount: number, more: object = {}, server: Api = office) => {
  const [own, other] = [String(Math.abs(amount)), 690_000_000 + bank];
  const lines =
    amount > 0
      ? [line(UNBILLED, own, null), line(other, null, own)]
      : [line(UNBILLED, null, own), line(other, own, null)];
  return server.send('POST', 'general_journals', {
    ...{ outlet_fk: shop.outlet, date: '2026-03-11', lines, status: 'posted' },
    ...more,
  });
};
const answer = async (amount: number, more: object = {}) => {
  const { status, body } = await move(amount, more);
  return status === 201 ? 'posted' : `${body.code} ${Object.keys(body.errors ?? {})}`;
};
const ASKED = { credit: 'confirmation lines.0.account' };

it('are asked about where an outlet owes nothing there, on either side, and posted when they are confirmed', async () => {
  expect(await answer(-5000)).toBe(ASKED.credit);
  expect(await answer(3000)).toBe(ASKED.credit);
  expect(await answer(-5000, { confirmed: true })).toBe('posted');
  // What was left is cleared, in parts and wholly, and no further.
  expect(await answer(2000)).toBe('posted');
  expect(await answer(3001)).toBe(ASKED.credit);
  expect(await answer(3000)).toBe('posted');
  expect(await answer(1)).toBe(ASKED.credit);
});

it('of goods that came before their bill clear them, in their own outlet only; a draft is asked about when it is posted', async () => {
  const purchase = await office.add('purchases', purchaseBody(shop, '10', { receive: false }));
  await office.send('POST', `purchases/${purchase}/receive`, { date: '2026-03-03', billed: false });
  expect(await answer(6000, { outlet_fk: branch })).toBe(ASKED.credit);
  expect(await answer(-1)).toBe(ASKED.credit);
  expect(await answer(6001)).toBe(ASKED.credit);
  const draft = await move(7000, { status: 'draft' });
  expect(draft.status).toBe(201);
  const posted = await office.send('POST', `general_journals/${draft.body.data['id']}/post`, {});
  expect([posted.status, posted.body.code]).toEqual([422, 'confirmation']);
  expect(await answer(6000)).toBe('posted');
});

it('of two people who clear the same at one moment one is asked', async () => {
  await move(-800, { confirmed: true });
  const second = await secondServer(office);
  const [first, last] = await decidedAtOnce(office, [() => move(800), () => move(800, {}, second)]);
  expect([first?.status, last?.status, last?.body.code]).toEqual([201, 422, 'confirmation']);
  await second.app.close();
});
