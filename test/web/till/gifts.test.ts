/** Gifts of promotions at the till: goods on the counter are the gift, more are proposed, and a correction keeps them. */
import { describe, expect, it } from 'vitest';
import { postPosSale } from '../../../domain/posting/pos-sale.ts';
import type { ReceiptEntry } from '../../../domain/till/device-entry.schema.ts';
import { receivedReceipt } from '../../../domain/till/receipts/received-receipt.ts';
import { printMoney } from '../../../domain/values/money.ts';
import type { Catalogue } from '../../../web/till/device/catalogue/catalogue.ts';
import type { TillPromotion } from '../../../web/till/device/catalogue/catalogue-rows.ts';
import { type Cart, split, withItem, withLine } from '../../../web/till/selling/cart.ts';
import { correctedCart } from '../../../web/till/selling/correcting.ts';
import type { FoundReceipt } from '../../../web/till/selling/found-receipt.ts';
import { settle, type Tender } from '../../../web/till/selling/payment.ts';
import { pricedCart } from '../../../web/till/selling/priced-cart.ts';
import { receiptContent } from '../../../web/till/selling/receipt-entry.ts';
import { everythingLeft, refundLines, returnableLines } from '../../../web/till/selling/refund.ts';
import { opened, received } from '../../domain/histories-till.ts';
import { RECORDS } from '../../domain/shop.ts';
import { CUSTOMER, EMPTY, promotion, terms, tillFacts, tillItem } from './till-shop.ts';

type Goods = TillPromotion['items'];
const goods = (item_fk: number, count: string, unit_fk = 1): Goods => [{ item_fk, unit_fk, quantity: count }] as Goods;
/** Gives item 12 (10,000, without a tax) for two of it, each time. */
const given = (change: Partial<TillPromotion> = {}): TillPromotion => ({
  ...promotion(1),
  items: goods(12, '2'),
  reward_items: goods(12, '1'),
  ...change,
});
const TWO_PLUS_ONE = given();

const soaps = (count: string) => withItem(EMPTY, tillItem(12), { count });
const here = (...promotions: TillPromotion[]) => terms({ promotions });
/** The records of the server with these promotions. */
const server = (...promotions: TillPromotion[]) =>
  tillFacts({
    documents: { 'drawer-1': opened.state() },
    records: {
      ...RECORDS,
      ...Object.fromEntries(promotions.map((each) => [`promotion-${each.id}`, each as never])),
    },
  });

const shown = (cart: Cart, ...promotions: TillPromotion[]) => {
  const { lines, proposed, totals } = pricedCart(cart, here(...promotions));
  return {
    lines: lines.map(({ item_fk, quantity: paid, bonus_quantity }) => [item_fk, paid, bonus_quantity]),
    proposed: proposed.map(({ item_fk, unit_fk, quantity: count }) => [item_fk, unit_fk, count]),
    total: printMoney(totals.total),
  };
};

/** The entry of a cart that is paid exactly in cash. */
function paidFor(cart: Cart, ...promotions: TillPromotion[]): ReceiptEntry {
  const at = here(...promotions);
  const priced = pricedCart(cart, at);
  const drawer = { account_fk: 20, currency_fk: 1, rate_fk: null, rate: null };
  const amount = printMoney(priced.totals.total);
  const tender: Tender = { key: 1, method: 'cash', amount, currency_fk: 1, cash: drawer, reference: null };
  const settlement = settle(priced.totals.total, [tender], at, { hasCustomer: false, drawer: [drawer] });
  const place = { drawer: { id: 1 }, replaces: null, held: null, time: '10:00:00' };
  return receiptContent({ cart, priced, tenders: [tender], settlement, terms: at, ...place }, 'T1-000001');
}

/** What the server notes of a receipt, and the base units that leave the inventory: paid, and free. */
function stored({ kind: _, ...entry }: ReceiptEntry, ...promotions: TillPromotion[]) {
  const input = { ...entry, drawer_fk: 1, replaces_fk: null };
  const receipt = receivedReceipt(input, server(...promotions), { ...received(2), broken: [] });
  const { movements } = postPosSale(receipt, 'pos_sale-1');
  const out = (isFree: boolean) =>
    movements
      .filter(({ contra }) => (contra?.key === 'promotion-cost') === isFree)
      .reduce((all, move) => all - Number(move.quantity) / 1_000_000, 0);
  return { notes: (receipt.broken ?? []).map(({ rule }) => rule), paid: out(false), free: out(true) };
}

describe('buy two, get one', () => {
  it.each([
    ['1', '1', null, '10000', []],
    ['2', '2', null, '20000', [[12, 1, '1']]],
    ['3', '2', '1', '20000', []],
    ['4', '3', '1', '30000', []],
    ['5', '4', '1', '40000', [[12, 1, '1']]],
    ['6', '4', '2', '40000', []],
    ['7', '5', '2', '50000', []],
  ])('%s scanned: %s paid, %s free, %s in all', (count, paid, free, total, proposed) => {
    expect(shown(soaps(count), TWO_PLUS_ONE)).toEqual({ lines: [[12, paid, free]], proposed, total });
  });

  it('three scanned pay 2 and leave the stock by 3, and the server finds nothing to note', () => {
    expect(stored(paidFor(soaps('3'), TWO_PLUS_ONE), TWO_PLUS_ONE)).toEqual({ notes: [], paid: 2, free: 1 });
    expect(stored(paidFor(soaps('5'), TWO_PLUS_ONE), TWO_PLUS_ONE)).toEqual({ notes: [], paid: 4, free: 1 });
  });

  it('two scanned book two: the third is proposed only', () => {
    expect(stored(paidFor(soaps('2'), TWO_PLUS_ONE), TWO_PLUS_ONE)).toEqual({ notes: [], paid: 2, free: 0 });
  });

  it('is declined: all is paid, and nothing is proposed', () => {
    expect(shown({ ...soaps('3'), declined: [1] }, TWO_PLUS_ONE)).toEqual({
      ...{ lines: [[12, '3', null]], proposed: [], total: '30000' },
    });
  });
});

describe('free goods of another item', () => {
  const tea = given({ items: goods(11, '1', 2), reward_items: goods(12, '2') });
  const boxes = withItem(EMPTY, tillItem(11), { unit: 2, count: '1' });

  it('on the counter are the gift, at most as many as are given', () => {
    expect(shown(withItem(boxes, tillItem(12)), tea)).toMatchObject({
      ...{
        lines: [
          [11, '1', null],
          [12, '0', '1'],
        ],
        proposed: [[12, 1, '1']],
      },
    });
    expect(shown(withItem(boxes, tillItem(12), { count: '5' }), tea)).toMatchObject({
      ...{
        lines: [
          [11, '1', null],
          [12, '3', '2'],
        ],
        proposed: [],
      },
    });
  });

  it('that are not on the counter are proposed and not booked', () => {
    expect(shown(boxes, tea)).toMatchObject({ lines: [[11, '1', null]], proposed: [[12, 1, '2']] });
    expect(stored(paidFor(boxes, tea), tea)).toEqual({ notes: [], paid: 12, free: 0 });
  });

  it('come out of a line that is paid in part, without a note of the server', () => {
    const cart = withItem(boxes, tillItem(12), { count: '5' });
    expect(stored(paidFor(cart, tea), tea)).toEqual({ notes: [], paid: 15, free: 2 });
  });

  it('are whole units: no piece is taken out of a box', () => {
    const one = given({ items: goods(11, '1'), reward_items: goods(12, '1') });
    const boxOfGift = withItem(withItem(EMPTY, tillItem(11)), tillItem(12), { unit: 2 });
    expect(shown(boxOfGift, one)).toMatchObject({
      lines: [
        [11, '1', null],
        [12, '1', null],
      ],
      proposed: [[12, 1, '1']],
    });
  });

  it('for an amount are free only while the rest reaches the amount', () => {
    const amount = given({ items: [], minimum_amount: '30000', applies: 'once' });
    expect(shown(soaps('3'), amount)).toMatchObject({ lines: [[12, '3', null]], proposed: [[12, 1, '1']] });
    expect(shown(soaps('4'), amount)).toMatchObject({ lines: [[12, '3', '1']], proposed: [] });
  });

  it('stay earned by every promotion together, and a line that is reduced gives them on a line of its own', () => {
    const off = { ...promotion(2), items: goods(12, '1'), minimum_amount: null, applies: 'each_time' } as TillPromotion;
    const both = shown(soaps('3'), TWO_PLUS_ONE, off);
    expect(both).toEqual({
      lines: [
        [12, '2', null],
        [12, '0', '1'],
      ],
      proposed: [],
      total: '18000',
    });
    expect(stored(paidFor(soaps('3'), TWO_PLUS_ONE, off), TWO_PLUS_ONE, off)).toEqual({ notes: [], paid: 2, free: 1 });
  });
});

describe('a sale with a gift', () => {
  it('that is split shares its goods, and each part has the gift that it earns', () => {
    const cart = soaps('6');
    const whole = { lines: pricedCart(cart, here(TWO_PLUS_ONE)).lines };
    const { rest, other } = split(cart, [{ line_id: 1, quantity: '3' }], whole, 0);
    expect([shown(rest, TWO_PLUS_ONE).total, shown(other, TWO_PLUS_ONE).total]).toEqual(['20000', '20000']);
  });
});

const catalogue = {
  items: (ids: readonly number[]) => Promise.resolve(ids.map((id) => tillItem(id as 12))),
  customer: () => Promise.resolve(undefined),
} as unknown as Catalogue;
const foundOf = (receipt: ReceiptEntry): FoundReceipt => ({
  ...{ number: receipt.number, reference: { id: 1 }, receipt, refunds: [], isAllKnown: true },
});
/** The cart that *Correct* begins with, after everything came back. */
const corrected = (receipt: ReceiptEntry) => {
  const left = returnableLines(receipt, []);
  return correctedCart(catalogue, foundOf(receipt), { again: refundLines(left, everythingLeft(left), 0), decimals: 0 });
};

describe('a correction', () => {
  it('of a receipt with a gift changes neither stock nor gift nor the cost of the promotion', async () => {
    const before = paidFor(soaps('3'), TWO_PLUS_ONE);
    const again = paidFor(await corrected(before), TWO_PLUS_ONE);
    expect(stored(again, TWO_PLUS_ONE)).toEqual(stored(before, TWO_PLUS_ONE));
    expect([again.total, again.lines]).toEqual([before.total, before.lines]);
  });

  it('of a receipt of an earlier version, with the gift on a line of its own, keeps 2 paid and 1 free', async () => {
    const [line] = paidFor(soaps('2')).lines;
    const free = {
      ...{ line_id: 90_000, quantity: '0', bonus_quantity: '1', price: '0', promotion_fk: 1 },
      ...{ discount_amount: '0', tax_amount: '0', total_amount: '0' },
    };
    const old = {
      ...paidFor(soaps('2')),
      lines: [
        { ...line, ...{} },
        { ...line, ...free },
      ],
    } as ReceiptEntry;
    expect(stored(old, TWO_PLUS_ONE)).toEqual({ notes: [], paid: 2, free: 1 });
    const again = paidFor(await corrected(old), TWO_PLUS_ONE);
    expect(stored(again, TWO_PLUS_ONE)).toEqual({ notes: [], paid: 2, free: 1 });
    expect(again.total).toBe('20000');
    expect(new Set(again.lines.map(({ line_id }) => line_id)).size).toBe(again.lines.length);
  });

  it('keeps the gift of a promotion that has ended since', async () => {
    const before = paidFor(soaps('3'), TWO_PLUS_ONE);
    const ended = given({ end_date: '2026-03-02' });
    const cart = await corrected(before);
    expect(shown(cart, ended)).toEqual({ lines: [[12, '2', '1']], proposed: [], total: '20000' });
    expect(paidFor(cart, ended).lines).toEqual(before.lines);
    // Less of the goods than were free is all free, and what is added is paid.
    expect(shown(withItem(cart, tillItem(12), { count: '2' }), ended).total).toBe('40000');
  });
});

describe('a typed price', () => {
  const typed = (price: string) => withLine(withItem(EMPTY, tillItem(11)), 1, { price });
  const limited = (cart: Cart) =>
    pricedCart(cart, terms({ discount_limit: '10' })).beyond.map(({ message }) => message);
  /** What the server notes of a receipt for which nobody was asked. */
  const noted = (cart: Cart) => {
    const { kind: _, ...entry } = paidFor(cart);
    const setting = { 'till_setting-1': { discount_without_supervisor: '10' } };
    const facts = tillFacts({ documents: { 'drawer-1': opened.state() }, records: { ...RECORDS, ...setting } });
    const receipt = receivedReceipt({ ...entry, drawer_fk: 1, replaces_fk: null }, facts, {
      ...received(2),
      broken: [],
    });
    return (receipt.broken ?? []).map(({ rule }) => rule);
  };

  it.each(['8999', '5000', '1', '250'])(
    'of %s for 10,000 asks for an approval above 10 %, and the server notes it',
    (price) => {
      expect(limited(typed(price))).toEqual(['discount_above_limit']);
      expect(noted(typed(price))).toContain('discount_above_limit');
    },
  );

  it.each(['9000', '9500', '10000', '12000'])('of %s is within the limit', (price) => {
    expect(limited(typed(price))).toEqual([]);
    expect(noted(typed(price))).not.toContain('discount_above_limit');
  });

  it('and a discount count together, and a higher price permits no greater discount', () => {
    const half = { type: 'percent', value: '6' } as const;
    expect(limited(withLine(typed('9500'), 1, { discount: half }))).toEqual(['discount_above_limit']);
    expect(limited(withLine(typed('12000'), 1, { discount: { type: 'percent', value: '20' } }))).toEqual([]);
    expect(limited(withLine(typed('12000'), 1, { discount: { type: 'percent', value: '30' } }))).not.toEqual([]);
    expect(limited({ ...typed('9500'), discount: half })).toEqual(['discount_above_limit']);
  });

  it('beside a gift is asked for too, and the gift is not', () => {
    const limit = (cart: Cart) => pricedCart(cart, { ...here(TWO_PLUS_ONE), discount_limit: '10' }).beyond;
    expect(limit(soaps('3'))).toEqual([]);
    const cheap = limit(withLine(soaps('3'), 1, { price: '5000' })).map(({ message }) => message);
    expect(cheap).toContain('discount_above_limit');
  });

  it('of goods that cost the customer less by a price list is compared with that list', () => {
    // The list of this customer takes 5 % off: 9,500 is listed, so 8,550 is the least.
    expect(limited({ ...typed('8550'), customer: CUSTOMER })).toEqual([]);
    expect(limited({ ...typed('8549'), customer: CUSTOMER })).toEqual(['discount_above_limit']);
  });
});
