/** The evening: what the program says of the day is compared with what was calculated by hand. */
import { expect } from 'vitest';
import { accountNumber } from '../../domain/chart/chart.ts';
import { defined } from '../../domain/values/defined.ts';
import { acrossFindings } from '../api/tilling.ts';
import { lowestRows } from '../support/trial-balance.ts';
import { expectedCents, expectedIn, WHOLE } from './by-hand.ts';
import type { Day } from './day.ts';
import { GOODS } from './goods.ts';
import { DAY } from './shop.ts';

/** Millionths of a decimal text. */
function millionths(text: string): bigint {
  const [, sign, whole = '0', rest = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const value = BigInt(whole) * WHOLE + BigInt(rest.padEnd(6, '0'));
  return sign === '-' ? -value : value;
}

export async function everythingAgrees(day: Day): Promise<void> {
  answersAreRight(day);
  await booksAgree(day);
  await shelvesAgree(day);
  await drawersAgree(day);
  await papersAgree(day);
  expect(await acrossFindings(day.shop.office)).toEqual([]);
}

/** Every entry is stored, and those that wait for a review are the ones of which it is known. */
function answersAreRight(day: Day): void {
  const tills = new Set(day.shifts.map(({ till }) => till));
  const answers = [...tills].flatMap((till) => [...till.answers.values()]);
  expect(answers.filter(({ state }) => state === 'refused')).toEqual([]);
  const reviewed = answers.flatMap(({ uuid, review = [] }) => review.map((broken) => ({ uuid, ...broken })));
  expect(reviewed.filter(({ uuid, rule }) => day.expectedReviews.get(uuid) !== rule)).toEqual([]);
  expect(new Set(reviewed.map(({ uuid }) => uuid))).toEqual(new Set(day.expectedReviews.keys()));
}

async function booksAgree({ shop }: Day): Promise<void> {
  const { office, hand, outlets, expenseType, owner } = shop;
  for (const { id, inventory } of outlets) {
    const numberOf = (name: string): number => {
      const [, cash] = /^cash (\d+)$/.exec(name) ?? [];
      if (cash !== undefined) return accountNumber({ key: 'cash', of: Number(cash) });
      if (name === 'inventory') return accountNumber({ key: 'inventory', of: inventory });
      if (name === 'capital') return accountNumber({ key: 'capital', of: owner });
      if (name === 'expense') return accountNumber({ key: 'expense-type', of: expenseType });
      return accountNumber({ key: name as 'sales' });
    };
    const byHand = new Map<number, string>();
    for (const [key, amount] of hand.books) {
      const [, outlet, name = ''] = /^(\d+) (.*)$/.exec(key) ?? [];
      if (Number(outlet) !== id || amount === 0n) continue;
      // What a receipt is worth is what was paid for it.
      expect(name).not.toBe('receipts');
      byHand.set(numberOf(name), String(amount));
    }
    const { data } = await office.read(`financial_reports/trial_balance?outlet_fk=${id}&as_at=${DAY}`);
    const rows = lowestRows(data['rows']).filter(({ debit, credit }) => debit !== '0' || credit !== '0');
    const booked = new Map(
      rows.map(({ account, debit, credit }) => [account, String(millionths(debit) - millionths(credit))]),
    );
    expect(sorted(booked)).toEqual(sorted(byHand));
    const coins = new Map(
      rows.flatMap(({ account, foreign }) =>
        foreign.map(({ amount }) => [account, String(millionths(amount) / 10_000n)] as const),
      ),
    );
    const cents = [...hand.cents]
      .map(([account, amount]) => [numberOf(`cash ${account}`), String(amount)] as const)
      .filter(([account, amount]) => amount !== '0' && byHand.has(account));
    for (const [account, amount] of cents) expect([account, coins.get(account)]).toEqual([account, amount]);
  }
}

const sorted = (map: ReadonlyMap<number, string>) => [...map].toSorted(([a], [b]) => a - b);

async function shelvesAgree({ shop }: Day): Promise<void> {
  const { office, hand, outlets, items } = shop;
  for (const { id, inventory } of outlets) {
    const { data } = await office.read(`reports/stock_valuation?inventory_fk=${inventory}&as_at=${DAY}&per_page=100`);
    const rows = data['data'] as unknown as readonly { item_fk: number; quantity: string; value: string }[];
    const said = new Map(rows.map((row) => [row.item_fk, [String(millionths(row.quantity)), row.value]] as const));
    for (const [goods, item] of items) {
      const count = hand.shelves.get(`${id} ${goods}`) ?? 0n;
      const [quantity, value = ''] = said.get(item) ?? [];
      expect([goods, quantity]).toEqual([goods, String(count)]);
      // Each article was bought once, so each piece is worth what was paid for it.
      expect([goods, millionths(value)]).toEqual([goods, count * GOODS[goods].cost]);
    }
  }
}

const cents = (amount: bigint): string => (Number(amount) / 100).toString();

async function drawersAgree({ shop, shifts }: Day): Promise<void> {
  for (const shift of shifts) {
    const { till, open, hand, counted } = shift;
    const id = defined(till.answers.get(open.uuid)?.id, 'the drawer');
    const { data } = await shop.office.read(`closing_drawers/${id}/figures`);
    const { float, sales, refunds, paidIn, paidOut } = hand.figures;
    const [dinars, dollars] = [expectedIn(hand), expectedCents(hand)];
    expect(data).toMatchObject({
      ...{ report: 'z', status: 'closed', receipts: hand.receipts, refund_count: hand.returns, late: 0 },
      accounts: [
        {
          ...{ account_fk: hand.dinars, float_amount: `${float}`, paid_in: `${paidIn}`, paid_out: `${paidOut}` },
          ...{ sales: `${sales}`, refunds: `${refunds}`, other: '0', expected: `${dinars}` },
          ...{ counted: `${counted.dinars}`, difference: `${counted.dinars - dinars}` },
        },
        {
          ...{ account_fk: hand.dollars, float_amount: cents(hand.inCents.float), sales: cents(hand.inCents.sales) },
          ...{ refunds: '0', other: '0', expected: cents(dollars), counted: cents(counted.cents) },
          difference: cents(counted.cents - dollars),
        },
      ],
    });
  }
}

const grouped = (amount: bigint): string => amount.toString().replace(/\B(?=(\d{3})+$)/g, ',');

/** The paper of the till and that of the office say what was calculated. */
async function papersAgree({ shop, receipts, refunds }: Day): Promise<void> {
  for (const { desk, uuid, number, receipt } of receipts) {
    const id = defined(desk.till.answers.get(uuid)?.id, 'the receipt');
    const { data } = await shop.office.read(`pos_sales/${id}/paper`);
    const [paper] = data['documents'] as unknown as readonly Record<string, unknown>[];
    const change = receipt.change === 0n ? [null, undefined, '0'] : [String(receipt.change)];
    expect([number, paper?.['number'], paper?.['total']]).toEqual([number, number, String(receipt.total)]);
    expect([number, change.includes(paper?.['change'] as string)]).toEqual([number, true]);
    const printed = desk.till.papers.get(uuid) ?? '';
    expect([number, printed.includes(number), printed.includes(grouped(receipt.total))]).toEqual([number, true, true]);
  }
  for (const { desk, uuid, total } of refunds) {
    const printed = desk.till.papers.get(uuid) ?? '';
    expect([uuid, printed.includes(grouped(total))]).toEqual([uuid, true]);
  }
}
