/** What is on order, owed and given back of purchases: boundaries, and plain calculations beside the program's. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assetPurchase } from '../../domain/assets/asset-purchase.ts';
import { withDifference } from '../../domain/chart/opening-equity.ts';
import { openingBalance } from '../../domain/ledger/opening-balance.ts';
import { correctionOfReturn } from '../../domain/purchasing/corrected-return.ts';
import { owedPrefixes } from '../../domain/purchasing/costs/owed-before.ts';
import { costFacts } from '../../domain/purchasing/costs/purchase-costs.ts';
import { allocatedAdvances } from '../../domain/purchasing/order-advances.ts';
import { openGoods } from '../../domain/purchasing/proposed-order.ts';
import type { PurchaseInput } from '../../domain/purchasing/purchase.schema.ts';
import { purchase } from '../../domain/purchasing/purchase.ts';
import { purchaseOrder } from '../../domain/purchasing/purchase-order.ts';
import type { BilledOrder, MadePurchase } from '../../domain/purchasing/purchase-order-state.ts';
import { purchaseReturn } from '../../domain/purchasing/purchase-return.ts';
import { Issues } from '../../domain/values/refusal.ts';
import { given } from './given.ts';
import { openItem, shop } from './shop.ts';

const line = (item: number, quantity: string, price: string, more: object = {}) => ({
  ...{ item_fk: item, unit_fk: 1, quantity, price },
  ...more,
});
const input: PurchaseInput = {
  ...{ outlet_fk: 1, inventory_fk: 1, supplier_fk: 8, date: '2026-03-01', currency_fk: 2, rate: '1500' },
  payment_type: 'on_account',
  lines: [line(11, '10', '5'), line(12, '20', '2')],
};
const received = given(purchase).after([
  { type: 'draft', input },
  { type: 'complete', receive: true },
]);

describe('open goods', () => {
  const own = fc.record({
    item_fk: fc.constantFrom(11, 12),
    count: fc.integer({ min: 0, max: 9 }),
    factor: fc.constantFrom(1, 12),
    done: fc.option(fc.integer({ min: 0, max: 10 }), { nil: undefined }),
  });
  type Own = typeof own extends fc.Arbitrary<infer Value> ? Value : never;
  const linesOf = (lines: readonly Own[]) =>
    lines.map(({ item_fk, count, factor }, index) => ({
      ...{ line_id: index + 1, item_fk, unit_fk: 1, unit_factor: `${factor}`, quantity: `${count}` },
    }));
  const sumOf = (lines: readonly Own[], item: number, left: (of: Own) => number) =>
    lines.filter(({ item_fk }) => item_fk === item).reduce((sum, of) => sum + Math.max(0, left(of)), 0);

  it('are what no purchase has of an order, and no receipt of a purchase, by item in base units', () => {
    fc.assert(
      fc.property(fc.array(own, { maxLength: 4 }), fc.array(own, { maxLength: 4 }), (ordered, bought) => {
        const purchased = ordered.map(({ done = 0 }, index) => ({ line_id: index + 1, base_quantity: `${done}` }));
        const after = bought.flatMap(({ done }, index) =>
          done === undefined ? [] : [{ line_id: index + 1, quantity: `${done}` }],
        );
        const goods = openGoods([
          { figure: 'on_order', data: { lines: linesOf(ordered), purchases: [{ lines: purchased }] } },
          { figure: 'on_the_way', data: { lines: linesOf(bought), receipts: [{ after: [] }, { after }] } },
          { figure: 'reserved', data: { lines: linesOf(ordered) } },
        ]);
        for (const item of [11, 12]) {
          const found = goods.find(({ item_fk }) => item_fk === item);
          const figures = [found?.on_order, found?.on_the_way, found?.reserved].map((figure) => Number(figure ?? 0));
          expect(figures).toEqual([
            sumOf(ordered, item, ({ count, factor, done = 0 }) => count * factor - done),
            sumOf(bought, item, ({ count, factor, done = 0 }) => (count - done) * factor),
            sumOf(ordered, item, ({ count, factor }) => count * factor),
          ]);
        }
      }),
    );
  });
});

interface Opened {
  readonly amount?: string;
  readonly advance?: string;
  readonly left_over?: string;
  readonly outlet?: number;
}

describe('the advance of an order', () => {
  const state = {
    order: { outlet_fk: 1, supplier_fk: 8, currency_fk: 1, system_currency_fk: 1, rate: null, date: '2026-03-01' },
    payments: [
      { amount: '60', standing: true, order_date: '2026-03-01', date: '2026-03-05', time: '09:00' },
      { amount: '500', standing: false, order_date: '2026-03-01', date: '2026-03-06', time: null },
    ],
    allocations: [
      { standing: true, transaction_date: '2026-03-01', allocations: [{ amount: '10' }] },
      { standing: false, transaction_date: '2026-03-01', allocations: [{ amount: '40' }] },
    ],
  } as unknown as BilledOrder;
  const settling = ({ advance = '100', left_over, ...open }: Opened = {}, date = '2026-03-02') => {
    const left = left_over === undefined ? {} : { left_over };
    const advances = [{ date: '2026-03-01', amount: advance, ...left }];
    const of = { date: '2026-03-02', amount: '30', rate: null, ...open, advances };
    return allocatedAdvances({ purchase_fk: 4, date, time: null, open: of } as unknown as MadePurchase, state)[0];
  };

  it('settles the purchase up to what is left of the advance and open of the purchase', () => {
    const amountOf = (more: Opened) => settling(more)?.allocations[0]?.amount;
    expect([amountOf({}), amountOf({ amount: '80' }), amountOf({ advance: '20' })]).toEqual(['30', '50', '20']);
    expect([settling({ amount: '0' }), settling({ advance: '0' })]).toEqual([undefined, undefined]);
    const none = { purchase_fk: 4, date: '2026-03-02', time: null, open: null } as unknown as MadePurchase;
    expect(allocatedAdvances(none, state)).toEqual([]);
  });

  it('names the outlet of a purchase that is in another one, and the later of the two days', () => {
    const outletOf = (more: Opened) => settling(more)?.allocations[0]?.outlet_fk;
    expect([outletOf({}), outletOf({ outlet: 1 }), outletOf({ outlet: 2 })]).toEqual([undefined, undefined, 2]);
    expect(settling()).toMatchObject({ date: '2026-03-05', time: '09:00' });
    expect(settling({}, '2026-03-08')).toMatchObject({ date: '2026-03-08', time: null });
  });

  it('that is used up takes what is left of it in the books', () => {
    const leftOf = (more: Opened) => settling({ left_over: '0.0001', ...more })?.left_over;
    expect([leftOf({}), leftOf({ advance: '30' })]).toEqual([undefined, '0.0001']);
  });
});

describe('what a purchase owes in foreign currency', () => {
  it('is read for its supplier on its day, and on any day for those of its costs and for a later cost', () => {
    const cost = { supplier_fk: 9, currency_fk: 2, payment_type: 'on_account' };
    const bought = {
      ...input,
      system_currency_fk: 1,
      costs: [cost, { ...cost, payment_type: 'cash', supplier_fk: 7 }],
    };
    const prefixes = (later?: object) => owedPrefixes(bought as never, later as never);
    const own = ['open:supplier-8:2:2026-03-01:purchase-', 'open:supplier-9:2:'];
    expect(prefixes()).toEqual(own);
    expect(prefixes({ ...cost, supplier_fk: 6 })).toEqual([...own, 'open:supplier-6:2:']);
    expect(prefixes({ ...cost, currency_fk: 1 })).toEqual(own);
    expect(prefixes({ ...cost, payment_type: 'cash' })).toEqual(own);
  });
});

describe('a cost of a purchase', () => {
  const cost = { cost_type: 'freight', amount: '9', currency_fk: 2, rate: '1500', payment_type: 'on_account' } as const;
  const drafting = (costs: readonly object[], lines: readonly object[] = input.lines) =>
    given(purchase).after([{ type: 'draft', input: { ...input, lines, costs } as never }]);
  const completing = (...asked: Parameters<typeof drafting>) =>
    drafting(...asked).when({ type: 'complete', receive: true });

  it('without a number gets the next one after the highest', () => {
    const costs = [
      { ...cost, supplier_fk: 9, cost_id: 5 },
      { ...cost, supplier_fk: 9 },
      { ...cost, supplier_fk: 9 },
    ];
    const numbered = costFacts(costs as never, input, shop(), new Issues());
    expect(numbered.map(({ cost_id }) => cost_id)).toEqual([5, 6, 7]);
  });

  it('has one rate with what else is owed to its supplier, and not with what was paid in cash', () => {
    const owed = { ...cost, supplier_fk: 9 };
    const paid = { ...cost, supplier_fk: 9, payment_type: 'cash', account_fk: 21, rate: '1490' };
    completing([owed, { ...owed, amount: '3' }]).gives('purchase.completed');
    completing([owed, paid]).gives('purchase.completed');
    completing([owed, { ...owed, rate: '1490' }]).isRefused(
      'costs.0.rate: one_rate_per_supplier',
      'costs.1.rate: one_rate_per_supplier',
    );
  });

  it('is shared by value unless none of the goods has any', () => {
    const owed = [{ ...cost, supplier_fk: 9 }];
    const free = [line(11, '10', '0'), line(12, '1', '0')];
    completing(owed, free).isRefused('costs.0.share_by: no_value_to_share_by');
    completing(owed, [line(11, '10', '0'), line(12, '1', '4')]).gives('purchase.completed');
  });

  it('that is entered later is on a day that there is', () => {
    const later = { ...cost, cost_id: 3, supplier_fk: 9, date: '2026-02-30' };
    received.when({ type: 'apply_cost', input: later as never }).isRefused('date: date');
  });
});

describe('an allowance', () => {
  const allowing = (more: object) => {
    const own = { cost_id: 9, amount: '10', currency_fk: 2, payment_type: 'cash', account_fk: 5, reason: 'torn' };
    const command = { type: 'apply_allowance', input: { ...own, ...more } };
    const [event] = received.when(command as never, { ...shop(), ownId: 1 }).events();
    return event?.type === 'purchase.cost_entered' ? event.data.cost.rate : undefined;
  };

  it('has the rate of its purchase in the currency of the purchase, unless one is typed', () => {
    expect(allowing({})).toBe('1500');
    expect(allowing({ rate: '1400' })).toBe('1400');
    expect(allowing({ rate_fk: 4 })).not.toBe('1500');
    expect(allowing({ currency_fk: 1, account_fk: 3 })).toBeNull();
  });
});

describe('a line of a purchase that an order made', () => {
  it('keeps the number of the line of the order', () => {
    const ordered = { outlet_fk: 1, inventory_fk: 1, supplier_fk: 8, date: '2026-03-01', currency_fk: 1 };
    const order = given(purchaseOrder).after([{ type: 'enter', input: { ...ordered, lines: [line(11, '1', '5')] } }]);
    const facts = shop({ documents: { 'purchase_order-1': order.state() } });
    const lines = [line(11, '1', '5', { order_line_id: 1 }), line(12, '1', '5')];
    const made = { ...input, purchase_order_fk: 1, lines };
    const [event] = given(purchase).when({ type: 'draft', input: made }, facts).events();
    const stored = event?.type === 'purchase.drafted' ? event.data.lines : [];
    expect(stored.map((own) => own.order_line_id)).toEqual([1, undefined]);
    expect(stored[1]).not.toHaveProperty('order_line_id');
  });
});

describe('the return of a purchase', () => {
  const state = received.state();
  const returning = (quantity: string, open: string, residue?: string) => {
    const item = { ...openItem('purchase-1', open, '1500', '2026-03-01'), ...(residue ? { residue } : {}) };
    const facts = shop({ documents: { 'purchase-1': state }, openItems: [item] });
    const of = { outlet_fk: 1, inventory_fk: 1, purchase_fk: 1, supplier_fk: 8, currency_fk: 2, date: '2026-03-20' };
    const lines = [{ purchase_line_id: 1, quantity }];
    const [event] = given(purchaseReturn)
      .when({ type: 'enter', input: { ...of, payment_type: 'on_account', lines } }, facts)
      .events();
    return event?.type === 'purchase_return.completed' ? event.data : undefined;
  };

  it('settles what is open, and takes what is left in the books when that is all of it', () => {
    expect(returning('2', '50')).toMatchObject({ open_amount: '50', settled_amount: '10' });
    expect(returning('10', '30')).toMatchObject({ open_amount: '30', settled_amount: '30' });
    expect(returning('10', '-30')).toMatchObject({ open_amount: '0', settled_amount: '0' });
    const leftOf = (open: string) => returning('2', open, '0.0003')?.left_over;
    expect([leftOf('10.01'), leftOf('10'), leftOf('9.99')].map((left) => left !== undefined)).toEqual([
      ...[false, true, true],
    ]);
  });

  it('has no amounts of its own in a correction of the rate while its purchase is not complete', () => {
    const drafted = given(purchase)
      .after([{ type: 'draft', input }])
      .state();
    const data = returning('2', '50');
    const correction = {
      rate_fk: 4,
      to_rate_fk: 5,
      documents: [],
      in_rate: { from: '1', to: '2' },
      out_rate: { from: '1', to: '2' },
    };
    const correcting = (documents: Readonly<Record<string, unknown>>) =>
      correctionOfReturn({ status: 'complete', data } as never, correction as never, shop({ documents }));
    expect(correcting({})).toEqual({});
    expect(correcting({ 'purchase-1': drafted })).toEqual({});
    expect(correcting({ 'purchase-1': state }).lines).toHaveLength(1);
  });
});

describe('the purchase of an asset', () => {
  it('has a due day only on account', () => {
    const own = { outlet_fk: 1, fixed_asset_fk: 1, supplier_fk: 8, date: '2026-03-10', currency_fk: 1, amount: '500' };
    const entering = (more: object) => {
      const command = { type: 'enter', input: { ...own, due_date: '2026-04-10', ...more } };
      const [event] = given(assetPurchase)
        .when(command as never)
        .events();
      return event?.type === 'asset_purchase.completed' ? event.data.due_date : '';
    };
    expect(entering({ payment_type: 'on_account' })).toBe('2026-04-10');
    expect(entering({ payment_type: 'cash', account_fk: 3 })).toBeUndefined();
  });
});

describe('opening balances', () => {
  const opening = {
    ...{ outlet_fk: 1, financial_year_fk: 1 },
    cashes: [{ account_fk: 3, amount: '1000' }],
    parties: [
      { customer_fk: 7, currency_fk: 1, amount: '300', due_date: '2026-02-01' },
      { customer_fk: 7, currency_fk: 2, rate: '1480', amount: '1' },
      { supplier_fk: 8, currency_fk: 1, amount: '200' },
      { supplier_fk: 8, currency_fk: 2, rate: '1480', amount: '-1' },
    ],
    accounts: [
      { account: 'capital' as const, amount: '-400' },
      { account: 'retained-earnings' as const, amount: '-50' },
    ],
  };
  const records = {
    'customer-7': { consumer_name: 'Seven', payment_terms_days: 10 },
    'supplier-8': { consumer_name: 'Eight', payment_terms_days: 20 },
  };
  const drafted = given(openingBalance).after([{ type: 'draft', input: opening }], shop({ records }));

  it('add what is missing to one account, beside the others', () => {
    const state = drafted.state();
    if (state.status === 'none') throw new Error('no opening');
    const { opening: data } = state as { readonly opening: Parameters<typeof withDifference>[0] };
    const balanced = (...accounts: Parameters<typeof withDifference>[1][]) =>
      accounts.map((account) =>
        withDifference(data, account)
          .accounts.map((own) => `${own.account} ${own.amount}`)
          .sort(),
      );
    // 1,000 and 300 and 1,480, less 200, and 1,480 that the supplier owes.
    expect(balanced('capital', 'retained-earnings')).toEqual([
      ['capital -4010', 'retained-earnings -50'],
      ['capital -400', 'retained-earnings -3660'],
    ]);
  });

  it('are due by the terms of their parties, unless a day was typed; advances are not due', () => {
    const facts = shop({ records });
    const finished = drafted.after([{ type: 'finish', differenceTo: 'capital' }], facts);
    const { data } = finished.events.at(-1) as { readonly data: { parties: readonly { due_date?: string }[] } };
    expect(data.parties.map(({ due_date }) => due_date)).toEqual(['2026-02-01', '2026-01-10', '2026-01-20', undefined]);
  });
});
