/** What every posting rule builds with: reversals, batches, amounts in the system currency, rules for display. */
import { describe, expect, it } from 'vitest';
import { addedPostings } from '../../domain/entries/added-postings.ts';
import {
  type DocumentLine,
  inSystemCurrency,
  type Movement,
  posting,
  reversed,
  withBatches,
} from '../../domain/entries/entry.ts';
import type { EntryLine } from '../../domain/entries/entry-line.ts';
import { credit, debit } from '../../domain/entries/rule-lines.ts';
import { effectiveTime } from '../../domain/values/effective-date.ts';
import { money, printMoney } from '../../domain/values/money.ts';
import { quantity } from '../../domain/values/quantity.ts';
import { IQD, rate, USD } from '../../domain/values/rate.ts';

const at = effectiveTime('2026-03-01', '10:00:00', 'in');
const line = (key: EntryLine['account']['key'], amount: string, more: Partial<EntryLine> = {}): EntryLine => {
  const own = money(amount);
  return { account: { key }, outlet: 1, base: own, currency: IQD, foreign: own, rate: undefined, ...more };
};
const goods = (count: string): Movement => ({
  line: 1,
  pool: { kind: 'stock', item: 1, inventory: 1 },
  quantity: quantity(count),
  valued: { by: 'average' },
  posted: money('0'),
  contra: { key: 'cost-of-goods-sold' },
  outlet: 1,
});
const batch = { batch_number: 'B7', expire_date: null, quantity: '2', move_line_id: 1 };

describe('a reversal', () => {
  it('turns the amounts, the taxable amounts, the goods, their batches and what is open', () => {
    const tax = { percent: '10', taxable: money('50') };
    const whole = posting(
      at,
      [line('input-tax', '5', { tax }), line('rounding', '-5')],
      [{ ...goods('3'), batches: [{ ...batch, quantity: quantity('2') }] }],
      [
        {
          party: 'supplier-1',
          currency: IQD,
          date: '2026-03-01',
          document: 'purchase-1',
          outlet: 1,
          amount: money('7'),
        },
      ],
    );
    const turned = reversed(whole);
    expect(turned.lines.map(({ base, foreign }) => [base, foreign])).toEqual([
      [money('-5'), money('-5')],
      [money('5'), money('5')],
    ]);
    expect(turned.lines[0]?.tax?.taxable).toBe(money('-50'));
    expect(turned.movements[0]).toMatchObject({ quantity: quantity('-3'), batches: [{ quantity: quantity('-2') }] });
    expect(turned.openItems[0]?.amount).toBe(money('-7'));
  });

  it('turns the second entry of its event too', () => {
    const whole = { ...posting(at, []), later: { effective: at, lines: [line('rounding', '4'), line('sales', '-4')] } };
    expect(reversed(whole).later?.lines.map(({ base }) => base)).toEqual([money('-4'), money('4')]);
  });
});

describe('batches of an event', () => {
  const moved = (movement: Movement) => withBatches(posting(at, [], [movement]), { batches: [batch] }).movements[0];

  it('have the sign of the goods of their line', () => {
    expect(moved(goods('2'))?.batches).toMatchObject([{ batch_number: 'B7', quantity: quantity('2') }]);
    expect(moved(goods('-2'))?.batches).toMatchObject([{ batch_number: 'B7', quantity: quantity('-2') }]);
  });

  it('of a count are the counted quantities', () => {
    const counted = { ...goods('0'), valued: { by: 'count', real: quantity('2') } } as const;
    expect(moved(counted)?.batches).toMatchObject([{ quantity: quantity('2') }]);
  });

  it('are those of no other line, and of no money', () => {
    expect(moved({ ...goods('2'), line: 4 })?.batches).toBeUndefined();
    const cash = { kind: 'cash', account: { key: 'rounding' }, currency: USD } as const;
    expect(moved({ ...goods('2'), pool: cash })?.batches).toBeUndefined();
  });
});

describe('amounts in the system currency', () => {
  const dollars = { currency: USD, system: IQD, rate: rate('1310.5') };
  const of = (key: DocumentLine['account']['key'], amount: string, more: Partial<DocumentLine> = {}): DocumentLine => {
    return { account: { key }, outlet: 1, amount: money(amount), ...more };
  };
  const bases = (...lines: readonly DocumentLine[]) =>
    inSystemCurrency(lines, dollars).map(({ account, base }) => `${account.key} ${printMoney(base)}`);

  it('leave out lines of nothing', () => {
    expect(bases(of('sales', '-1'), of('rounding', '0'), of('receivable', '1'))).toHaveLength(2);
  });

  it('are those of the debts, where one side has only debts and the other has none', () => {
    const open = money('-0.03');
    const debts = [
      of('receivable', '0.01', { party: 'customer-1', open }),
      of('receivable', '0.02', { party: 'customer-2', open }),
    ];
    const lines = bases(...debts, of('sales', '-0.03'));
    const sum = inSystemCurrency([...debts, of('sales', '-0.03')], dollars).reduce((all, { base }) => all + base, 0n);
    expect(sum).toBe(0n);
    expect(lines[2]).toBe(`sales -${printMoney(money('39.315'))}`);
  });

  // 0.0001 dollar is 0.13105 dinar, rounded 0.1311, and twice as much 0.2621.
  it('of debts on one side make the other side equal to their sum', () => {
    const debts = ['customer-1', 'customer-2'].map((party) => of('receivable', '0.0001', { party }));
    expect(bases(...debts, of('sales', '-0.0002'))).toEqual([
      ...['receivable 0.1311', 'receivable 0.1311', 'sales -0.2622'],
    ]);
  });

  it('of debts on both sides share the amount that is converted once', () => {
    const debts = ['customer-1', 'customer-2'].map((party) => of('receivable', '0.0001', { party }));
    const owed = of('payable', '-0.0002', { party: 'supplier-1', open: money('0.0002') });
    expect(bases(...debts, owed)).toEqual(['receivable 0.1311', 'receivable 0.131', 'payable -0.2621']);
  });

  it('of money are its own, and the other lines of the side share the rest', () => {
    const side = [of('sales-discounts', '0.0001'), of('cash', '0.0001')];
    expect(bases(...side, of('sales', '-0.0002'))).toEqual([
      ...['sales-discounts 0.131', 'cash 0.1311', 'sales -0.2621'],
    ]);
  });

  it('of one debt that was open are settled at the difference of what it was before and after', () => {
    const settled = of('payable', '10', { party: 'supplier-1', open: money('-10') });
    expect(bases(settled, of('rounding', '-10'))).toEqual(['payable 13105', 'rounding -13105']);
  });
});

describe('postings that a later state has more', () => {
  const one = posting(at, [line('rounding', '5'), line('sales', '-5')]);
  const two = posting(at, [line('rounding', '6'), line('sales', '-6')]);

  it('are those that differ in content', () => {
    expect(addedPostings([one], [{ ...one }, two])).toEqual([two]);
    expect(addedPostings([], [one])).toEqual([one]);
    expect(addedPostings([one], [])).toEqual([]);
    expect(addedPostings([one], [one])).toEqual([]);
    // The same payment once more.
    expect(addedPostings([one, two], [one, one, two])).toEqual([one]);
  });
});

describe('a line of a rule for display', () => {
  it('names its side, its accounts, and a note where it has one', () => {
    expect(debit('rounding')).toEqual({ side: 'debit', accounts: ['rounding'] });
    expect(credit(['sales', 'rounding'], 'price')).toEqual({
      ...{ side: 'credit', accounts: ['sales', 'rounding'], note: 'price' },
    });
  });
});
