/**
 * The tills of the shops: one drawer each day, receipts in cash and by the payment app, some refunds, a count in the
 * evening. On the last evening one drawer is short and one over, and receipts need a manager's review.
 */

import { readCode } from '../../../domain/catalogue/scanned-code.ts';
import type { PaymentEntry, ReceiptEntry } from '../../../domain/till/device-entry.schema.ts';
import { defined } from '../../../domain/values/defined.ts';
import type { Place } from '../business.ts';
import { addDays, type Day, lastOpenDay } from '../calendar.ts';
import { APP, account } from '../cash-accounts.ts';
import { SCANNED_PIECE } from '../goods/phones.ts';
import { words, written } from '../goods/words.ts';
import { SCANNED } from '../pharmacy.ts';
import { chosen } from '../selling.ts';
import { type Act, type Habit, type Sold, type Trade, timeBetween, totalOf, type WeighedLine } from '../trade.ts';
import { medicineCode, medicineMatrix } from './codes.ts';
import type { Entered, ShopTill, Unusual } from './till-devices.ts';

const FLOAT = 250_000n;
const RECEIPTS_A_DAY = [8, 5, 2];
/** Cash missing in the drawers of the last evening; negative for a surplus. */
const SHORT_AT_LAST = [1_000n, -500n, 0n];
/** Cash is paid in notes of so many dinars. */
const NOTE = 250n;
const CLOCK_OFF_MS = 12 * 60_000;

/** A drawer on a day: its expected cash, and its ids on the device and in the office. */
interface DrawerDay {
  readonly place: Place;
  readonly till: ShopTill;
  readonly day: Day;
  readonly isLast: boolean;
  /** The last day of the demonstration. */
  readonly until: string;
  readonly short: bigint;
  id: number;
  uuid: string;
  expected: bigint;
}

/** `until` is the last day of the demonstration, on which shops may be closed. */
export const sellingAtTills =
  (until: string): Habit =>
  (trade, day) => {
    if (day.isFriday) return [];
    const isLast = day.date === lastOpenDay(until);
    return trade.business.places.flatMap((place, number) => {
      const till = trade.tills.of(place);
      const receipts = Math.max(1, (RECEIPTS_A_DAY[number] ?? 0) + trade.chance.between(-1, 2));
      const usual = trade.chance.inHundred(15) ? 1_000n : 0n;
      const short = isLast ? (SHORT_AT_LAST[number] ?? 0n) : usual;
      const drawer = { place, day, isLast, until, short, id: 0, uuid: '', expected: 0n };
      return till ? drawerOf(trade, receipts, { ...drawer, till }) : [];
    });
  };

function drawerOf(trade: Trade, receipts: number, drawer: DrawerDay): Act[] {
  const sales = Array.from({ length: receipts }, (): Act => {
    const time = timeBetween(trade.chance, 9, 20);
    return { time, run: () => takeReceipt(trade, drawer, time) };
  });
  return [
    { time: '08:30', run: () => openDrawer(trade, drawer) },
    ...sales,
    ...(drawer.isLast ? [{ time: '20:05', run: () => sellMedicines(trade, drawer, '20:05') }] : []),
    ...(drawer.isLast ? [{ time: '20:07', run: () => sellPhone(trade, drawer, '20:07') }] : []),
    ...(drawer.isLast ? [{ time: '20:10', run: () => sellUnusually(trade, drawer, '20:10') }] : []),
    { time: '20:30', run: () => closeDrawer(trade, drawer) },
  ];
}

const at = ({ day }: DrawerDay, time: string) => ({ date: day.date, time: `${time}:00` });
const named = ({ uuid }: DrawerDay) => ({ drawer: { uuid } });

async function openDrawer({ cashAccounts }: Trade, drawer: DrawerDay): Promise<void> {
  const { outlet, safe, drawer: account_fk } = drawer.place;
  await drawer.till.signIn(new Date(`${drawer.day.date}T08:29:00`));
  const opened = await drawer.till.enter({
    kind: 'open_drawer',
    outlet_fk: outlet,
    ...at(drawer, '08:30'),
    accounts: [{ account_fk, safe_account_fk: safe, float_amount: String(FLOAT) }],
  });
  Object.assign(drawer, { id: opened.id, uuid: opened.entry.uuid, expected: FLOAT });
  cashAccounts.add(account(safe), -FLOAT);
}

const lineOf = ({ goods, count }: Sold, index: number) => ({
  line_id: index + 1,
  item_fk: goods.item,
  unit_fk: goods.unit,
  quantity: String(count),
  price: String(goods.price),
  discount_amount: '0',
  tax_amount: '0',
  total_amount: String(goods.price * BigInt(count)),
});

function receiptOf(
  drawer: DrawerDay,
  sold: readonly Sold[],
  time: string,
  byApp: boolean,
  weighed?: WeighedLine,
): ReceiptEntry {
  const { outlet, inventory } = drawer.place;
  const total = totalOf(sold) + (weighed?.total ?? 0n);
  const payment: PaymentEntry = byApp
    ? { method: 'app', amount: String(total) }
    : inCash(drawer, String(inNotes(total)));
  const lines = [...sold.map(lineOf), ...(weighed ? [weighedLine(weighed, sold.length)] : [])];
  return {
    kind: 'receipt',
    outlet_fk: outlet,
    inventory_fk: inventory,
    ...named(drawer),
    ...at(drawer, time),
    lines,
    payments: [payment],
    number: drawer.till.number,
    total: String(total),
    change: '0',
  };
}

const weighedLine = ({ total, ...line }: WeighedLine, before: number) => ({
  line_id: before + 1,
  ...line,
  discount_amount: '0',
  tax_amount: '0',
  total_amount: String(total),
});

const inNotes = (dinars: bigint): bigint => ((dinars + NOTE / 2n) / NOTE) * NOTE;

const inCash = ({ place }: DrawerDay, amount: string): PaymentEntry => ({
  method: 'cash',
  amount,
  account_fk: place.drawer,
});

async function takeReceipt(trade: Trade, drawer: DrawerDay, time: string): Promise<void> {
  const { chance } = trade;
  const sold = chosen(trade, drawer.place.inventory, chance.between(1, 4));
  if (sold.length === 0) return;
  const byApp = chance.inHundred(20);
  const content = receiptOf(drawer, sold, time, byApp, trade.byWeight.labelled(drawer.place.inventory));
  const receipt = await drawer.till.enter(content);
  const paid = BigInt(defined(content.payments[0], 'a payment').amount);
  if (byApp) trade.cashAccounts.add(APP, paid);
  else drawer.expected += paid;
  if (!byApp && chance.inHundred(3)) await giveBack(trade, drawer, receipt, sold.slice(0, 1), time);
}

const SECOND_THOUGHTS = words('The customer changed their mind', 'غيّر الزبون رأيه', 'کڕیارەکە بۆچوونی گۆڕی');

/** Returns one line of the receipt; the customer keeps the rest. */
async function giveBack(trade: Trade, drawer: DrawerDay, { entry }: Entered, back: readonly Sold[], time: string) {
  const { outlet, inventory } = drawer.place;
  const total = String(totalOf(back));
  await drawer.till.enter({
    kind: 'refund',
    outlet_fk: outlet,
    inventory_fk: inventory,
    ...named(drawer),
    ...at(drawer, time),
    receipt: { uuid: entry.uuid },
    reason: written(drawer.place.cashier, SECOND_THOUGHTS),
    number: drawer.till.number,
    total,
    lines: back.map((sold, index) => {
      const { line_id: line, ...rest } = lineOf(sold, index);
      return { line, ...rest };
    }),
    payments: [inCash(drawer, total)],
  });
  drawer.expected -= totalOf(back);
  for (const { goods, count } of back) trade.shelfPlan.put(inventory, goods, count);
}

/** In the first shop: the DataMatrix of one medicine is scanned, the other one leaves first expired, first out. */
async function sellMedicines(trade: Trade, drawer: DrawerDay, time: string): Promise<void> {
  if (drawer.place !== trade.business.places[0] || trade.medicines.length === 0) return;
  const sold = trade.medicines.slice(0, 2).map((goods) => ({ goods, count: 2 }));
  const receipt = receiptOf(drawer, sold, time, false);
  const expires = addDays(drawer.until, SCANNED.expiresInDays);
  const matrix = medicineMatrix(medicineCode(SCANNED.medicine), expires, SCANNED.batch_number);
  const read = readCode(matrix).find(({ of }) => of === 'product');
  const scanned = { batch_number: read?.batch ?? null, expire_date: read?.expires ?? null, quantity: '2' };
  const lines = receipt.lines.map((line, index) =>
    index === SCANNED.medicine ? { ...line, batches: [scanned] } : line,
  );
  await drawer.till.enter({ ...receipt, lines });
  drawer.expected += totalOf(sold);
}

/** In the first shop: the IMEI on the box of a telephone is scanned. */
async function sellPhone(trade: Trade, drawer: DrawerDay, time: string): Promise<void> {
  const goods = trade.phones[SCANNED_PIECE.phone];
  if (drawer.place !== trade.business.places[0] || !goods) return;
  const sold = [{ goods, count: 1 }];
  const receipt = receiptOf(drawer, sold, time, false);
  const piece = { batch_number: SCANNED_PIECE.imei, expire_date: null, quantity: '1' };
  await drawer.till.enter({ ...receipt, lines: receipt.lines.map((line) => ({ ...line, batches: [piece] })) });
  drawer.expected += totalOf(sold);
}

/** On the last evening: a wrong clock, and in the first shop more pieces than the stock. */
async function sellUnusually(trade: Trade, drawer: DrawerDay, time: string): Promise<void> {
  const sell = async (sold: readonly Sold[], unusual: Unusual) => {
    await drawer.till.enter(receiptOf(drawer, sold, time, false), unusual);
    drawer.expected += totalOf(sold);
  };
  const { inventory } = drawer.place;
  const [first] = trade.business.places;
  const sold = chosen(trade, inventory, 1);
  const { date } = drawer.day;
  const made = new Date(new Date(`${date}T${time}:00`).getTime() - CLOCK_OFF_MS);
  if (sold.length > 0) await sell(sold, { made, breaks: ['clock_differs'] });
  if (drawer.place !== first) return;
  // Reserved goods would break another rule.
  const unreserved = trade.goods.filter((one) => !trade.shelfPlan.isInOpenOrder(inventory, one));
  const goods = trade.shelfPlan.lowest(inventory, unreserved, 1);
  const more = goods.map((one) => ({ goods: one, count: trade.shelfPlan.on(inventory, one) + 40 }));
  await sell(more, { breaks: ['not_enough_stock'] });
  for (const { goods: one, count } of more) trade.shelfPlan.put(inventory, one, -count);
}

/** The reasons that a till offers for a drawer that is short, and for one that is over. */
const WRONG_CHANGE = words('Wrong change was given', 'أُعيد باقٍ خاطئ', 'باقی بە هەڵە درایەوە');
const NOT_KNOWN = words('It is not known why', 'السبب غير معروف', 'هۆکارەکە نازانرێت');

/** Drawers are approved in the evening; those of the last evening remain for the viewer of the demonstration. */
async function closeDrawer({ clerk, cashAccounts }: Trade, drawer: DrawerDay): Promise<void> {
  const { place, till, expected, short, id } = drawer;
  const counted = expected - short;
  const account_fk = place.drawer;
  await till.enter({
    kind: 'count',
    ...named(drawer),
    ...at(drawer, '20:30'),
    accounts: [{ account_fk, counted_amount: String(counted) }],
  });
  await till.enter({
    kind: 'close_drawer',
    ...named(drawer),
    ...at(drawer, '20:30'),
    accounts: [{ account_fk, left_amount: '0', expected_amount: String(expected) }],
    ...(short === 0n ? {} : { difference_reason: written(place.cashier, short > 0n ? WRONG_CHANGE : NOT_KNOWN) }),
  });
  cashAccounts.add(account(place.safe), counted);
  if (!drawer.isLast) await clerk.act('closing_drawers', id, 'approve', {}, place.manager);
}
