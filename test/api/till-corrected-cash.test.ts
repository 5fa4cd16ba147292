/**
 * A till corrects a receipt with two entries, a refund and a receipt, between which no cash leaves the drawer: it need not
 * hold in dinars what was paid in dollars.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntryContent, PaymentEntry } from '../../domain/till/device-entry.schema.ts';
import { objectsOf } from '../../domain/values/members.ts';
import { money, printMoney } from '../../domain/values/money.ts';
import type { ServerReceipt } from '../../web/till/device/server-receipt.ts';
import { exchangeTenders } from '../../web/till/selling/exchange.ts';
import { type DrawerCash, settle } from '../../web/till/selling/payment.ts';
import { paymentOf } from '../../web/till/selling/receipt-entry.ts';
import { everythingLeft, paidBack, refundLines, returnableLines } from '../../web/till/selling/refund.ts';
import { openOffice } from '../read-api/office.ts';
import { box, caughtUp, DAY, newCashier, newDevice, openTillShop, receiptOf, send, type TillShop } from './tilling.ts';

let shop: TillShop;
let safeOfDollars: number;
let rate: number;
beforeAll(async () => {
  shop = await openTillShop(await openOffice());
  rate = await shop.api.add('currency_rates', { date: DAY, rate: '1490', in_rate: '1490' });
  safeOfDollars = await box(shop.api, shop.outlet, 'Safe in dollars', 2);
});
afterAll(() => shop.api.close());

const TERMS = { currency_fk: 1, decimals: 0, cash_rounding_step: '250' };

async function openedBoth(name: string) {
  const device = await newDevice(shop, { till_name: name });
  const [dinars, dollars] = [
    await box(shop.api, shop.outlet, `Box ${name}`),
    await box(shop.api, shop.outlet, `Box in dollars ${name}`, 2),
  ];
  const cashier = await newCashier(shop, name);
  const enter = async (content: EntryContent) => {
    const entry = await device.chain.next(content, { cashier });
    const [answer] = await send(shop.api, device, [entry]);
    expect(answer).toMatchObject({ state: 'stored' });
    await caughtUp(shop.api);
    return { uuid: entry.uuid, id: answer?.id ?? 0 };
  };
  const opened = await enter({
    ...{ kind: 'open_drawer', outlet_fk: shop.outlet, date: DAY, time: '08:00:00' },
    accounts: [
      { account_fk: dinars, safe_account_fk: shop.safe, float_amount: '10000' },
      { account_fk: dollars, safe_account_fk: safeOfDollars, float_amount: '0', rate_fk: rate, rate: '1490' },
    ],
  });
  return { device, dinars, dollars, enter, drawer: { uuid: opened.uuid } };
}

const reviews = async (): Promise<unknown> => {
  await caughtUp(shop.api);
  const { body } = await shop.api.send('GET', 'till_reviews');
  return objectsOf(body.data['data']).map(({ rules }) => rules);
};

it.each([
  ['in both currencies', 'Rezan1', 149, 148, { dollars: '50', dinars: '74500' }, '0', '1000'],
  ['in dollars alone, with change', 'Rezan2', 149, 150, { dollars: '101' }, '1490', '0'],
  ['in dollars, in a drawer with few dinars', 'Rezan3', 298, 298, { dollars: '200' }, '0', '0'],
] as const)('of a receipt that was paid %s needs no review', async (_how, name, count, again, paid, change, less) => {
  const { device, dinars, dollars, enter, drawer } = await openedBoth(name);
  const payments: PaymentEntry[] = [
    { method: 'cash', amount: paid.dollars, account_fk: dollars, rate_fk: rate, rate: '1490' },
    ...('dinars' in paid ? [{ method: 'cash' as const, amount: paid.dinars, account_fk: dinars }] : []),
  ];
  const at = { drawer, account: dinars };
  const { number } = device.chain;
  const { id } = await enter(
    receiptOf(shop, { ...at, number }, count, {
      payments,
      ...(change === '0' ? {} : { change, change_account_fk: dinars }),
    }),
  );
  const headers = { cookie: device.cookie };
  const { body } = await shop.api.send('GET', `till/receipts/${number}`, undefined, { token: '', headers });
  const receipt = body.data as unknown as ServerReceipt;
  const lines = returnableLines(receipt, receipt.refunds);
  const returned = everythingLeft(lines);
  const back = paidBack({ lines, returned, receipt, refunds: [] }, TERMS, dinars).map((payment) => ({
    ...payment,
    is_exchanged: true,
  }));
  const total = String(count * 1000);
  const refund = await enter({
    ...{ kind: 'refund', outlet_fk: shop.outlet, inventory_fk: shop.inventory, drawer, receipt: { id } },
    ...{ date: DAY, time: '10:00:00', reason: 'Miscounted', total, number: device.chain.number },
    lines: [...refundLines(lines, returned, 0)],
    payments: back,
  });
  const cash: DrawerCash[] = [{ account_fk: dinars, currency_fk: 1, rate_fk: null, rate: null }];
  const sold = money(String(again * 1000));
  const tenders = exchangeTenders(back, sold, { currency_fk: 1, drawer: cash });
  const more = settle(sold, tenders, TERMS, { hasCustomer: false, drawer: cash });
  const rest = printMoney(more.due);
  await enter(
    receiptOf(shop, { ...at, number: device.chain.number }, again, {
      ...{ time: '10:01:00', replaces: { uuid: refund.uuid }, change: printMoney(more.change ?? money('0')) },
      change_account_fk: more.changeAccount,
      payments: [
        ...tenders.map(paymentOf),
        ...(more.due > 0n ? [{ method: 'cash' as const, amount: rest, account_fk: dinars }] : []),
      ],
    }),
  );
  expect(printMoney(more.change ?? money('0'))).toBe(less);
  expect(await reviews()).toEqual([]);
});

it('of a refund that is paid out, and for which the drawer has too little, needs one', async () => {
  const { dinars, dollars, enter, drawer, device } = await openedBoth('Rezan4');
  const payments: PaymentEntry[] = [
    { method: 'cash', amount: '50', account_fk: dollars, rate_fk: rate, rate: '1490' },
    { method: 'cash', amount: '74500', account_fk: dinars },
  ];
  const at = { drawer, account: dinars };
  const { id } = await enter(receiptOf(shop, { ...at, number: device.chain.number }, 149, { payments }));
  const { lines } = receiptOf(shop, { ...at, number: '' }, 149);
  await enter({
    ...{ kind: 'refund', outlet_fk: shop.outlet, inventory_fk: shop.inventory, drawer, receipt: { id } },
    ...{ date: DAY, time: '10:00:00', reason: 'Torn', total: '149000', number: device.chain.number },
    lines: lines.map(({ line_id, ...line }) => ({ line: line_id, ...line })),
    payments: [{ method: 'cash', amount: '149000', account_fk: dinars }],
  });
  expect(await reviews()).toEqual([[expect.stringContaining('No Enough Balance: Box Rezan4')]]);
});
