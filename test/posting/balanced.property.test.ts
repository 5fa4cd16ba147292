import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CUSTOMER_SIDE, SUPPLIER_SIDE } from '../../domain/debts/transaction-side.ts';
import type { DomainEvent } from '../../domain/deciding/event.ts';
import { type Posting, reversed } from '../../domain/entries/entry.ts';
import type { OpenItemChange } from '../../domain/entries/open-item.ts';
import { postExpense } from '../../domain/posting/expense.ts';
import { postIncome } from '../../domain/posting/income.ts';
import { postPurchase, postReceipt } from '../../domain/posting/purchase.ts';
import { postSale } from '../../domain/posting/sale.ts';
import { postTransaction } from '../../domain/posting/transaction.ts';
import { wholeQuantity } from '../../domain/pricing/purchase-values.ts';
import { documentTotals } from '../../domain/pricing/totals.ts';
import type { OwedBefore, Purchase } from '../../domain/purchasing/purchase-events.ts';
import { postingTable } from '../../domain/registry/posting-table.ts';
import { type Money, money, printMoney, roundTo, smallestUnit } from '../../domain/values/money.ts';
import { printQuantity, type Quantity } from '../../domain/values/quantity.ts';
import { IQD } from '../../domain/values/rate.ts';
import { HISTORIES } from '../domain/histories.ts';
import { randomExpense, randomIncome, randomPurchase, randomSale, randomTransaction } from './arbitrary.ts';
import { balances } from './reading.ts';

const owedOf = ({ party, currency, amount }: OpenItemChange): OwedBefore => ({
  supplier_fk: Number(party.split('-')[1]),
  currency_fk: currency,
  amount: printMoney(amount),
});

const sumOf = (values: readonly bigint[]) => values.reduce((a, b) => a + b, 0n);

/** Amounts of purchases are multiples of the smallest unit, as the API demands: one dinar, one cent. */
function inWholeUnits(purchase: Purchase): Purchase {
  const decimalsOf = (currency: number) => (currency === 1 ? 0 : 2);
  return {
    ...purchase,
    decimals: decimalsOf(purchase.currency_fk),
    costs: purchase.costs.map((cost) => {
      const decimals = decimalsOf(cost.currency_fk);
      return { ...cost, decimals, amount: printMoney(roundTo(money(cost.amount), smallestUnit(decimals))) };
    }),
  };
}

function isSound(posting: Posting, again: Posting): void {
  expect(sumOf(posting.lines.map((line) => line.base))).toBe(0n);
  for (const outlet of new Set(posting.lines.map((line) => line.outlet))) {
    expect(sumOf(posting.lines.filter((line) => line.outlet === outlet).map((line) => line.base))).toBe(0n);
  }
  expect(again).toEqual(posting);
  for (const line of posting.lines) if (line.rate === undefined) expect(line.foreign).toBe(line.base);
  const lines = [...posting.movements.map((movement) => movement.line)];
  expect(new Set(lines).size).toBe(lines.length);
  const back = reversed(posting);
  expect(balances({ ...posting, lines: [...posting.lines, ...back.lines] })).toEqual({});
}

describe('the totals of a document', () => {
  it('are the sums of its lines, and price less discounts plus tax and charges makes the total', () => {
    fc.assert(
      fc.property(randomSale(), (sale) => {
        const totals = documentTotals(sale);
        for (const part of ['gross', 'itemDiscount', 'invoiceDiscount', 'net', 'tax'] as const) {
          expect(sumOf(totals.lines.map((line) => line[part]))).toBe(totals[part]);
        }
        expect(totals.gross - totals.itemDiscount - totals.invoiceDiscount).toBe(totals.net);
        expect(totals.net + totals.tax + totals.delivery + totals.rounding).toBe(totals.total);
        if (sale.rounding_step) expect(totals.total % money(sale.rounding_step)).toBe(0n);
      }),
    );
  });
});

describe('every posting rule', () => {
  it('posts the same amount in both fields of a line in the system currency', () => {
    const events: readonly DomainEvent[] = Object.values(HISTORIES).flat(2);
    const lines = events.flatMap((event) => {
      const rule = postingTable[event.type];
      return rule?.does === 'post' ? (rule.post(event.data, 'purchase-1')?.lines ?? []) : [];
    });
    const inDinar = lines.filter(({ currency }) => currency === IQD);
    expect(inDinar.length).toBeGreaterThan(100);
    expect(inDinar.filter(({ base, foreign }) => base !== foreign)).toEqual([]);
  });
});

describe('every posting balances to zero, twice the same, in both system currencies:', () => {
  it('a sale, with the customer’s debt converted individually', () => {
    fc.assert(
      fc.property(randomSale(), (sale) => {
        isSound(postSale(sale, 'sale-1'), postSale(sale, 'sale-1'));
      }),
    );
  });

  it('a purchase', () => {
    fc.assert(
      fc.property(randomPurchase(), (purchase) => {
        const completed = { ...purchase, receive: true };
        const [posting, again] = [postPurchase(completed, 'purchase-1'), postPurchase(completed, 'purchase-1')];
        if (posting && again) isSound(posting, again);
        expect(posting).toBeDefined();
      }),
    );
  });

  it('a purchase in parts, which add up to the whole line by line', () => {
    fc.assert(
      fc.property(randomPurchase(), fc.bigInt({ min: 0n, max: 1000n }), fc.boolean(), (random, share, isWhole) => {
        const purchase = isWhole ? inWholeUnits(random) : random;
        const received = (of: bigint) =>
          purchase.lines.map((line) => ({
            line_id: line.line_id,
            quantity: printQuantity(((wholeQuantity(line) * of) / 1000n) as Quantity),
          }));
        const receipt = (number: number, from: bigint, to: bigint, owed_before: readonly OwedBefore[] = []) =>
          postReceipt(
            {
              receipt: number,
              date: '2026-03-06',
              time: null,
              before: received(from),
              after: received(to),
              owed_before,
              is_posted_as_owed: true,
              purchase,
            },
            'purchase-1',
          );
        const whole = receipt(0, 0n, 1000n);
        const first = receipt(0, 0n, share);
        const parts = [first, receipt(1, share, 1000n, first.openItems.map(owedOf))];
        for (const part of parts) isSound(part, part);
        const lines = parts.flatMap((part) => part.lines);
        expect(balances({ ...whole, lines })).toEqual(balances(whole));
        const counts = (of: readonly Posting[]) =>
          sumOf(
            of
              .flatMap((posting) => posting.movements)
              .filter((movements) => movements.pool.kind === 'stock')
              .map((movements) => movements.quantity),
          );
        expect(counts(parts)).toBe(counts([whole]));
      }),
    );
  });

  it('an expense', () => {
    fc.assert(
      fc.property(randomExpense(), (expense) => {
        isSound(postExpense(expense, 'expense-1'), postExpense(expense, 'expense-1'));
      }),
    );
  });

  it('an income', () => {
    fc.assert(
      fc.property(randomIncome(), (income) => {
        isSound(postIncome(income, 'income-1'), postIncome(income, 'income-1'));
      }),
    );
  });

  it('a transaction of a party, which settles exactly the allocated amounts', () => {
    fc.assert(
      fc.property(randomTransaction(), fc.constantFrom(CUSTOMER_SIDE, SUPPLIER_SIDE), (of, side) => {
        const posting = postTransaction(side, of, 'x-1');
        isSound(posting, postTransaction(side, of, 'x-1'));
        const allocated = sumOf(of.allocations.map((allocation) => money(allocation.amount)));
        const settled = posting.openItems
          .filter((openItem) => openItem.document !== 'x-1')
          .map((openItem) => openItem.amount);
        expect(printMoney(-sumOf(settled) as Money)).toBe(printMoney(allocated as Money));
      }),
    );
  });

  it('a document settled in parts, which ends at zero in both currencies', () => {
    const part = fc.bigInt({ min: 1n, max: 10n ** 8n });
    fc.assert(
      fc.property(randomTransaction(), fc.array(part, { minLength: 1, maxLength: 6 }), (of, parts) => {
        const sale = { document: 'sale-9', date: '2026-03-01', rate: of.rate === null ? null : '1487.1234' };
        let open = sumOf(parts);
        const opened = open;
        let base = 0n;
        for (const part of parts) {
          const [amount, open_amount] = [printMoney(part as Money), printMoney(open as Money)];
          const posting = postTransaction(
            CUSTOMER_SIDE,
            { ...of, transaction_type: 'receive', amount, allocations: [{ ...sale, amount, open_amount }] },
            'x-1',
          );
          base += sumOf(posting.lines.filter((line) => line.account.key === 'receivable').map((line) => line.base));
          open -= part;
        }
        const whole = postTransaction(
          CUSTOMER_SIDE,
          {
            ...of,
            transaction_type: 'receive',
            amount: printMoney(opened as Money),
            allocations: [{ ...sale, amount: printMoney(opened as Money), open_amount: printMoney(opened as Money) }],
          },
          'x-1',
        );
        expect(base).toBe(
          sumOf(whole.lines.filter((line) => line.account.key === 'receivable').map((line) => line.base)),
        );
      }),
    );
  });
});
