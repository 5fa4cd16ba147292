/** How an amount settles open documents, compared with a plain calculation in numbers. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate } from '../../domain/debts/allocating.ts';
import { freeCredits, unpaidBeyondCredits, unpaidParts } from '../../domain/debts/free-credits.ts';
import { otherInOrder } from '../../domain/debts/money-for-debts.ts';
import type { Exchange } from '../../domain/debts/other-currency.ts';
import type { OpenItem } from '../../domain/deciding/facts.ts';
import { money, printMoney } from '../../domain/values/money.ts';
import { rate } from '../../domain/values/rate.ts';
import { Issues } from '../../domain/values/refusal.ts';

const UNIT = money('1');
const actor = { hasOutlet: (id: number) => id !== 3 };
/** Dinars are 1, dollars 2; a dollar is 1,500. */
const exchangeAt = (isNamed: boolean, mayType = true): Exchange => ({
  ...{ currency: 1, isNamed, mayType, rate: () => rate('1500'), unitOf: (of) => money(of === 2 ? '0.01' : '1') },
});

interface Own {
  readonly amount: number;
  readonly day: number;
  readonly outlet: number;
}
const open = ({ amount, day, outlet }: Own, index: number, more: Partial<OpenItem> = {}): OpenItem => ({
  ...{ document: `sale-${index + 1}`, date: `2026-03-${String(day).padStart(2, '0')}` as never },
  ...{ amount: String(amount), rate: null, outlet, ...more },
});
const item = fc.record({
  amount: fc.integer({ min: -60, max: 60 }).filter((amount) => amount !== 0),
  day: fc.integer({ min: 1, max: 20 }),
  outlet: fc.constantFrom(1, 2, 3),
});

const at = { day: '2026-03-15', unit: UNIT, outlet: 1, actor, currency: 1 };
const allocated = (left: number, items: readonly OpenItem[], more: object = {}, given?: never) => {
  const issues = new Issues();
  const all = allocate(money(String(left)), given, { ...at, oldest: true, items, ...more }, issues);
  return { all, told: issues.list.map(({ field, message }) => `${field}: ${message}`) };
};
const amounts = (all: readonly { readonly document: string; readonly amount: string }[]) =>
  all.map(({ document, amount }) => [document, Number(amount)]);

describe('an amount that names no documents', () => {
  it('settles the oldest of its own sign first, of the outlets of the person, and until its day', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 6 }), fc.integer({ min: -150, max: 150 }), (owed, left) => {
        let rest = Math.abs(left);
        const expected = owed.flatMap(({ amount, day, outlet }, index) => {
          if (rest === 0 || day > 15 || outlet === 3 || amount < 0 !== left < 0) return [];
          const part = Math.min(rest, Math.abs(amount));
          rest -= part;
          return [[`sale-${index + 1}`, amount < 0 ? -part : part]];
        });
        const { all } = allocated(
          left,
          owed.map((own, index) => open(own, index)),
        );
        expect(amounts(all)).toEqual(expected);
        all.forEach((own) => {
          const { outlet } = owed[Number(own.document.slice(5)) - 1] as Own;
          expect(own.outlet_fk).toBe(outlet === 1 ? undefined : outlet);
        });
      }),
    );
  });

  it('settles nothing when it is not to settle the oldest', () => {
    expect(allocated(50, [open({ amount: 60, day: 1, outlet: 1 }, 0)], { oldest: false }).all).toEqual([]);
  });

  it('leaves money that is kept for an order where it is', () => {
    const kept = ['purchase_order-1', 'online_order-1', 'customer_transaction-1'].map((document) =>
      open({ amount: -20, day: 1, outlet: 1 }, 0, { document }),
    );
    expect(amounts(allocated(-50, kept).all)).toEqual([['customer_transaction-1', -20]]);
  });

  it('goes on with the other currency where the command names a rate, and only with what is left', () => {
    const both = (inDinars: number, ...inDollars: readonly number[]) => [
      open({ amount: inDinars, day: 1, outlet: 1 }, 0, { currency: 1 }),
      ...inDollars.map((amount, index) => open({ amount, day: 2, outlet: 1 }, index + 1, { currency: 2 })),
      // A third currency has no rate.
      open({ amount: 7, day: 3, outlet: 1 }, 8, { currency: 3 }),
    ];
    const paid = (left: number, items: readonly OpenItem[], isNamed = true) =>
      allocated(left, items, { exchange: exchangeAt(isNamed) }).all.map(({ document, amount, used }) => [
        ...[document, amount, used],
      ]);
    expect(paid(1000, both(1000, 10))).toEqual([['sale-1', '1000', undefined]]);
    expect(paid(4000, both(1000, 10))).toEqual([
      ['sale-1', '1000', undefined],
      ['sale-2', '2', '3000'],
    ]);
    expect(paid(4000, both(1000, 10), false)).toEqual([['sale-1', '1000', undefined]]);
    expect(paid(25_000, both(1000, 10, 5))).toEqual([
      ['sale-1', '1000', undefined],
      ['sale-2', '10', '15000'],
      ['sale-3', '5', '7500'],
    ]);
  });
});

describe('an amount that names its documents', () => {
  const owed = [
    open({ amount: 40, day: 1, outlet: 1 }, 0),
    open({ amount: 30, day: 2, outlet: 2 }, 1),
    open({ amount: 20, day: 3, outlet: 3 }, 2),
    open({ amount: 25, day: 20, outlet: 1 }, 3),
    open({ amount: -15, day: 4, outlet: 1 }, 4),
    // Open on two days.
    open({ amount: 10, day: 5, outlet: 1 }, 5),
    open({ amount: 8, day: 6, outlet: 1 }, 5),
  ];
  const naming = (left: number, ...given: readonly object[]) => allocated(left, owed, {}, given as never);

  it('settles them by what is named, in parts over their days', () => {
    const named = naming(60, { document: 'sale-1', amount: '40' }, { document: 'sale-6', amount: '13' });
    expect(named.told).toEqual([]);
    expect(amounts(named.all)).toEqual([
      ['sale-1', 40],
      ['sale-6', 10],
      ['sale-6', 3],
    ]);
    expect(amounts(naming(-15, { document: 'sale-5', amount: '15' }).all)).toEqual([['sale-5', -15]]);
  });

  it.each([
    ['0', 'sale-1', 50, ['allocations.0.amount: greater_than']],
    ['41', 'sale-1', 50, ['allocations.0.amount: more_than_is_open']],
    ['19', 'sale-6', 50, ['allocations.0.amount: more_than_is_open']],
    ['20', 'sale-3', 50, ['allocations.0.document: not_your_outlet']],
    ['20', 'sale-4', 50, ['allocations.0.document: not_open']],
    ['20', 'sale-9', 50, ['allocations.0.document: not_open']],
    ['40', 'sale-1', 39, ['allocations: more_than_the_amount']],
    ['40', 'sale-1', 40, []],
    ['15', 'sale-5', 40, ['allocations: more_than_the_amount']],
    ['15', 'sale-5', -14, ['allocations: more_than_the_amount']],
    ['15', 'sale-5', -15, []],
    ['40', 'sale-1', -40, ['allocations: more_than_the_amount']],
  ])('settles %s of %s with %s, or says what is wrong', (amount, document, left, told) => {
    expect(naming(left, { document, amount }).told).toEqual(told);
  });

  it('settles a document that is open with a fraction by the whole amount below or above', () => {
    const items = [open({ amount: 0, day: 1, outlet: 1 }, 0, { amount: '40.4' })];
    const paid = (amount: string) =>
      allocated(50, items, {}, [{ document: 'sale-1', amount }] as never).all.map((own) => [own.amount, own.rounding]);
    expect([paid('40'), paid('41'), paid('39')]).toEqual([[['40.4', '-0.4']], [['40.4', '0.6']], [['39', undefined]]]);
  });

  it('settles each once, and in one currency what it names', () => {
    const twice = { document: 'sale-1', amount: '10' };
    expect(naming(50, twice, twice).told).toEqual(['allocations.1.document: unique']);
    expect(naming(50, { ...twice, used: '10' }).told).toEqual(['allocations.0.used: only_other_currency']);
  });

  it('settles a document in the currency that is named, or else in its own before the other', () => {
    const items = [
      open({ amount: 900, day: 1, outlet: 1 }, 0, { currency: 1 }),
      open({ amount: 2, day: 1, outlet: 1 }, 0, { currency: 2 }),
      open({ amount: 4, day: 1, outlet: 1 }, 1, { currency: 2 }),
      open({ amount: 5, day: 1, outlet: 1 }, 2, { currency: 3 }),
    ];
    const named = (given: object, exchange: Exchange | undefined = exchangeAt(false)) => {
      const { all, told } = allocated(9_000, items, { exchange }, [given] as never);
      return told.length > 0 ? told : all.map(({ amount, currency_fk, used }) => [amount, currency_fk, used]);
    };
    expect(named({ document: 'sale-1', amount: '900' })).toEqual([['900', undefined, undefined]]);
    expect(named({ document: 'sale-1', amount: '900', currency_fk: 1 })).toEqual([['900', undefined, undefined]]);
    expect(named({ document: 'sale-1', amount: '2', currency_fk: 2 })).toEqual([['2', 2, '3000']]);
    expect(named({ document: 'sale-2', amount: '4' })).toEqual([['4', 2, '6000']]);
    expect(named({ document: 'sale-2', amount: '4', currency_fk: 1 })).toEqual(['allocations.0.document: not_open']);
    expect(named({ document: 'sale-1', amount: '2', currency_fk: 3 })).toEqual(['allocations.0.document: not_open']);
    expect(named({ document: 'sale-3', amount: '5', currency_fk: 3 })).toEqual(['allocations.0.document: not_open']);
    expect(allocated(9_000, items, {}, [{ document: 'sale-2', amount: '4' }] as never).told).toEqual([
      'allocations.0.document: not_open',
    ]);
  });

  it('uses for a debt in the other currency what the rate gives, or what is counted by who may set rates', () => {
    const items = [open({ amount: 4, day: 1, outlet: 1 }, 0, { currency: 2 })];
    const paying = (amount: string, used: string | undefined, mayType: boolean) => {
      const given = [{ document: 'sale-1', amount, ...(used === undefined ? {} : { used }) }];
      const { all, told } = allocated(90_000, items, { exchange: exchangeAt(true, mayType) }, given as never);
      return told.length > 0 ? told[0]?.replace('allocations.0.', '') : all[0]?.used;
    };
    expect(paying('4', undefined, false)).toBe('6000');
    expect(paying('4', '6015', false)).toBe('6015');
    expect(paying('4', '6016', false)).toBe('used: rate_needs_permission');
    expect(paying('4', '5984', false)).toBe('used: rate_needs_permission');
    expect(paying('4', '6016', true)).toBe('6016');
    expect(paying('4', '0', true)).toBe('used: greater_than');
    // Up to the smallest unit above is the whole of it.
    expect(paying('4.009', undefined, false)).toBe('6014');
    expect(paying('4.01', undefined, false)).toBe('amount: more_than_is_open');
  });
});

describe('money for debts in the other currency', () => {
  const dollars = { currency: 2, unitOf: (of: number) => money(of === 2 ? '0.01' : '1') };
  const paid = (left: string, ...debts: readonly string[]) =>
    otherInOrder(
      money(left),
      debts.map((amount) => ({ amount, currency: 1 })),
      dollars,
      rate('1500'),
    ).map((part) => [...[part.item.amount, printMoney(part.amount), printMoney(part.used)]]);

  it('pays them in their order, and nothing when it is used up, however little is owed', () => {
    expect(paid('10', '15000', '5')).toEqual([['15000', '15000', '10']]);
    expect(paid('10.01', '15000', '5', '30')).toEqual([
      ['15000', '15000', '10'],
      ['5', '5', '0'],
      ['30', '15', '0.01'],
    ]);
    expect(paid('4', '-15000')).toEqual([['-15000', '-6000', '-4']]);
    expect(paid('0', '5')).toEqual([]);
  });
});

describe('the credits of a customer', () => {
  const owing = fc.record({
    amount: fc.integer({ min: -40, max: 40 }),
    currency: fc.constantFrom(1, 2, 3),
    day: fc.integer({ min: 1, max: 9 }),
    document: fc.constantFrom('sale-1', 'customer_transaction-1', 'online_order-1'),
  });
  const items = (all: readonly { amount: number; currency: number; day: number; document: string }[]) =>
    all
      .map(({ day, ...own }, index) => open({ amount: own.amount, day, outlet: 1 }, index, own as never))
      .map((own, index) => ({ ...own, amount: String(all[index]?.amount) }));

  it('are what is open in their favour, in the currency of the books, without what is kept for an order', () => {
    fc.assert(
      fc.property(fc.array(owing, { maxLength: 6 }), (all) => {
        const rateOf = (currency: number) => (currency === 2 ? rate('1500') : undefined);
        const expected = all.reduce((sum, { amount, currency, document }) => {
          if (amount >= 0 || document.startsWith('online_order') || currency === 3) return sum;
          return sum - amount * (currency === 2 ? 1500 : 1);
        }, 0);
        expect(printMoney(freeCredits(items(all), 1, rateOf))).toBe(String(expected));
      }),
    );
  });

  it('pay the oldest debts of their currency first; what they do not pay whole is unpaid', () => {
    fc.assert(
      fc.property(fc.array(owing, { maxLength: 6 }), (all) => {
        const unpaid = new Set(
          [1, 2, 3].flatMap((currency) => {
            const own = items(all).filter((each) => each.currency === currency);
            let credit = own
              .filter(({ amount, document }) => Number(amount) < 0 && !document.startsWith('online_order'))
              .reduce((sum, { amount }) => sum - Number(amount), 0);
            return own
              .filter(({ amount }) => Number(amount) > 0)
              .sort((a, b) => Number(a.date.slice(8)) - Number(b.date.slice(8)))
              .filter(({ amount }) => {
                credit -= Number(amount);
                return credit < 0;
              })
              .map((each) => JSON.stringify(each));
          }),
        );
        expect(new Set(unpaidBeyondCredits(items(all)).map((each) => JSON.stringify(each)))).toEqual(unpaid);
      }),
    );
  });

  it('pay debts of the other currency with what their own leave; all together they pay no more than they are', () => {
    const worth = { system: 1, rateOf: (currency: number) => (currency === 2 ? rate('2') : undefined) };
    const worthOf = (amount: number, currency: number | undefined) => (currency === 2 ? amount * 2 : amount);
    fc.assert(
      fc.property(fc.array(owing, { maxLength: 6 }), (all) => {
        const known = items(all).filter(({ currency }) => currency !== 3);
        const unpaid = unpaidBeyondCredits(known, worth);
        const inOwn = unpaidParts(known);
        const [credit, debts] = [1, -1].map((sign) =>
          known.reduce((sum, { amount, document, currency }) => {
            const isKept = document.startsWith('online_order');
            const own = -sign * Number(amount);
            return own > 0 && !(sign > 0 && isKept) ? sum + worthOf(own, currency) : sum;
          }, 0),
        );
        if (Number(credit) >= Number(debts)) expect(unpaid).toEqual([]);
        expect(inOwn.map(({ item }) => JSON.stringify(item))).toEqual(
          expect.arrayContaining(unpaid.map((item) => JSON.stringify(item))),
        );
        if (unpaid.length > 0) expect(Number(credit)).toBeLessThan(Number(debts));
      }),
    );
  });
});
